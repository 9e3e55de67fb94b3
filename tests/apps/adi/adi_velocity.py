#!/usr/bin/python3
"""Advection in adi: velocities as formulas and arrays, beside masks, in heat's words, with restarts,
and what is refused."""

import unittest

import h5py
import numpy as np
import yaml

from harness import ProgramTest

CONFIG = """problem:
  initial: exp(-40*((x - 0.4)^2 + (y - 0.6)^2))
  kappa: 0.001
x: {cells: 24, velocity: "0.5 - y", low: periodic, high: periodic}
y: {cells: 20, velocity: "(x - 0.5)*cos(2*t)"}
time: {end: 0.4, step: 0.1}
output: {file: out.h5, overwrite: true}
table: {file: out.csv}
report: {file: report.yaml}
"""


class AdiVelocity(ProgramTest):
    program = "adi"

    def setUp(self):
        super().setUp()
        self.config(CONFIG)

    def run_job(self, *settings, ranks=2):
        self.printed = self.expect_success(
            "job.yaml", *[word for text in settings for word in ("--set", text)], ranks=ranks).stdout
        with h5py.File(self.dir / "out.h5") as file:
            return file["u"][-1]

    def table(self):
        return np.genfromtxt(self.dir / "out.csv", delimiter=",", names=True)

    def test_arrays(self):
        """Arrays of faces are what formulas are, on any ranks."""
        x, y = np.arange(25) / 24, np.arange(21) / 20
        middle_x, middle_y = (x[1:] + x[:-1]) / 2, (y[1:] + y[:-1]) / 2
        with h5py.File(self.dir / "v.h5", "w") as file:
            file["x"] = np.broadcast_to(0.5 - middle_y[:, None], (20, 25))
            file["y"] = (middle_x - 0.5)*np.sin(np.pi*y)[:, None]
        wanted = self.run_job("y.velocity=(x - 0.5)*sin(pi*y)", ranks=1)
        arrays = ["x.velocity=hdf5:v.h5:x", "y.velocity=hdf5:v.h5:y"]
        for grid in "1x2", "2x1":
            found = self.run_job(*arrays, f"distribution.grid={grid}")
            np.testing.assert_allclose(found, wanted, atol=1e-14)
        integral = self.table()["integral"]
        np.testing.assert_allclose(integral, integral[0], rtol=1e-13)
        self.assertGreater(np.abs(self.run_job("y.velocity=") - wanted).max(), 0.01)

    def test_course(self):
        """The table and report of a step that is made of substeps, and a restart from its checkpoint."""
        settings = ["checkpoint.file=cp", "checkpoint.keep=true", "advection.scheme=tvd"]
        wanted = self.run_job(*settings[2:])
        self.run_job(*settings, "time.end=0.2")
        self.assertIn("continuing from", (found := self.run_job(*settings), self.printed)[1])
        np.testing.assert_array_equal(found, wanted)
        facts = yaml.safe_load((self.dir / "report.yaml").read_text())["advection"]
        self.assertIn(f"{facts['substeps']} substeps in 2 steps", self.printed)
        self.assertEqual((facts["scheme"], facts["steps"]), ("tvd", 2))
        self.assertGreaterEqual(facts["substeps"], 2 * facts["courant"] - 4)
        self.assertGreater(facts["courant"], 1)

    def test_channel(self):
        """Heat that flows through a channel beside an obstacle: a hole in the snapshot, no flux
        through it, and a balance to rounding."""
        u = self.run_job(
            "problem.kappa=", "problem.conductivity=0.6", "problem.capacity=4.2e6",
            "problem.initial=20", "x.low=temperature", "x.low_value=50", "x.high=insulated",
            "x.velocity=0.8", "y.velocity=", "mask.cells=abs(x - 0.5) < 0.1 && y < 0.3")
        self.assertEqual(np.isnan(u).sum(), 4 * 6)
        self.assertGreater(u[10:, :6].min(), 35)  # behind the front
        np.testing.assert_allclose(u[10:, -5:], 20, atol=1)
        rows = self.table()
        self.assertLess(np.abs(rows["balance_error"]).max(), 1e-9 * rows["stored"][-1])
        self.assertAlmostEqual(rows["flux_x_low"][-1] / (4.2e6 * 0.8 * 50), 1, places=3)
        self.assertEqual(rows["flux_walls"][-1], 0)
        self.assertIn("through faces and the mask's walls", self.printed)

    def test_refusals(self):
        for settings, says in [
                (["z.velocity=1"], ["z.velocity", "without cells along z"]),
                (["x.velocity=", "y.velocity=", "advection.scheme=tvd"], ["advection.scheme"]),
                (["problem.kind=steady"], ["x.velocity", "steady"]),
                (["problem.capacity=1+u^2", "problem.conductivity=1", "problem.kappa="],
                 ["x.velocity", "problem.capacity"]),
                (["x.velocity=u"], ["x.velocity"])]:
            with self.subTest(settings=settings):
                words = [word for text in settings for word in ("--set", text)]
                self.expect_failure("job.yaml", *words, status=2, says=[*says], ranks=1)
        with h5py.File(self.dir / "v.h5", "w") as file:
            file["x"] = np.zeros((20, 24))
        self.expect_failure("job.yaml", "--set", "x.velocity=hdf5:v.h5:x", status=2,
                            says=["x.velocity", "20 x 25"], ranks=1)
        self.expect_failure("job.yaml", "--set", "x.velocity=1/(x - x)", status=1,
                            says=["velocity", "finite"])
        self.expect_failure("job.yaml", "--set", "x.velocity=1e9", status=1, says=["substeps"])


if __name__ == "__main__":
    unittest.main()
