#!/usr/bin/python3
"""The Python package beside numpy and scipy, started on any number of ranks."""

import gc
import itertools
import os
import tempfile
import unittest
import warnings

import h5py
import numpy as np
import scipy.fft

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


class Arrays(Calls):
    def test_parts(self):
        u = ct.Array((7, 5, 4), np.float32)
        box = ct.lib.ct_slab(3, [7, 5, 4], 0, COMM.size, COMM.rank)
        self.assertEqual(u.local.shape, tuple(box.count[0:3]))
        self.assertEqual(u.box[0], slice(box.first[0], box.first[0] + box.count[0]))
        self.assertEqual((u.local.dtype, u.ndim), (np.float32, 3))
        again = u.like(complex)
        self.assertEqual((again.decomposition, again.dtype), (u.decomposition, complex))

    def test_redistributed(self):
        for shape in ((5, 4, 8), (11,)):
            whole = numbers(shape)
            for source in decompositions(shape):
                u = distributed(whole, source)
                self.same(u, whole, 0)
                for target in decompositions(shape):
                    self.same(ct.redistribute(u, target), whole, 0)

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


class Transforms(Calls):
    def test_decompositions(self):
        whole = numbers((6, 9), complex)
        expected = scipy.fft.fftn(whole)
        targets = decompositions(whole.shape)
        for source in decompositions(whole.shape):
            u = distributed(whole, source)
            self.same(ct.fft.fftn(u, rigour="estimate"), expected)
            out = ct.Array(whole.shape, complex, targets.pop())
            self.same(ct.fft.fftn(u, out=out, rigour="estimate"), expected)

    def test_one_axis(self):
        for n in (12, 13, 1):
            whole = numbers(n, complex)
            self.same(ct.fft.fft(distributed(whole)), scipy.fft.fft(whole))
            self.same(ct.fft.irfft(ct.fft.rfft(distributed(whole.real.copy())), n), whole.real)

    def test_complex(self):
        for shape in ((12, 10), (9, 8, 10), (6, 5, 4, 7)):
            for dtype, tolerance in ((complex, 1e-13), (np.complex64, 1e-5), (float, 1e-13)):
                whole = numbers(shape, dtype)
                u = distributed(whole)
                cases = itertools.product((None, (0,), (-1, 0)), ("fftn", "ifftn"))
                for (axes, name), norm in zip(cases, itertools.cycle((None, "ortho", "forward"))):
                    self.same(getattr(ct.fft, name)(u, axes=axes, norm=norm, rigour="estimate"),
                              getattr(scipy.fft, name)(whole, axes=axes, norm=norm), tolerance)
                self.same(u, whole, 0)
        self.same(ct.fft.fft(u, axis=1), scipy.fft.fft(whole, axis=1))
        self.same(ct.fft.fft2(u), scipy.fft.fft2(whole))

    def test_real(self):
        for shape in ((12, 10), (9, 8, 7)):
            for dtype, tolerance in ((float, 1e-13), (np.float32, 1e-5)):
                whole = numbers(shape, dtype)
                spectrum = scipy.fft.rfftn(whole)
                found = ct.fft.rfftn(distributed(whole))
                self.same(found, spectrum, tolerance)
                self.same(ct.fft.irfftn(found, shape), whole, tolerance)
        self.same(ct.fft.rfft(distributed(whole), axis=0), scipy.fft.rfft(whole, axis=0), 1e-5)

    def test_padded(self):
        whole = numbers((6, 5), complex)
        self.same(ct.fft.fftn(distributed(whole), (12, 8)), scipy.fft.fftn(whole, (12, 8)))

    def test_cosines_and_sines(self):
        for family in ("dct", "dst"):
            for type_ in (1, 2, 3, 4):
                for norm in (None, "forward") if family == "dst" else (None, "ortho"):
                    for dtype in (float, complex):
                        whole = numbers((9, 6), dtype)
                        for name in (f"{family}n", f"i{family}n"):
                            self.same(getattr(ct.fft, name)(distributed(whole), type_, norm=norm,
                                                            rigour="estimate"),
                                      getattr(scipy.fft, name)(whole, type_, norm=norm))

    def test_orthogonal(self):
        for type_ in (1, 2, 3, 4):  # scipy's sine transforms are not
            u = distributed(np.eye(9))
            rows = ct.fft.dst(u, type_, axis=1, norm="ortho").gather()
            again = ct.fft.idst(ct.fft.dst(u, type_, axis=1, norm="ortho"), type_, axis=1, norm="ortho")
            self.same(again, np.eye(9))
            if COMM.rank == 0:
                np.testing.assert_allclose(rows @ rows.T, np.eye(9), atol=1e-12)

    def test_numpy_arrays_of_one_process(self):
        values = numbers((6, 7), complex) + COMM.rank
        found = ct.fft.fftn(values)
        np.testing.assert_allclose(found.local, scipy.fft.fftn(values), atol=1e-12)

    def test_given_result(self):
        whole = numbers((8, 8), complex)
        u = distributed(whole)
        out = u.like()
        self.assertIs(ct.fft.fftn(u, out=out), out)
        self.same(out, scipy.fft.fftn(whole))

    def test_errors(self):
        u = ct.Array((6, 4))
        self.fails(ValueError, "allowed: real numbers", ct.fft.rfftn, u.like(complex))
        self.fails(ValueError, "axes (0, 0)", ct.fft.fftn, u, axes=(0, 0))
        self.fails(ValueError, "norm 'other'", ct.fft.fftn, u, norm="other")
        self.fails(ValueError, "allowed: from its 6 on", ct.fft.fftn, u, (3, 4))
        self.fails(ValueError, "bruk", ct.fft.fftn, u, algorithm="bruk")
        self.fails(ValueError, "no such choice: 'quick'", ct.fft.fftn, u, planning="quick")
        self.fails(ValueError, "5 axes", ct.Array, (1,) * 5)


class Solutions(Calls):
    def test_derivatives(self):
        n = 24
        x, y = np.meshgrid(np.arange(n) / n, np.arange(n) / n, indexing="ij")
        whole = np.sin(2 * np.pi * x) * np.cos(4 * np.pi * y)
        u = distributed(whole)
        self.same(ct.spectral.gradient(u, 0, 1 / n),
                  2 * np.pi * np.cos(2 * np.pi * x) * np.cos(4 * np.pi * y))
        self.same(ct.spectral.laplacian(u, 1 / n), -20 * np.pi**2 * whole)
        self.same(ct.poisson(distributed(-20 * np.pi**2 * whole), 1 / n), whole)
        self.same(ct.spectral.bandpass(u, high=1.5, spacing=1 / n), np.zeros((n, n)), 1e300)
        self.same(ct.spectral.gaussian(u, 0.1, 1 / n),
                  whole * np.exp(-2 * (np.pi * 0.1)**2 * 5), 1e-10)

    def test_poisson_with_walls(self):
        n = 16
        x, y = np.meshgrid((np.arange(n) + 0.5) / n, (np.arange(n) + 0.5) / n, indexing="ij")
        whole = np.sin(np.pi * x) * np.cos(np.pi * y)
        self.same(ct.poisson(distributed(-2 * np.pi**2 * whole), 1 / n, ("dirichlet", "neumann")),
                  whole)

    def test_diffusion(self):
        n = 32
        with ct.heat.Diffusion((n, n), faces={(0, 0): ("dirichlet", 0), (0, 1): ("dirichlet", 0)},
                               diffusivity=0.1) as heat:
            heat.set("state", lambda t, x, y: np.sin(np.pi * x))
            x, _ = heat.middles()
            np.testing.assert_allclose(heat.local, np.sin(np.pi * x) + 0 * heat.local, atol=1e-14)
            heat.step(0.01, steps=100)
            decay = np.exp(-0.1 * np.pi**2)
            self.assertAlmostEqual(heat.time, 1, 12)
            np.testing.assert_allclose(heat.local, decay * np.sin(np.pi * x) + 0 * heat.local, atol=1e-3)
            self.assertAlmostEqual(heat.integral(), decay * 2 / np.pi, 3)
            self.assertLess(heat.range()[1], 1)
            heat.set("source", np.ones(heat.local.shape))
            self.assertTrue(heat.steady()["converged"])
            np.testing.assert_allclose(heat.local, (x - x**2) / 0.2 + 0 * heat.local, atol=5e-3)
            self.fails(ValueError, "above 0", heat.step, -1)
            heat.set("source", lambda t, x, y: 1 / 0)
            self.fails(ZeroDivisionError, "", heat.step, 0.01)

    def test_schedules(self):
        self.assertIn("bruck", ct.schedules.algorithms("flat:7"))
        report = ct.schedules.check("standard", "hypercube:4")
        self.assertEqual((report["steps"], report["messages"]), (4, 64))
        self.fails(ValueError, "cube", ct.schedules.check, "standard", "cube:4")
        self.assertGreater(ct.schedules.price("standard", "hypercube:4", 100, "ipsc860")["total_s"], 0)


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


class Files(Calls):
    def test_hdf5(self):
        directory = tempfile.mkdtemp() if COMM.rank == 0 else ""
        path = bytes(ct.bcast(np.frombuffer(directory.encode().ljust(200), np.uint8).copy()))
        path = os.path.join(path.decode().strip(), "u.h5")
        whole = numbers((7, 6, 5))
        ct.hdf5.write(path, "u", distributed(whole))
        if COMM.rank == 0:
            with h5py.File(path) as file:
                np.testing.assert_array_equal(file["u"], whole)
        self.same(ct.hdf5.read(path, "u"), whole, 0)
        self.fails(OSError, "other", ct.hdf5.read, path, "other")
        COMM.barrier()
        if COMM.rank == 0:
            os.remove(path)
            os.rmdir(directory)


if __name__ == "__main__":
    unittest.main(verbosity=0)
