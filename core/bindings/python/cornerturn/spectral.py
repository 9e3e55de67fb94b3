"""Filters, derivatives and Poisson's equation, by transforms of distributed arrays.

Arrays are real or complex, in any decomposition; `spacing` is one length or one for each axis. All
functions are collective and return a new array, like `u`, but `power`.
"""

import numpy as np

from .array import as_array, require_like
from .communicator import together
from .exchanges import allgather
from .library import check, ffi, for_each, lib, member
from .plan import planned
from .transform import SINGLE, Transform, floating, problem_of


def gradient(u, axis, spacing=1.0):
    """The derivative of a periodic array along an axis."""
    return apply(u, spacing, "gradient", axis=axis % as_array(u).ndim)


def laplacian(u, spacing=1.0):
    """The sum of second derivatives of a periodic array."""
    return apply(u, spacing, "laplacian")


def riesz(u, axis, spacing=1.0):
    """The Riesz transform along an axis."""
    return apply(u, spacing, "riesz", axis=axis % as_array(u).ndim)


def gaussian(u, width, spacing=1.0):
    """Smoothed by a Gaussian of that standard deviation, the length `width`."""
    return apply(u, spacing, "gaussian", width=width)


def bandpass(u, low=0.0, high=np.inf, spacing=1.0):
    """The modes with low <= |k| <= high, k in cycles per unit of length."""
    return apply(u, spacing, "pass", low=low, high=high)


def poisson(f, spacing=1.0, boundary="periodic", points="cell"):
    """u with Laplacian u = f, for points a length `spacing` apart.

    boundary   periodic, dirichlet, neumann, dirichlet_neumann (Dirichlet at the lower end) or
               neumann_dirichlet: one for all axes or one for each
    points     cell (middles of cells) or node, as of ct_points

    Where u is determined up to a constant its mean is 0, and the mean of f is left out of account:
    it is the caller's to see that it is 0. `Poisson` makes a plan, with a shift and differences.
    """
    f = as_array(f)
    with together(f.comm):
        words = [boundary] * f.ndim if isinstance(boundary, str) else list(boundary)
        kinds = ffi.new("ct_boundary[]", [member("CT_BOUNDARY", word) for word in words])
        extent = ffi.new("ptrdiff_t[]", list(f.shape))
        problem = ffi.new("ct_fft_problem *", lib.ct_poisson_problem(
            f.ndim, extent, kinds, member("CT_POINTS", points), f.dtype.kind == "c"))
    return _filtered(f, problem, spacing, _filter("inverse_laplacian"))


def apply(u, spacing, kind, **fields):
    """Multiplies the modes of a periodic array by a filter of spectral.h, of a kind (a CT_FILTER_..) with
    its fields."""
    u = as_array(u)
    return _filtered(u, _fourier(u), spacing, _filter(kind, **fields))


def _filter(kind, axis=0, low=0.0, high=np.inf, width=0.0):
    return ffi.new("ct_filter *", {"kind": member("CT_FILTER", kind), "axis": axis, "from": low,
                                   "to": high, "width": width})


def power(u, spacing=1.0, width=None):
    """The power spectrum of a periodic array: wavenumbers (middles of shells `width` wide, in cycles
    per unit of length; None: the coarsest step in k) and the power in each shell, which add up to the
    mean of |u|^2. Collective; two numpy arrays, the same on all ranks."""
    u = as_array(u)
    spectrum, c, _ = _spectrum(u, _fourier(u), spacing)
    check(lib.ct_agree(u.comm.handle, lib.ct_spectrum_check(c)
                       or lib.ct_spectrum_check_power(ffi.addressof(c.problem))))
    width = lib.ct_spectrum_bin_width(c) if width is None else width
    bins = int(lib.ct_spectrum_bins(c, width))
    found, modes = ffi.new("double[]", bins), ffi.new("double[]", bins)
    if spectrum.memory.size:
        lib.ct_spectrum_power(c, spectrum.address, width, found, modes)
    mine = np.frombuffer(ffi.buffer(found))
    return np.arange(bins) * width, allgather(mine, u.comm).sum(0)


def convolve(u, v, correlate=False):
    """The periodic convolution of two arrays alike, at n the sum over m of u(n - m) v(m); or, correlate, the
    correlation, of u(n + m) conj(v(m)). Collective; an Array like u."""
    u, v = as_array(u), as_array(v)
    with together(u.comm):
        require_like(u, v)
    problem = _fourier(u)
    spectrum, c, source = _spectrum(u, problem, 1.0)
    other, *_ = _spectrum(v, problem, 1.0)
    if spectrum.memory.size:
        lib.ct_spectrum_multiply(c, other.address, correlate, ffi.new("ptrdiff_t[]", lib.CT_MAX_AXES),
                                 spectrum.address)
    return _transformed(problem, lib.CT_INVERSE, spectrum, source)


def _fourier(u):
    """The transform of a periodic array along all axes."""
    last = lib.CT_FFT_C2C if u.dtype.kind == "c" else lib.CT_FFT_R2C
    kinds = {a: lib.CT_FFT_C2C for a in range(u.ndim - 1)} | {u.ndim - 1: last}
    return problem_of(u.shape, kinds, np.dtype(float))


def _spectrum(u, problem, spacing):
    """The coefficients, what they stand for, and an array for what becomes of them. Collective."""
    with together(u.comm):
        floating(u)  # or it is refused
        lengths = for_each(spacing, "spacing", u.ndim)
    single = u.dtype in (np.float32, np.complex64)
    problem.precision = lib.CT_FLOAT if single else lib.CT_DOUBLE
    real = np.dtype(np.float32 if single else np.float64)
    source = u.copy(SINGLE[real] if u.dtype.kind == "c" else real)
    spectrum = _transformed(problem, lib.CT_FORWARD, source)
    c = ffi.new("ct_spectrum *")
    c.problem = problem[0]
    c.spacing = lengths
    c.box.axes = u.ndim
    c.box.first = [along.start for along in spectrum.box]
    c.box.count = [along.stop - along.start for along in spectrum.box]
    return spectrum, c, source


def _transformed(problem, direction, x, out=None):
    into = out.decomposition if out else None
    key = ("filter", bytes(ffi.buffer(problem)), x.decomposition, direction, into)
    with planned(x.comm, key, lambda: Transform.of_problem(problem, direction, x, into),
                 x.decomposition, into) as plan:
        return plan.run(x, out)


def _filtered(u, problem, spacing, filter_):
    spectrum, c, source = _spectrum(u, problem, spacing)
    check(lib.ct_agree(u.comm.handle, lib.ct_spectrum_check(c) or lib.ct_filter_check(c, filter_)))
    if spectrum.memory.size:
        lib.ct_filter_apply(c, filter_, spectrum.address)
    return _transformed(problem, lib.CT_INVERSE, spectrum, source)
