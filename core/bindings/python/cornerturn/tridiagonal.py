"""Many tridiagonal systems at once, along an axis of a distributed array."""

import numpy as np

from .array import require_like
from .communicator import together
from .library import ArgumentError, execute, ffi, lib, member, text
from .plan import Plan, exchange_options
from .transform import REAL_OF, SINGLE


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
        values = np.ascontiguousarray(given, float)
        n = self._like.shape[self._axis]
        if values.shape != (n,):
            raise ArgumentError(f"coefficients of {values.shape}; allowed: ({n},)")
        return ffi.cast("void *", values.ctypes.data), values
