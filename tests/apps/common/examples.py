#!/usr/bin/python3
"""The applications of run/examples: beside numpy, as run/figures/applications has it, at sizes that
do not divide and with ranks that have nothing; and what they refuse."""
import os
import pathlib
import subprocess
import sys
import unittest

import numpy as np

from harness import IS_NIGHTLY, RANKS, SOURCE, ProgramTest

sys.path[:0] = [str(SOURCE / "tests" / "run"), str(SOURCE / "run" / "figures")]
from tools import load_script  # noqa: E402

applications = load_script("figures/applications")
EXAMPLES = pathlib.Path(os.environ["CT_BUILD"]) / "run" / "examples"
SIZES = 1, 17, 2, 10, 3  # by number of ranks


class Numbers(unittest.TestCase):
    def test_every_size(self):
        for number, name in enumerate(applications.EXAMPLES):
            pairs = list(zip(RANKS, SIZES))
            for ranks, size in pairs if IS_NIGHTLY else [pairs[(number + more) % len(pairs)] for more in (0, 2)]:
                with self.subTest(name=name, ranks=ranks, size=size):
                    applications.claims(name, ranks, size)

    def test_a_difference_is_seen(self):
        with self.assertRaisesRegex(applications.simulation.Failure, "x differs from numpy's by"):
            applications.difference(np.ones(3), np.array([1, 1, 1.001]), "x")
        with self.assertRaisesRegex(applications.simulation.Failure, "x differs"):
            applications.difference(np.array([1, np.nan]), np.ones(2), "x")
        with self.assertRaisesRegex(applications.simulation.Failure, "2 numbers, 3 by numpy"):
            applications.difference(np.ones(2), np.ones(3), "x")


class Refusals(ProgramTest):
    programs = EXAMPLES

    def refuses(self, program, *arguments, says, **kwargs):
        self.program = program
        self.expect_failure(*arguments, status=2, says=says, **kwargs)

    def write(self, name, numbers):
        np.array(numbers, float).tofile(self.dir / name)

    def test_arguments(self):
        self.write("one", [[1.0]])
        self.refuses("power", "one", says=["1 arguments; usage: power MATRIX STEPS [ALGORITHM]"])
        self.refuses("bodies", says=["0 arguments", "BODIES STEPS DT"])
        for wrong in "-1", "3x", "", "1e3":
            self.refuses("power", "one", wrong, says=[f'STEPS is "{wrong}"'])
        self.refuses("conjugate_gradients", "one", "nan", says=['TOLERANCE is "nan"'])
        self.refuses("power", "one", "1", "fastest", says=["fastest"])
        self.refuses("power", "one", "1", "adea", ranks=3, says=["adea", "2^d"])

    def test_files(self):
        self.write("six", range(6))
        self.write("infinite", [[np.inf]])
        self.write("empty", [])
        (self.dir / "bytes").write_bytes(b"123456789")
        self.refuses("power", "none", "1", says=["none cannot be read"])
        self.refuses("power", "empty", "1", says=["empty has 0 bytes"])
        self.refuses("power", "bytes", "1", says=["bytes has 9 bytes; expected doubles"])
        self.refuses("power", "six", "1", says=["six has 6 doubles; expected n^2"])
        self.refuses("power", "infinite", "1", says=["infinite has numbers that are not finite"])
        self.refuses("bodies", "six", "1", "1", says=["six has 6 doubles; expected 7 a body"])
        self.write("three", range(3))
        self.refuses("elimination", "three", says=["three has 3 doubles; expected n (n + 1)"])

    def test_matrices(self):
        self.write("nought", np.zeros((3, 3)))
        self.refuses("power", "nought", "2", says=["A v has length 0 in step 1"])
        self.write("singular", [[1, 2, 1], [2, 4, 1]])
        self.refuses("elimination", "singular", says=["singular", "column 2 has no pivot"])
        self.write("indefinite", [[1, 0, 0], [0, -1, 1]])
        self.refuses("conjugate_gradients", "indefinite", "1e-6", says=["not positive definite"])

    def test_a_full_disk(self):
        self.program = "power"
        self.write("one", [[1.0]])
        with open("/dev/full", "w", encoding="ascii") as full:
            done = subprocess.run([EXAMPLES / "power", "one", "1"], check=False, cwd=self.dir,
                                  text=True, stdout=full, stderr=subprocess.PIPE)
        self.assertEqual((done.returncode, done.stderr),
                         (1, "power: error: the result cannot be written\n"))


if __name__ == "__main__":
    unittest.main()
