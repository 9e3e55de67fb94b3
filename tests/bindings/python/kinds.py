"""Numbers of kinds that a call has not: each is refused on all ranks, and none is read as another."""

import numpy as np

import cornerturn as ct
from compare import COMM, Calls, numbers


class Kinds(Calls):
    def test_state_of_diffusion(self):
        """The library has doubles and floats in its memory, of which `local` is a view."""
        for dtype in np.float16, ">f8", ">f4", np.longdouble, int, bool, complex, "S8", "M8[s]", object:
            self.fails(ValueError, "allowed: float32, float64", ct.heat.Diffusion, (4, 4), dtype=dtype)
        for dtype in float, np.float32, "<f8":
            with ct.heat.Diffusion((4, 4), dtype=dtype) as heat:
                heat.set("state", 2.5)
                np.testing.assert_array_equal(heat.local, np.full(heat.local.shape, 2.5))

    def test_functions_that_raise_on_one_rank(self):
        """The others hear of it, of the state too, which may have any numbers."""
        def raises(t, x, y):
            if COMM.rank == COMM.size - 1:
                raise KeyError("mine")
            return x

        with ct.heat.Diffusion((6, 4)) as heat:
            for quantity in "state", "diffusivity":
                self.fails((KeyError, ValueError), "", heat.set, quantity, raises)
            heat.set("state", lambda t, x, y: 2)
            np.testing.assert_array_equal(heat.local, np.full(heat.local.shape, 2.0))

    def test_functions(self):
        with ct.heat.Diffusion((6, 4)) as heat:
            for wrong in (lambda t, x, y: np.ma.masked_array(x, x < 9), lambda t, x, y: 1j * x,
                          lambda t, x, y: ["1"] * len(x)):
                self.fails(ValueError, "", heat.set, "state", wrong)
                self.fails(ValueError, "", heat.set, "diffusivity", wrong)

    def test_real_numbers(self):
        """Complex ones lose a part to numpy, with a warning; text is read."""
        u, row = ct.Array((4, 3)), np.ones(3)
        with ct.Tridiagonal(u) as lines:
            for wrong in 4j * row, (4 * row).astype("S3"), row.astype("M8[s]"), ["4"] * 3, np.ma.masked_array(row, True):
                self.fails(ValueError, "", lines.factorise, row, wrong, row)
            lines.factorise(0 * row, np.array([1.0, 2.0, 4.0])[::-1].astype(">f8"), 0 * row)
            u.local = 4
            lines.solve(u)
            self.same(u, np.array([[1.0, 2.0, 4.0]] * 4))
        self.fails(ValueError, "spacing of complex128", ct.Poisson, u, np.array([1.0, 1j]), shift=1)
        self.fails(ValueError, "faces of complex128", ct.Poisson, u, boundary="dirichlet", faces=(1, 1j * np.arange(4)))
        with ct.heat.Diffusion((4, 4)) as heat:
            for wrong in np.complex128(1 + 2j), np.array(1j), "1", np.ma.masked:
                self.fails(ValueError, "", heat.set, "source", wrong)
        self.fails(ValueError, "edges of complex128", ct.heat.Diffusion, (2, 2), edges=(np.array([0, 1, 2 + 1j]), None))

    def test_spectra(self):
        """What fft refuses others do, too."""
        for wrong in (numbers((4, 3)).astype(np.longdouble), np.zeros((4, 3), "M8[s]"), np.full((4, 3), "1.5"),
                      np.zeros((4, 3), [("r", float), ("i", float)])):
            for call in ct.spectral.laplacian, ct.spectral.power, ct.poisson, lambda u: ct.spectral.gaussian(u, 1):
                self.fails(ValueError, "allowed: numbers of up to double precision", call, wrong)

    def test_kinds_that_differ_between_ranks(self):
        """As many bytes, but other numbers: with a plan that is new, and after good calls."""
        if COMM.size == 1:
            return
        for one, other, is_kept in (float, np.int64, False), ("<f8", ">f8", True):
            for dtype in (one, other) if is_kept else ():
                for call in self.movements(np.dtype(dtype)):
                    call()
            for call in self.movements(np.dtype(other if COMM.rank == COMM.size - 1 else one)):
                with self.subTest(call=call, one=one, other=other):
                    self.fails(ValueError, "the same on all", call)

    def movements(self, dtype):
        """Calls whose arrays have elements of this dtype."""
        each, whole = np.zeros(2, dtype), np.zeros((COMM.size, 2), dtype)
        u = ct.Array((4, 3), dtype)
        ghosts = ct.Decomposition.blocks((4, 3), COMM.size, ghosts=(1, 1))
        counts = [2] * COMM.size
        boxes = ct.Decomposition.boxes((4, 3), [(slice(0, 4), slice(0, 3))] if COMM.rank == 0 else [])
        return [lambda: ct.bcast(each), lambda: ct.allgather(each), lambda: ct.gather(each), lambda: ct.alltoall(whole),
                lambda: ct.scatter(whole, each), lambda: ct.exchange(list(whole)), lambda: ct.transpose(u), u.gather,
                lambda: ct.redistribute(u, boxes), lambda: ct.ExchangePlan(counts, counts, dtype).close(),
                lambda: ct.Halo(ct.Array((4, 3), dtype, ghosts)).close()]
