#!/usr/bin/python3
"""The Python package beside numpy and scipy, started on any number of ranks: arrays, exchanges
and halos here, what computes in transforms.py and solutions.py."""

import gc
import json
import pathlib
import tempfile
import unittest
import warnings

import numpy as np

import cornerturn as ct
from compare import COMM, RANDOM, Calls, decompositions, distributed, numbers
from copies import Copies, Costs  # run here
from documented import Documented  # run here
from files import Files  # run here
from kinds import Kinds  # run here
from refusals import Refusals  # run here
from schedules import Plans, Schedules  # run here
from solutions import Solutions  # run here
from systems import Systems  # run here
from transforms import AsScipy, Filters, Transforms  # run here


class Traces(Calls):
    def test_trace(self):
        with tempfile.TemporaryDirectory() as directory:
            path = pathlib.Path(directory, "t.json")  # rank 0's counts
            ct.trace.begin(path)
            self.fails(ValueError, "one at a time", ct.trace.begin, path)
            with self.assertRaises(KeyError), ct.trace.region("mine"):
                raise KeyError
            ct.redistribute(ct.Array((8, 6)), ct.Array((8, 6)).decomposition)
            summary = ct.trace.end()
            self.assertGreaterEqual(summary["events"], COMM.size)
            self.assertEqual((summary["dropped"], summary["slowest"] < COMM.size), (0, True))
            if COMM.rank == 0:
                found = [e for e in json.loads(path.read_text())["traceEvents"] if e["name"] == "mine"]
                self.assertEqual([(e["tid"], e["cat"]) for e in found], [(p, "phase") for p in range(COMM.size)])
            self.fails(ValueError, "ct_trace_begin", ct.trace.end)
            ct.trace.begin(path)
            ct.trace.discard()
            self.fails(ValueError, "ct_trace_begin", ct.trace.end)


class Arrays(Calls):
    def test_parts(self):
        u = ct.Array((7, 5, 4), np.float32)
        box = ct.lib.ct_slab(3, [7, 5, 4], 0, COMM.size, COMM.rank)
        self.assertEqual(u.local.shape, tuple(box.count[0:3]))
        self.assertEqual(u.box[0], slice(box.first[0], box.first[0] + box.count[0]))
        self.assertEqual((u.local.dtype, u.ndim), (np.float32, 3))
        again = u.like(complex)
        self.assertEqual((again.decomposition, again.dtype), (u.decomposition, complex))
        for memory in ({"ghosts": (1, 1)}, {"pitch": (5, 4)}):  # ranks beyond the grid have none
            whole = numbers((4, 3))
            self.same(distributed(whole, ct.Decomposition.blocks((4, 3), 1, **memory)), whole, 0)

    def test_errors_of_one_rank(self):
        """All ranks get the message of the one that knows, not what went wrong before on theirs."""
        self.fails(ValueError, "bruk", ct.exchange, [np.zeros(1)] * COMM.size, algorithm="bruk")
        u = ct.Array((4, 3))
        self.fails(ValueError, "an array of (5, 3) for one of (4, 3)", u.scatter,
                   np.zeros((5, 3)) if COMM.rank == 0 else None)

    def test_what_is_no_argument(self):
        """Each message says what is allowed."""
        u, D = ct.Array((4, 3)), ct.heat.Diffusion
        self.fails(TypeError, "no such option: foo; allowed: algorithm", ct.fft.fftn, u, foo=1)
        self.fails(ValueError, "'fast'; allowed: estimate, measure, patient", ct.fft.fftn, u, rigour="fast")
        self.fails(ValueError, "'ok'; allowed: neumann", D, (4, 3), faces={(0, 0): ("ok", 1)})
        self.fails(ValueError, "face (0, 2); allowed: axes 0 to 1", D, (4, 3), faces={(0, 2): ("neumann", 1)})
        self.fails(ValueError, "spacing of (3,); allowed: one number", ct.poisson, u, spacing=[1, 2, 3])
        self.fails(ValueError, "'slabs'; allowed", ct.redistribute, u, "slabs")
        self.fails(ValueError, "elements of <U0; allowed", ct.Array, (4, 3), str)
        self.fails(ValueError, f"root 9; allowed: 0 to {COMM.size - 1}", u.gather, 9)
        self.fails(ValueError, "a list; allowed: a numpy array", ct.bcast, [1, 2])
        self.fails(ValueError, "0 blocks; allowed", ct.exchange, [])
        self.fails(TypeError, "`local`, or the whole by gather()", np.asarray, u)

    def test_redistributed(self):
        for shape in ((5, 4, 8), (11,)):
            whole = numbers(shape)
            for source in decompositions(shape):
                u = distributed(whole, source)
                self.same(u, whole, 0)
                for target in decompositions(shape):
                    self.same(ct.redistribute(u, target), whole, 0)

    def test_several_redistributed(self):
        wholes = [numbers((6, 9)) for _ in range(3)]
        for into in decompositions((9, 6)):
            fields = [distributed(whole) for whole in wholes]
            found = ct.redistribute(fields, into, (1, 0))
            for each, whole in zip(found, wholes):
                self.same(each, whole.T, 0)
            again = ct.redistribute(found, axes=(1, 0), out=fields)
            for each, field, whole in zip(again, fields, wholes):
                self.assertIs(each, field)
                self.same(each, whole, 0)
        self.fails(ValueError, "that differ", ct.redistribute, [*fields, ct.Array((9, 6))], into)

    def test_transposed(self):
        whole = numbers((6, 5, 8), complex)
        u = distributed(whole)
        self.same(ct.transpose(u), whole.transpose(), 0)
        for axes in ((0, 2, 1), (1, 2, 0)):
            self.same(ct.transpose(u, axes, conjugate=True), whole.transpose(axes).conj(), 0)

    def test_memory_of_the_caller(self):
        u = ct.Array((8, 6))
        mine = np.full(u.local.size, 3.0)
        v = ct.Array((8, 6), float, u.decomposition, memory=mine)
        self.assertTrue(np.shares_memory(v.local, mine))
        self.same(ct.redistribute(v, u.decomposition), np.full((8, 6), 3.0), 0)

    def test_nothing_leaks(self):
        def bytes_now():
            gc.collect()
            with open("/proc/self/statm") as file:
                return int(file.read().split()[0]) * 4096

        for _ in range(3):
            ct.Array((1 << 20,)).local[...] = 1
        before = bytes_now()
        for _ in range(100):
            ct.Array((1 << 20,)).local[...] = 1
        self.assertLess(bytes_now() - before, 40e6 * COMM.size)


class Exchanges(Calls):
    def test_blocks(self):
        size, rank = COMM.size, COMM.rank
        blocks = [np.full(rank + 2 * p, 100 * rank + p) for p in range(size)]
        for options in ({}, {"algorithm": "bruck"}, {"algorithm": "direct", "transport": "messages"}):
            found = ct.exchange(blocks, **options)
            for p, block in enumerate(found):
                np.testing.assert_array_equal(block, np.full(p + 2 * rank, 100 * p + rank))

    def test_movements(self):
        size, rank = COMM.size, COMM.rank
        found = ct.alltoall(np.arange(2.0 * size).reshape(size, 2) + 10 * rank)
        np.testing.assert_array_equal(found[:, 0], 2 * rank + 10 * np.arange(size))
        np.testing.assert_array_equal(ct.allgather(np.array([rank, 7])),
                                      [[p, 7] for p in range(size)])
        np.testing.assert_array_equal(ct.bcast(np.full(3, rank), root=size - 1), [size - 1] * 3)

    def test_gathered_and_scattered(self):
        size, rank = COMM.size, COMM.rank
        whole = ct.gather(np.array([[rank, 7.0]]), root=size - 1)
        if rank == size - 1:
            np.testing.assert_array_equal(whole, [[[p, 7]] for p in range(size)])
        else:
            self.assertIsNone(whole)
        mine = ct.scatter(None if whole is None else 2 * whole, np.empty((1, 2)), root=size - 1)
        np.testing.assert_array_equal(mine, [[2 * rank, 14]])
        self.fails(ValueError, "allowed", ct.scatter, np.zeros(size + 1) if rank == 0 else None, np.zeros(()))

    def test_nonblocking(self):
        size, rank = COMM.size, COMM.rank
        with ct.ExchangePlan([2] * size, [2] * size, int) as plan:
            first = plan.start(np.repeat(np.arange(size), 2) + 10 * rank)
            while not plan.test():
                pass
            again = plan.start(np.repeat(np.arange(size), 2) + 10 * rank)
            plan.wait()
        for found in (first, again):
            np.testing.assert_array_equal(found, np.repeat(rank + 10 * np.arange(size), 2))

    def test_errors(self):
        self.fails(ValueError, "its first axis has", ct.alltoall, np.zeros(COMM.size + 1))
        self.fails(ValueError, "is no communicator", ct.Array, (3,), comm=7)
        self.fails(ValueError, "bruk", ct.exchange, [np.zeros(1)] * COMM.size, algorithm="bruk")

    def test_plans_that_are_left_open(self):
        plan = ct.ExchangePlan([1] * COMM.size, [1] * COMM.size, float)
        again = plan._pointer
        with warnings.catch_warnings(record=True) as seen:
            warnings.simplefilter("always")
            del plan
        self.assertIn("not closed", str(seen[0].message))
        ct.lib.ct_exchange_plan_destroy(again)

    def test_rounded_messages(self):
        size, rank = COMM.size, COMM.rank
        values = RANDOM.random(4 * size)
        for precision, transport in (("exact", "messages"), ("float", "messages")):
            plan = ct.ExchangePlan([4] * size, [4] * size, float, precision=precision,
                                   transport=transport)
            with plan:
                found = plan.execute(values + rank)
                losses = plan.rounding()
            exact = np.concatenate([values[4 * rank:4 * rank + 4] + p for p in range(size)])
            np.testing.assert_allclose(found, exact, rtol=0 if precision == "exact" else 1e-7)
            is_rounded = precision == "float" and size > 1
            self.assertEqual(losses["saved_bytes"], 16 * size * (size - 1) * is_rounded)
            self.assertEqual(0 < losses["worst"] < 1e-7, is_rounded)
        self.fails(ValueError, "no such choice: 'half'", ct.ExchangePlan, [1] * size, [1] * size, float,
                   precision="half")


class Halos(Calls):
    def test_ghosts(self):
        shape = (6, 5)
        whole = numbers(shape)
        for faces_only, periodic in ((False, True), (True, True), (False, (True, False))):
            blocks = ct.Decomposition.blocks(shape, COMM.size, ghosts=(2, 1))
            u = distributed(whole, blocks)
            v = distributed(-whole, blocks)
            for array in u, v:
                local = array.local.copy()
                array.ghosted[...] = -99
                array.local = local
            with ct.Halo(u, periodic, faces_only, count=2) as halo:
                halo.execute(u, v)
                found = u.ghosted.copy()
                halo.start(u, v)
                while not halo.test():
                    pass
                halo.wait()
            np.testing.assert_array_equal(u.ghosted, found)
            if 0 in u.local.shape:
                continue
            places = [np.arange(along.start - 2, along.stop + 1) for along in u.box]
            outside = [(place < along.start) | (place >= along.stop)
                       for place, along in zip(places, u.box)]
            expected = whole[np.ix_(places[0] % 6, places[1] % 5)]
            if faces_only:
                expected[np.logical_and.outer(*outside)] = -99
            if periodic is not True:
                expected[:, (places[1] < 0) | (places[1] >= 5)] = -99
            np.testing.assert_array_equal(u.ghosted, expected)
            expected[expected != -99] *= -1
            np.testing.assert_array_equal(v.ghosted, expected)

    def test_errors(self):
        u = ct.Array((6, 5), decomposition=ct.Decomposition.blocks((6, 5), COMM.size, ghosts=(1, 1)))
        with ct.Halo(u) as halo:
            self.fails(ValueError, "allowed: 1 like", halo.execute, u, u)
            self.fails(ValueError, "allowed: as", halo.execute, u.like(complex))
            self.fails(ValueError, "allowed: as", halo.execute, ct.Array((6, 5)))
        self.fails(ValueError, "closed", halo.execute, u)
        self.fails(ValueError, "allowed: 1 or more", ct.Halo, u, count=0)


class Machines(Calls):
    def test_tuning_files(self):
        found = ct.tuning.describe("/no/such/file")
        self.assertTrue(found["machine"])
        self.assertNotIn("barrier_s", found)
        self.fails(OSError, "/no/such/file", ct.tuning.calibrate, "/no/such/file")


if __name__ == "__main__":
    unittest.main(verbosity=0)
