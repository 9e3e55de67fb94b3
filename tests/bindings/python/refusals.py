"""What cannot be done is refused before anything is written or waited for: on all ranks, where it is
one rank's own argument."""

import gc
import unittest

import numpy as np

import cornerturn as ct
from compare import COMM, Calls


def read_only(array):
    array.flags.writeable = False
    return array


class Refusals(Calls):
    def test_arguments_of_one_rank(self):
        """The others hear of them, and go on."""
        size, is_first = COMM.size, COMM.rank == 0
        u = ct.Array((4, 3))
        for whole in ("abc", [[1, 2], [3]], None):
            self.fails(ValueError, "", u.scatter, whole if is_first else None)
            self.fails(ValueError, "", ct.scatter, whole if is_first else None, np.zeros(3))
        kinds = [np.zeros(2, int if is_first and p == size - 1 else float) for p in range(size)]
        if size > 1:
            self.fails(ValueError, "allowed: of one dtype", ct.exchange, kinds)
        self.fails(ValueError, "blocks; allowed", ct.exchange, kinds[is_first:])
        counts = [1] * (size + is_first)
        self.fails(ValueError, "blocks; allowed", ct.ExchangePlan, counts, counts, float)
        with ct.ExchangePlan([1] * size, [1] * size, float) as plan:
            self.fails(ValueError, "", plan.execute, np.zeros(size + is_first), np.zeros(size))

            def begin_and_end():
                plan.start(np.zeros(size, int if is_first else float), np.zeros(size))
                plan.wait()

            self.fails(ValueError, "", begin_and_end)
            np.testing.assert_array_equal(plan.execute(np.full(size, 7.0)), np.full(size, 7.0))

    @unittest.skipIf(COMM.size > 2, "takes long where ranks outnumber processors")
    def test_arguments_of_one_rank_alone(self):
        """Of every collective call, where its plan is new and where it is kept: all ranks are told, and the
        next call is as if that had not been."""
        is_last = COMM.rank == COMM.size - 1
        u, z = ct.Array((4, 3)), ct.Array((4, 3), complex)
        u.local, z.local = 1, 1
        ints, off = ct.Array((4, 3), int), ct.Array((6, 6))
        count = np.zeros((COMM.size, 2))
        edged = ct.Array((4, 3), decomposition=ct.Decomposition.blocks((4, 3), COMM.size, ghosts=(1, 1)))

        def masked(*wall):
            with ct.heat.Diffusion((4, 4)) as walled:
                walled.mask(0, *wall)

        steps = ct.heat.Diffusion((4, 4), scheme="lod")
        with ct.Poisson(u, shift=1) as equation, ct.Tridiagonal(u) as lines, ct.FilterPlan(u) as filtered, \
                ct.Halo(edged, True) as halo, steps as heat:
            row = np.ones(3)
            calls = [  # a call, what is right and what is wrong
                (ct.Array, ((4, 3),), ((4, 3), object)), (u.gather, (0,), (COMM.size,)),
                (lambda out: ct.redistribute(u, out=out), (u.like(),), (ints,)),
                (lambda out: ct.redistribute([u, u], out=out), ([u.like(), u.like()],), ([u.like()],)),
                (lambda axes: ct.redistribute(u, u.decomposition, axes, in_place=False), ((0, 1),), ((0,),)),
                (lambda into: ct.redistribute(u, into), (u.decomposition,), ("rows",)),
                (ct.transpose, (u, (1, 0)), (u, (1, 7))),
                (lambda out: ct.fft.dctn(u, out=out, rigour="estimate"), (u.like(),), (ints,)),
                (lambda out: ct.fft.dctn([u, u], out=out, rigour="estimate"), ([u.like(), u.like()],), ([u.like(), off],)),
                (lambda norm: ct.fft.fftn(z, norm=norm, rigour="estimate"), ("ortho",), ("orto",)),
                (lambda axis: ct.fft.rfft(u, axis=axis, rigour="estimate"), (0,), (5,)),
                (lambda kind: ct.fft.dctn(u, kind, rigour="estimate"), (2,), (9,)),
                (lambda v: ct.spectral.convolve(u, v), (u,), (ints,)),
                (lambda spacing: ct.spectral.laplacian(u, spacing), (1.0,), ([1.0, 2.0, 3.0],)),
                (lambda word: ct.poisson(u, boundary=word), ("dirichlet",), ("closed",)),
                (ct.alltoall, (count,), (np.zeros((COMM.size + 1, 2)),)),
                (ct.bcast, (row,), ([1.0],)), (ct.bcast, (row,), (np.ones((3, 2))[:, 0],)),
                (ct.allgather, (row,), (np.array([None]),)), (ct.gather, (row,), (np.array([None]),)),
                (ct.FilterPlan, (u,), (ints,)), (ct.Poisson, (u, 1.0), (u, [1.0, 2.0, 3.0])),
                (ct.Tridiagonal, (u,), (u, 4)), (ct.Halo, (u, True), (u, [True] * 3)),
                (filtered.execute, (u, lambda tile, box: None), (ints, lambda tile, box: None)),
                (equation.solve, (u,), (ints,)), (equation.gradient, (u, 0), (ints, 0)),
                (lines.factorise, (row, 4 * row, row), (row, row[1:], row)), (lambda r: (lines.factorise(row, 4 * row, row), lines.solve(r)), (u,), (ints,)),
                (halo.execute, (edged,), (ints,)),
                (lambda *a: (halo.start(*a), halo.wait()), (edged,), (edged, edged)),
                (lambda shape: ct.heat.Diffusion(shape).close(), ((4, 4),), ((4,),)),
                (heat.set, ("state", 1.0), ("stat", 1.0)), (heat.set, ("source", 1.0), ("source", np.zeros(77))),
                (heat.value, ((0, 0),), ((0,),)), (heat.nonlinearity, ("linear",), ("curved",)),
                (heat.advection, ("tvd",), ("upwind",)), (masked, ("neumann", 0.0), ("brick",)),
                (heat.steady, (1e-3, 5), (1e-3, 5, "luck"))]
            for call, right, wrong in calls:
                for is_kept in (False, True):
                    with self.subTest(call=call, wrong=wrong), self.assertRaises((ValueError, TypeError, IndexError)):
                        call(*(wrong if is_last else right))
                    made = None if is_kept else call(*right)
                    if isinstance(made, ct.plan.Plan):
                        made.close()

    def test_numbers_of_other_representations(self):
        """Those that the library would take for others, and memory that is both sides."""
        for dtype in (float, np.float32, ">f8", np.longdouble, int, ">c16", ">c8", np.clongdouble):
            whole = (np.arange(12).reshape(4, 3) - 5 + 1j * np.arange(12).reshape(4, 3) * (np.dtype(dtype).kind == "c"))
            whole = (whole if np.dtype(dtype).kind == "c" else whole.real).astype(dtype)
            u = ct.Array((4, 3), dtype)
            u.local = whole[u.box]
            self.same(ct.transpose(u, conjugate=True), whole.T.conj().astype(dtype), 0)
            if np.dtype(dtype) != float:
                self.fails(ValueError, "allowed: of float64", ct.transpose, u, precision="float")
                self.fails(ValueError, "allowed: of float64", ct.exchange, [np.ones(2, dtype)] * COMM.size, precision="float")
        memory = np.ones(20)
        with ct.ExchangePlan([2] * COMM.size, [2] * COMM.size, float) as plan:
            both = np.ones(2 * COMM.size + 1)
            self.fails(ValueError, "arrays that overlap", plan.execute, both[:-1], both[1:])
        one, other = ct.Array((4, 3), memory=memory), ct.Array((3, 4), memory=memory[6:])
        self.fails(ValueError, "that do not overlap", ct.fft.dctn, one, out=ct.Array((4, 3), memory=memory[1:]))
        self.fails(ValueError, "into its own memory", ct.transpose, one, out=other)

    def test_numbers_that_are_no_counts(self):
        self.fails(ValueError, "an array of 0 axes; allowed: 1 to 4", ct.fft.fftn, np.array(3.0))
        self.fails(ValueError, "an array of 0 axes; allowed: 1 to 4", ct.transpose, np.float64(3))
        self.fails(ValueError, "an array of 5 axes; allowed: 1 to 4", ct.fft.fftn, np.ones((2,) * 5))
        for shape in (2.5, 3), (4, "3"):
            self.fails(TypeError, "", ct.Array, shape)
        self.fails(TypeError, "", ct.ExchangePlan, [1.5] * COMM.size, [1.5] * COMM.size, float)

    def test_memory_that_is_read_only(self):
        """May be read, not written."""
        size = COMM.size
        full = read_only(np.full(12, 5.0))
        u = ct.Array((4, 3))
        mine = ct.Array((4, 3), memory=full)
        self.same(ct.redistribute(mine, u.decomposition), np.full((4, 3), 5.0), 0)
        self.same(ct.fft.dctn(mine, overwrite_x=True, norm="ortho"),
                  np.full((4, 3), 5.0) * np.sqrt(12) * (np.arange(12).reshape(4, 3) == 0))
        for call in (ct.redistribute, ct.fft.dctn):
            self.fails(ValueError, "read only", call, u, out=mine)
            self.fails(ValueError, "read only", call, [u, u.like()], out=[u.like(), mine])
        with ct.Poisson(u, shift=1) as plan, ct.Tridiagonal(u) as lines, ct.FilterPlan(u) as filtered:
            self.fails(ValueError, "read only", plan.solve, u, mine)
            self.fails(ValueError, "read only", lines.solve, mine)
            self.fails(ValueError, "read only", filtered.execute, u, lambda tile, box: None, mine)
        with ct.Halo(u) as halo, ct.ExchangePlan([1] * size, [1] * size, float) as plan:
            self.fails(ValueError, "read only", halo.execute, mine)
            self.fails(ValueError, "read only", plan.execute, np.zeros(size), read_only(np.zeros(size)))
        if size > 1:
            kept = read_only(np.full(3, 2.0)) if COMM.rank == size - 1 else np.zeros(3)
            self.fails(ValueError, "", ct.bcast, kept)
            self.fails(ValueError, "", ct.scatter, np.zeros((size, 3)) if COMM.rank == 0 else None, kept)
        np.testing.assert_array_equal(full, np.full(12, 5.0))

    def test_masks(self):
        """Numbers below a mask are not to be taken for others: on one rank already."""
        size = COMM.size
        hidden = np.ma.masked_array(np.arange(12.0).reshape(4, 3), np.eye(4, 3) > 0)
        seen = np.ma.masked_array(hidden.data, False)
        mine = hidden if COMM.rank == size - 1 else seen
        u, says = ct.Array((4, 3)), "masked"
        for call in ct.fft.fftn, ct.fft.rfft, ct.fft.dctn, ct.transpose:
            self.fails(ValueError, "masked array", call, hidden)
        self.fails(ValueError, says, lambda: ct.Array((4, 3), memory=mine))
        whole = None if COMM.rank else hidden
        self.fails(ValueError, says, u.scatter, whole)
        rows = np.ma.masked_array(np.zeros((size, 3)), COMM.rank == size - 1)
        with ct.ExchangePlan([3] * size, [3] * size, float) as plan:
            self.fails(ValueError, "", plan.execute, rows.reshape(-1), np.zeros(3 * size))
        self.fails(ValueError, says, ct.exchange, list(rows))
        for call in ct.alltoall, ct.allgather, ct.gather, ct.bcast:
            self.fails(ValueError, says, call, rows)  # a new plan, and one that is kept
            call(rows.data)
            self.fails(ValueError, says, call, rows)
        np.testing.assert_allclose(ct.fft.fftn(seen).local, np.fft.fftn(hidden.data), atol=1e-13)
        with ct.heat.Diffusion((4, 4)) as heat:
            field = np.ma.masked_array(np.ones(heat.local.shape), COMM.rank == size - 1)
            self.fails(ValueError, says, heat.set, "source", field)
            self.fails(ValueError, says, heat.set, "source", list(field))

    def test_masks_in_lists(self):
        """A list of masked arrays is an array to numpy, without their masks."""
        size = COMM.size
        hidden = np.ma.masked_array(np.arange(12.0).reshape(4, 3), np.eye(4, 3) > 0)
        seen = np.ma.masked_array(hidden.data, False)
        for call in ct.fft.fftn, ct.fft.rfft, ct.fft.dctn, ct.transpose:
            for batch in [seen, hidden], (hidden, seen), [[hidden], [seen]], list(hidden), [[1.0, np.ma.masked]] * 2:
                self.fails(ValueError, "masked array", call, batch)
        np.testing.assert_allclose(ct.fft.fftn([seen, seen.data]).local, np.fft.fftn([hidden.data] * 2), atol=1e-13)
        u = ct.Array((2, 4, 3))
        self.fails(ValueError, "masked array", u.scatter, None if COMM.rank else [seen, hidden])
        rows = list(np.ma.masked_array(np.zeros((size, 3)), COMM.rank == size - 1))
        for call in ct.alltoall, ct.allgather, ct.gather:
            self.fails(ValueError, "masked", call, rows)
        kept = np.zeros((1, 3))
        self.fails(ValueError, "masked", ct.scatter, None if COMM.rank else [[row] for row in seen[:1]] * (size - 1)
                   + [[hidden[0]]], kept)

    def test_numbers_of_another_kind(self):
        """Which numpy would cut, without a word or with a warning."""
        u = ct.Array((4, 3))
        ints = ct.Array((4, 3), int)
        self.fails(ValueError, "complex128 for float64", u.scatter, None if COMM.rank else np.ones((4, 3), complex))
        self.fails(ValueError, "float64 for int64", ints.scatter, None if COMM.rank else np.full((4, 3), 1.5))
        u.scatter(None if COMM.rank else [[1, 2, 3]] * 4)
        with ct.heat.Diffusion((4, 6)) as heat:
            shape = heat.local.shape
            self.fails(ValueError, "complex128 for float64", heat.set, "source", np.ones(shape, complex))
            for wrong in shape[::-1], (shape[0] * shape[1],), (*shape, 2):
                self.fails(ValueError, "source of", heat.set, "source", np.ones(wrong))
            heat.set("source", np.ones((1, *shape)))

    def test_arguments_too_few(self):
        """C reads one for each axis."""
        D, u, axes = ct.Decomposition, ct.Array((4, 3)), "1 axes; allowed: of 2"
        self.fails(ValueError, axes, D.bounds, (4, 3), [[0, 4]])
        self.fails(ValueError, axes, D.cyclic, (4, 3), [1], [1, 1])
        self.fails(ValueError, axes, D.cyclic, (4, 3), [1, 1], [1])
        self.fails(ValueError, axes, D.blocks, (4, 3), COMM.size, [1])
        self.fails(ValueError, axes, D.blocks, (4, 3), COMM.size, order=[0])
        self.fails(ValueError, axes, D.boxes, (4, 3), [(slice(0, 4),)])
        self.fails(ValueError, axes, ct.redistribute, u, u.decomposition, (0,))

    def test_results_into_their_source(self):
        u = ct.Array((6, 6))
        self.fails(ValueError, "its own memory", ct.transpose, u, out=u)
        u.local[...] = np.arange(36.0).reshape(6, 6)[u.box]
        self.same(ct.transpose(u, out=u, in_place=True), np.arange(36.0).reshape(6, 6).T, 0)
        self.fails(ValueError, "two arrays that do not overlap", ct.fft.dctn, u, out=u)

    def test_addresses_are_not_sent(self):
        each = np.array([None] * COMM.size)
        self.fails(ValueError, "types of fixed size", ct.alltoall, each)
        self.fails(ValueError, "types of fixed size", ct.bcast, each)
        self.fails(ValueError, "types of fixed size", ct.allgather, each)

    def test_arrays_that_outlive_their_communicator(self):
        """As those of one that mpi4py has freed: their memory goes back with them."""
        def bytes_now():
            gc.collect()
            with open("/proc/self/statm") as file:
                return int(file.read().split()[0]) * 4096

        def outlive():
            comm = ct.Communicator(COMM.handle)
            u = ct.Array((1 << 18,), comm=comm)
            u.local[...] = 1
            big = ct.Array((COMM.size << 18,), comm=comm)
            comm.close()
            del u, big

        outlive()
        before = bytes_now()
        for _ in range(30):
            outlive()
        self.assertLess(bytes_now() - before, 20e6 * COMM.size)
