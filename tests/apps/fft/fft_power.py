#!/usr/bin/python3
"""Power spectra of fft against numpy."""

import csv
import unittest

import numpy as np

from fft_run import OperationTest, sample

SHAPES = [(7, 11, 13), (1, 6, 5), (8, 9, 2), (17, 4), (30,), (3, 4, 5, 6)]


class Power(OperationTest):
    def table(self):
        with open(self.dir / "out.csv", encoding="ascii", newline="") as file:
            return list(csv.DictReader(file))

    def test_bins_and_parseval(self):
        for shape in SHAPES:
            for is_complex in [False, True]:
                for width in [0.0431, 0]:
                    with self.subTest(shape=shape, is_complex=is_complex, width=width):
                        self.check(sample(shape, is_complex=is_complex) + 0.5, width)

    def check(self, data, width, **settings):
        spacing = [0.51, 1.23, 0.87, 2.0][:data.ndim]
        self.volume(data)
        self.run_fft(operation__kind="power", output__file="out.csv", power__width=width,
                     grid__spacing=",".join(map(str, spacing)), **settings)
        rows = self.table()
        lengths = [n * h for n, h in zip(data.shape, spacing)]
        step = width or 1 / min(length for length in lengths if 2 * length >= max(lengths))
        parts = np.meshgrid(*[np.fft.fftfreq(n, h) for n, h in zip(data.shape, spacing)],
                            indexing="ij", sparse=True)
        bins = np.rint(np.sqrt(sum(part ** 2 for part in parts)) / step).astype(int)
        power = np.abs(np.fft.fftn(data)) ** 2 / data.size ** 2
        wanted = np.bincount(bins.ravel(), power.ravel())
        modes = np.bincount(bins.ravel())
        self.assertEqual(len(rows), len(wanted))
        np.testing.assert_allclose([float(row["power"]) for row in rows], wanted, 1e-11, 1e-30)
        self.assertEqual([float(row["modes"]) for row in rows], modes.tolist())
        for row, count, total in zip(rows, modes, wanted):
            self.assertAlmostEqual(float(row["wavenumber"]), int(row["bin"]) * step)
            if count:
                self.assertAlmostEqual(float(row["mean_power"]) / (total / count), 1)
            else:
                self.assertEqual(row["mean_power"], "")
        mean_square = np.mean(np.abs(data) ** 2)
        self.assertAlmostEqual(sum(float(row["power"]) for row in rows) / mean_square, 1)
        found = self.report()["verification"]
        self.assertAlmostEqual(found["mean_square"] / mean_square, 1)
        self.assertLess(found["parseval_error"], 1e-12)
        self.assertEqual(found["bins"], len(rows))
        self.assertFalse((self.dir / "out.xdmf").exists())

    def test_a_single_wave(self):
        x = np.arange(48) * 0.25
        wave = 3 * np.cos(2 * np.pi * 5 * x / 12) * np.ones((6, 1))
        self.volume(wave)
        self.run_fft(operation__kind="power", output__file="out.csv", grid__spacing="2,0.25")
        powers = {row["wavenumber"]: float(row["power"]) for row in self.table()}
        best = max(powers, key=powers.get)
        self.assertAlmostEqual(float(best), 5 / 12)
        self.assertAlmostEqual(powers[best], 4.5)

    def test_batches(self):
        data = sample((3, 10, 12))
        self.volume(data)
        self.run_fft(operation__kind="power", output__file="out.csv",
                     transform__kinds="none,c2c,r2c", transform__precision="float")
        self.assertAlmostEqual(sum(float(row["power"]) for row in self.table()) /
                               np.mean(data ** 2), 1, places=5)


if __name__ == "__main__":
    unittest.main()
