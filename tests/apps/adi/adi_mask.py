#!/usr/bin/python3
"""Cells that are no part of the domain, against scipy's matrices of those that are, and as holes in
what adi writes."""

import unittest

import h5py
import numpy as np
import scipy.sparse as sparse
import yaml
from scipy.sparse.linalg import spsolve

from harness import ProgramTest

NX, NY = 14, 9
H, VALUE = 12.0, 15.0
CONFIG = f"""problem:
  kind: steady
  initial: "hdf5:in.h5:initial"
  conductivity: "hdf5:in.h5:conductivity"
  source: "hdf5:in.h5:source"
mask:
  cells: "hdf5:in.h5:mask"
  wall: convection
  h: {H}
  value: {VALUE}
x: {{cells: {NX}, to: 1.4}}
y: {{cells: {NY}, to: 0.9, low: temperature, low_value: 30}}
steady: {{tolerance: 1e-13}}
output: {{file: out.h5, overwrite: true}}
table: {{file: out.csv, probes: "0.05, 0.45; 1.35, 0.05"}}
report: {{file: report.yaml}}
"""
WIDTH = 0.1


def solve(mask, kappa, source):
    """The steady state: conduction between cells of the domain, their walls and the face below."""
    number = np.arange(mask.size).reshape(mask.shape)
    rows, columns, entries = [], [], []
    right = (source * WIDTH**2).ravel()

    def add(row, column, entry):
        rows.append(row.ravel())
        columns.append(column.ravel())
        entries.append(entry.ravel())

    def wall(cells, flux, value):
        add(cells, cells, flux)
        np.add.at(right, cells, flux * value)

    for axis in 0, 1:
        a, b = (np.delete(number, end, axis).ravel() for end in (-1, 0))
        k, out = kappa.ravel(), mask.ravel()
        for one, other in (a, b), (b, a):
            linked = ~out[one] & ~out[other]
            i, j = one[linked], other[linked]
            link = 2 / (1 / k[i] + 1 / k[j])
            add(i, i, link)
            add(i, j, -link)
            i = one[~out[one] & out[other]]
            wall(i, WIDTH / (1 / H + WIDTH / 2 / k[i]), VALUE)
    low = number[0][~mask[0]]
    wall(low, 2 * kappa.ravel()[low], 30)
    inside = ~mask.ravel()
    matrix = sparse.coo_matrix([0.0]) if not rows else sparse.coo_matrix(
        (np.concatenate(entries), (np.concatenate(rows), np.concatenate(columns))),
        shape=(mask.size, mask.size)).tocsc()
    u = np.full(mask.size, np.nan)
    u[inside] = spsolve(matrix[inside][:, inside].tocsc(), right[inside])
    return u.reshape(mask.shape)


class AdiMask(ProgramTest):
    program = "adi"

    def setUp(self):
        """A hole in the middle, rows that a rank of three has none of, and NaN where nobody looks."""
        super().setUp()
        random = np.random.default_rng(5)
        y, x = np.mgrid[:NY, :NX]
        self.mask = ((x - 6)**2 + (y - 5)**2 < 8) | (y > 5)
        self.kappa, self.source = 0.5 + random.random((2, NY, NX))
        hidden = np.where(self.mask, np.nan, 1)
        with h5py.File(self.dir / "in.h5", "w") as file:
            file["mask"] = self.mask.astype("u1")
            file["initial"] = 20 * hidden
            file["conductivity"] = self.kappa * hidden
            file["source"] = self.source * hidden
        self.config(CONFIG)

    def run_job(self, *settings, ranks=3):
        self.expect_success("job.yaml", *[word for text in settings for word in ("--set", text)],
                            ranks=ranks)
        with h5py.File(self.dir / "out.h5") as file:
            self.assertTrue(np.isnan(file["u"].attrs["_FillValue"]))
            return file["u"][-1]

    def table(self):
        return np.genfromtxt(self.dir / "out.csv", delimiter=",", names=True)

    def balance(self):
        return yaml.safe_load((self.dir / "report.yaml").read_text())["balance"]

    def test_steady(self):
        wanted = solve(self.mask, self.kappa, self.source)
        for ranks in 1, 3:
            found = self.run_job(ranks=ranks)
            np.testing.assert_allclose(found, wanted, rtol=1e-10)  # and NaN in the same places
            table, balance = self.table(), self.balance()
            self.assertAlmostEqual(table["integral"], np.nansum(wanted) * WIDTH**2, places=10)
            self.assertAlmostEqual(table["minimum"], np.nanmin(wanted), places=9)
            self.assertAlmostEqual(table["maximum"], np.nanmax(wanted), places=9)
            self.assertEqual(table["probe2"], found[0, -1])
            self.assertAlmostEqual(balance["source"], self.source[~self.mask].sum() * WIDTH**2)
            self.assertLess(abs(balance["relative_error"]), 1e-11)
            self.assertAlmostEqual(balance["flux"]["walls"], float(table["flux_walls"]))
            self.assertLess(balance["flux"]["walls"], -1)

    def test_hole_in_table(self):
        self.run_job("table.probes=0.65, 0.55")
        self.assertTrue(np.isnan(self.table()["probe1"]))

    def test_time(self):
        """Long after, the steady state; on the way the balance is closed, also after a restart, on
        other ranks and from a checkpoint."""
        settings = ["problem.kind=transient", "problem.capacity=3", "problem.precision=double",
                    "checkpoint.file=check", "checkpoint.keep=true", "time.step=0.1"]
        self.run_job(*settings, "time.end=3")
        half = self.balance()
        found = self.run_job(*settings, "time.end=30", ranks=2)
        wanted = solve(self.mask, self.kappa, self.source)
        np.testing.assert_allclose(found, wanted, rtol=1e-5)
        whole = self.balance()
        self.assertEqual(whole["stored_first"], half["stored_first"])
        self.assertLess(whole["in"]["walls"], half["in"]["walls"])
        for balance in half, whole:
            self.assertLess(abs(balance["relative_error"]), 1e-14)
        inside = ~self.mask
        self.assertAlmostEqual(whole["stored"], 3 * WIDTH**2 * found[inside].sum(), places=10)

    def test_float(self):
        """In floats, split by axis, with insulated walls: what is stored is what the source gives."""
        self.run_job("problem.kind=transient", "problem.capacity=3", "problem.precision=float",
                     "mask.wall=insulated", "mask.value=0", "mask.h=0", "y.low=insulated",
                     "y.low_value=0", "time.scheme=lod", "time.step=0.1", "time.end=1")
        balance = self.balance()
        self.assertLess(abs(balance["relative_error"]), 1e-6)
        self.assertEqual(balance["in"]["walls"], 0)

    def test_refused(self):
        for settings, says in [
                (["mask.cells=1"], "mask.cells: a mask of all cells"),
                (["mask.cells="], "mask.cells: missing"),
                (["mask.wall=insulated"], "mask.value: this mask.wall has none"),
                (["mask.wall=temperature"], "mask.h: this mask.wall has none"),
                (["problem.mean=arithmetic"], "mask.cells: not with problem.mean: arithmetic"),
                (["steady.solver=wachspress"], "steady.solver: wachspress"),
                (["problem.initial=x > 0.2 && x < 0.3 ? 0/0 : 1"], "problem.initial: it has values"),
                (["mask.cells=y > 0.2 && y < 0.3", "mask.wall=insulated", "mask.value=0", "mask.h=0",
                  "problem.source=1", "problem.initial=1", "problem.conductivity=1"],
                 "in a piece of the domain of volume 0.84")]:
            with self.subTest(says=says):
                words = [word for text in settings for word in ("--set", text)]
                status = 1 if "piece" in says else 2
                self.expect_failure("job.yaml", *words, status=status, says=says)


if __name__ == "__main__":
    unittest.main()
