#!/usr/bin/python3
"""Steady states where kappa and f depend on u: Kirchhoff's transform, scipy's solution of the same
cells, and what has none."""

import unittest

import numpy as np
import scipy.optimize
import yaml

from adi_run import AdiTest

BOX = """problem:
  kind: steady
  initial: 1
  conductivity: {k}
x: {{cells: {n}, to: 2, low: dirichlet, high: flux, high_value: 2 + y, low_value: "{low}"}}
y: {{cells: {m}, low: dirichlet, high: dirichlet, low_value: "{front}", high_value: "{back}"}}
steady: {{tolerance: 1e-9}}
output: {{file: out.h5, overwrite: true}}
report: {{file: report.yaml}}
"""
CELLS = """problem:
  kind: steady
  initial: 0.5
  conductivity: "(0.3 + u^2)*(x < 1 ? 1 : 100)"
  source: 3*sin(5*x*y) - u^3
x: {cells: 12, to: 2, low: dirichlet, low_value: y, high: convection, high_h: 2 + y, high_value: 3}
y: {cells: 9, low: radiation, low_emissivity: 1, low_h: 0.2, low_value: 40, high: flux, high_value: 0.4}
steady: {tolerance: 1e-11}
output: {file: out.h5, overwrite: true}
report: {file: report.yaml}
"""


class AdiSteadyLaws(AdiTest):
    def report(self):
        return yaml.safe_load((self.dir / "report.yaml").read_text())["steady"]

    def kirchhoff_error(self, scale, k, inverse):
        """For the u of which the integral of k is 1 + (x^2 - y^2)/2 + x y, which is harmonic."""
        theta = {"low": "1 - y^2/2", "front": "1 + x^2/2", "back": "0.5 + x^2/2 + x"}
        faces = {name: inverse.format(text) for name, text in theta.items()}
        n, m = 12 * scale, 9 * scale
        self.config(BOX.format(k=k, n=n, m=m, **faces))
        self.run_job(ranks=scale)
        x, y = (np.arange(n) + 0.5) * 2 / n, ((np.arange(m) + 0.5) / m)[:, None]
        found = self.result()[-1]
        wanted = eval(inverse.format("(1 + (x**2 - y**2)/2 + x*y)"),
                      {"log": np.log, "sqrt": np.sqrt, "x": x, "y": y})
        return np.sqrt(np.mean((found - wanted) ** 2))

    def test_kirchhoff(self):
        """k = exp(2 u) and k = 1 + 3 u between faces of values and of a flux: order 2."""
        for k, inverse in [("exp(2*u)", "log(2*({}))/2"), ("1 + 3*u", "(sqrt(1 + 6*({})) - 1)/3")]:
            with self.subTest(k=k):
                errors = [self.kirchhoff_error(scale, k, inverse) for scale in (1, 2)]
                order = np.log2(errors[0] / errors[1])
                rounds = self.report()["rounds"]
                print(f"k = {k}: errors {errors[0]:.1e}, {errors[1]:.1e}, order {order:.2f}, "
                      f"{len(rounds) - 1} rounds")
                self.assertLess(abs(order - 2), 0.25)
                self.assertEqual(rounds[0], 1)
                self.assertLessEqual(rounds[-1], 1e-9)
                self.assertLess(len(rounds), 20)

    def test_cells(self):
        """Materials that differ by 100, a source that falls with u, and faces of all kinds of heat,
        beside scipy's solution of the same equations."""
        n, m, h, g = 12, 9, 2 / 12, 1 / 9
        x, y = (np.arange(n) + 0.5) * h, ((np.arange(m) + 0.5) * g)[:, None]

        def across(k, u, axis, width):
            k, u = np.moveaxis(k, axis, 0), np.moveaxis(u, axis, 0)
            into = np.zeros((u.shape[0] + 1, u.shape[1]))
            into[1:-1] = -2 / (1 / k[1:] + 1 / k[:-1]) * (u[1:] - u[:-1]) / width
            return k, u, into

        def surface(k, u):
            """u of a surface that radiates at 40 degrees beyond it."""
            low, high = np.minimum(u, 40) - 1, np.maximum(u, 40) + 1
            for _ in range(100):
                middle = (low + high) / 2
                out = 5.670374419e-8 * ((middle + 273.15)**4 - 313.15**4) + 0.2 * (middle - 40)
                falls = out + k * (middle - u) / (g / 2) < 0
                low, high = np.where(falls, middle, low), np.where(falls, high, middle)
            return middle

        def residual(flat):
            u = flat.reshape(m, n)
            k = (0.3 + u**2) * np.where(x < 1, 1, 100)
            ks, us, into = across(k, u, 1, h)
            into[0] = ks[0] * (y[:, 0] - us[0]) / (h / 2)
            into[-1] = -(3 - us[-1]) / (1 / (2 + y[:, 0]) + h / 2 / ks[-1])
            rest = -np.diff(into, axis=0).T / h
            ks, us, into = across(k, u, 0, g)
            into[0] = ks[0] * (surface(ks[0], us[0]) - us[0]) / (g / 2)
            into[-1] = -0.4
            return (rest - np.diff(into, axis=0) / g + 3 * np.sin(5 * x * y) - u**3).ravel()

        wanted = scipy.optimize.fsolve(residual, np.full(n * m, 3.0), xtol=1e-13)
        self.assertLess(np.abs(residual(wanted)).max(), 1e-6)
        self.config(CELLS)
        for ranks in (1, 3):
            self.run_job(ranks=ranks)
            np.testing.assert_allclose(self.result()[-1].ravel(), wanted, atol=1e-7)
        self.assertGreater(np.ptp(wanted), 0.5)

    def test_same_as_without_u(self):
        """A law that does not vary is the number that it is, in what a mask leaves, too."""
        for settings in [], ["mask.cells=abs(x - 1) < 0.3 && y < 0.5"]:
            found = []
            for k in "1 + 0*u", "1":
                self.config(BOX.format(k=k, n=12, m=9, low=1, front="x", back=2))
                self.run_job(*settings, "steady.solver=multigrid")
                found.append(self.result()[-1])
            np.testing.assert_allclose(found[0], found[1], rtol=1e-7)

    def test_without_solution(self):
        """What does not converge ends with status 1 and a message, and writes nothing."""
        self.config(BOX.format(k="1", n=12, m=9, low=0, front="0", back=0))
        insulated = "x.low=insulated&x.low_value=0&x.high=insulated&x.high_value=0&" \
                    "y.low=insulated&y.low_value=0&y.high=insulated&y.high_value=0"
        cases = [("problem.source=u&" + insulated, 1, "no steady state", "on average 1"),
                 ("problem.source=40*exp(u)", 1, "rounds", "no steady state", "problem.initial"),
                 ("problem.conductivity=1 - u", 1, "kappa is 0"),
                 ("problem.conductivity=u - 2", 1, "kappa is -1", "for u = 1", "above 0"),
                 ("problem.conductivity=log(u - 1.5)", 1, "kappa is nan"),
                 ("problem.conductivity=1 + u&steady.solver=wachspress", 2, "steady.solver",
                  "problem.conductivity", "multigrid"),
                 ("problem.conductivity=exp(5*u)&steady.iterations=8", 1, "after 8 iterations",
                  "steady.iterations")]
        for settings, status, *says in cases:
            with self.subTest(settings=settings):
                self.expect_failure("job.yaml", *self.words(settings.split("&")), status=status,
                                    says=says)
                self.assertEqual(self.names(), ["job.yaml"])


if __name__ == "__main__":
    unittest.main()
