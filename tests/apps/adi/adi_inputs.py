#!/usr/bin/python3
"""The annotated inputs of adi, each run as it is, and what is known about its answer."""

import unittest

import h5py
import numpy as np
import scipy.optimize
import yaml
from scipy.special import erf, erfc

from harness import SOURCE, ProgramTest


class AdiInputs(ProgramTest):
    program = "adi"

    def setUp(self):
        super().setUp()
        (self.dir / "out").mkdir()
        (self.dir / "data").mkdir()

    def run_input(self, name, *settings):
        self.expect_success(str(SOURCE / "inputs" / f"adi-{name}.yaml"),
                            *[word for text in settings for word in ("--set", text)])
        left = [path.name for path in (self.dir / "out").iterdir()
                if "partial" in path.name or "checkpoint" in path.name]
        self.assertEqual(left, [])

    def series(self, name):
        with h5py.File(self.dir / "out" / f"{name}.h5") as file:
            return file["u"][:], file["time"][:], file["x"][:], file["y"][:]

    def report(self, name):
        return yaml.safe_load((self.dir / "out" / f"{name}-report.yaml").read_text())

    def table(self, name):
        return np.genfromtxt(self.dir / "out" / f"{name}.csv", delimiter=",", names=True)

    def test_heat(self):
        """The hottest place is the heater, and 20 W warm the block less than without cooling."""
        self.run_input("heat")
        table = self.table("heat")
        chip, bottom = table["probe1"][-1], table["probe2"][-1]
        self.assertTrue(bottom + 10 < chip <= table["maximum"][-1] < chip + 0.1)
        self.assertLess(np.abs(table["balance_error"]).max(), 1e-11)
        self.assertLess(table["flux_z_low"][-1], -5)
        self.assertTrue(20 < bottom < 20 + 20 * 5 / (2.42e6 * 1.6e-6) and table["minimum"][0] == 20)

    def test_melting(self):
        """From one side, where Neumann's similarity solution says how far; continued from a checkpoint."""
        words = ["problem.conductivity=0.2", "y.low_h=0", "y.cells=2", "checkpoint.keep=true",
                 "checkpoint.file=out/kept"]
        for end in 120, 480:
            self.expect_success(str(SOURCE / "inputs" / "adi-melting.yaml"),
                                *[word for text in [*words, f"time.end={end}"] for word in ("--set", text)])
        u, times, x, _ = self.series("melting")
        diffusivity, warm, cold = 0.2 / 1.7e6, 60 - 28, 28 - 20
        rate = scipy.optimize.brentq(lambda r: np.exp(-r * r) * (warm / erf(r) - cold / erfc(r))
                                     - 100 * np.sqrt(np.pi) * r, 0.01, 2)  # L / (rho c) is 100 degrees
        last = np.nonzero(u[-1, 0] > 28)[0][-1]
        front = np.interp(28, u[-1, 0, [last + 1, last]], x[[last + 1, last]])
        self.assertAlmostEqual(front / (2 * rate * np.sqrt(diffusivity * times[-1])), 1, delta=0.01)
        # what is stored is the enthalpy, but for errors of the steps; and all of it came in
        enthalpy = 1.7e6 * (u[-1] - 20) + 1.7e8 * (erf(u[-1] - 28) + 1) / 2
        table = self.table("melting")
        self.assertAlmostEqual(table["stored"][-1] / (enthalpy.mean() * 4e-4), 1, delta=0.01)
        self.assertLess(np.abs(table["balance_error"]).max(), 1e-13 * table["stored"][-1])

    def test_plate(self):
        self.run_input("plate")
        u, times, _, _ = self.series("plate")
        self.assertEqual(u.shape, (11, 40, 80))
        np.testing.assert_allclose(times, np.arange(11) * 20.0)
        self.assertTrue(20 - 1e-6 < u.min() and u.max() < 100)
        self.assertGreater(u[-1, :, 0].min(), 95)  # heated
        self.assertLess(u[-1].max(), 100)
        np.testing.assert_allclose(u[-1], u[-1, ::-1], rtol=1e-12)  # symmetric
        self.assertEqual(len(self.table("plate")), 41)

    def test_block(self):
        self.run_input("block")
        u, _, _, _ = self.series("block")
        self.assertEqual(u.shape, (7, 12, 20, 24))
        probe = self.table("block")["probe1"]
        self.assertTrue(np.all(np.diff(probe[5:]) > 0) and probe[-1] > 50)
        np.testing.assert_allclose(u[-1], u[-1, :, ::-1], rtol=1e-10)  # alike along y

    def test_variable(self):
        self.run_input("variable")
        u, _, x, _ = self.series("variable")
        self.assertTrue(-1e-3 < u.min() and u.max() < 1 + 1e-3)
        edge = u[-1, 32]  # a step of the ring's wall between its inside and outside
        self.assertGreater(abs(edge[np.searchsorted(x, 0.22)] - edge[np.searchsorted(x, 0.4)]), 0.1)
        self.assertGreater(self.report("variable")["run"]["steps"], 20)

    def test_laplace(self):
        self.run_input("laplace")
        u, _, x, y = self.series("laplace")
        wanted = np.sinh(np.pi * y)[:, None] / np.sinh(np.pi) * np.sin(np.pi * x)
        self.assertLess(np.abs(u[-1] - wanted).max(), 1e-4)
        steady = self.report("laplace")["steady"]
        self.assertEqual(len(steady["residuals"]), steady["iterations"] + 1)
        self.assertEqual(steady["residuals"][0], 1)
        self.assertLess(steady["residuals"][-1], 1e-9)
        self.assertLess(steady["iterations"], 40)

    def test_reaction(self):
        self.run_input("reaction")
        u, _, _, _ = self.series("reaction")
        self.assertEqual(u.shape, (9, 96, 96))
        self.assertGreater(u[1:].min(), 0)
        # Nothing leaves: the mean obeys d/dt mean(u) = mean(f) - mean(sigma u).
        rows = self.table("reaction")
        self.assertTrue(np.all(np.diff(rows["integral"][:5]) > 0))
        quarter = np.roll(u[4], 24, axis=1)  # as in half a turn before, once it has swung in
        self.assertLess(np.abs(u[6] - quarter).max() / u[6].max(), 0.1)

    def test_advection(self):
        """The cone comes back, lower and no more than that."""
        self.run_input("advection")
        u, times, _, _ = self.series("cone")
        rows = self.table("cone")
        self.assertTrue(len(times) == 9 and u.min() >= 0 and np.all(np.diff(rows["maximum"]) < 0))
        np.testing.assert_allclose(rows["integral"], rows["integral"][0], rtol=1e-10)
        self.assertLess(np.abs(u[-1] - u[0]).mean() / u[0].mean(), 0.1)
        self.assertEqual(np.argmax(u[-1]) // 100, 74)

    def test_brain(self):
        random = np.random.default_rng(5)
        z, y, x = np.mgrid[-1:1:20j, -1:1:24j, -1:1:22j]
        volume = np.where(x * x + y * y + z * z < 0.6, 120, 10) + random.integers(-2, 3, x.shape)
        with h5py.File(self.dir / "data" / "brain.h5", "w") as file:
            file["volume"] = volume.clip(0, 255).astype("u1")
        self.run_input("brain")
        u, _, _, _ = self.series("brain-smooth")
        self.assertEqual((u.shape, u.dtype), ((1, *volume.shape), np.float32))
        inside = x * x + y * y + z * z < 0.3
        self.assertLess(u[0][inside].std(), volume[inside].std() / 2)
        outside = x * x + y * y + z * z > 0.9
        self.assertGreater(u[0][inside].min() - u[0][outside].max(), 80)
        self.assertAlmostEqual(u.mean() / volume.mean(), 1, places=4)


if __name__ == "__main__":
    unittest.main()
