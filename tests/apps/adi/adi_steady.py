#!/usr/bin/python3
"""adi's steady states between faces of given values, against solutions that it has exactly."""

import itertools
import re
import unittest

import h5py
import numpy as np
import scipy.sparse as sparse
from scipy.sparse.linalg import spsolve

from adi_run import AdiTest
from harness import IS_NIGHTLY

CONFIG = """problem:
  kind: steady
  initial: 0
x: {cells: 12, to: 2, low: dirichlet, high: dirichlet}
y: {cells: 9, low: dirichlet, high: dirichlet}
steady:
  tolerance: 1e-13
output:
  file: out.h5
  overwrite: true
"""
X, Y, Z = (np.arange(12) + 0.5) / 6, (np.arange(9) + 0.5) / 9, (np.arange(7) + 0.5) / 7


class AdiSteady(AdiTest):
    def setUp(self):
        super().setUp()
        self.config(CONFIG)

    def expect(self, wanted, *settings):
        self.run_job(*settings)
        np.testing.assert_allclose(self.result()[-1], wanted, atol=1e-10)

    def arrays(self, **arrays):
        with h5py.File(self.dir / "faces.h5", "w") as file:
            for name, values in arrays.items():
                file[name] = values
        return [f"{name.replace('_', '.', 1)}=hdf5:faces.h5:{name}" for name in arrays]

    def test_plane(self):
        """u = x y + 3 x, which is linear along each axis, by formulas and by arrays."""
        wanted = np.outer(Y, X) + 3 * X
        self.expect(wanted, "x.low_value=0", "x.high_value=2*y + 6", "y.low_value=3*x",
                    "y.high_value=4*x")
        self.expect(wanted, *self.arrays(x_low_value=0 * Y, x_high_value=2 * Y + 6,
                                         y_low_value=3 * X, y_high_value=4 * X))

    def test_poisson(self):
        """f = 2 is a parabola between faces: div(grad x (2 - x)) = -2; the discrete one is off by
        a quarter of a cell's square, everywhere."""
        wanted = np.ones((9, 1)) * X * (2 - X) + (2 / 12) ** 2 / 4
        self.expect(wanted, "problem.source=2", "y.low=neumann", "y.high=neumann")

    def test_block(self):
        """u = x y z + z, faces along z by arrays of two axes."""
        wanted = np.multiply.outer(Z, np.outer(Y, X)) + Z[:, None, None]
        self.expect(wanted, "z.cells=7", "z.low=dirichlet", "z.high=dirichlet", "x.low_value=z",
                    "x.high_value=2*y*z + z", "y.low_value=z", "y.high_value=x*z + z",
                    *self.arrays(z_low_value=np.zeros((9, 12)), z_high_value=np.outer(Y, X) + 1))

    def slab(self, name, right):
        """Two slabs, kappa 1 : 0.01, between 1 and 0: 5 cells in the left one, `right` in the other.
        The exact solution at the cells' middles: what flows is the same everywhere."""
        edges = np.concatenate([np.linspace(0, 0.5, 6), np.linspace(0.5, 1, right + 1)[1:]])
        middles = (edges[1:] + edges[:-1]) / 2
        flux = 1 / (0.5 / 1 + 0.5 / 0.01)
        wanted = np.where(middles < 0.5, 1 - flux * middles, flux * (1 - middles) / 0.01)
        cells = {axis: 3 for axis in "xyz"} | {name: right + 5}
        text = "problem: {kind: steady, kappa: '%s < 0.5 ? 1 : 0.01'}\n" % name
        for axis, count in cells.items():
            text += f"{axis}:\n  cells: {count}\n"
            if axis == name:
                text += "  low: dirichlet\n  low_value: 1\n  high: dirichlet\n"
                text += "  edges: " + ", ".join(f"{edge:.17g}" for edge in edges) + "\n"
        self.config(text + "steady: {tolerance: 1e-11}\noutput: {file: out.h5, overwrite: true}\n")
        return wanted.reshape([-1 if axis == name else 1 for axis in "zyx"])

    def test_slabs_on_cells_of_other_widths(self):
        cases = [("x", 10), ("x", 40), ("x", 160), ("y", 40), ("z", 40)]
        for (name, right), ranks in itertools.product(cases, (1, 2)):
            with self.subTest(axis=name, right=right, ranks=ranks):
                wanted = self.slab(name, right)
                self.run_job(ranks=ranks)
                found = self.result()[-1]
                np.testing.assert_allclose(found, wanted + 0 * found, atol=1e-8)

    def test_two_phases(self):
        """Grains whose kappa differ by 1e6, against scipy's direct solver; at most 60 iterations."""
        n = 20
        kappa = np.where(np.random.default_rng(1).random([n] * 3) < 0.4, 1e-6, 1.0)
        index = np.arange(n**3).reshape(kappa.shape)
        links, ends = [], np.zeros(n**3)
        for axis in range(3):
            k, i = (np.moveaxis(a, axis, 0) for a in (kappa, index))
            both = 2 * k[1:] * k[:-1] / (k[1:] + k[:-1])
            links.append((both.ravel(), (i[1:].ravel(), i[:-1].ravel())))
            ends[i[0]] += 2 * k[0]
            ends[i[-1]] += 2 * k[-1]
        links = sum(sparse.coo_matrix(link, shape=(n**3, n**3)) for link in links)
        links = links + links.T
        matrix = sparse.diags(links.sum(axis=1).A1 + ends) - links
        wanted = spsolve(matrix.tocsc() * n**2, np.ones(n**3)).reshape(kappa.shape)
        cells = "".join(f"{a}: {{cells: {n}, low: dirichlet, high: dirichlet}}\n" for a in "xyz")
        self.config("problem: {kind: steady, source: 1, kappa: 'hdf5:faces.h5:kappa'}\n" + cells +
                    "output: {file: out.h5, overwrite: true}\nreport: {file: report.yaml}\n")
        self.arrays(kappa=kappa)
        for ranks in (1, 2):
            self.run_job(ranks=ranks)
            np.testing.assert_allclose(self.result()[-1], wanted, rtol=1e-4)
            report = (self.dir / "report.yaml").read_text()
            self.assertIn("solver: multigrid", report)
            self.assertIn("ended_by: tolerance", report)
            self.assertLessEqual(int(re.search(r"iterations: (\d+)", report)[1]), 60)
        self.run_job("steady.tolerance=1e-15")
        self.assertIn("ended_by: rounding", (self.dir / "report.yaml").read_text())
        np.testing.assert_allclose(self.result()[-1], wanted, rtol=1e-6)

    @unittest.skipUnless(IS_NIGHTLY, "half a minute: nightly")
    def test_two_phases_large(self):
        """128^3, contrast 1e6, to 1e-8 in at most 60 iterations: noise and grains; the residual by NumPy."""
        n, random = 128, np.random.default_rng(2)
        cells = "".join(f"{a}: {{cells: {n}, low: dirichlet, high: dirichlet}}\n" for a in "xyz")
        self.config("problem: {kind: steady, source: 1, kappa: 'hdf5:faces.h5:kappa'}\n" + cells +
                    "steady: {tolerance: 1e-8}\noutput: {file: out.h5, overwrite: true}\n"
                    "report: {file: report.yaml}\n")
        for grain in 1, 8:
            fine = random.random([n // grain] * 3) < 0.4
            kappa = np.where(fine.repeat(grain, 0).repeat(grain, 1).repeat(grain, 2), 1e-6, 1.0)
            self.arrays(kappa=kappa)
            self.run_job(ranks=2)
            u, rest = self.result()[-1], np.ones([n] * 3)
            for axis in range(3):
                k, v, r = (np.moveaxis(a, axis, 0) for a in (kappa, u, rest))
                flux = 2 * k[1:] * k[:-1] / (k[1:] + k[:-1]) * (v[1:] - v[:-1]) * n**2
                r[:-1] += flux
                r[1:] -= flux
                r[0] -= 2 * k[0] * v[0] * n**2
                r[-1] -= 2 * k[-1] * v[-1] * n**2
            report = (self.dir / "report.yaml").read_text()
            iterations = int(re.search(r"iterations: (\d+)", report)[1])
            print(f"grains of {grain}: {iterations} iterations, residual {np.linalg.norm(rest) / n**1.5:.1e}")
            self.assertIn("ended_by: tolerance", report)
            self.assertLessEqual(iterations, 60)
            self.assertLess(np.linalg.norm(rest) / n**1.5, 1e-7)

    def error_between_slopes(self, cells, kappa, mean):
        """Of u = sin(1.3 x + 0.4) with kappa = exp(x) between faces of neumann and robin."""
        self.config(f"""problem:
  kind: steady
  kappa: "{kappa}"
  mean: {mean}
  source: 1.3*exp(x)*(1.3*sin(1.3*x + 0.4) - cos(1.3*x + 0.4))
x:
  cells: {cells}
  low: neumann
  low_value: -1.3*cos(0.4)
  high: robin
  high_a: 0.7
  high_b: 1.1
  high_value: 0.7*sin(1.7) + 1.1*1.3*cos(1.7)
y:
  cells: 2
steady: {{tolerance: 1e-11}}
output: {{file: out.h5, overwrite: true}}
""")
        x = (np.arange(cells) + 0.5) / cells
        with h5py.File(self.dir / "kappa.h5", "w") as file:
            file["kappa"] = np.exp(x) * np.ones((2, 1))
        self.run_job(ranks=next(self.few))
        return np.abs(self.result()[-1] - np.sin(1.3 * x + 0.4)).max()

    def test_order_at_faces_of_given_slope(self):
        """kappa as a formula, as an array that is smooth, and as one of materials."""
        array = "hdf5:kappa.h5:kappa"
        for kappa, mean, order in [("exp(x)", "harmonic", 2), ("exp(x)", "arithmetic", 2),
                                   (array, "arithmetic", 2), (array, "harmonic", 1)]:
            errors = [self.error_between_slopes(cells, kappa, mean) for cells in (20, 40)]
            found = np.log2(errors[0] / errors[1])
            print(f"kappa: {kappa}, {mean}: errors {errors[0]:.1e}, {errors[1]:.1e}, order {found:.2f}")
            self.assertAlmostEqual(found, order, delta=0.2)

    def test_jump_at_a_face_of_given_slope(self):
        """Where the line through the next two cells is below 0 the face has its cell's kappa."""
        kappa = np.full((2, 8), 10.0)
        kappa[:, 0] = 1
        self.config("""problem: {kind: steady, kappa: "hdf5:kappa.h5:kappa", mean: arithmetic}
x: {cells: 8, low: neumann, low_value: 1, high: dirichlet, high_value: 0}
y: {cells: 2}
output: {file: out.h5, overwrite: true}
""")
        with h5py.File(self.dir / "kappa.h5", "w") as file:
            file["kappa"] = kappa
        self.run_job(ranks=next(self.few))
        conductances = np.array([8 * 5.5, *[8 * 10] * 6, 16 * 10])  # from each cell on
        u = np.cumsum(1 / conductances[::-1])[::-1]
        self.assertLess(np.abs(self.result() - u).max(), 1e-6)

    def test_array_of_other_extents(self):
        self.expect_failure("job.yaml", *self.words(self.arrays(x_low_value=np.zeros(10))),
                            status=2, says=["x.low_value", "10", "allowed: 9"])


if __name__ == "__main__":
    unittest.main()
