"""Tridiagonal systems beside what they were made of, and beside LAPACK."""

import numpy as np
import scipy.linalg.lapack

import cornerturn as ct
from compare import COMM, RANDOM, Calls, distributed, numbers


def by_dgtsv(lower, diagonal, upper, right, is_cyclic):
    """LAPACK's solution, which exchanges rows, of a line whose right sides are columns; a cycle is a
    change of rank 1, by the formula of Sherman and Morrison."""
    diagonal, last = diagonal.copy(), len(diagonal) - 1
    column, row = np.zeros((last + 1, 1)), np.zeros(last + 1)
    if is_cyclic:
        column[0], column[last], row[0], row[last] = -diagonal[0], upper[last], 1, -lower[0] / diagonal[0]
        right = np.hstack([right, column])
        diagonal -= column[:, 0] * row
    *_, x, info = scipy.linalg.lapack.dgtsv(lower[1:], diagonal, upper[:-1], right)
    assert info == 0
    if is_cyclic:
        x = x[:, :-1] - x[:, -1:] * (row @ x[:, :-1]) / (1 + row @ x[:, -1])
    return x


def matrices(shape, axis, is_definite):
    """Lower, diagonal and upper numbers, a matrix a line: barely dominant rows of any signs; or open
    ones that are positive definite and not dominant, a bidiagonal matrix times its transpose."""
    if is_definite:
        sides = 0.3 + RANDOM.random((2, *shape))
        lower = np.roll(sides[0], 1, axis) * sides[1]
        return lower, sides[0]**2 + sides[1]**2, np.roll(lower, -1, axis)
    lower, upper = 2 * RANDOM.random((2, *shape)) - 1
    diagonal = np.abs(lower) + np.abs(upper) + 0.01 + 0.1 * RANDOM.random(shape)
    return lower, diagonal * np.sign(RANDOM.random(shape) - 0.5), upper


def solutions(coefficients, right, axis, is_cyclic):
    """Of each array of right sides, line by line."""
    parts = [part for each in right for part in (each.real, each.imag)]
    lines = [np.moveaxis(each, axis, -1).astype(float) for each in (*coefficients, *parts)]
    x = np.empty((len(parts), *lines[0].shape))
    for line in np.ndindex(lines[0].shape[:-1]):
        matrix, columns = [each[line] for each in lines[:3]], [each[line] for each in lines[3:]]
        x[(slice(None), *line)] = by_dgtsv(*matrix, np.array(columns).T, is_cyclic).T
    return [np.moveaxis(x[2 * i] + (1j * x[2 * i + 1] if each.dtype.kind == "c" else 0), -1, axis)
            for i, each in enumerate(right)]


class Systems(Calls):
    def test_tridiagonal_systems(self):
        for dtype, axis, is_cyclic, is_variable in ((float, 0, False, False), (complex, 1, True, True),
                                                    (np.float32, 0, True, False)):
            whole = numbers((9, 5), dtype)
            n = whole.shape[axis]
            real = np.zeros(1, dtype).real.dtype
            lower, upper = -1 - RANDOM.random(n), -1 - RANDOM.random(n)
            diagonal = np.broadcast_to((5 + RANDOM.random(n)).reshape((n, 1) if axis == 0 else (1, n)),
                                       (9, 5)) + is_variable * RANDOM.random((9, 5))
            shape = (n, 1) if axis == 0 else (1, n)
            before, after = np.roll(whole, 1, axis), np.roll(whole, -1, axis)
            if not is_cyclic:
                before[0], after[-1] = 0, 0
            right = (lower.reshape(shape) * before + diagonal * whole + upper.reshape(shape) * after)
            u = distributed(right.astype(dtype))
            v = distributed(2 * right.astype(dtype))
            with ct.Tridiagonal(u, axis, is_cyclic, is_variable) as plan:
                self.assertTrue(plan.reason)
                self.fails(ValueError, "", plan.solve, u)
                if is_variable:
                    plan.factorise(*(distributed(np.ascontiguousarray(np.broadcast_to(each, (9, 5)), real))
                                     for each in (lower.reshape(shape), diagonal, upper.reshape(shape))))
                else:
                    self.fails(ValueError, f"allowed: ({n},)", plan.factorise, lower, 1, upper)
                    self.fails(ValueError, "pivot", plan.factorise, lower, np.zeros(n), upper)
                    plan.factorise(lower, diagonal[:, 0] if axis == 0 else diagonal[0], upper)
                plan.solve(u, v)
            tolerance = 1e-5 if dtype is np.float32 else 1e-13
            self.same(u, whole, tolerance)
            self.same(v, 2 * whole, tolerance)
        self.fails(ValueError, "allowed: -2 to 1", ct.Tridiagonal, u, 2)

    def beside_lapack(self, shape, dtype, axis, method, is_cyclic, is_variable, is_definite, n, cut):
        """Random systems with n arrays of right sides, distributed along `cut`."""
        one = tuple(slice(None) if a == axis else 0 for a in range(3))
        real = np.zeros(1, dtype).real.dtype
        given = [each.astype(real) for each in matrices(shape, axis, is_definite)]
        if not is_variable:
            line = [n if a == axis else 1 for a, n in enumerate(shape)]
            given = [np.broadcast_to(each[one].reshape(line), shape) for each in given]
        right = [numbers(shape, dtype) for _ in range(n)]
        parts = [[0, extent] for extent in shape]
        parts[cut] = [shape[cut] * i // COMM.size for i in range(COMM.size + 1)]
        where = ct.Decomposition.bounds(shape, parts)
        arrays = [distributed(each, where) for each in right]
        with ct.Tridiagonal(arrays[0], axis, is_cyclic, is_variable, method) as plan:
            for _ in range(2):  # the second time with matrices and right sides that are there
                plan.factorise(*(distributed(np.ascontiguousarray(each), where) if is_variable else
                                 each[one] for each in given))
                for array, each in zip(arrays, right):
                    array.scatter(each if COMM.rank == 0 else None)
                plan.solve(*arrays)
        for array, x in zip(arrays, solutions(given, right, axis, is_cyclic)):
            self.same(array, x.astype(dtype), 1e-3 if dtype is np.float32 else 1e-11)

    def test_beside_lapack(self):
        kinds, methods = (float, float, complex, np.float32), ("auto", "transposing", "reducing")
        for case in RANDOM.permutation(36)[:36 if COMM.size < 3 else 18].tolist():
            is_cyclic = case % 4 == 1
            self.beside_lapack(tuple(RANDOM.integers(3, 24, 3)), kinds[case % 7 % 4], axis=case % 3,
                               method=methods[case % 5 % 3], is_cyclic=is_cyclic,
                               is_variable=case // 3 % 2 == 1, is_definite=case % 8 == 4,
                               n=1 + case // 2 % 3, cut=(case + (case % 4 == 3)) % 3)
