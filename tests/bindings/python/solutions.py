"""Derivatives, Poisson's equation, diffusion and tridiagonal systems beside their solutions."""

import numpy as np
import scipy.sparse.linalg

import cornerturn as ct
from compare import COMM, RANDOM, Calls, distributed, numbers


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

    def test_poisson_plans(self):
        n = 16
        x, y = np.meshgrid(np.arange(n) / n, (np.arange(n) + 0.5) / n, indexing="ij")
        for dtype, symbol, tolerance in ((float, "spectral", 1e-12), (complex, "second", 1e-12),
                                         (np.float32, "fourth", 1e-4)):
            whole = (np.sin(2 * np.pi * x) * np.cos(np.pi * y)).astype(dtype)
            waves = [2 * np.pi, np.pi]
            slope = waves[0]
            if symbol != "spectral":
                half = [np.sin(k / n / 2) for k in waves]
                waves = [2 * n * s * np.sqrt(1 + s**2 / 3 * (symbol == "fourth")) for s in half]
                turn = 2 * np.pi / n
                slope = n * np.sin(turn) * (1 + (1 - np.cos(turn)) / 3 * (symbol == "fourth"))
            f = distributed(((waves[0]**2 + waves[1]**2 + 3) * whole).astype(dtype))
            derivative = (slope * np.cos(2 * np.pi * x) * np.cos(np.pi * y)).astype(dtype)
            with ct.Poisson(f, 1 / n, ("periodic", "neumann"), shift=3, symbol=symbol) as plan:
                self.same(plan.solve(f), whole, tolerance)
                self.same(plan.gradient(f, -2), derivative, tolerance)
                self.fails(NotImplementedError, "periodic", plan.gradient, f, 1)
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
            heat.step(0.01, steps=100)
            decay = np.exp(-0.1 * np.pi**2)
            self.assertAlmostEqual(heat.time, 1, 12)
            np.testing.assert_allclose(heat.local, decay * np.sin(np.pi * x) + 0 * heat.local, atol=1e-3)
            self.assertAlmostEqual(heat.integral(), decay * 2 / np.pi, 3)
            self.assertLess(heat.range()[1], 1)
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
