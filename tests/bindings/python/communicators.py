#!/usr/bin/python3
"""Arrays, plans and communicators of the Python package beside mpi4py: started on two ranks or more,
with an mpi4py for the same MPI."""

import unittest

import numpy as np
from mpi4py import MPI

import cornerturn as ct

WORLD = MPI.COMM_WORLD


def rows(shape):
    return np.random.default_rng(3).standard_normal(shape)  # the same on all ranks


class Communicators(unittest.TestCase):
    def expect_transformed(self, comm, factor):
        """On a communicator of mpi4py, of numbers that it tells from others' by the factor."""
        whole = factor * rows((12, 10))
        u = ct.Array(whole.shape, complex, comm=comm)
        self.assertEqual((u.comm.rank, u.comm.size), (comm.rank, comm.size))
        u.local[...] = whole[u.box]
        found = ct.fft.fftn(u)
        np.testing.assert_allclose(found.local, np.fft.fftn(whole)[found.box], atol=1e-10)
        total = comm.allreduce(np.sum(np.abs(found.local)**2)) / whole.size
        self.assertAlmostEqual(total / np.sum(whole**2), 1)
        return found

    def test_world(self):
        self.expect_transformed(WORLD, 1)
        gathered = self.expect_transformed(WORLD, 2).gather()
        if WORLD.rank == 0:
            np.testing.assert_allclose(gathered, np.fft.fftn(2 * rows((12, 10))), atol=1e-10)

    def test_parts_come_and_go(self):
        """Handles of freed communicators are given again: nothing of the old ones is used."""
        for again in range(5):
            part = WORLD.Split(WORLD.rank % 2, -WORLD.rank)
            self.expect_transformed(part, 3 + 10 * (WORLD.rank % 2) + again)
            part.Free()
        self.expect_transformed(MPI.COMM_SELF, 1 + WORLD.rank)

    def test_what_is_none(self):
        """Freed ones, of none of the ranks, and of two groups."""
        part = WORLD.Dup()
        u = ct.Array((4, 6), comm=part)
        part.Free()
        for call in lambda: ct.fft.rfftn(u), u.gather, u.comm.barrier:
            self.assertRaisesRegex(ct.ArgumentError, "has been freed", call)
        self.assertRaisesRegex(ct.ArgumentError, "MPI_COMM_NULL", ct.Array, (4, 6), comm=part)
        if WORLD.size > 1:
            half = WORLD.Split(WORLD.rank % 2)
            both = half.Create_intercomm(0, WORLD, 1 - WORLD.rank % 2)
            self.assertRaisesRegex(ct.ArgumentError, "intercommunicator", ct.Array, (4, 6), comm=both)

    def test_local_is_a_buffer_of_mpi4py(self):
        u = ct.Array((4, 6))
        u.local[...] = WORLD.rank
        most = np.zeros(1)
        WORLD.Allreduce(np.ascontiguousarray(u.local).max(keepdims=True).reshape(-1)[:1], most, MPI.MAX)
        self.assertEqual(most[0], WORLD.size - 1)


if __name__ == "__main__":
    unittest.main()
