#!/usr/bin/python3
"""Everything a user can get wrong with adi: one message, the right status, nothing written."""

import unittest

import h5py
import numpy as np
import yaml

from harness import IS_NIGHTLY, ProgramTest, needed, one_of, some

CONFIG = """problem:
  initial: sin(pi*x)
x:
  cells: 8
y:
  cells: 6
time:
  end: 0.1
output:
  file: out.h5
"""


class AdiErrors(ProgramTest):
    program = "adi"

    def setUp(self):
        super().setUp()
        self.config(CONFIG)

    def expect_refused(self, setting, *says, status=2, **kwargs):
        words = [word for text in setting.split("|") for word in ("--set", text)]
        self.expect_failure("job.yaml", *words, status=status, says=says, **kwargs)

    def test_formulas(self):
        for key in some(["initial", "kappa", "sigma", "source"], 2):
            with self.subTest(key=key):
                self.expect_refused(f"problem.{key}=sin(x", f"problem.{key}", "parenthesis",
                                    "allowed: numbers, x, y")
        for text, problem in [("z", "'z' at character 1"), ("1 +", "character 4"),
                              ("x = 1", "assignment"), ("1, 2", "several"), ("1/0", "inf"),
                              ("t", "'t'"), ("", "no expression")]:
            with self.subTest(text=text):
                self.expect_refused(f"problem.initial={text}", "problem.initial", problem,
                                    "allowed")
        self.expect_refused("problem.initial=" + "1+" * 10000 + "x", "problem.initial", "too long",
                            "20001 characters", "allowed: numbers")
        for text in some(["a" * 3000, "$" + "7" * 3000, "1 +" * 2000 + "(", "'" + "x" * 9000], 2):
            self.expect_refused(f"problem.source={text}", "problem.source", "not understood")
        self.expect_refused("x.low_value=foo(t)", "x.low_value", "'foo'", "x, y, t, pi")
        self.expect_refused("problem.source=sqrt(t - 1)*w", "problem.source", "'w'")

    def test_numbers_beyond_the_precision(self):
        """Finite ones that single precision does not hold, and those whose sums overflow."""
        for key in some(["problem.initial", "problem.kappa", "problem.sigma", "problem.source", "x.low_value"], 2):
            self.expect_refused(f"{key}=1e300|problem.precision=float", f"{key}: 1e+300",
                                "problem.precision float", "3.4e+38", "double")
        for key in some(["initial", "kappa", "sigma", "source"], 2):
            self.expect_refused(f"problem.{key}=1e300*(1 + x)|problem.precision=float",
                                f"problem.{key}", "not finite, or too large", "up to 3.4e+38")
        for value, precision, most in [("3e38", "float", "3.4e+38"), ("1e308", "double", "1.8e+308")]:
            self.expect_refused(f"problem.initial={value}*sin(pi*x)|problem.precision={precision}",
                                "sums and products", f"beyond {most}", "smaller scale", status=1)

    def test_values_that_are_not_finite(self):
        self.expect_refused("problem.initial=1/(x - 0.0625)", "problem.initial", "finite")
        self.expect_refused("problem.source=sqrt(x - 2)", "problem.source", "finite")
        self.expect_refused("problem.kappa=log10(x - 2)", "problem.kappa", "finite")

    def test_kappa(self):
        self.expect_refused("problem.kappa=-1", "problem.kappa", "-1", "from 0")
        self.expect_refused("x.kappa=-2", "x.kappa", "-2", "from 0")
        self.expect_refused("x.kappa=y - 0.5", "x.kappa", "negative")
        self.expect_refused("problem.kappa=x - 0.5", "problem.kappa")

    def test_cells(self):
        self.expect_refused("x.cells=0", "x.cells", "1 or more")
        self.expect_refused("y.cells=-1", "y.cells", "out of range")
        self.expect_refused("x.to=0", "x.to", "beyond")
        self.expect_refused("x.from=2", "x.to", "beyond")
        self.expect_refused("x.spacing=-1", "x.spacing", "at least 0")
        for edges, problem in [("0, 1", "2 positions; allowed: 9"),
                               ("0,1,2,3,4,5,6,6,8", "position 8"), ("0 1", "number 1"),
                               ("0,,1", "number 2"), ("0,nan", "number 2"), ("x", "number 1")]:
            with self.subTest(edges=edges):
                self.expect_refused(f"x.edges={edges}", "x.edges", problem, "allowed")

    def test_faces(self):
        self.expect_refused("x.low=periodic", "x.high", "both or none")
        self.expect_refused("y.high=periodic", "y.low", "both or none")
        self.expect_refused("x.low=periodic|x.high=periodic|x.high_value=t", "x.high_value",
                            "periodic", "allowed: value with any but insulated and periodic")
        self.expect_refused("x.low=warm", "x.low", "dirichlet", "robin")
        self.expect_refused("x.low=robin|x.low_a=0|x.low_b=0", "x.low", "not both 0")
        self.expect_refused("x.high=robin|x.high_a=-1", "x.high", "one sign")

    def test_arrays(self):
        self.volume(np.zeros((6, 8)), dataset="good")
        self.volume(np.zeros((6, 7)), "flat.h5")
        self.volume(np.zeros((6, 8), complex), "complex.h5")
        for number, (text, problem, status) in enumerate([
                ("hdf5:in.h5", "hdf5:FILE:DATASET", 2), ("hdf5:in.h5:", "hdf5:FILE:DATASET", 2),
                ("hdf5::good", "hdf5:FILE:DATASET", 2), ("hdf5:none.h5:u", "none.h5", 1),
                ("hdf5:in.h5:bad", "bad", 1), ("hdf5:job.yaml:u", "HDF5", 1),
                ("hdf5:flat.h5:volume", "6 x 8", 2), ("hdf5:complex.h5:volume", "complex128", 2)]):
            for key in one_of(["problem.kappa", "problem.initial", "problem.source"], number):
                with self.subTest(text=text, key=key):
                    says = [problem] + ([key] if status == 2 else [])
                    self.expect_refused(f"{key}={text}", *says, status=status)
        self.volume(np.zeros((1, 6, 8, 1)), "deep.h5")
        self.expect_refused("problem.initial=hdf5:deep.h5:volume", "problem.initial", "4 axes")
        self.expect_refused("z.cells=3|problem.initial=hdf5:in.h5:good", "problem.initial",
                            "2 axes")
        self.expect_refused("x.low_value=hdf5:in.h5:good", "x.low_value", "6 of real numbers")
        with h5py.File(self.dir / "nan.h5", "w") as file:
            file["u"] = np.full((6, 8), np.nan)
            file["u"][2, 3] = 0
            file["low"] = [1, 2, 3, -1e300, 5, 6]
        for key in some(["initial", "kappa", "sigma", "source"], 2):
            self.expect_refused(f"problem.{key}=hdf5:nan.h5:u", f"problem.{key}: nan.h5",
                                '"u" has 47 NaN or infinite values of 48', "[0, 0]")
        self.expect_refused("x.low_value=hdf5:nan.h5:low|problem.precision=float", "x.low_value",
                            '"low" has values up to 1e+300', "problem.precision float", "3.4e+38")

    def test_time(self):
        self.expect_refused("time.step=0", "time.step", "above 0")
        self.expect_refused("time.step=-1", "time.step", "at least 0")
        self.expect_refused("time.step=1e-12", "time.step", "1e9")
        self.expect_refused("time.end=0", "time.end", "after")
        self.expect_refused("time.scheme=euler", "time.scheme", "douglas-gunn", "lod")
        self.expect_refused("z.cells=4|time.scheme=peaceman-rachford", "time.scheme", "3 axes")
        self.expect_refused("time.tolerance=-1", "time.tolerance")
        self.expect_refused("time.tolerance=1e-3|output.every_steps=2", "output.every_steps",
                            "output.every_time")
        self.expect_refused("output.every_time=0.001", "output.every_time", "time.step")
        self.expect_refused("time.tolerance=1e-3|output.every_time=1e-12", "output.every_time",
                            "1e+11", "1e7 snapshots")
        self.expect_refused("time.start=1e9|time.end=1e9|time.end=1000000001|time.step=1e-7",
                            "time.step", "is lost")
        self.expect_refused("time.step=1e-9|output.every_steps=1", "output.every_steps",
                            "1e7 snapshots")

    def test_values_that_are_lost_on_the_way(self):
        self.expect_refused("problem.source=sqrt(0.055 - t)", "u is not finite after step 8,",
                            "t = 0.08", status=1)
        self.expect_refused("x.low=dirichlet|x.low_value=1/(0.05 - t)|output.every_steps=1",
                            "u is not finite", status=1)

    def test_nonlinear(self):
        self.expect_refused("nonlinear.kind=weickert", "nonlinear.kind", "lod")
        self.expect_refused("nonlinear.kind=weickert|time.scheme=lod|nonlinear.contrast=0",
                            "nonlinear.contrast", "above 0")
        for key in some(["problem.kappa=2", "problem.kappa=1 + x", "x.kappa=2"], 2):
            with self.subTest(key=key):
                self.expect_refused(f"nonlinear.kind=weickert|time.scheme=lod|{key}", *key.split("="),
                                    "nonlinear.kind: none")
        self.expect_refused("nonlinear.kind=sharp", "nonlinear.kind", "perona-malik")
        self.expect_refused("nonlinear.kind=weickert|time.scheme=lod|problem.kind=steady",
                            "nonlinear.kind", "steady")

    def test_steady(self):
        self.expect_refused("problem.kind=steady|steady.tolerance=0", "steady.tolerance")
        self.expect_refused("problem.kind=steady|steady.iterations=0", "steady.iterations")
        self.expect_refused("problem.kind=steady|checkpoint.file=cp", "checkpoint.file", "steady")
        self.expect_refused("problem.kind=steady|x.low=dirichlet|steady.iterations=1",
                            "residual", "steady.iterations", status=1)

    def test_grid(self):
        for grid in some(["2", "3x1", "0x1", "2x2", "1x1x1", "rows", "2x", "x2", "-1x-1"], 4):
            with self.subTest(grid=grid):
                self.expect_refused(f"distribution.grid={grid}", "distribution.grid", grid, "2x1", ranks=2)
        self.expect_refused("distribution.method=fast", "distribution.method", "reducing")
        self.expect_refused("exchange.algorithm=fast", "exchange.algorithm", "auto")

    def test_tuning(self):
        """A file that is no good is warned of, once, and the run goes by what is built in."""
        (self.dir / "letter").write_text("a letter\n")
        (self.dir / "broken").write_text("# cornerturn tuning file\n1 choice of nothing\n")
        for name, warning in (("none", 'none has nothing about this machine, "exchange tune"'),
                              ("letter", "letter is not a tuning file"),
                              ("broken", "tuning file broken: 1 line is not understood")):
            with self.subTest(name=name):
                done = self.run_program("job.yaml", "--set", f"exchange.tuning={name}", "--set", "output.overwrite=true",
                                        "--report", "report.yaml", ranks=2)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
                self.assertTrue(done.stderr.startswith("adi: warning: "), done.stderr)
                self.assertIn(warning, done.stderr)
                report = yaml.safe_load((self.dir / "report.yaml").read_text())
                self.assertIn(f"by built-in constants: none of this machine in {name}",
                              report["movement"]["reason"])
        (self.dir / "out.h5").unlink()
        self.expect_refused("exchange.tuning=out.h5|exchange.planning=measure", "output.file",
                            "exchange.tuning", "same file")

    def test_table(self):
        self.expect_refused("table.file=t.csv|table.probes=0.5", "table.probes", "0.5, 0.5")
        self.expect_refused("table.file=t.csv|table.probes=0.5,0.5,0.5", "table.probes")
        self.expect_refused("table.file=t.csv|table.probes=0.5,2", "table.probes", "y = 2",
                            "0 to 1")
        self.expect_refused("table.probes=" + "0,0;" * 65, "table.probes", "64")
        self.expect_refused("table.every=0", "table.every")

    def test_files(self):
        self.expect_refused("output.file=", "output.file")
        self.expect_refused("output.file=no/out.h5", "no/out.h5", status=1, ranks=3)
        self.expect_refused("table.file=no/t.csv", "no/t.csv", status=1)
        self.expect_refused("checkpoint.file=no/cp", "no/cp-0.h5", status=1)
        self.expect_refused("report.file=no/r.yaml", "no/r.yaml", status=1)
        for name in some(["time", "x", "a/b", ".", ""]):
            with self.subTest(name=name):
                self.expect_refused(f"output.dataset={name}", "output.dataset")
        self.volume(np.zeros((6, 8)))
        for first, second, setting in [
                ("problem.initial", "output.file",
                 "problem.initial=hdf5:in.h5:volume|output.file=in.h5"),
                ("output.file", "table.file", "table.file=out.h5"),
                ("XDMF", "report", "report.file=./out.xdmf"),
                ("output.file", "a checkpoint", "output.file=cp-0.h5|checkpoint.file=cp"),
                ("config", "output.file", "output.file=job.yaml")]:
            with self.subTest(setting=setting):
                self.expect_refused(f"output.overwrite=true|{setting}", first, second, "same file")
        self.volume(np.arange(9.0), "edges.h5")
        self.volume(np.zeros(6), "face.h5")
        edges, face = "x.edges=hdf5:edges.h5:volume", "x.low_value=hdf5:face.h5:volume"
        for first, second, setting in [
                ("x.edges", "output.file", f"{edges}|output.file=edges.h5"),
                ("x.edges", "report", f"{edges}|report.file=./edges.h5"),
                ("x.low_value", "output.file", f"{face}|output.file=face.h5"),
                ("x.low_value", "table.file", f"{face}|table.file=face.h5")]:
            with self.subTest(setting=setting):
                self.expect_refused(f"output.overwrite=true|{setting}", first, second, "same file")
        (self.dir / "out.h5.partial").write_bytes((self.dir / "face.h5").read_bytes())
        self.expect_refused("x.low_value=hdf5:out.h5.partial:volume", "x.low_value", "output.file",
                            "while it is written")
        (self.dir / "out.h5").write_text("precious")
        self.expect_refused("output.dataset=v", "out.h5", "output.overwrite", status=1)
        self.expect_refused("output.file=u.h5|table.file=out.h5", "out.h5", "output.overwrite",
                            status=1)

    def test_no_room(self):
        self.expect_failure("job.yaml", "--set", "x.cells=2000", "--set", "y.cells=100", "--set",
                            "output.every_steps=1", status=1, says=["out.h5"],
                            ranks=2, file_limit_bytes=16 << 20)

    def test_no_memory(self):
        """State and work array; 2 more of steps that adapt; a field kappa, its faces and pivots;
        45 of multigrid."""
        for more, arrays in [("time.scheme=crank-nicolson", 3), ("time.tolerance=1e-3", 4),
                             ("problem.kappa=1 + x|time.scheme=lod", 7), ("problem.kappa=1 + x", 52)]:
            self.expect_refused(f"x.cells=1000000|y.cells=1000000|{more}", "no memory for the state",
                                f"needs {needed(arrays * 4 * 10**12)} bytes", "precision: float", status=1, ranks=2)

    def test_small_stack(self):  # on which the job's paths of files, 220 KB, would not fit
        self.assertEqual(self.run_program("job.yaml", stack_limit_bytes=320 << 10, ranks=1).returncode, 0)

    def test_resume(self):
        self.expect_refused("checkpoint.resume=always", "checkpoint.resume", "checkpoint.file")
        self.expect_refused("checkpoint.resume=always|checkpoint.file=cp", "cp-0.h5", "cp-1.h5",
                            "auto")
        self.expect_refused("checkpoint.resume=maybe", "checkpoint.resume", "never")
        (self.dir / "cp-0.h5").write_text("no checkpoint")
        self.expect_refused("checkpoint.file=cp", "cp-0.h5", "not an HDF5 file", "checkpoint.file",
                            status=1)

    def test_check(self):
        before = self.files()
        done = self.expect_success("job.yaml", "--check", "--set", "output.every_steps=2")
        for part in ["8 x 6", "float64", "10 steps", "douglas-gunn", "6 snapshots"]:
            self.assertIn(part, done.stdout)
        done = self.expect_success("job.yaml", "--check", "--explain")
        self.assertIn("movement", done.stdout)
        self.assertEqual(self.files(), before)
        self.assertEqual(self.expect_success("job.yaml", "--quiet").stdout, "")
        self.assertTrue((self.dir / "out.h5").exists())

    @unittest.skipUnless(IS_NIGHTLY, "fft and transpose by day")
    def test_what_a_check_measures_is_not_kept(self):
        self.expect_kept_only_by_runs("--set", "exchange.parameters=--transport messages")

    def test_no_xdmf_stays_of_what_was_replaced(self):
        words = ["job.yaml", "--set", "output.overwrite=true"]
        xdmf = self.dir / "out.xdmf"
        self.expect_success(*words)
        self.assertTrue(xdmf.exists())
        self.expect_success(*words, "--set", "output.xdmf=false")
        self.assertFalse(xdmf.exists())
        xdmf.write_text("precious")
        self.expect_success(*words, "--set", "output.xdmf=false")
        self.assertEqual(xdmf.read_text(), "precious")

    def test_help(self):
        done = self.expect_success("--help", ranks=1)
        for part in ["problem.kappa", "z.high_value", "checkpoint.resume", "SIGTERM", "naive"]:
            self.assertIn(part, done.stdout)


if __name__ == "__main__":
    unittest.main()
