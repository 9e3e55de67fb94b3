"""The plan of a transform of `fft`, which calls with the same arguments share."""

import math

import numpy as np

from .array import Array, as_array, execute_many, fields_of, slabs
from .decomposition import Decomposition
from .library import RIGOURS, ArgumentError, check, execute, ffi, lib, member
from .plan import Plan, exchange_options, planned

SINGLE = {np.dtype(np.float32): np.dtype(np.complex64), np.dtype(np.float64): np.dtype(np.complex128)}
REAL_OF = {complex_: real for real, complex_ in SINGLE.items()}
SCALINGS = {  # norm: of forward, of inverse
    "backward": (lib.CT_SCALING_NONE, lib.CT_SCALING_FULL),
    "ortho": (lib.CT_SCALING_UNITARY, lib.CT_SCALING_UNITARY),
    "forward": (lib.CT_SCALING_FULL, lib.CT_SCALING_NONE),
}


def transformed(family, direction, given, s, axes, norm, overwrite_x, workers, out, plan, options):
    """What a function of `fft` returns: an Array, or a list of such."""
    fields = fields_of(given, out)
    x = fields[0] if fields else as_array(given)
    if fields:
        outs = out or [None] * len(fields)
        out = outs[0]
    overwrite_x = bool(overwrite_x) and all(each.memory.flags.writeable for each in fields or [x])
    s = s if s is None else _numbers(s)
    axes = axes if axes is None else _numbers(axes)
    into = getattr(out, "decomposition", None)

    def prepare():
        if plan is not None:
            raise ArgumentError(f"plan {plan!r}; allowed: None (plans are kept with the communicator)")
        return Transform(family, direction, x, s, axes, norm, overwrite_x, workers, into, options)

    key = (family, direction, x.decomposition, x.dtype, s, axes, norm, overwrite_x, workers, into, plan,
           *options.items())
    with planned(x.comm, key, prepare, x.decomposition, into) as transform:
        return transform.run_many(fields, outs) if fields else transform.run(x, out)


def _numbers(given):
    """A number stands for a list of one, as in scipy."""
    return given if type(given) is tuple else tuple(np.atleast_1d(given).tolist())


class Transform(Plan):
    """The plan of one call, for all arrays like x. `shape`, `dtype` and `decomposition` are of the
    result. Local until `make`; then collective where it does not say local."""

    def __init__(self, family, direction, x, s, axes, norm, overwrite_x, workers, into, options):
        options = dict(options)
        is_orthogonal = options.pop("orthogonalize", None) if isinstance(family, tuple) else None
        axes = _axes(x, s, axes)
        self._axes, self._before, self._after = axes, None, None
        self._taken = x.dtype if x.dtype in REAL_OF else floating(x)
        modes = _modes(options.pop("modes", None), axes, s, direction)
        lengths = dict(zip(axes, s or ()))
        kinds = dict.fromkeys(axes, lib.CT_FFT_C2C)
        shape = list(x.shape)
        if modes and direction == lib.CT_INVERSE:
            for a, n in lengths.items():
                shape[a] = n
            lengths = {}
        if family == "c2c":
            self._taken = SINGLE.get(self._taken, self._taken)
            check_lengths(x.shape, lengths, direction == lib.CT_FORWARD)
        elif family == "r2c":
            kinds[axes[-1]] = lib.CT_FFT_R2C
            if direction == lib.CT_FORWARD:
                check_lengths(x.shape, lengths, True)
                if x.dtype.kind == "c":
                    raise ArgumentError(f"a transform of {x.dtype}; allowed: real numbers")
            else:
                self._taken = SINGLE.get(self._taken, self._taken)
                if not modes:
                    shape[axes[-1]] = 2 * (x.shape[axes[-1]] - 1)
                for a, n in lengths.items():
                    shape[a] = n
                lengths = {}
        else:
            check_lengths(x.shape, lengths, False)
            kinds = dict.fromkeys(axes, _real_kind(*family))
            if norm == "ortho" if is_orthogonal is None else is_orthogonal:
                self._before, self._after = ends_of(*family, direction)
        real = REAL_OF.get(self._taken, self._taken)
        problem = problem_of(shape, kinds, real, lengths, self._taken.kind == "c", modes)
        self.shape, self.dtype = _result(problem, direction, x.shape, real)
        self._prepare(problem, direction, norm, x, overwrite_x or x.dtype != self._taken
                      or self._before is not None, workers, into, options)

    @classmethod
    def of_problem(cls, problem, direction, x, into=None):
        """Of a ct_fft_problem that fits x."""
        plan = cls.__new__(cls)
        plan._axes, plan._before, plan._after, plan._taken = (), None, None, x.dtype
        plan.shape, plan.dtype = _result(problem, direction, x.shape, REAL_OF.get(x.dtype, x.dtype))
        plan._prepare(problem, direction, None, x, True, None, into, {})
        return plan

    def _prepare(self, problem, direction, norm, x, destroys_input, workers, into, options):
        if norm not in (None, *SCALINGS):
            raise ArgumentError(f"norm {norm!r}; allowed: {', '.join(SCALINGS)}")
        options = dict(options)
        c = ffi.new("ct_fft_options *")
        c.rigour = member("CT", options.pop("rigour", "measure"), *RIGOURS)
        owned = exchange_options(c.exchange, **options)
        c.direction, c.scaling = direction, SCALINGS[norm or "backward"][direction]
        c.destroys_input, c.threads = destroys_input, workers or 0
        sides = (c.array, c.spectrum) if direction == lib.CT_FORWARD else (c.spectrum, c.array)
        self.decomposition = into or Decomposition.blocks(
            self.shape, x.comm.size, x.decomposition.grid or slabs(self.shape, x.comm.size))
        for side, decomposition in zip(sides, (x.decomposition, self.decomposition)):
            decomposition.put_into(side)
        super().__init__(lib.ct_fft_plan_create, (x.comm.handle, problem, c), (owned, x.decomposition))

    def run(self, x, out=None):
        """Collective; returns `out`, or a new array."""
        x, out = self._arrays(x, out)
        execute(lib.ct_fft_execute, (self.c,), lambda: (x.address, self._target(out)))
        if self._after is not None:
            scale_ends(out, self._axes, self._after)
        return out

    def run_many(self, xs, outs):
        """The same of lists."""
        pairs = [self._arrays(x, out) for x, out in zip(xs, outs)]
        execute_many(lib.ct_fft_execute_many, self, pairs, self._target)
        for _, out in pairs:
            scale_ends(out, self._axes, self._after)
        return [out for _, out in pairs]

    def _arrays(self, x, out):
        """What the library is given. Collective."""
        if out is None:
            out = Array(self.shape, self.dtype, self.decomposition, x.comm)
        if x.dtype is not self._taken and x.dtype != self._taken or self._before is not None:
            x = x.copy(self._taken)
            scale_ends(x, self._axes, self._before)
        return x, out

    def _target(self, out):
        if not isinstance(out, Array) or out.dtype is not self.dtype and out.dtype != self.dtype:
            raise ArgumentError(f"out is {out!r}; allowed: {self.decomposition!r} of {self.dtype}")
        return out.target


def problem_of(shape, kinds, real, lengths=None, is_complex=False, modes=None):
    """A ct_fft_problem: kinds by axis, the others being batches, and lengths and modes by axis."""
    problem = ffi.new("ct_fft_problem *")
    problem.axes = len(shape)
    problem.extent = list(shape)
    problem.kind = [kinds.get(a, lib.CT_FFT_NONE) for a in range(len(shape))]
    problem.length = [(lengths or {}).get(a) or 0 for a in range(len(shape))]
    problem.modes = [(modes or {}).get(a) or 0 for a in range(len(shape))]
    problem.precision = lib.CT_FLOAT if real == np.float32 else lib.CT_DOUBLE
    problem.is_complex = is_complex and lib.CT_FFT_R2C not in kinds.values()
    if modes:
        check(lib.ct_fft_problem_check(problem))
    return problem


def _modes(modes, axes, s, direction):
    """Coefficients of the spectrum along each axis, where these are not all."""
    if modes is None:
        return {}
    modes = _numbers(modes)
    if len(modes) != len(axes) or direction == lib.CT_INVERSE and (s is None or len(s) != len(axes)):
        raise ArgumentError(f"modes {modes} of {len(axes)} axes; allowed: one number for each, and with an "
                            "inverse transform as many points in s")
    return dict(zip(axes, modes))


def _result(problem, direction, given, real):
    """Shape and dtype of the result; what is given must fit."""
    extent = ffi.new("ptrdiff_t[]", lib.CT_MAX_AXES)
    is_forward = direction == lib.CT_FORWARD
    lib.ct_fft_extents(problem, not is_forward, extent)
    fits = tuple(extent[0:problem.axes])
    if fits != tuple(given):
        raise ArgumentError(f"an array of {tuple(given)}; allowed for these lengths: {fits}")
    is_complex = lib.ct_fft_extents(problem, is_forward, extent)
    return tuple(extent[0:problem.axes]), SINGLE[real] if is_complex else real


def check_lengths(shape, lengths, may_pad):
    for a, n in lengths.items():
        if n is not None and (n < shape[a] or n > shape[a] and not may_pad):
            raise ArgumentError(f"{n} points of axis {a}; allowed: {'from ' * may_pad}its {shape[a]}"
                                f"{' on' * may_pad}")


def _axes(x, s, axes):
    if axes is None:
        axes = range(x.ndim) if s is None else range(x.ndim - len(s), x.ndim)
    axes = tuple(axes)
    if not axes or len({a % x.ndim for a in axes}) < len(axes) or not all(
            -x.ndim <= a < x.ndim for a in axes):
        raise ArgumentError(f"axes {axes}; allowed: different ones from {-x.ndim} to {x.ndim - 1}")
    return tuple(a % x.ndim for a in axes)


def floating(x):
    """What numbers that the library has not are taken as: scipy's choice."""
    if x.dtype.kind not in "biufc" or x.dtype.itemsize > 8 * (1 + (x.dtype.kind == "c")):
        raise ArgumentError(f"a transform of {x.dtype}; allowed: numbers of up to double precision")
    taken = x.dtype.newbyteorder("=")
    if taken in REAL_OF or taken in SINGLE:
        return taken
    return np.dtype(np.float32) if taken == np.float16 else np.dtype(np.float64)


def _real_kind(family, type):
    if type not in (1, 2, 3, 4):
        raise ArgumentError(f"type {type}; allowed: 1, 2, 3, 4")
    return getattr(lib, f"CT_FFT_{family}{type}")


def ends_of(family, type, direction):
    """Positions and factors, on the input and on the result, that make cosine and sine transforms
    orthogonal."""
    ends = {("DCT", 1): (0, -1), ("DCT", 2): (0,), ("DCT", 3): (0,),
            ("DST", 2): (-1,), ("DST", 3): (-1,)}.get((family, type))
    if ends is None:
        return None, None
    up, down = (ends, math.sqrt(2)), (ends, math.sqrt(0.5))
    if type == 1:
        return up, down
    acts_as = type if direction == lib.CT_FORWARD else 5 - type
    return (None, down) if acts_as == 2 else (up, None)


def scale_ends(x, axes, what):
    """Multiplies the first or last positions along each axis, on the ranks that have them."""
    for a in axes if what else ():
        for part, positions in zip(x.locals, x.decomposition.positions(x.comm.rank, a)):
            for end in what[0]:
                part[(slice(None),) * a + (positions == end % x.shape[a],)] *= what[1]
