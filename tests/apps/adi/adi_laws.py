#!/usr/bin/python3
"""Coefficients that depend on u: a manufactured solution in formulas, the front of Stefan's problem,
and what is refused."""

import unittest

import h5py
import numpy as np
import scipy.optimize
from scipy.special import erf, erfc

from harness import ProgramTest

# u = 2 + s c, s = sin(t + 1/2), c = cos(pi x) cos(2 pi y), and f to it for this kappa and decay.
CONFIG = """problem:
  initial: 2 + sin(0.5)*cos(pi*x)*cos(2*pi*y)
  kappa: 0.3 + 0.2*u^2
  source: "{source}"
  mean: arithmetic
x:
  cells: 24
y:
  cells: 24
  low: periodic
  high: periodic
time:
  end: 0.4
  step: 0.04
output:
  file: out.h5
  overwrite: true
"""
S = "sin(t + 0.5)"
U = f"(2 + {S}*cos(pi*x)*cos(2*pi*y))"
SLOPES = (f"({S}*pi)^2*((sin(pi*x)*cos(2*pi*y))^2 + 4*(cos(pi*x)*sin(2*pi*y))^2)")
SOURCE = (f"cos(t + 0.5)*cos(pi*x)*cos(2*pi*y) + (0.3 + 0.2*{U}^2)*5*pi^2*({U} - 2)"
          f" - 0.4*{U}*{SLOPES} - 3*(u^3 - {U}^3)")


class AdiLaws(ProgramTest):
    program = "adi"

    def setUp(self):
        super().setUp()
        self.config(CONFIG.format(source=SOURCE))

    def error(self, *settings, ranks=2):
        words = [word for setting in settings for word in ("--set", setting)]
        self.expect_success("job.yaml", *words, ranks=ranks)
        with h5py.File(self.dir / "out.h5") as file:
            found = file["u"][-1]
            x, y, t = file["x"][()], file["y"][()], file["time"][-1]
        wanted = 2 + np.sin(t + 0.5) * np.cos(2 * np.pi * y)[:, None] * np.cos(np.pi * x)
        return np.abs(found - wanted).max()

    def test_orders(self):
        """Half the cells and steps: a quarter of the error."""
        for scheme, ranks in [("auto", 2), ("douglas-gunn", 3)]:
            with self.subTest(scheme=scheme):
                coarse = self.error(f"time.scheme={scheme}", ranks=ranks)
                fine = self.error(f"time.scheme={scheme}", "x.cells=48", "y.cells=48",
                                  "time.step=0.02", ranks=ranks)
                print(f"{scheme}: errors {coarse:.2e}, {fine:.2e}, "
                      f"order {np.log2(coarse / fine):.2f}")
                self.assertLess(abs(np.log2(coarse / fine) - 2), 0.3)

    def test_steps_that_adapt(self):
        self.assertLess(self.error("time.tolerance=1e-4"), 4e-3)

    def test_phase_change(self):
        """Stefan's problem: ice of -0.5 melts from a face of 1, latent heat 2, all else 1."""
        rate = scipy.optimize.brentq(lambda r: np.exp(-r * r) * (1 / erf(r) - 0.5 / erfc(r))
                                     - 2 * np.sqrt(np.pi) * r, 0.01, 2)

        def exact(x, t):
            s = x / (2 * np.sqrt(t))
            return np.where(s < rate, 1 - erf(s) / erf(rate), 0.5 * (erfc(s) / erfc(rate) - 1))

        errors = []
        for cells, width in [(100, 0.2), (200, 0.1)]:
            x = (np.arange(cells) + 0.5) * 3 / cells
            with h5py.File(self.dir / "ice.h5", "w") as file:
                file["u"] = exact(x, 0.05)[None, :]
            self.config(f"""problem:
  initial: hdf5:ice.h5:u
  conductivity: 1
  capacity: 1 + 2*exp(-(u/{width})^2)/({width}*sqrt(pi))
x:
  to: 3
  low: temperature
  low_value: 1
time:
  start: 0.05
  end: 0.25
  step: {0.25 / cells}
output:
  file: out.h5
  overwrite: true
""")
            self.expect_success("job.yaml", ranks=2)
            with h5py.File(self.dir / "out.h5") as file:
                u = file["u"][-1, 0]
            last = np.nonzero(u > 0)[0][-1]
            front = x[last] + (x[1] - x[0]) * u[last] / (u[last] - u[last + 1])
            errors.append(abs(front / (2 * rate * np.sqrt(0.25)) - 1))
        print(f"front: errors {errors[0]:.1e}, {errors[1]:.1e}")
        self.assertLess(errors[0], 0.05)  # of the width in which it melts
        self.assertLess(errors[1], 0.6 * errors[0])

    def test_series(self):
        """A face by times and values: those of the formula that they are of."""
        config = """x:
  cells: 8
  low: dirichlet
  low_value: "{value}"
y:
  cells: 4
time:
  end: 0.4
  step: 0.05
output:
  file: out.h5
  overwrite: true
checkpoint:
  file: cp
"""
        times, values = [0, 0.1, 0.4], [1, 3, 0]
        rows = "".join(f"{t}, {v}\n" for t, v in zip(times, values))
        (self.dir / "wall.csv").write_text("time,value\n" + rows)
        with h5py.File(self.dir / "wall.h5", "w") as file:
            file["t"], file["v"] = np.array(times, float), np.array(values, float)
        found = []
        for value in "t < 0.1 ? 1 + 20*t : 4 - 10*t", "series:wall.csv", "series:wall.h5:t:v":
            self.config(config.format(value=value))
            self.expect_success("job.yaml", ranks=2)
            with h5py.File(self.dir / "out.h5") as file:
                found.append(file["u"][-1])
        self.assertGreater(np.ptp(found[0]), 0.01)
        for other in found[1:]:
            self.assertLess(np.abs(other - found[0]).max(), 1e-12)
        key = "x.low_value"
        (self.dir / "back.csv").write_text("0,1\n1,2\n0.5,3\n")
        (self.dir / "word.csv").write_text("0,1\n1,two\n")
        (self.dir / "first.csv").write_text("0;1\n1,2\n2,3\n")
        for setting, *says in [("time.end=0.5", key, "from 0 to 0.4", "0 to 0.5", "covers"),
                               (f"{key}=series:none.csv", key, "none.csv", "No such file"),
                               (f"{key}=series:back.csv", key, "time 3", "ascending"),
                               (f"{key}=series:word.csv", key, "line 2", "1,two", "allowed"),
                               (f"{key}=series:first.csv", key, "line 1", "0;1"),
                               (f"{key}=series:wall.h5:t", key, "allowed: series:FILE.csv"),
                               ("problem.source=series:wall.csv", "problem.source", "faces only"),
                               ("output.file=wall.csv", "wall.csv", key)]:
            with self.subTest(setting=setting):
                words = ["--set", f"{key}=series:wall.csv", "--set", setting]
                self.expect_failure("job.yaml", *words,
                                    status=1 if "none.csv" in setting else 2, says=says)

    def test_refused(self):
        for setting, *says in [("problem.sigma=u", "problem.sigma", "'u'"),
                               ("problem.initial=u", "problem.initial", "'u'"),
                               ("x.kappa=u", "x.kappa", "'u'")]:
            self.expect_failure("job.yaml", "--set", setting, status=2, says=says)
        self.expect_failure("job.yaml", "--set", "problem.kappa=2 - u", status=1,
                            says=["kappa is -", "for u = 2.", "t = 0"])


if __name__ == "__main__":
    unittest.main()
