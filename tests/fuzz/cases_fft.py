"""Random jobs of fft: transforms of all kinds, and what is done by them, against numpy and scipy."""

import csv
import sys

import numpy as np
import scipy.fft
import scipy.signal

import stored
from jobs import as_computed, common, expect_close, file_name, grid, result, run
from running import SOURCE, expect

sys.path.insert(0, str(SOURCE / "tests" / "support"))
import fft_case  # noqa: E402  (the random transforms of the library's tests)

KINDS = ["none", "c2c", "r2c", "dct1", "dct2", "dct3", "dct4", "dst1", "dst2", "dst3", "dst4"]
SCALINGS = ["default", "none", "full", "unitary"]
BOUNDARIES = ["periodic", "dirichlet", "neumann", "dirichlet-neumann", "neumann-dirichlet"]


def base(case):
    settings = {"output.file": file_name(case, "out", ".h5"), "fft.rigour": "estimate",
                "fft.wisdom": "false"}
    if case.chance(0.05):
        settings.update({"fft.rigour": "measure", "fft.wisdom": case.pick(["true", "false"])})
    if case.chance(0.15):
        settings["verify.round_trip"] = "false"
    if case.chance(0.2):
        settings["output.xdmf"] = "false"
    if case.chance(0.1):
        settings["output.dataset"] = case.pick(["a/b", "spectrum of it", "é", "c/d/e"])
    if case.ranks > 1 and case.chance(0.2):
        settings["fft.pipeline"] = case.integer(0, 3)
    return common(case, settings)


# transforms

def choose_type(case, problem):
    if problem.is_complex(problem.direction == fft_case.INVERSE) and case.chance(0.8):
        return case.pick(["<c8", ">c8", "<c16", ">c16"])
    return case.pick([t for t in stored.NUMBERS if np.dtype(t).kind != "c"])


def half_spectrum(case, problem):
    """Input of an inverse r2c: the spectrum of real data, that round trips can be asked for."""
    del case
    forward = fft_case.Case.__new__(fft_case.Case)
    forward.__dict__.update(problem.__dict__)
    forward.direction, forward.scaling = fft_case.FORWARD, 0
    forward.input = np.random.default_rng(1).standard_normal(problem.extent)
    return forward.expected()


def transform(case):
    ranks = case.choose_ranks()
    problem = fft_case.Case(case.random, ranks)
    inverse = problem.direction == fft_case.INVERSE
    order = [int(a) for a in case.random.permutation(problem.axes)] if case.chance(0.3) else None
    back = [int(a) for a in case.random.permutation(problem.axes)] if case.chance(0.3) else None
    dtype = choose_type(case, problem)
    if np.dtype(dtype).kind != "c":
        problem.are_parts = 0  # cosines and sines of real numbers are real
    shape = tuple(problem.shape_of(inverse))
    data = stored.random_numbers(case, shape, dtype)
    settings = base(case)
    if inverse and fft_case.R2C in problem.kinds:
        settings["verify.round_trip"] = "false"
        if case.chance(0.7):
            data = half_spectrum(case, problem).astype("c16")
            settings["verify.round_trip"] = case.pick(["true", "false"])
    given = np.ascontiguousarray(data.transpose(order or range(problem.axes)))
    kept = stored.store(case, given)
    if inverse and fft_case.R2C in problem.kinds and not np.array_equal(kept, given):
        settings["verify.round_trip"] = "false"  # written in part, it is no spectrum of real data
    problem.input = as_computed(kept.transpose(np.argsort(order or range(problem.axes))),
                                problem.precision)
    settings.update({"input.file": "in.h5", "input.dataset": "volume",
                     "transform.kinds": ",".join(KINDS[k] for k in problem.kinds),
                     "transform.precision": ["double", "float"][problem.precision],
                     "transform.direction": ["forward", "inverse"][inverse],
                     "transform.normalisation": SCALINGS[problem.scaling]})
    lay_out(case, problem, inverse, settings, order, back)
    run(case, "fft", settings)
    unit = [3e-16, 3e-7][problem.precision]
    found = result(case, settings)
    wanted = problem.expected()
    expect(found.dtype == problem.type_of(not inverse), f"result is {found.dtype}")
    expect_close(found.transpose(np.argsort(back or range(problem.axes))), wanted,
                 unit * max(2, np.log2(problem.logical())) * 2)


def lay_out(case, problem, inverse, settings, order, back):
    axes = range(problem.axes)
    if order:
        settings["input.order"] = ",".join(map(str, order))
    if back:
        settings["output.order"] = ",".join(map(str, back))
    if problem.length != problem.extent or case.chance(0.2):
        settings["transform.length"] = "x".join(map(str, problem.length))
    if inverse:
        settings["transform.points"] = "x".join(map(str, problem.extent))
    elif problem.modes != [problem.all_modes(a) for a in axes] or case.chance(0.2):
        settings["transform.modes"] = "x".join(map(str, problem.modes))
    for side in ["grid", "spectrum_grid"]:
        if case.chance(0.3):
            settings[f"fft.{side}"] = grid(case, problem.axes)


# operations

def frequencies(shape, spacing):
    parts = np.meshgrid(*[np.fft.fftfreq(n, h) for n, h in zip(shape, spacing)], indexing="ij",
                        sparse=True)
    return parts, np.sqrt(sum(part ** 2 for part in parts))


def odd(part, points, step):
    """Wavenumbers of odd factors: none at Nyquist."""
    return np.where(np.isclose(np.abs(part), 0.5 / step) & (points % 2 == 0), 0, part)


def operation(case, kind, axes=None):
    """Input, spacing and settings that operations have in common."""
    case.choose_ranks()
    shape = stored.random_shape(case, axes or case.pick([1, 2, 3, 3]), 20000)
    data = stored.store(case, stored.random_numbers(case, shape, case.pick(stored.NUMBERS)))
    spacing = [case.pick([1, 0.5, 1.25, 2, 0.7]) for _ in shape]
    settings = {**base(case), "operation.kind": kind, "input.file": "in.h5",
                "input.dataset": "volume", "grid.spacing": ",".join(map(str, spacing))}
    precision = int(case.chance(0.25))
    settings["transform.precision"] = ["double", "float"][precision]
    allowed = [2e-14, 1e-5][precision]
    return as_computed(data, precision).astype(complex if data.dtype.kind == "c" else float), \
        spacing, settings, allowed


def like(data, wanted):
    return wanted if np.iscomplexobj(data) else wanted.real


def pass_filter(case):
    data, spacing, settings, allowed = operation(case, "filter")
    _, k = frequencies(data.shape, spacing)
    kind = case.pick(["low-pass", "high-pass", "band-pass", "gaussian"])
    low, high = sorted(0.001 + 0.9 * case.random.random(2))
    width = 0.1 + 3 * case.random.random()
    factor = {"low-pass": k <= high, "high-pass": k >= low, "band-pass": (k >= low) & (k <= high),
              "gaussian": np.exp(-2 * (np.pi * width * k) ** 2)}[kind]
    settings.update({"filter.kind": kind, "filter.width": repr(float(width))})
    if kind != "low-pass":
        settings["filter.from"] = repr(float(low))
    if kind != "high-pass":
        settings["filter.to"] = repr(float(high))
    run(case, "fft", settings)
    wanted = np.fft.ifftn(np.fft.fftn(data) * factor)
    expect_close_to(case, settings, data, wanted, allowed)


def expect_close_to(case, settings, data, wanted, allowed, gain=1):
    """Errors are as large as the input, times the gain, has them."""
    found = result(case, settings)
    expect(np.iscomplexobj(found) == np.iscomplexobj(data), f"result is {found.dtype}")
    wanted = like(data, wanted)
    expect(found.shape == wanted.shape, f"result {found.shape}, wanted {wanted.shape}")
    scale = max(gain * np.abs(data).max(), np.abs(data).max(), np.abs(wanted).max(), 1e-300)
    error = np.abs(found - wanted).max() / scale
    expect(error <= allowed, f"error {error:.3g} of {scale:.3g}, allowed {allowed:.3g}")


def derivative(case):
    data, spacing, settings, allowed = operation(case, "filter")
    parts, k = frequencies(data.shape, spacing)
    kind = case.pick(["gradient", "riesz", "laplacian"])
    inverse = np.divide(1, k, out=np.zeros_like(k), where=k > 0)
    common_factor = {"gradient": 2j * np.pi, "riesz": -1j * inverse, "laplacian": None}[kind]
    settings["filter.kind"] = kind
    spectrum = np.fft.fftn(data)
    if kind == "laplacian":
        wanted = np.fft.ifftn(-(2 * np.pi * k) ** 2 * spectrum)
    else:
        components = [np.fft.ifftn(spectrum * common_factor * odd(parts[a], n, spacing[a]))
                      for a, n in enumerate(data.shape)]
        axis = case.pick([*range(data.ndim), "all"])
        settings["filter.axis"] = axis
        wanted = np.stack(components[::-1], axis=-1) if axis == "all" else components[axis]
    run(case, "fft", settings)
    expect_close_to(case, settings, data, wanted, allowed)


def product(case):
    kind, extent = case.pick(["convolve", "correlate"]), case.pick(["full", "same", "periodic"])
    data, _, settings, allowed = operation(case, kind)
    second = stored.random_numbers(
        case, tuple(case.integer(1, n if extent == "periodic" else min(n + 2, 12))
                    for n in data.shape), case.pick(stored.NUMBERS))
    second = stored.store(case, second, "second.h5", "kernel")
    settings.update({"second.file": "second.h5", "second.dataset": "kernel",
                     "convolution.extent": extent})
    run(case, "fft", settings)
    second = second.astype(complex if second.dtype.kind == "c" else float)
    if extent == "periodic":
        padded = np.pad(second, [(0, n - m) for n, m in zip(data.shape, second.shape)])
        factor = np.fft.fftn(padded)
        wanted = np.fft.ifftn(np.fft.fftn(data) *
                              (factor if kind == "convolve" else factor.conj()))
    else:
        flipped = np.conj(second[(slice(None, None, -1),) * data.ndim])
        wanted = scipy.signal.fftconvolve(data, second if kind == "convolve" else flipped, "full")
        if extent == "same":
            wanted = wanted[tuple(slice((m - 1) // 2, (m - 1) // 2 + n)
                                  for n, m in zip(data.shape, second.shape))]
    both = data if np.iscomplexobj(data) else data + 0 * second.flat[0]
    expect_close_to(case, settings, both, wanted,
                    allowed * max(1, np.abs(data).max() * np.abs(second).sum() /
                                  max(np.abs(wanted).max(), np.abs(data).max(), 1e-300)))


# Of each boundary and place of the points: SciPy's transform and type, the first wavenumber, and
# what the cells of the axis have more than points. Wavenumbers are in half waves of the axis.
POISSON = {("dirichlet", "cells"): ("dst", 2, 1, 0), ("neumann", "cells"): ("dct", 2, 0, 0),
           ("dirichlet-neumann", "cells"): ("dst", 4, 0.5, 0),
           ("neumann-dirichlet", "cells"): ("dct", 4, 0.5, 0),
           ("dirichlet", "nodes"): ("dst", 1, 1, 1), ("neumann", "nodes"): ("dct", 1, 0, -1),
           ("dirichlet-neumann", "nodes"): ("dst", 3, 0.5, 0),
           ("neumann-dirichlet", "nodes"): ("dct", 3, 0.5, 0)}


def solve_poisson(data, boundaries, placement, spacing):
    """u with Laplacian u = data; without its mean where that is open."""
    squares = 0
    for axis, (boundary, step) in enumerate(zip(boundaries, spacing)):
        n = data.shape[axis]
        if boundary == "periodic":
            data = scipy.fft.fft(data, axis=axis)
            k = 2 * np.pi * np.fft.fftfreq(n, step)
        else:
            name, which, first, more = POISSON[boundary, placement]
            data = on_parts(getattr(scipy.fft, name), data, which, axis)
            k = np.pi * (np.arange(n) + first) / ((n + more) * step)
        squares = squares + k.reshape([-1] + [1] * (data.ndim - 1 - axis)) ** 2
    data = np.divide(-data, squares, out=np.zeros_like(data), where=squares > 0)
    for axis, boundary in enumerate(boundaries):
        if boundary == "periodic":
            data = scipy.fft.ifft(data, axis=axis)
        else:
            name, which, _, _ = POISSON[boundary, placement]
            data = on_parts(getattr(scipy.fft, "i" + name), data, which, axis)
    return data


def on_parts(function, data, which, axis):
    if np.iscomplexobj(data):
        return function(data.real, which, axis=axis) + 1j * function(data.imag, which, axis=axis)
    return function(data, which, axis=axis)


def poisson(case):
    data, spacing, settings, allowed = operation(case, "poisson")
    placement = case.pick(["cells", "nodes"])
    boundaries = [case.pick(BOUNDARIES) for _ in data.shape]
    boundaries = ["dirichlet" if b == "neumann" and n < 2 else b
                  for b, n in zip(boundaries, data.shape)]
    settings.update({"poisson.boundaries": ",".join(boundaries), "poisson.points": placement,
                     "poisson.remove_mean": "true"})
    run(case, "fft", settings)
    wanted = solve_poisson(data, boundaries, placement, spacing)
    # what transforms lose is divided by the least square of a wavenumber
    gain = max((n * step / (2 * np.pi)) ** 2 for n, step in zip(data.shape, spacing))
    expect_close_to(case, settings, data, wanted, allowed * 10, gain)


def power(case):
    data, spacing, settings, allowed = operation(case, "power")
    settings["output.file"] = "out.csv"
    width = case.pick([0, 0.0431, 0.1337])
    settings["power.width"] = width
    run(case, "fft", settings)
    with open(case.dir / "out.csv", encoding="ascii", newline="") as file:
        rows = list(csv.DictReader(file))
    lengths = [n * h for n, h in zip(data.shape, spacing)]
    step = width or 1 / min(length for length in lengths if 2 * length >= max(lengths))
    _, k = frequencies(data.shape, spacing)
    places = k / step
    bins = np.rint(places).astype(int)
    spectrum = np.abs(np.fft.fftn(data)) ** 2 / data.size ** 2
    found = np.array([float(row["power"]) for row in rows])
    expect(abs(found.sum() - np.mean(np.abs(data) ** 2)) <= 100 * allowed * max(found.sum(), 1e-300),
           f"powers add up to {found.sum()}")
    expect(sum(float(row["modes"]) for row in rows) == data.size, "modes are missing")
    if np.abs(places - np.floor(places) - 0.5).min() > 1e-6:  # no mode is between two bins
        wanted = np.bincount(bins.ravel(), spectrum.ravel())
        expect(len(rows) == len(wanted), f"{len(rows)} bins, wanted {len(wanted)}")
        expect(np.abs(found - wanted).max() <= 100 * allowed * max(wanted.max(), 1e-300),
               "powers of bins")


CASES = [transform] * 6 + [pass_filter, derivative, product, product, poisson, power]
