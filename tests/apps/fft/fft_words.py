#!/usr/bin/python3
"""What fft says when all is well, and what it leaves alone."""

import subprocess
import unittest

import numpy as np

from fft_errors import CONFIG
from harness import PROGRAMS, ProgramTest


class FftWords(ProgramTest):
    program = "fft"

    def setUp(self):
        super().setUp()
        self.volume(np.arange(60.0).reshape(3, 4, 5))
        self.config(CONFIG)

    def test_check_writes_nothing(self):
        before = self.files()
        done = self.expect_success("job.yaml", "--check")
        self.assertIn("3 x 4 x 5", done.stdout)
        self.assertEqual(self.files(), before)
        self.expect_failure("job.yaml", "--check", "--set", "input.dataset=x", status=1,
                            says=["x"])

    def test_explain(self):
        done = self.expect_success("job.yaml", "--check", "--explain")
        self.assertIn("on one node", done.stdout)
        done = self.expect_success("job.yaml", "--check", "--explain", "--set",
                                   "exchange.parameters=--transport messages")
        for name in ["direct", "mpi", "predicted"]:
            self.assertIn(name, done.stdout)

    def test_quiet(self):
        self.assertEqual(self.expect_success("job.yaml", "--quiet").stdout, "")
        self.assertTrue((self.dir / "out.h5").exists())

    def test_very_large_values(self):
        self.volume(np.arange(60.0).reshape(3, 4, 5) * 1e300)
        self.expect_success("job.yaml", ranks=1)

    def test_check_and_explain_write_nothing(self):
        self.expect_success("job.yaml", "--check", "--explain", ranks=2)
        self.assertFalse((self.dir / ".cache").exists())
        self.assertEqual(self.expect_success("job.yaml", "--check", "--explain", "--quiet", ranks=1).stdout, "")

    def test_no_xdmf_stays_of_what_was_replaced(self):
        xdmf = self.dir / "out.xdmf"
        for array, words in ((np.ones((2, 3, 4, 5)), []),
                             (np.ones((3, 4, 5)), ["--set", "output.xdmf=false"])):
            self.volume(np.ones((3, 4, 5)))
            self.expect_success("job.yaml", "--set", "output.overwrite=true", ranks=1)
            self.assertTrue(xdmf.exists())
            self.volume(array)
            self.expect_success("job.yaml", "--set", "output.overwrite=true", *words)
            self.assertFalse(xdmf.exists())
        for others in "precious", "<DataItem>out.hdf5</DataItem>":
            xdmf.write_text(others)
            self.expect_success("job.yaml", "--set", "output.overwrite=true", *words, ranks=1)
            self.assertEqual(xdmf.read_text(), others)

    def test_what_a_check_measures_is_not_kept(self):
        self.expect_kept_only_by_runs("--set", "exchange.parameters=--transport messages")

    def test_plain_lines(self):
        done = self.expect_success("job.yaml")
        self.assertNotIn("\r", done.stdout)
        self.assertNotIn("\x1b", done.stdout)
        for word in ["read", "transform", "write", "out.h5", "out.xdmf"]:
            self.assertIn(word, done.stdout)

    def test_help_and_version(self):
        done = self.expect_success("--help", ranks=2)
        for part in ["Usage", "--set", "--check", "exchange.algorithm", "naive", "1/N"]:
            self.assertIn(part, done.stdout)
        self.assertEqual(done.stdout.lower().count("usage"), 1)
        for name, argument in ("--set", "SECTION.KEY=VALUE"), ("--forecast", "NODESxRANKS"), ("--check", ""):
            self.assertRegex(done.stdout, rf"(?m)^  {name} +{argument} +\w")  # apart from each other
        self.assertIn("0.1.0", self.expect_success("--version", ranks=1).stdout)

    def test_answers_that_cannot_be_written(self):
        for words in ["--help"], ["--version"], ["job.yaml", "--get", "output.file"]:
            with self.subTest(words=words), open("/dev/full", "wb") as full:
                done = subprocess.run([PROGRAMS / "fft", *words], cwd=self.dir, env=self.environment(), stdout=full,
                                      stderr=subprocess.PIPE, text=True, check=False)
                self.assertEqual(done.returncode, 1)
                self.assertIn("fft: error: cannot write the output: No space", done.stderr)


if __name__ == "__main__":
    unittest.main()
