#!/usr/bin/python3
"""The words of heat: conductivity and capacity, faces with flux, convection and radiation."""

import unittest

import h5py
import numpy as np
import yaml

from scipy.integrate import solve_ivp

from harness import ProgramTest, some

STEFAN_BOLTZMANN = 5.670374419e-8

# A slab heated by a flux on the left and cooled on the right; nothing happens along y.
SLAB = """problem:
  kind: steady
  initial: 20
  conductivity: 2.5
x:
  cells: 12
  to: 0.3
  low: flux
  low_value: 400
  high: convection
  high_h: 12
  high_value: 15
y:
  cells: 4
steady:
  tolerance: 1e-13
output:
  file: out.h5
  overwrite: true
"""

# The same numbers in both words: kappa = k / (rho c), du/dn = q / k, robin with h / k.
HEAT = """problem:
  initial: 10 + sin(3*x)
  conductivity: 5
  capacity: 20
  source: 40*x*t
x:
  cells: 9
  low: flux
  low_value: 15
  high: convection
  high_h: 10
  high_value: 3 + t
y:
  cells: 7
  conductivity: 10
  high: temperature
  high_value: 2
time:
  end: 0.1
  step: 0.01
output:
  file: out.h5
  overwrite: true
"""
DIFFUSION = (HEAT.replace("  conductivity: 5\n  capacity: 20\n", "  kappa: 0.25\n")
             .replace("conductivity: 10", "kappa: 0.5").replace("source: 40", "source: 2")
             .replace("low: flux\n  low_value: 15", "low: neumann\n  low_value: 3")
             .replace("high: convection\n  high_h: 10\n  high_value: 3 + t",
                      "high: robin\n  high_a: 2\n  high_b: 1\n  high_value: 2*(3 + t)")
             .replace("temperature", "dirichlet"))


class AdiHeat(ProgramTest):
    program = "adi"

    def run_job(self, text, *settings, ranks=2):
        self.config(text)
        words = [word for setting in settings for word in ("--set", setting)]
        self.expect_success("job.yaml", *words, ranks=ranks)
        with h5py.File(self.dir / "out.h5") as file:
            return file["u"][-1], file["x"][:]

    def test_slab(self):
        u, x = self.run_job(SLAB)
        np.testing.assert_allclose(u[0], 15 + 400 / 12 + 400 * (0.3 - x) / 2.5, rtol=1e-10)

    def test_radiation(self):
        """In kelvin and in degrees, alone and beside convection, from a start far away."""
        for zero, h in some([(0, 0), (-273.15, 0), (-273.15, 12)], 2):
            with self.subTest(zero=zero, h=h):
                u, x = self.run_job(SLAB, f"problem.absolute_zero={zero}", "x.high=radiation",
                                    "x.high_emissivity=0.8", f"x.high_h={h}",
                                    f"x.high_value={300 + zero}", f"problem.initial={900 + zero}")
                surface = u[0, -1] - 400 * (0.3 - x[-1]) / 2.5 - zero
                out = 0.8 * STEFAN_BOLTZMANN * (surface**4 - 300**4) + h * (surface - 300)
                self.assertAlmostEqual(out, 400, delta=1e-7)
                np.testing.assert_allclose(u[0], surface + zero + 400 * (0.3 - x) / 2.5, rtol=1e-10)

    def test_radiation_in_time(self):
        """Of order 2: errors of steps that halve fall by 4, against steps 16 times as short."""
        settings = ["problem.kind=transient", "problem.capacity=2000", "x.high=radiation",
                    "x.high_h=0", "x.high_value=20", "x.low_value=0", "problem.initial=600",
                    "time.end=40"]

        def after(steps):
            return self.run_job(SLAB, *settings, f"time.step={40 / steps}", ranks=1)[0]

        exact = after(320)
        errors = [np.abs(after(steps) - exact).max() for steps in (10, 20)]
        self.assertGreater(errors[0], 0.01)
        self.assertGreater(errors[0] / errors[1], 3.5)

    def test_faces_that_change(self):
        """Transfer, flux and surroundings as formulas of time, beside scipy's solution of the same
        cells: order 2. A series, an array and a formula of the place are what they say."""
        rate, flux, beyond = ("12*(1.2 + sin(t/9))", "400*(1 + cos(t/7))", "15 + t")
        settings = ["problem.kind=transient", "problem.capacity=2000", f"x.high_h={rate}",
                    f"x.low_value={flux}", f"x.high_value={beyond}", "time.end=40"]
        width = 0.3 / 12

        def slope(t, u):
            h = 12 * (1.2 + np.sin(t / 9))
            joint = 1 / (1 / h + width / 2 / 2.5)
            into = np.concatenate([[400 * (1 + np.cos(t / 7))], -2.5 * np.diff(u) / width,
                                   [joint * (u[-1] - 15 - t)]])
            return -np.diff(into) / width / 2000

        exact = solve_ivp(slope, [0, 40], np.full(12, 20.0), rtol=1e-10, atol=1e-10).y[:, -1]
        errors = [np.abs(self.run_job(SLAB, *settings, f"time.step={step}")[0] - exact).max()
                  for step in (4, 2)]
        print(f"errors {errors[0]:.1e}, {errors[1]:.1e}, order {np.log2(errors[0] / errors[1]):.2f}")
        self.assertLess(abs(np.log2(errors[0] / errors[1]) - 2), 0.2)
        with h5py.File(self.dir / "h.h5", "w") as file:
            file["h"] = np.array([10.0, 20, 30, 40])
        (self.dir / "h.csv").write_bytes(b"\xef\xbb\xbf0,10\r\n40,50\r\n")  # as spreadsheets write it
        for pair in [("y < 0.25 ? 10 : y < 0.5 ? 20 : y < 0.75 ? 30 : 40", "hdf5:h.h5:h"),
                     ("10 + t", "series:h.csv")]:
            found = [self.run_job(SLAB, *settings, "time.step=2", f"x.high_h={h}")[0] for h in pair]
            self.assertLess(np.abs(found[0] - found[1]).max(), 1e-9)
        for h, status, *says in [("-1", 2, "x.high_h: -1", "from 0"), ("y - 0.5", 2, "x.high_h", "is -"),
                                 ("u", 2, "x.high_h", "'u'"),
                                 ("20 - t", 1, "transfer", "is -", "t = ", "from 0"),
                                 ("1/(t - 21)", 2, "transfer", "is -"),
                                 ("sqrt(20 - t)", 1, "transfer", "nan")]:
            with self.subTest(h=h):
                words = [word for setting in settings + [f"x.high_h={h}", "time.step=2"]
                         for word in ("--set", setting)]
                self.expect_failure("job.yaml", *words, status=status, says=says)

    def test_below_absolute_zero(self):
        """Nothing radiates there: not what is beyond a face, at any time, nor the first state."""
        radiating = ["problem.kind=transient", "problem.capacity=2000", "x.high=radiation",
                     "x.high_h=0", "time.end=10", "time.step=1"]
        for settings, *says in [(["x.high_value=-300"], "beyond", "-300", "-273.15"),
                                (["x.high_value=20 - 100*t"], "beyond", "is -280 at t = 2"),
                                (["problem.initial=-20", "problem.absolute_zero=0"], "u at", "-20"),
                                (["problem.kind=steady", "x.high_value=-300"], "beyond", "-300")]:
            with self.subTest(settings=settings):
                words = [word for setting in radiating + settings for word in ("--set", setting)]
                self.config(SLAB)
                self.expect_failure("job.yaml", *words, status=1, says=says + ["absolute zero"])

    def test_words(self):
        """The words of heat and of diffusion say the same; schemes with any capacity agree."""
        wanted, _ = self.run_job(DIFFUSION)
        for scheme in some(("auto", "crank-nicolson", "lod"), 2):
            with self.subTest(scheme=scheme):
                wanted, _ = self.run_job(DIFFUSION, f"time.scheme={scheme}", ranks=1)
                found, _ = self.run_job(HEAT, f"time.scheme={scheme}")
                np.testing.assert_allclose(found, wanted, rtol=1e-13)

    def balance(self, *settings, ranks=2):
        """The table and the report's balance."""
        self.run_job(HEAT, "table.file=out.csv", "report.file=report.yaml", *settings, ranks=ranks)
        return (np.genfromtxt(self.dir / "out.csv", delimiter=",", names=True),
                yaml.safe_load((self.dir / "report.yaml").read_text())["balance"])

    def test_balance(self):
        """Closed to rounding, whatever the scheme; the flux that is given is that of the table."""
        for settings in [["time.scheme=crank-nicolson-cg"], ["time.scheme=lod"],
                         ["time.scheme=crank-nicolson"], ["time.tolerance=1e-3"],
                         ["time.scheme=douglas-gunn", "distribution.method=transposing",
                          "x.high=radiation", "problem.sigma=3"]]:
            with self.subTest(settings=settings):
                table, balance = self.balance("problem.capacity=20*(1 + x*y)", *settings)
                self.assertLess(np.abs(table["balance_error"]).max(), 1e-12)
                self.assertLess(abs(balance["relative_error"]), 1e-13)
                self.assertGreater(abs(balance["stored"] - balance["stored_first"]), 0.1)
                self.assertAlmostEqual(balance["in"]["x_low"], 15 * 0.1, 9)
                np.testing.assert_allclose(table["flux_x_low"], 15, rtol=1e-12)
                self.assertNotEqual(balance["in"]["x_high"], 0)
                self.assertEqual(balance["in"]["y_low"], 0)

    def test_balance_of_steady_states(self):
        self.config(SLAB)
        self.expect_success("job.yaml", "--set", "report.file=report.yaml")
        balance = yaml.safe_load((self.dir / "report.yaml").read_text())["balance"]
        self.assertAlmostEqual(balance["flux"]["x_low"], 400, 8)
        self.assertAlmostEqual(balance["flux"]["x_high"], -400, 8)
        self.assertLess(abs(balance["relative_error"]), 1e-10)

    def test_balance_across_a_restart(self):
        """Of a run in two parts as in one."""
        _, wanted = self.balance()
        keep = ["checkpoint.file=point", "checkpoint.keep=true"]
        self.balance("time.end=0.05", *keep)
        table, found = self.balance(*keep)
        self.assertEqual(len(table), 11)
        self.assertAlmostEqual(found["stored_first"], wanted["stored_first"], 12)
        self.assertAlmostEqual(found["in"]["x_high"], wanted["in"]["x_high"], 12)
        self.assertLess(abs(found["relative_error"]), 1e-13)

    def test_mixtures(self):
        cases = [("problem.kappa=1", "problem.conductivity", "problem.kappa"),
                 ("x.kappa=1", "problem.conductivity", "x.kappa"),
                 ("y.low=robin", "problem.conductivity", "y.low"),
                 ("y.low_value=1", "problem.conductivity", "y.low"),
                 ("problem.capacity=", "problem.capacity: missing", "rho c"),
                 ("problem.conductivity=", "problem.conductivity: missing", "W/(m K)"),
                 ("problem.capacity=x - 0.5", "problem.capacity", "negative"),
                 ("problem.capacity=0", "problem.capacity", "above 0"),
                 ("y.conductivity=0-x", "y.conductivity", "negative")]
        self.config(HEAT)
        for setting, *says in cases:
            with self.subTest(setting=setting):
                self.expect_failure("job.yaml", "--set", setting, status=2, says=says)

    def test_what_a_face_takes_no_notice_of(self):
        self.config(HEAT)
        for kind, key, value in [("insulated", "value", 5), ("convection", "a", 2), ("dirichlet", "b", 2),
                                 ("dirichlet", "h", 10), ("flux", "emissivity", 0.9)]:
            with self.subTest(kind=kind, key=key):
                self.expect_failure("job.yaml", "--set", f"x.low={kind}", "--set",
                                    f"x.low_{key}={value}", status=2,
                                    says=[f"x.low_{key}: a face that is {kind} has none",
                                          "h with convection and radiation"])


if __name__ == "__main__":
    unittest.main()
