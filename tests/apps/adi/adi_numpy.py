#!/usr/bin/python3
"""adi against scipy: the same cells and faces as a sparse matrix, solved exactly in time."""

import unittest
import xml.etree.ElementTree

import h5py
import numpy as np
import scipy.linalg
import scipy.sparse
import scipy.sparse.linalg
import yaml

from adi_cells import Axis, discretise
from harness import RANKS, ProgramTest, one_of, relative_error, some

AXES = {2: ["y", "x"], 3: ["z", "y", "x"]}  # of the array, slowest first


def stretched(cells):
    return np.linspace(0, 1, cells + 1) ** 1.3


FLAT = [Axis(stretched(7), ("dirichlet", 1.5), ("neumann", -0.5)),
        Axis(stretched(11) * 2 - 1, ("robin", 0.3, 2, 0.5), ("dirichlet", -1))]
DEEP = [Axis(np.linspace(0, 1, 5), ("periodic",), ("periodic",)),
        Axis(stretched(6), ("neumann", 0.2), ("robin", 1, 1, 3)),
        Axis(stretched(7), ("dirichlet", 0), ("dirichlet", 2))]
CLOSED = [Axis(np.linspace(0, 1, 9), ("neumann", 0), ("neumann", 0)),
          Axis(np.linspace(0, 3, 13), ("periodic",), ("periodic",))]


class AdiNumpy(ProgramTest):
    program = "adi"

    def write(self, axes, more):
        texts = [axis.config(name) for axis, name in zip(axes, AXES[len(axes)])]
        self.config("\n".join(texts + [more, "output:", "  file: out.h5", "  overwrite: true", ""]))

    def run_job(self, *settings, ranks=2):
        words = [word for setting in settings for word in ("--set", setting)]
        self.expect_success("job.yaml", *words, ranks=ranks)
        with h5py.File(self.dir / "out.h5") as file:
            return file["u"][-1]

    def fields(self, shape, seed=1):
        random = np.random.default_rng(seed)
        with h5py.File(self.dir / "fields.h5", "w") as file:
            fields = {name: random.uniform(0.5, 1.5, shape)
                      for name in ["kappa", "sigma", "f", "u"]}
            for name, field in fields.items():
                file[name] = field.astype("f4") if name == "sigma" else field
            fields["sigma"] = fields["sigma"].astype("f4").astype(float)
        return fields

    FIELDS = """problem:
  kappa: hdf5:fields.h5:kappa
  sigma: hdf5:fields.h5:sigma
  source: hdf5:fields.h5:f
  initial: hdf5:fields.h5:u
"""

    def discrete(self, axes, is_harmonic=True):
        """A and g of du/dt = A u + g, and the initial state."""
        fields = self.fields(tuple(axis.widths.size for axis in axes))
        matrix, vector = discretise(axes, fields["kappa"], is_harmonic)
        matrix = matrix - scipy.sparse.diags(fields["sigma"].ravel())
        return matrix.tocsc(), vector + fields["f"].ravel(), fields["u"].ravel()

    def test_steady(self):
        for axes, ranks in some([(FLAT, 1), (FLAT, 2), (DEEP, 2), (DEEP, 3)], 2):
            with self.subTest(axes=len(axes), ranks=ranks):
                matrix, vector, _ = self.discrete(axes)
                self.write(axes, self.FIELDS + "  kind: steady\nsteady:\n  tolerance: 1e-11\n"
                                               "report:\n  file: report.yaml")
                found = self.run_job(ranks=ranks)
                wanted = scipy.sparse.linalg.spsolve(matrix, -vector)
                self.assertLess(relative_error(found.ravel(), wanted), 1e-9)
                report = yaml.safe_load((self.dir / "report.yaml").read_text())
                self.expect_accounted(report, ["start", "check", "plan", "create", "steps",
                                               "snapshots", "commit", "between", "report"])

    def test_float_messages(self):
        """Reductions and transposes of floats: errors below 1e-7, and steady states as exact."""
        self.discrete(FLAT)
        split = "transient\ntime:\n  scheme: douglas-gunn\n  end: 0.05\n  step: 0.005"
        for kind, most in [(split, 1e-7),
                           ("steady\nsteady:\n  solver: wachspress\n  tolerance: 1e-11", 1e-9)]:
            self.write(FLAT, self.FIELDS + f"  kind: {kind}\nreport:\n  file: report.yaml")
            wanted = self.run_job(ranks=1)
            for method in "transposing", "reducing":
                with self.subTest(kind=kind, method=method):
                    found = self.run_job(f"distribution.method={method}", "exchange.precision=float",
                                         "exchange.parameters=--transport messages", ranks=2)
                    self.assertLess(relative_error(found, wanted), most)
                    report = yaml.safe_load((self.dir / "report.yaml").read_text())
                    self.assertGreater(report["rounding"]["saved_bytes"], 0)
                    self.assertTrue(1e-8 < report["rounding"]["worst_relative_error"] <= 2 ** -24)

    def test_arithmetic_mean(self):
        matrix, vector, _ = self.discrete(FLAT, is_harmonic=False)
        self.write(FLAT, self.FIELDS + "  kind: steady\n  mean: arithmetic\nsteady:\n"
                                       "  tolerance: 1e-11\n")
        wanted = scipy.sparse.linalg.spsolve(matrix, -vector)
        self.assertLess(relative_error(self.run_job().ravel(), wanted), 1e-9)

    def exact(self, axes, time):
        """The solution of the ordinary differential equations at that time."""
        matrix, vector, start = self.discrete(axes)
        steady = scipy.sparse.linalg.spsolve(matrix, -vector)
        return steady + scipy.linalg.expm(matrix.toarray() * time) @ (start - steady)

    def test_schemes(self):
        for axes in [FLAT, DEEP]:
            wanted = self.exact(axes, 0.1)
            self.write(axes, self.FIELDS + "time:\n  end: 0.1")
            for scheme, order in some([("douglas-gunn", 2), ("peaceman-rachford", 2),
                                       ("crank-nicolson", 2), ("lod", 1)], 4 if axes is FLAT else 2):
                if scheme == "peaceman-rachford" and len(axes) == 3:
                    continue
                with self.subTest(axes=len(axes), scheme=scheme):
                    errors = [relative_error(self.run_job(f"time.scheme={scheme}", f"time.step={0.1 / steps}",
                                                          ranks=ranks).ravel(), wanted)
                              for steps, ranks in ((40, 2), (80, 1))]
                    found = np.log2(errors[0] / errors[1])
                    print(f"{len(axes)}D {scheme:18} errors {errors[0]:.2e} {errors[1]:.2e} "
                          f"order {found:.2f}")
                    self.assertLess(errors[1], 1e-2)
                    self.assertLess(abs(found - order), 0.25)

    def test_ranks_and_grids(self):
        """Any number of ranks, any way: the same to rounding."""
        self.discrete(DEEP)
        self.write(DEEP, self.FIELDS + "time:\n  end: 0.05\n  step: 0.005")
        wanted = self.run_job(ranks=1)
        ways = [(n, "auto", method) for n in RANKS for method in ("transposing", "reducing")]
        ways += [(2, "1x2x1", "auto"), (2, "1x1x2", "auto"), (4, "2x1x2", "auto"), (3, "1x2x1", "auto")]
        for ranks, grid, method in some(ways, 6):
            with self.subTest(ranks=ranks, grid=grid, method=method):
                found = self.run_job(f"distribution.grid={grid}", f"distribution.method={method}",
                                     ranks=ranks)
                self.assertLess(relative_error(found, wanted), 1e-13)

    def test_values_in_time(self):
        """u = exp(-t) x^2 y solves the equation with these faces and source."""
        edges = np.linspace(0, 1, 33)
        self.write([Axis(edges, ("dirichlet", 0), ("dirichlet", "exp(-t)*x^2")),
                    Axis(edges, ("neumann", 0), ("robin", "exp(-t)*(y + 2*2*y)", 1, 2))],
                   "problem:\n  initial: x^2*y\n  source: -exp(-t)*y*(x^2 + 2)\n"
                   "time:\n  end: 0.5\n  step: 0.025\n")
        found = self.run_job()
        middles = (edges[1:] + edges[:-1]) / 2
        wanted = np.exp(-0.5) * middles[:, None] * middles[None, :] ** 2
        self.assertLess(relative_error(found, wanted), 1e-3)

    def test_face_from_file(self):
        """A face of numbers in a file is the same as the formula that made them."""
        self.write(DEEP, "time:\n  end: 0.1")
        y, z = DEEP[1].middles, DEEP[0].middles
        with h5py.File(self.dir / "face.h5", "w") as file:
            file["value"] = z[:, None] + 2 * y[None, :]
        wanted = self.run_job("x.high_value=z + 2*y", ranks=1)
        found = self.run_job("x.high_value=hdf5:face.h5:value")
        self.assertLess(relative_error(found, wanted), 1e-14)

    def test_kappa_by_axis(self):
        self.write(CLOSED, "problem:\n  initial: sin(2*pi*x/3)\n  kappa: 0.1\ntime:\n  end: 1")
        once = self.run_job("problem.kappa=0.1", ranks=1)
        found = self.run_job("y.kappa=7")  # u does not vary along y
        np.testing.assert_allclose(found, once, atol=1e-14)
        self.assertGreater(relative_error(self.run_job("x.kappa=0.2", ranks=1), once), 0.1)

    def test_edges_from_file(self):
        self.write(FLAT, "problem:\n  initial: x*y\ntime:\n  end: 0.1")
        wanted = self.run_job()
        with h5py.File(self.dir / "edges.h5", "w") as file:
            file["x"] = FLAT[1].edges
        found = self.run_job("x.edges=hdf5:edges.h5:x")
        np.testing.assert_array_equal(found, wanted)

    def test_single_precision(self):
        self.discrete(DEEP)
        self.write(DEEP, self.FIELDS + "time:\n  end: 0.1")
        double = self.run_job(ranks=1)
        single = self.run_job("problem.precision=float")
        self.assertEqual((double.dtype, single.dtype), (np.float64, np.float32))
        self.assertLess(relative_error(single, double), 1e-5)
        self.assertGreater(relative_error(single, double), 0)

    def test_adaptive_steps(self):
        wanted = self.exact(FLAT, 0.5)
        self.write(FLAT, self.FIELDS + "time:\n  end: 0.5\ntable:\n  file: table.csv")
        errors = []
        for tolerance in ["1e-4", "1e-6"]:
            found = self.run_job(f"time.tolerance={tolerance}", "output.every_time=0.1")
            errors.append(np.abs(found.ravel() - wanted).max())
            with h5py.File(self.dir / "out.h5") as file:
                np.testing.assert_allclose(file["time"], np.arange(6) / 10, atol=1e-15)
            steps = np.genfromtxt(self.dir / "table.csv", delimiter=",", names=True)["dt"][1:]
            self.assertGreater(steps.max() / steps.min(), 3)
        self.assertLess(errors[0], 1e-2)
        self.assertLess(errors[1], errors[0] / 5)

    def test_series(self):
        self.write(FLAT, "problem:\n  initial: x\ntime:\n  end: 0.105\n  step: 0.01")
        for settings, steps in [(["output.every_steps=4"], [0, 4, 8, 11]),
                                (["output.every_time=0.03"], [0, 3, 6, 9, 11]),
                                (["output.every_steps=5", "output.every_time=0.03"],
                                 [0, 3, 5, 6, 9, 10, 11]), ([], [11])]:
            with self.subTest(settings=settings):
                self.run_job(*settings)
                with h5py.File(self.dir / "out.h5") as file:
                    self.assertEqual(file["u"].shape, (len(steps), 7, 11))
                    np.testing.assert_array_equal(file["step"], steps)
                    times = np.minimum(0.105, np.array(steps) * 0.01)
                    np.testing.assert_allclose(file["time"], times, rtol=1e-15)
                    np.testing.assert_allclose(file["x"], FLAT[1].middles)
                    self.assertEqual(file["u"].attrs["axes"], "time, y, x")
                    stored = file["u"][:]
                self.expect_xdmf(stored, times)

    def expect_xdmf(self, stored, times):
        """The numbers that ParaView would read, by the places that the XDMF file names."""
        tree = xml.etree.ElementTree.parse(self.dir / "out.xdmf")
        raw = (self.dir / "out.h5").read_bytes()
        grids = tree.findall(".//Grid[@GridType='Uniform']")
        self.assertEqual(len(grids), len(times))
        for grid, snapshot, time in zip(grids, stored, times):
            self.assertAlmostEqual(float(grid.find("Time").get("Value")), time)
            items = grid.findall("Geometry/DataItem") + grid.findall("Attribute/DataItem")
            for item, wanted in zip(items, [FLAT[1].middles, FLAT[0].middles, snapshot]):
                extent = tuple(map(int, item.get("Dimensions").split()))
                found = np.frombuffer(raw, f"<f{item.get('Precision')}", np.prod(extent),
                                      int(item.get("Seek"))).reshape(extent)
                np.testing.assert_allclose(found, wanted)
                self.assertEqual(item.text.strip(), "out.h5")

    def test_table(self):
        """Closed faces keep the integral; probes are cells of the state."""
        self.write(CLOSED, "problem:\n  initial: 1 + x*y\ntable:\n  file: table.csv\n  every: 4\n"
                           "  probes: 0.1, 0.1; 2.9, 1\ntime:\n  end: 0.1\n  step: 0.01")
        last = self.run_job()
        rows = np.genfromtxt(self.dir / "table.csv", delimiter=",", names=True)
        np.testing.assert_array_equal(rows["step"], [0, 4, 8, 10])
        np.testing.assert_allclose(rows["integral"], rows["integral"][0], rtol=1e-13)
        self.assertEqual((rows["minimum"][-1], rows["maximum"][-1]), (last.min(), last.max()))
        self.assertEqual((rows["probe1"][-1], rows["probe2"][-1]), (last[0, 0], last[-1, -1]))

    def test_nonlinear(self):
        """Noise goes, the edge stays, mean and range are kept; plain diffusion blurs it."""
        random = np.random.default_rng(3)
        image = np.where(np.arange(40) < 20, 20, 220)[None, :] + random.integers(-9, 10, (30, 40))
        self.volume(image.astype("u1"), "image.h5", "picture")
        self.config("problem:\n  initial: hdf5:image.h5:picture\nx:\n  spacing: 1\ny:\n"
                    "  spacing: 1\ntime:\n  scheme: lod\n  step: 1\n"
                    "  end: 10\noutput:\n  file: out.h5\n  overwrite: true\n")
        for kind in some(["perona-malik", "perona-malik-exp", "weickert", "none"], 2):
            with self.subTest(kind=kind):
                law = [] if kind == "none" else ["nonlinear.contrast=20", "nonlinear.smoothing=1"]
                found = self.run_job(f"nonlinear.kind={kind}", *law)
                self.assertEqual(found.shape, (30, 40))
                self.assertAlmostEqual(found.mean() / image.mean(), 1, places=12)
                self.assertTrue(image.min() <= found.min() and found.max() <= image.max())
                step = found[:, 20:22].mean() - found[:, 18:20].mean()
                self.assertTrue(step < 60 if kind == "none" else step > 100, step)
                self.assertLess(found[:, :8].std(), image[:, :8].std() / 2)

    def test_thin_and_odd_extents(self):
        cases = [(extent, ranks) for number, extent in enumerate([(1, 1), (1, 17), (2, 3, 1), (31, 2)])
                 for ranks in one_of([3, 1], number)]
        for extent, ranks in cases:
            with self.subTest(extent=extent, ranks=ranks):
                axes = [Axis(np.linspace(0, 1, n + 1), ("dirichlet", 1), ("neumann", 0))
                        for n in extent]
                self.write(axes, "time:\n  end: 100\n  step: 1\n  scheme: lod")
                found = self.run_job(ranks=ranks)
                self.assertEqual(found.shape, extent)
                np.testing.assert_allclose(found, 1, atol=1e-9)


if __name__ == "__main__":
    unittest.main()
