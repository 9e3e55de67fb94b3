#!/usr/bin/python3
"""adi continues from a checkpoint where something is not as it was: a later end, another table, a
damaged file."""

import unittest

import h5py
import numpy as np

from adi_run import OUTPUTS, AdiTest
from harness import some

KEEP = ["checkpoint.keep=true", "time.end=2"]


class AdiExtend(AdiTest):
    def newest(self):
        def step(name):
            with h5py.File(self.dir / name) as file:
                return file["course"][0]
        return sorted(["cp-0.h5", "cp-1.h5"], key=step)

    def flip(self, name, text):
        """One bit of a text in a file."""
        stored = bytearray((self.dir / name).read_bytes())
        self.assertEqual(stored.count(text), 1)
        stored[stored.index(text) + len(text) - 1] ^= 1
        (self.dir / name).write_bytes(stored)

    def test_flipped_bit_in_a_text_of_a_checkpoint(self):
        self.run_job(*KEEP)
        wanted = self.result()
        for name in some(["problem", "run"], 1):
            with self.subTest(name=name):
                older, newer = self.newest()
                with h5py.File(self.dir / newer) as file:
                    text = file["state"].attrs[name].encode()
                self.flip(newer, text[:80])
                done = self.run_job(*KEEP)
                self.assertIn(f"{newer} is damaged", done.stdout)
                self.assertIn(f"continuing from {older}", done.stdout)
                np.testing.assert_array_equal(self.result(), wanted)

    def table(self):
        return np.genfromtxt(self.dir / "table.csv", delimiter=",", names=True)

    def test_finished_output_stays_until_there_is_another(self):
        self.run_job(*KEEP)
        first = self.result(), (self.dir / "out.h5").read_bytes(), self.table()
        status, printed, _ = self.stop("checkpoint.keep=true", "time.end=4000", whom="mpiexec",
                                       when=lambda names: "out.h5.partial.xdmf" in names)
        # of mpiexec that got the signal: the ranks', and MPICH's may answer 0, Open MPI's 1
        self.assertIn(status, (0, 1, 75), printed)
        self.assertEqual((self.dir / "out.h5").read_bytes(), first[1])
        np.testing.assert_array_equal(self.table(), first[2])
        with h5py.File(self.dir / "out.h5.partial") as file:
            np.testing.assert_array_equal(file["u"][:len(first[0])], first[0])
        self.expect_failure("job.yaml", "--set", "time.end=2", status=2,
                            says=["time.end: 2, and cp-", "never starts over"])

    def test_no_space_for_the_first_checkpoint(self):
        """Without one nothing goes on with the outputs, which are removed."""
        words = self.words(["problem.initial=1", "problem.kappa=1", "problem.source=0", "x.cells=1500", "y.cells=1500", "output.compression=gzip",
                            "checkpoint.every_steps=1"])
        for per_node in some(("true", "false"), 1):
            self.expect_failure("job.yaml", *words, "--set", f"output.per_node={per_node}", status=1,
                                says=["cp-0.h5"], ranks=1, file_limit_bytes=16 << 20)

    def test_nothing_stays_of_a_run_that_fails_before_its_first_checkpoint(self):
        """The finished files have all that it had."""
        self.run_job(*KEEP)
        table = self.dir / "table.csv"
        rows = table.read_bytes()
        words = ["job.yaml", "--set", "time.end=4"]
        table.write_bytes(rows[:-1])
        self.expect_failure(*words, status=1, says=["table.csv", "bytes", "never starts over"])
        table.unlink()
        self.expect_failure(*words, status=1, says=["table.csv", "No such file"])
        table.write_bytes(rows)
        self.run_job("time.end=4")
        self.assertEqual(self.names(), OUTPUTS)

    def test_later_end_is_that_of_one_run(self):
        self.run_job("time.end=4", "checkpoint.every_steps=100")
        wanted = self.result(), self.times(), (self.dir / "table.csv").read_bytes()
        for name in OUTPUTS[1:]:
            (self.dir / name).unlink()
        self.run_job(*KEEP)
        done = self.run_job("checkpoint.keep=true", "time.end=4", "output.every_steps=100")
        self.assertIn("t = 2", done.stdout)
        np.testing.assert_array_equal(self.result()[-1], wanted[0][-1])
        np.testing.assert_array_equal(self.times()[1], [0, 100, 200])
        self.assertEqual((self.dir / "table.csv").read_bytes(), wanted[2])
        self.assertEqual(self.names(), sorted(OUTPUTS + ["cp-0.h5", "cp-1.h5"]))

    def test_later_end_after_a_step_that_was_cut_short(self):
        # a scheme that damps what steps of several lengths stir up
        often = ["time.scheme=douglas-gunn", "output.every_steps=0"]
        self.run_job("time.end=0.4", *often)
        wanted = self.result()[-1]
        for name in OUTPUTS[1:]:
            (self.dir / name).unlink()
        for end in [0.05, 0.13, 0.4]:
            self.run_job("checkpoint.keep=true", f"time.end={end}", "table.every=1", *often)
        rows = self.table()
        np.testing.assert_allclose(np.diff(rows["time"]), rows["dt"][1:], rtol=1e-9)
        np.testing.assert_allclose(self.times()[0], [0.05, 0.13, 0.4])
        np.testing.assert_allclose(self.result()[-1], wanted, atol=1e-4)

    def test_snapshots_by_another_schedule(self):
        self.run_job(*KEEP, "output.every_steps=0", "output.every_time=0.5")
        self.run_job("time.end=3", "output.every_time=0.3", "output.every_steps=35")
        steps = [0, 25, 50, 75, 100, 105, 120, 135, 140, 150]
        np.testing.assert_array_equal(self.times()[1], steps)
        np.testing.assert_allclose(self.times()[0], np.array(steps) * 0.02)

    def test_long_first_step(self):
        settings = ["checkpoint.file=", "time.tolerance=1e-3", "time.end=1", "time.step=1e6",
                    "output.every_steps=0", "output.every_time=0.1"]
        self.run_job(*settings)
        np.testing.assert_allclose(self.times()[0], np.linspace(0, 1, 11))

    def test_columns_of_a_table_stay(self):
        self.run_job(*KEEP)
        for setting in some(["table.probes=0.5, 0.5", "table.probes=0.5, 0.5; 0.2, 0.9",
                             "table.file=another.csv", "table.file="]):
            with self.subTest(setting=setting):
                self.expect_failure("job.yaml", "--set", setting, "--set", "time.end=4", status=2,
                                    says=["under table", "may change", "never starts over"])
        self.run_job("time.end=4", "table.every=50")
        np.testing.assert_array_equal(self.table()["step"], [*range(0, 101, 10), 150, 200])
        self.assertEqual(self.names(), OUTPUTS)


if __name__ == "__main__":
    unittest.main()
