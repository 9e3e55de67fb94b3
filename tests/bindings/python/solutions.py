"""Derivatives, Poisson's equation and diffusion beside their solutions."""

import numpy as np
import scipy.sparse.linalg

import cornerturn as ct
from compare import COMM, RANDOM, Calls, decompositions, distributed, numbers


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

    def test_power_and_convolutions(self):
        for case, (dtype, tolerance) in enumerate(((float, 1e-12), (complex, 1e-12), (np.float32, 1e-5))):
            a, b = numbers((8, 6), dtype), numbers((8, 6), dtype)
            k, power = ct.spectral.power(distributed(a), 0.5)
            self.assertAlmostEqual(power.sum(), np.mean(np.abs(a)**2), delta=1e-5)
            self.assertAlmostEqual(k[1], 1 / 3)  # the coarser step: of 6 points, 3 long
            for decomposition in decompositions((8, 6))[case::3]:
                u, v = distributed(a, decomposition), distributed(b, decomposition)
                real = np.asarray if dtype is complex else np.real
                expected = real(np.fft.ifftn(np.fft.fftn(a) * np.fft.fftn(b))).astype(dtype)
                self.same(ct.spectral.convolve(u, v), expected, tolerance)
                expected = real(np.fft.ifftn(np.fft.fftn(a) * np.conj(np.fft.fftn(b)))).astype(dtype)
                self.same(ct.spectral.convolve(u, v, correlate=True), expected, tolerance)
        x = np.arange(16) / 16
        _, power = ct.spectral.power(distributed(np.cos(2 * np.pi * 3 * x)), 1 / 16)
        np.testing.assert_allclose(power, 0.5 * (np.arange(len(power)) == 3), atol=1e-14)
        self.fails(ValueError, "allowed: as", ct.spectral.convolve, u, distributed(a.T.copy()))

    def test_poisson_with_walls(self):
        n = 16
        x, y = np.meshgrid((np.arange(n) + 0.5) / n, (np.arange(n) + 0.5) / n, indexing="ij")
        whole = np.sin(np.pi * x) * np.cos(np.pi * y)
        self.same(ct.poisson(distributed(-2 * np.pi**2 * whole), 1 / n, ("dirichlet", "neumann")),
                  whole)

    def test_poisson_plans(self):
        n = 16
        x, y = np.meshgrid(np.arange(n) / n, (np.arange(n) + 0.5) / n, indexing="ij")
        for dtype, symbol, tolerance in ((float, "spectral", 1e-12), (complex, "second", 1e-12),
                                         (np.float32, "fourth", 1e-4)):
            whole = (np.sin(2 * np.pi * x) * np.cos(np.pi * y)).astype(dtype)
            waves = [2 * np.pi, np.pi]
            slopes = waves
            if symbol != "spectral":
                half = [np.sin(k / n / 2) for k in waves]
                waves = [2 * n * s * np.sqrt(1 + s**2 / 3 * (symbol == "fourth")) for s in half]
                slopes = [n * np.sin(turn) * (1 + (1 - np.cos(turn)) / 3 * (symbol == "fourth"))
                          for turn in (2 * np.pi / n, np.pi / n)]
            f = distributed(((waves[0]**2 + waves[1]**2 + 3) * whole).astype(dtype))
            along = [(slopes[0] * np.cos(2 * np.pi * x) * np.cos(np.pi * y)).astype(dtype),
                     (-slopes[1] * np.sin(2 * np.pi * x) * np.sin(np.pi * y)).astype(dtype)]
            with ct.Poisson(f, 1 / n, ("periodic", "neumann"), shift=3, symbol=symbol) as plan:
                self.same(plan.solve(f), whole, tolerance)
                self.same(plan.gradient(f, -2), along[0], tolerance)
                self.same(plan.gradient(f, 1), along[1], tolerance)
                self.fails(NotImplementedError, "from 0 to 1", plan.gradient, f, 2)
                self.fails(ValueError, "allowed: as", plan.solve, f, f.like(np.complex64))
        ones = distributed(np.ones((6, 4)))
        with ct.Poisson(ones) as plan:
            self.fails(ValueError, "mean", plan.solve, ones)
        with ct.Poisson(ones, removes_mean=True) as plan:
            out = ones.like()
            self.assertIs(plan.solve(ones, out), out)
            self.same(out, np.zeros((6, 4)), 1e288)
        r2 = np.add.outer(*[((np.arange(40) - 19.5) / 40)**2] * 2)
        f = distributed((2 - r2 / 0.0036) / 0.0036 * np.exp(-r2 / 0.0072))
        with ct.Poisson(f, 1 / 40, "unbounded") as plan:
            self.same(plan.solve(f), np.exp(-r2 / 0.0072))
        self.compare_stretched()
        self.fails(ValueError, "order 5", ct.Poisson, f, boundary="unbounded", order=5)
        self.fails(ValueError, "allowed: 2, or one", ct.Poisson, ones, boundary=["neumann"])
        self.fails(ValueError, "fifth", ct.Poisson, ones, symbol="fifth")

    def test_decompositions(self):
        """One wave in an array of each kind, as a plan and by calls."""
        n, m = 6, 9
        x, y = np.meshgrid((np.arange(n) + 0.5) / n, np.arange(m) / m, indexing="ij")
        whole = np.cos(np.pi * x) * np.sin(2 * np.pi * y)
        spacing, boundary = (1 / n, 1 / m), ("neumann", "periodic")
        for decomposition in decompositions(whole.shape):
            f = distributed(5 * np.pi**2 * whole, decomposition)
            with ct.Poisson(f, spacing, boundary) as plan:
                u = plan.solve(f)
                self.assertEqual(u.decomposition, decomposition)
                self.same(u, whole)
                self.same(plan.gradient(f, 1), 2 * np.pi * np.cos(np.pi * x) * np.cos(2 * np.pi * y))
                self.same(plan.gradient(f, 0), -np.pi * np.sin(np.pi * x) * np.sin(2 * np.pi * y))
            self.same(ct.poisson(f, spacing, boundary), -whole)
            self.same(ct.spectral.gradient(u, 1, 1 / m),
                      2 * np.pi * np.cos(np.pi * x) * np.cos(2 * np.pi * y))

    def compare_stretched(self):
        """Beside scipy.sparse: differences of second order, cells of any width along one axis."""
        n, m = 9, 8
        faces = np.cumsum(np.r_[0, RANDOM.random(n) + 0.2])
        width = np.diff(faces)
        flow = 2 / (width[:-1] + width[1:])
        across = scipy.sparse.diags([np.r_[2 / width[0], flow] + np.r_[flow, 0], -flow, -flow],
                                    [0, 1, -1])
        ring = scipy.sparse.diags([2, -1, -1, -1, -1], [0, 1, -1, m - 1, 1 - m], (m, m)) * m**2
        matrix = scipy.sparse.kron(scipy.sparse.diags(1 / width) @ across, scipy.sparse.eye(m)) + \
            scipy.sparse.kron(scipy.sparse.eye(n), ring)
        whole = numbers((n, m))
        expected = scipy.sparse.linalg.spsolve(matrix.tocsc(), whole.ravel()).reshape(n, m)
        f = distributed(whole)
        with ct.Poisson(f, 1 / m, ("dirichlet_neumann", "periodic"), symbol="second",
                        faces=(0, faces)) as plan:
            self.same(plan.solve(f), expected)
        self.fails(ValueError, "one more", ct.Poisson, f, faces=(0, faces[1:]))

    def test_diffusion(self):
        n = 32
        with ct.heat.Diffusion((n, n), faces={(0, 0): ("dirichlet", 0), (0, 1): ("dirichlet", 0)},
                               diffusivity=0.1) as heat:
            heat.set("state", lambda t, x, y: np.sin(np.pi * x))
            x, _ = heat.middles()
            np.testing.assert_allclose(heat.local, np.sin(np.pi * x) + 0 * heat.local, atol=1e-14)
            heat.begin_bounds()
            heat.step(0.01, steps=100)
            found = heat.bounds()
            self.assertEqual((found["is_finite"], found["has_grown"], found["has_lost"]), (1, 0, 0))
            self.assertEqual(found["largest"], max(map(abs, heat.range())))
            decay = np.exp(-0.1 * np.pi**2)
            self.assertAlmostEqual(heat.time, 1, 12)
            np.testing.assert_allclose(heat.local, decay * np.sin(np.pi * x) + 0 * heat.local, atol=1e-3)
            self.assertAlmostEqual(heat.integral(), decay * 2 / np.pi, 3)
            self.assertLess(heat.range()[1], 1)
            self.assertEqual(heat.array.box, heat.box)
            self.assertTrue(np.shares_memory(heat.array.local, heat.local))
            self.assertEqual((heat.scheme, heat.order), ("douglas_gunn", 2))
            self.assertEqual(heat.method == "auto", COMM.size == 1)
            self.assertEqual(heat.cell((0.5, -1)), (n // 2, 0))
            heat.set("source", np.ones(heat.local.shape))
            few = heat.steady(1e-14, most_iterations=2)
            self.assertEqual((few["ended"], few["converged"], few["iterations"]), ("iterations", False, 2))
            found = heat.steady()
            self.assertTrue(found["converged"])
            self.assertEqual((found["ended"], found["solver"]), ("tolerance", "wachspress"))
            self.assertEqual(len(found["residuals"]), found["iterations"] + 1)
            self.assertEqual((found["residuals"][0], found["residuals"][-1]), (1, found["residual"]))
            np.testing.assert_allclose(heat.local, (x - x**2) / 0.2 + 0 * heat.local, atol=5e-3)
            self.fails(ValueError, "above 0", heat.step, -1)
            heat.set("source", lambda t, x, y: 1 / 0)
            self.fails(ZeroDivisionError, "", heat.step, 0.01)

    def test_heat(self):
        """3 W/m2 into the low end of a slab, 8 W/m3 inside, out through a film at the other: a
        parabola, whose surface conduction across half a cell finds h^2 / 2 too warm."""
        n = 24
        faces = {(0, 0): ("flux", 3), (0, 1): ("transfer", 5, 1)}
        with ct.heat.Diffusion((n, 4), faces=faces, source=8) as heat:
            heat.set("diffusivity", 2, axis=0)
            heat.set("diffusivity", lambda t, x, y: 7 + x, axis=1)
            heat.set("capacity", lambda t, x, y: 4 + 0 * x)
            self.assertTrue(heat.steady(1e-12)["converged"])
            x, _ = heat.middles()
            np.testing.assert_allclose(
                heat.local, 3.2 + 1.5 * (1 - x) + 2 * (1 - x**2) + 0.5 / n**2 + 0 * heat.local,
                rtol=1e-9)
            heat.begin_balance()
            for _ in range(3):
                heat.step(0.01)
            found = heat.balance()
            np.testing.assert_allclose(found["rate"], [[3, -11], [0, 0]], atol=1e-7)
            np.testing.assert_allclose(found["inflow"][0], [0.09, -0.33], atol=1e-8)
            self.assertAlmostEqual(found["source"], 0.24, 10)
            self.assertAlmostEqual(found["stored"], 4 * heat.integral(), 10)
            self.assertLess(abs(found["error"]), 1e-12 * found["stored"])
            self.fails(ValueError, "capacity", heat.set, "warmth", 1)
        faces = {(1, 1): ("transfer", 0, 400)}
        with ct.heat.Diffusion((4, 8), faces=faces, diffusivity=1e6) as heat:  # as one temperature
            self.fails(ValueError, "", heat.balance)
            self.fails(ValueError, "", heat.radiation, 1, 0, 1e-8)
            heat.radiation(1, 1, 5e-8, 100)
            heat.set("state", 300)
            heat.begin_balance()
            rate = 5e-8 * (300**4 - 200**4)
            self.assertLess(abs(heat.balance()["rate"][1, 1] / rate - 1), 1e-5)

    def test_transfer_and_mask(self):
        """3 W/m2 into the low end; out through a film of 5 W/(m2 K), or through a wall at 5 in the middle."""
        n = 24
        faces = {(0, 0): ("flux", 3), (0, 1): ("transfer", 1, 1)}
        with ct.heat.Diffusion((n, 4), faces=faces, diffusivity=2) as heat:
            heat.set("transfer", lambda t, x, y: 5 + 0 * y, axis=0, side=1)
            self.assertTrue(heat.steady(1e-12)["converged"])
            x, _ = heat.middles()
            np.testing.assert_allclose(heat.local, 1.6 + 1.5 * (1 - x) + 0 * heat.local, rtol=1e-9)
            self.fails(ValueError, "", heat.set, "transfer", -1, 0, 1)
        with ct.heat.Diffusion((n, 4), faces=faces, diffusivity=2) as heat:
            x, _ = heat.middles()
            heat.mask(x > 0.5 + 0 * heat.local, "dirichlet", 5)
            self.assertTrue(heat.steady(1e-12)["converged"])
            np.testing.assert_allclose(heat.local, 5 + 1.5 * np.maximum(0.5 - x, 0) + 0 * heat.local, rtol=1e-9)
            self.fails(ValueError, "mask", heat.set, "mask", lambda t, x, y: x)

    def test_advection(self):
        """A velocity whose divergence is 1 thins u out everywhere alike."""
        for value in (lambda t, x, y: x), "array":
            with ct.heat.Diffusion((12, 4), diffusivity=0) as heat:
                heat.set("state", 2)
                if value == "array":
                    along = heat.box[0]
                    edges = np.arange(along.start, along.stop + 1)[:, None] / 12
                    value = edges + np.zeros((1, heat.local.shape[1]))
                heat.velocity(0, value)
                heat.advection("tvd")
                heat.step(0.1)
                np.testing.assert_allclose(heat.local, 2 * np.exp(-0.1), rtol=1e-4)
                facts = heat.advected()
                self.assertEqual((facts["steps"], facts["substeps"]), (1, 2 * np.ceil(0.1 * facts["courant"] / 0.1)))
                self.fails(ValueError, "velocity", heat.velocity, 0, np.zeros(3))
                self.fails(ValueError, "allowed: fromm, tvd", heat.advection, "upwind")
                self.fails(ValueError, "allowed: fromm, tvd", heat.advection, "neumann")

    def test_laws(self):
        with ct.heat.Diffusion((12, 10), scheme="lod") as heat:
            heat.set("state", 1 + RANDOM.random((12, 10))[heat.box])
            with ct.heat.Diffusion((12, 10), scheme="lod") as linear:
                linear.set("state", heat.local)
                linear.set("diffusivity", 1 + heat.local)
                heat.laws(lambda t, u, x, y: 1 + u)  # which this scheme takes at the begin of a step
                for each in heat, linear:
                    each.step(0.01)
                np.testing.assert_allclose(heat.local, linear.local, rtol=1e-12)
            heat.laws(lambda t, u, x, y: -u)
            self.fails(NotImplementedError, "kappa", heat.step, 0.01)
            heat.laws(lambda t, u, x, y: 1 / 0)
            self.fails(ZeroDivisionError, "", heat.step, 0.01)
        with ct.heat.Diffusion((8, 6)) as heat:  # (1 + u) du/dt = 8 u: log(u) + u = 1 + 8 t
            heat.set("state", 1)
            heat.laws(None, lambda t, u, x, y: 8 * u, lambda t, u, x, y: 1 + u)
            heat.step(1e-3, steps=100)
            np.testing.assert_allclose(np.log(heat.local) + heat.local, 1.8, rtol=1e-6)
            self.fails(NotImplementedError, "no steady state", heat.steady)
            heat.set("reaction", 1)
            heat.laws(lambda t, u, x, y: 1 + u * u, lambda t, u, x, y: 3 - 0 * u)
            found = heat.steady()
            self.assertAlmostEqual(heat.rounds()[-1], found["residual"], 12)
            np.testing.assert_allclose(heat.local, 3, rtol=1e-6)

    def test_images(self):
        rng = np.random.default_rng(3)
        with ct.heat.Diffusion((12, 10), scheme="lod") as heat:
            heat.set("state", 2 + 0.01 * rng.standard_normal(heat.local.shape))
            self.fails(ValueError, "contrast", heat.nonlinearity, "weickert", 0)
            heat.nonlinearity("perona_malik", 1e6, 0)  # so far above all gradients that kappa is 1
            with ct.heat.Diffusion((12, 10), scheme="lod") as linear:
                linear.set("state", heat.local)
                for each in heat, linear:
                    each.step(0.01)
                np.testing.assert_allclose(heat.local, linear.local, rtol=1e-9)
            heat.nonlinearity("perona_malik_exp", 1e-9)  # below all: nothing flows
            before = heat.local.copy()
            heat.step(0.01)
            np.testing.assert_allclose(heat.local, before, rtol=1e-12)

    def test_steps_with_errors(self):
        with ct.heat.Diffusion((16, 16)) as heat:
            heat.set("state", lambda t, x, y: np.cos(np.pi * x) + 0 * y)
            before = heat.value((3, 4))
            estimated = heat.step_doubled(0.05)
            self.assertAlmostEqual(heat.value((3, 4)),
                                   before * np.exp(-0.05 * np.pi**2), delta=20 * estimated)
            self.assertTrue(0 < estimated < 1e-2)
            heat.undo()
            self.assertEqual((heat.value((3, 4)), heat.time), (before, 0))
            self.fails(ValueError, "", heat.undo)
            self.fails(ValueError, "2 indices", heat.value, (1,))
