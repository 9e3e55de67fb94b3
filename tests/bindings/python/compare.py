"""What the tests of the Python package share: random numbers, decompositions, comparisons."""

import unittest

import numpy as np

import cornerturn as ct

COMM = ct.communicator()
RANDOM = np.random.default_rng(5)  # the same numbers on all ranks


def numbers(shape, dtype=float):
    values = RANDOM.standard_normal(shape)
    if np.dtype(dtype).kind == "c":
        values = values + 1j * RANDOM.standard_normal(shape)
    return values.astype(dtype)


def distributed(whole, decomposition=None):
    array = ct.Array(whole.shape, whole.dtype, decomposition)
    return array.scatter(whole if COMM.rank == 0 else None)


def decompositions(shape):
    """One of each kind."""
    size, D = COMM.size, ct.Decomposition
    last = shape[-1]
    cut = [[0, n] for n in shape[:-1]]
    uneven = [0] + [last] * size
    rows = [slice(0, n) for n in shape[:-1]]
    mine = [(*rows, slice(last // 2, last))] if COMM.rank == size - 1 else []
    mine += [(*rows, slice(0, last // 2))] if COMM.rank == 0 else []
    ones = [1] * (len(shape) - 1)
    return [D.blocks(shape, size), D.blocks(shape, size, ones + [size], ghosts=(1, 2)),
            D.blocks(shape, size, order=tuple(reversed(range(len(shape))))),
            D.bounds(shape, cut + [uneven], pitch=[0] * (len(shape) - 1) + [last + 3]),
            D.cyclic(shape, [size] + ones, [2] * len(shape)), D.boxes(shape, mine)]


class Calls(unittest.TestCase):
    def same(self, array, expected, tolerance=1e-12):
        """Compared on rank 0; all ranks fail together."""
        self.assertEqual(array.shape, expected.shape)
        whole = array.gather()
        error = np.zeros(1)
        if COMM.rank == 0:
            self.assertEqual(whole.dtype, expected.dtype)
            error[0] = np.abs(whole - expected).max() / max(np.abs(expected).max(), 1e-300)
        self.assertLessEqual(ct.bcast(error)[0], tolerance)

    def fails(self, kind, says, call, *args, **kwargs):
        with self.assertRaises(kind) as raised:
            call(*args, **kwargs)
        self.assertIn(says, str(raised.exception))
