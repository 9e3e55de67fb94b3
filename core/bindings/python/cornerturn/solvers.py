"""Plans that solve equations: Poisson's and Helmholtz's (poisson.h), tridiagonal systems along an axis
(tridiagonal.h)."""

import numpy as np

from .array import require_like
from .communicator import together
from .filtering import filter_options
from .library import ArgumentError, execute, ffi, for_each, lib, member, reals, text
from .plan import Plan, exchange_options
from .transform import REAL_OF, SINGLE


class Poisson(Plan):
    """-div grad u + shift u = f, in less time than `poisson` takes: forward, division and inverse in
    one pass where they meet. `poisson` solves Laplacian u = f, of the other sign.

    like          an array as f and u, real or complex, in any decomposition
    spacing       of the points: one length or one for each axis
    boundary      periodic, dirichlet, neumann, dirichlet_neumann (Dirichlet at the lower end),
                  neumann_dirichlet or unbounded: one for all axes or one for each
    points        cell (middles of cells) or node, as of ct_points
    shift         of any sign
    symbol        what stands for -d2/dx2: spectral, or differences of order second or fourth
    removes_mean  modes that determine no u (with shift 0, periodic and Neumann: the mean) are taken
                  out of f and are 0 in u; else f that has them is refused
    order         along unbounded axes: 0, that of the series, or 2, 4, 6, 8, of regularised Green's
                  functions
    faces         (axis, positions): the n + 1 faces of its cells, of any widths
    options       rigour, and as of `exchange`

        with ct.Poisson(f, spacing=0.1, boundary="neumann", removes_mean=True) as plan:
            u = plan.solve(f)

    Making, solving and closing it is collective.
    """

    def __init__(self, like, spacing=1.0, boundary="periodic", points="cell", shift=0.0,
                 symbol="spectral", removes_mean=False, order=0, faces=None, **options):
        with together(like.comm):
            self._prepare(like, spacing, boundary, points, shift, symbol, removes_mean, order, faces, options)
        self.make()

    def _prepare(self, like, spacing, boundary, points, shift, symbol, removes_mean, order, faces, options):
        c, owned = filter_options(like, "an equation", options)
        words = [boundary] * like.ndim if isinstance(boundary, str) else list(boundary)
        if len(words) != like.ndim:
            raise ArgumentError(f"{len(words)} boundaries; allowed: {like.ndim}, or one for all")
        is_single = REAL_OF.get(like.dtype, like.dtype) == np.float32
        problem = ffi.new("ct_poisson *", {
            "axes": like.ndim, "extent": list(like.shape),
            "spacing": for_each(spacing, "spacing", like.ndim),
            "boundary": [member("CT_BOUNDARY", word) for word in words],
            "points": member("CT_POINTS", points), "shift": shift,
            "symbol": member("CT_POISSON", symbol), "is_complex": like.dtype not in SINGLE,
            "precision": lib.CT_FLOAT if is_single else lib.CT_DOUBLE,
            "removes_mean": removes_mean, "order": order})
        if faces is not None:
            problem.faces_axis = range(like.ndim)[faces[0]]
            positions = reals(faces[1], "faces")
            if positions.shape != (like.shape[faces[0]] + 1,):
                raise ArgumentError(f"faces of shape {positions.shape}; allowed: one more than cells")
            problem.faces = ffi.from_buffer("double[]", positions)
        super().__init__(lib.ct_poisson_plan_create, (like.comm.handle, problem, c), owned)
        self._like = like

    def solve(self, f, out=None):
        """Returns u: `out`, or a new array."""
        return self._execute(f, out, lib.ct_poisson_solve)

    def gradient(self, f, axis, out=None):
        """Returns du/dx along an axis with a boundary, at the points of u, by the symbol's first
        derivative (along faces by differences): `out`, or a new array."""
        return self._execute(f, out, lib.ct_poisson_gradient,
                             axis + self._like.ndim if axis < 0 else axis)

    def _execute(self, f, out, call, *arguments):
        out = f.like() if out is None else out
        execute(call, (self.c, *arguments), lambda: (
            require_like(self._like, f).address, require_like(self._like, out).target))
        return out


class Tridiagonal(Plan):
    """Systems lower[i] x[i-1] + diagonal[i] x[i] + upper[i] x[i+1] = r[i] along every line of an axis.

    like         an array; the right sides are of its decomposition and dtype (real or complex)
    axis         of the lines
    is_cyclic    the first and the last unknown of a line are neighbours
    is_variable  each line has its matrix; else one for all
    method       auto, transposing, reducing
    options      as of `exchange`

    Making, factorising, solving and closing it is collective.
    """

    def __init__(self, like, axis=-1, is_cyclic=False, is_variable=False, method="auto", **options):
        with together(like.comm):
            self._prepare(like, axis, is_cyclic, is_variable, method, options)
        self.make()
        self.reason = text(lib.ct_tridiagonal_reason(self.c))

    def _prepare(self, like, axis, is_cyclic, is_variable, method, options):
        if like.dtype not in REAL_OF and like.dtype not in SINGLE:
            raise ArgumentError(f"systems of {like.dtype}; allowed: float32, float64, complex64, "
                                "complex128")
        if not -like.ndim <= axis < like.ndim:
            raise ArgumentError(f"axis {axis}; allowed: {-like.ndim} to {like.ndim - 1}")
        self._like, self._axis, self._is_variable = like, axis % like.ndim, is_variable
        self._real = REAL_OF.get(like.dtype, like.dtype)
        problem = ffi.new("ct_tridiagonal_problem *")
        problem.array, problem.axis = like.decomposition.c[0], self._axis
        problem.is_cyclic, problem.is_variable = is_cyclic, is_variable
        problem.parts = 2 if like.dtype.kind == "c" else 1
        problem.precision = lib.CT_FLOAT if self._real == np.float32 else lib.CT_DOUBLE
        c = ffi.new("ct_tridiagonal_options *")
        c.method = member("CT_TRIDIAGONAL", method)
        owned = exchange_options(c.exchange, **options)
        super().__init__(lib.ct_tridiagonal_plan_create, (like.comm.handle, problem, c),
                         (owned, like.decomposition))

    def factorise(self, lower, diagonal, upper):
        """One matrix: three sequences of as many numbers as the lines are long, the same on all ranks
        (lower[0] and upper[-1] count where it is cyclic alone). With is_variable three Arrays of real
        numbers, of the decomposition of the right sides. Collective."""
        given = []  # lives until it is read

        def addresses():
            given.extend(self._coefficients(each) for each in (lower, diagonal, upper))
            return [address for address, _ in given]

        execute(lib.ct_tridiagonal_factorise, (self.c,), addresses)

    def solve(self, *arrays):
        """Replaces the right sides in each of the arrays by the solutions. Collective."""
        execute(lib.ct_tridiagonal_solve, (self.c, len(arrays)), lambda: [
            ffi.new("void *[]", [require_like(self._like, array).target for array in arrays])])

    def _coefficients(self, given):
        """Their address, and what must live until they are read."""
        if self._is_variable:
            if given.decomposition != self._like.decomposition or given.dtype != self._real:
                raise ArgumentError(f"{given!r}; allowed: {self._real} as {self._like!r}")
            return given.address, given
        values = reals(given, "coefficients")
        n = self._like.shape[self._axis]
        if values.shape != (n,):
            raise ArgumentError(f"coefficients of {values.shape}; allowed: ({n},)")
        return ffi.cast("void *", values.ctypes.data), values
