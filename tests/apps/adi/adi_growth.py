#!/usr/bin/python3
"""adi ends with a message where u becomes what its data and the theory of the schemes do not allow,
and not where u may grow."""

import unittest

from adi_run import AdiTest
from harness import FEW, one_of

BOX = {axis: "{cells: 10, low: dirichlet, high: dirichlet}" for axis in "xyz"}
ROUGH = "'sin(37*x)*sin(41*y)*sin(43*z) > 0 ? 1000 : 0.001'"  # jumps of 10^6 from cell to cell


class AdiGrowth(AdiTest):
    def problem(self, problem, time="", more="", axes="xyz", cells=BOX):
        text = f"problem: {{{problem}}}\n" + "".join(f"{a}: {cells[a]}\n" for a in axes)
        self.config(text + f"time: {{{time}}}\noutput: {{file: out.h5, overwrite: true}}\n{more}")

    def refused(self, *says, settings=(), ranks=FEW):
        self.expect_failure("job.yaml", *self.words(settings), status=1, says=says, ranks=ranks)

    def test_rough_kappa_in_3d(self):
        self.problem(f"initial: sin(pi*x)*sin(pi*y)*sin(pi*z), mean: arithmetic, kappa: {ROUGH}",
                     "end: 5, step: 0.1")
        for number, scheme in enumerate(["douglas-gunn", "crank-nicolson"]):
            for ranks in one_of([1, 2], number):
                with self.subTest(scheme=scheme, ranks=ranks):
                    self.refused("u has grown to", "after step 1,", "theory allow 0.9",
                                 "time.scheme: crank-nicolson-cg or lod",
                                 settings=[f"time.scheme={scheme}"],
                                 ranks=ranks)
        self.run_job("time.scheme=lod", ranks=1)
        self.run_job()  # auto
        self.run_job("time.step=1e-5", "time.end=1e-4", ranks=1)

    def test_steps_whose_system_has_no_solution(self):
        """Faster growth by sigma than an implicit step can follow."""
        self.problem("initial: 1 + sin(7*x)*sin(3*y), kappa: 1 + x, sigma: -300", "end: 0.5, step: 0.1",
                     axes="xy", cells={axis: "{cells: 16}" for axis in "xy"})
        self.refused("a time step of 0.1, too long for sigma = -300", "exp(30)", "below 0.00667")
        self.refused("a step of 0.1 leaves a residual of", "since sigma makes u grow too fast",
                     settings=["problem.sigma=-300 - x"])
        self.run_job("time.step=0.001", "time.end=0.01")

    def test_growth_of_little(self):
        """Steps by a tolerance, above what u is at first, do not jump over its growth by e^20."""
        self.problem("initial: 1e-9, sigma: -5", "end: 4, step: 0.01, tolerance: 1e-3", axes="xy",
                     cells={axis: "{cells: 4}" for axis in "xy"})
        for scheme in ["lod", "douglas-gunn", "crank-nicolson-cg"]:
            with self.subTest(scheme=scheme):
                self.run_job(f"time.scheme={scheme}")
                self.assertGreater(float(self.result().min()), 0.1)

    def test_growth_before_a_late_first_look(self):
        """It is found long before the end, at which alone something is written."""
        self.problem(f"initial: x*(1 - x), mean: arithmetic, kappa: {ROUGH}",
                     "end: 1000000, step: 0.01, scheme: douglas-gunn")
        self.refused("u has grown")

    def test_integral_lost_by_rounding(self):
        """A step of 10^7 squared cells over kappa, in insulated and in periodic boxes."""
        for number, faces in enumerate(["", ", low: periodic, high: periodic"]):
            cells = {axis: f"{{cells: 100{faces}}}" for axis in "xy"}
            for scheme in one_of(["douglas-gunn", "crank-nicolson"], number):
                with self.subTest(faces=faces, scheme=scheme):
                    self.problem("initial: exp(-20*((x - 0.3)^2 + (y - 0.4)^2)), precision: float",
                                 f"end: 10000, step: 1000, scheme: {scheme}", axes="xy",
                                 cells=cells)
                    self.refused("the integral of u is 0.15", "should be 0.1516",
                                 "problem.precision: double")
                    self.run_job("problem.precision=double", "problem.source=x - 0.2", ranks=1)
                    self.run_job("time.step=1e-4", "time.end=0.01", "problem.source=1", ranks=1)

    def test_ranks_without_cells(self):
        self.problem("initial: x + y*y, precision: float", "end: 1e8, step: 1e7", axes="xy",
                     cells={"x": "{cells: 3}", "y": "{cells: 2}"})
        self.refused("after step 1,", "rounding in steps", "problem.precision: double", ranks=4)

    def test_what_may_grow(self):
        wall = {axis: "{cells: 10}" for axis in "xy"}
        hot = wall | {"x": "{cells: 10, low: dirichlet, low_value: 1e6*t^2}"}
        heated = wall | {"x": "{cells: 10, low_value: 5, high: robin, high_value: 1e4}"}
        cases = [("initial: 1, sigma: -5", "end: 4, step: 0.1", wall),
                 ("initial: 1, sigma: -3*x", "end: 4, step: 0.2", wall),
                 ("source: 1e5*t", "end: 10, step: 1", wall), ("source: 1e5", "end: 10", wall),
                 ("initial: 0", "end: 10, step: 1", hot), ("initial: 0", "end: 9, step: 1", heated),
                 ("initial: 'x < 0.1 && y < 0.1 ? 1e9 : 0'", "end: 1000, step: 100", wall),
                 ("initial: 0", "end: 1, step: 1e-3, tolerance: 10", hot)]
        for number, (problem, time, cells) in enumerate(cases):
            for scheme in one_of(["douglas-gunn", "lod"], number):
                with self.subTest(problem=problem, time=time, scheme=scheme):
                    self.problem(problem, f"{time}, scheme: {scheme}", axes="xy", cells=cells)
                    self.run_job(ranks=1)

    def test_steady(self):
        self.problem(f"kind: steady, source: 1, mean: arithmetic, kappa: {ROUGH}")
        self.refused("has grown to", "do not converge where kappa varies", "steady.solver: multigrid",
                     settings=["steady.solver=wachspress"])
        self.run_job(ranks=1)
        self.refused("hardly falls", "problem.precision: double",
                     settings=["problem.kappa=1", "problem.precision=float",
                               "steady.tolerance=1e-12"])
        self.refused("more by steady.iterations",
                     settings=["problem.kappa=1", "steady.iterations=3"])
        self.run_job("problem.kappa=1", ranks=1)
        cells = {axis: "{cells: 10}" for axis in "xy"}
        self.problem("kind: steady, source: x", axes="xy", cells=cells)
        self.refused("there is no steady state", "dirichlet or robin")
        self.refused("there is no steady state", "on average 0.5,", "allowed: a source",
                     settings=["steady.solver=multigrid"])
        self.run_job("steady.solver=multigrid", "problem.source=x^2 - 1/3", ranks=1)
        self.refused("has grown to", "problem.sigma from 0", settings=["problem.sigma=-20"])
        self.run_job("problem.source=x - 0.5", ranks=1)


if __name__ == "__main__":
    unittest.main()
