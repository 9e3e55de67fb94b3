#!/usr/bin/python3
"""Poisson's equation by fft against solutions that are known, with all boundaries."""

import itertools
import math
import unittest
import xml.etree.ElementTree

import h5py
import numpy as np
import scipy.special

from fft_run import OperationTest
from harness import RANKS, on_ranks, one_of, some

BOUNDARIES = ["periodic", "dirichlet", "neumann", "dirichlet-neumann", "neumann-dirichlet"]


def points_of(boundary, placement, n, length):
    """Where n points are on an axis of this length, and their spacing."""
    if placement == "cells" or boundary == "periodic":
        h = length / n
        return (np.arange(n) + (0.5 if placement == "cells" else 0)) * h, h
    first, cells = {"dirichlet": (1, n + 1), "neumann": (0, n - 1), "dirichlet-neumann": (1, n),
                    "neumann-dirichlet": (0, n)}[boundary]
    h = length / cells
    return (np.arange(n) + first) * h, h


def smooth(boundary, x, length):
    """A function with that boundary whose periodic extension is smooth, and its second derivative:
    exp(a cos) times a wave that has the boundary's symmetry."""
    turn, wave = {"periodic": (2 * np.pi / length, None), "dirichlet": (np.pi / length, "sin"),
                  "neumann": (np.pi / length, "one"),
                  "dirichlet-neumann": (np.pi / length / 2, "sin"),
                  "neumann-dirichlet": (np.pi / length / 2, "cos")}[boundary]
    if boundary == "periodic":
        s, c = np.sin(turn * x + 0.3), np.cos(turn * x + 0.3)
        value = np.exp(s)
        return value, turn ** 2 * value * (c * c - s)
    # g = exp(0.7 cos 2t), which is even about all ends; f = g, g sin t or g cos t
    t = turn * x
    if wave == "one":
        t = t / 2
        turn = turn / 2
    g = np.exp(0.7 * np.cos(2 * t))
    g1 = -1.4 * np.sin(2 * t) * g
    g2 = -2.8 * np.cos(2 * t) * g - 1.4 * np.sin(2 * t) * g1
    w, w1, w2 = {"one": (np.ones_like(t), 0 * t, 0 * t), "sin": (np.sin(t), np.cos(t), -np.sin(t)),
                 "cos": (np.cos(t), -np.sin(t), -np.cos(t))}[wave]
    return g * w, turn ** 2 * (g2 * w + 2 * g1 * w1 + g * w2)


class Poisson(OperationTest):
    def solve(self, right, boundaries, placement, spacing, **settings):
        return self.compute(right, operation__kind="poisson",
                            poisson__boundaries=",".join(boundaries), poisson__points=placement,
                            grid__spacing=",".join(repr(float(h)) for h in spacing), **settings)

    def problem(self, boundaries, placement, extent):
        """A product of smooth functions, the right side, and the spacings."""
        lengths = [1.0, 1.7, 2.3][:len(extent)]
        axes = [points_of(b, placement, n, length)
                for b, n, length in zip(boundaries, extent, lengths)]
        shapes = np.meshgrid(*[x for x, _ in axes], indexing="ij")
        values = [smooth(b, x, length) for b, x, length in zip(boundaries, shapes, lengths)]
        solution = math.prod(value for value, _ in values)
        right = sum(second * math.prod(v for j, (v, _) in enumerate(values) if j != i)
                    for i, (_, second) in enumerate(values))
        return solution, right, [h for _, h in axes]

    def mean_of(self, field, boundaries, placement):
        """With the weights of the trapezoidal rule where the ends are points."""
        for boundary in boundaries:
            weights = np.ones(field.shape[0])
            if boundary == "neumann" and placement == "nodes":
                weights[0] = weights[-1] = 0.5
            field = np.tensordot(weights / weights.sum(), field, 1)
        return float(field)

    def error(self, boundaries, placement, extent, **settings):
        solution, right, spacing = self.problem(boundaries, placement, extent)
        found = self.solve(right, boundaries, placement, spacing, **settings)
        if not any("dirichlet" in boundary for boundary in boundaries):
            solution = solution - self.mean_of(solution, boundaries, placement)
            self.assertLess(abs(self.mean_of(found, boundaries, placement)), 1e-12)
        return np.abs(found - solution).max() / np.abs(solution).max()

    def test_every_combination(self):
        for number, boundaries in enumerate(some(itertools.product(BOUNDARIES, repeat=2), 13)):
            for placement in one_of(["cells", "nodes"], number):
                with self.subTest(placement=placement, boundaries=boundaries):
                    self.assertLess(self.error(boundaries, placement, (31, 34)), 1e-11)

    def test_three_axes(self):
        for number, boundaries in enumerate([("periodic", "periodic", "periodic"),
                                             ("dirichlet", "neumann", "periodic"),
                                             ("neumann", "periodic", "dirichlet-neumann"),
                                             ("neumann", "neumann", "neumann"),
                                             ("neumann-dirichlet", "dirichlet", "dirichlet")]):
            for placement in one_of(["cells", "nodes"], number):
                with self.subTest(placement=placement, boundaries=boundaries):
                    self.assertLess(self.error(boundaries, placement, (29, 30, 32)), 1e-10)

    def test_one_axis(self):
        cases = itertools.product(BOUNDARIES, ["cells", "nodes", "cells"])  # on other numbers of ranks
        for (boundary, placement), ranks in on_ranks(some(cases, 8)):
            with self.subTest(boundary=boundary, placement=placement, ranks=ranks):
                self.assertLess(self.error([boundary], placement, (36,), ranks=ranks), 1e-11)

    def test_spectral_convergence(self):
        """Twice the points: the error of a difference formula would fall to a quarter."""
        cases = [(boundary, placement) for number, boundary in enumerate(BOUNDARIES)
                 for placement in one_of(["cells", "nodes"], number)]
        for boundary, placement in some(cases):
            with self.subTest(boundary=boundary, placement=placement):
                coarse, fine = [self.error([boundary], placement, (n,), poisson__remove_mean="true")
                                for n in (4, 8)]
                self.assertGreater(coarse, 1e-6)
                self.assertLess(fine, coarse / 100)

    def test_free_space(self):
        """Against the potential of a Gaussian, which has a charge, and one without beside a wave."""
        n, c = 40, 0.06
        x = (np.arange(n) + 0.5) / n - 0.5
        r2 = np.add.outer(np.add.outer(x**2, x**2), x**2)
        gaussian = np.exp(-r2 / (2 * c * c))
        potential = -c**3 * np.sqrt(np.pi / 2) / np.sqrt(r2) * \
            scipy.special.erf(np.sqrt(r2 / 2) / c)
        self.expect_close(self.solve(gaussian, ["unbounded"], "cells", [1 / n]), potential, 1e-10)
        z = np.cos(np.pi * (x + 0.5))[:, None]
        solution = np.exp(-x**2 / (2 * c * c)) * z
        right = ((x**2 / c**2 - 1) / c**2 - np.pi**2) * solution
        for ranks in some(RANKS, 1):
            found = self.solve(right, ["neumann", "unbounded"], "cells", [1 / n], ranks=ranks)
            self.expect_close(found, solution, 1e-10)

    def test_coordinates(self):
        """Cells of any width along one axis: beside numpy's solution of the systems of one wave."""
        n, m = 11, 8
        faces = np.cumsum(np.r_[0.3, np.random.default_rng(4).random(n) + 0.2])
        width = np.diff(faces)
        wave = np.cos(2 * np.pi * 3 * np.arange(m) / m)
        with h5py.File(self.dir / "z.h5", "w") as file:
            file["z"] = faces
        for ranks, boundary, name, dtype, tolerance in (
                (1, "dirichlet", ",".join(map(repr, faces.tolist())), float, 1e-12),
                (2, "neumann-dirichlet", "hdf5:z.h5:z", complex, 1e-12),
                (3, "neumann", "hdf5:z.h5:z", np.float32, 1e-5)):
            flow = 2 / (width[:-1] + width[1:])
            ends = [2 / w * (kind == "dirichlet") for w, kind in
                    zip(width[[0, -1]], (boundary.split("-") * 2)[:2])]
            matrix = np.diag(np.r_[ends[0], flow] + np.r_[flow, ends[1]])
            matrix = -(matrix - np.diag(flow, 1) - np.diag(flow, -1)) / width[:, None]
            shape = np.sin(faces[1:] ** 2)
            line = np.linalg.solve(matrix - (2 * np.pi * 3) ** 2 * np.eye(n), shape)
            solution, right = [np.multiply.outer(a, wave).astype(dtype) for a in (line, shape)]
            for axis in one_of((0, 1), ranks):
                f, u = (right, solution) if axis == 0 else (right.T, solution.T)
                boundaries = [boundary, "periodic"][::1 - 2 * axis]
                found = self.solve(f, boundaries, "cells", [1 / m] * 2, ranks=ranks,
                                   poisson__coordinates=name, poisson__coordinates_axis=axis)
                self.assertLess(np.abs(found - u).max(), tolerance * np.abs(u).max())
        for settings, words in some((({"coordinates": "0,2,1"}, "3 positions; allowed: 12"),
                                ({"coordinates": ",".join("0" * 12)}, "not beyond the one before"),
                                ({"coordinates_axis": 2}, "allowed for a dataset of 2 axes"),
                                ({"boundaries": "unbounded"}, "faces beside unbounded"),
                                ({"boundaries": "none,periodic"}, "faces of axis 0"),
                                ({"boundaries": "periodic,none"}, "beside that of poisson.coordinates"),
                                ({"boundaries": "neumann,periodic"}, "has a mean of magnitude")), 4):
            settings = {"coordinates": name, "boundaries": "periodic", **settings}
            self.volume(right + 1)
            given = [word for key, value in {"operation.kind": "poisson", **{
                f"poisson.{key}": value for key, value in settings.items()}}.items()
                     for word in ("--set", f"{key}={value}")]
            self.expect_failure("job.yaml", *given, status=1 if "mean" in words else 2, says=[words])

    def test_float_batches_and_complex(self):
        solution, right, spacing = self.problem(["dirichlet", "neumann"], "cells", (33, 30))
        found = self.solve(right, ["dirichlet", "neumann"], "cells", spacing,
                           transform__precision="float")
        self.assertEqual(found.dtype, np.float32)
        self.assertLess(np.abs(found - solution).max(), 1e-4 * np.abs(solution).max())
        stack = np.stack([right, -2 * right])
        found = self.solve(stack, ["none", "dirichlet", "neumann"], "cells", [1, *spacing])
        self.expect_close(found, np.stack([solution, -2 * solution]), 1e-10)
        for boundaries in [["dirichlet", "periodic"], ["dirichlet", "neumann"]]:
            solution, right, spacing = self.problem(boundaries, "nodes", (33, 30))
            solution, right = [field - 2j * field[::-1, ::-1] for field in (solution, right)]
            found = self.solve(right, boundaries, "nodes", spacing)
            self.expect_close(found, solution, 1e-10)

    def test_gradient(self):
        """By numpy's Fourier series, and between ends by the derivative of the solution's sines."""
        m, n = 12, 10
        right = np.random.default_rng(3).standard_normal((m, n))
        right -= right.mean()
        k = 2 * np.pi * np.fft.fftfreq(m, 0.5)[:, None], 2 * np.pi * np.fft.fftfreq(n, 0.25)[None]
        squares = k[0] ** 2 + k[1] ** 2
        squares[0, 0] = 1
        u = -np.fft.fft2(right) / squares
        for wave, size in zip(k, (m, n)):
            wave[np.abs(wave) == np.pi / (0.5 if size == m else 0.25)] = 0
        for ranks in some((2, 1), 1):
            self.solve(right, ["periodic"] * 2, "cells", (0.5, 0.25), poisson__gradient="true", ranks=ranks)
            for axis in 0, 1:
                self.expect_close(self.result(dataset=f"result_dx{axis}"),
                                  np.fft.ifft2(1j * k[axis] * u).real, 1e-12)
        with h5py.File(self.dir / "out.h5") as file:
            self.assertEqual(dict(file["result_dx0"].attrs)["axes"], file["result"].attrs["axes"])
        shown = xml.etree.ElementTree.parse(self.dir / "out.xdmf").getroot().findall("Domain/Grid/Attribute")
        self.assertEqual([item.get("Name") for item in shown], ["values", "result_dx0", "result_dx1"])
        seek = int(shown[2].find("DataItem").get("Seek"))
        raw = np.fromfile(self.dir / "out.h5", "<f8", m * n, offset=seek).reshape(m, n)
        self.assertTrue((raw == self.result(dataset="result_dx1")).all())
        h = 1 / 40
        x = (np.arange(40) + 0.5) * h
        right = np.outer([1.0, -2, 3], np.sin(2 * np.pi * x))
        self.solve(right, ["none", "dirichlet"], "cells", (1, h), poisson__gradient="true")
        self.expect_close(self.result(dataset="result_dx1"),
                          np.outer([1.0, -2, 3], -np.cos(2 * np.pi * x) / (2 * np.pi)), 1e-12)
        with h5py.File(self.dir / "out.h5") as file:
            self.assertEqual(sorted(file), ["result", "result_dx1", "x0", "x1"])
        self.expect_failure("job.yaml", "--set", "operation.kind=filter", "--set",
                            "poisson.gradient=true", status=2,
                            says=["poisson.gradient", "no effect"])

    def test_right_side_with_a_mean(self):
        solution, right, spacing = self.problem(["periodic", "neumann"], "cells", (32, 31))
        settings = {"operation.kind": "poisson", "poisson.boundaries": "periodic,neumann",
                    "grid.spacing": ",".join(map(repr, map(float, spacing)))}
        words = [word for key, value in settings.items() for word in ("--set", f"{key}={value}")]
        self.volume(right + 0.25)
        for ranks in one_of(RANKS, 2):
            self.expect_failure("job.yaml", *words, status=1, ranks=ranks,
                                says=["in.h5", "volume", "mean of magnitude 0.25", "no solution",
                                      "poisson.remove_mean"])
        found = self.solve(right + 0.25, ["periodic", "neumann"], "cells", spacing,
                           poisson__remove_mean="true")
        self.expect_close(found, solution - solution.mean(), 1e-10)
        self.assertAlmostEqual(self.report()["verification"]["mean_of_right_side"], 0.25)
        solution, right, spacing = self.problem(["periodic", "dirichlet"], "cells", (32, 31))
        self.solve(right + 0.25, ["periodic", "dirichlet"], "cells", spacing)

if __name__ == "__main__":
    unittest.main()
