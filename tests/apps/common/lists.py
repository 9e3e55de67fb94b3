#!/usr/bin/python3
"""Keys with an entry for each axis: a list of YAML, in a line or in lines, means what the text with commas
does, in every program."""

import unittest

import h5py
import numpy as np
import scipy.fft

from harness import FILES, ProgramTest


class FftLists(ProgramTest):
    program = "fft"

    def setUp(self):
        super().setUp()
        self.data = np.random.default_rng(7).standard_normal((4, 6, 5))
        self.volume(self.data)

    def result(self, *words):
        self.expect_success("job.yaml", "--set", "output.overwrite=true", *words)
        with h5py.File(self.dir / "out.h5") as stored:
            return stored["result"][...]

    def test_kinds(self):
        wanted = np.fft.rfft(scipy.fft.dct(self.data, type=2, axis=1), axis=2)
        for kinds in ["none,dct2,r2c", "[none, dct2, r2c]", "\n    - none\n    - dct2\n    - r2c",
                      "\n  - none # a batch\n  - dct2\n  - 'r2c'"]:
            with self.subTest(kinds=kinds):
                self.config(f"{FILES}transform:\n  kinds: {kinds}\n")
                np.testing.assert_allclose(self.result(), wanted, atol=1e-12)
        self.config(f"{FILES}transform:\n  kinds: [c2c]\n")
        np.testing.assert_allclose(self.result(), np.fft.fftn(self.data), atol=1e-12)
        np.testing.assert_allclose(self.result("--set", "transform.kinds=[none, dct2,r2c]"), wanted, atol=1e-12)

    def test_other_keys(self):
        self.config(f"{FILES}  order: [2, 0, 1]\n  chunk: [5, 2, 2]\ngrid:\n  spacing: [1, 2.5, 1e-1]\n"
                    "transform:\n  kinds: [c2c, c2c, c2c]\n  length: [8, 0, 5]\n"
                    "fft:\n  grid: [2, 1, 1]\n  spectrum_grid: [1, 2, 1]\n")
        wanted = np.fft.fftn(self.data, (8, 6, 5)).transpose(2, 0, 1)
        np.testing.assert_allclose(self.result(), wanted, atol=1e-12)
        with h5py.File(self.dir / "out.h5") as stored:
            self.assertEqual(stored["result"].chunks, (5, 2, 2))
            self.assertIn('order: "2,0,1"', stored["result"].attrs["config"])

    def test_refusals(self):
        for kinds, says in ([["[c2c, c2c]", '"c2c,c2c"; allowed: one of none'],
                             ["[c2c, [c2c, r2c]]", "job.yaml:7: transform.kinds: a map, or a list of lists"],
                             ["{c2c: r2c}", "allowed: text or list"], ["[c2c, '', r2c]", '"c2c,,r2c"; allowed'],
                             ["[]", '""; allowed: one of']]):
            with self.subTest(kinds=kinds):
                self.config(f"{FILES}transform:\n  kinds: {kinds}\n")
                self.expect_failure("job.yaml", status=2, says=["transform.kinds", says])


class TransposeLists(ProgramTest):
    program = "transpose"

    def test_all(self):
        data = np.arange(120.).reshape(4, 6, 5)
        self.volume(data)
        self.config(f"{FILES}transpose:\n  axes: [2, 0, 1]\ndistribution:\n  input: [1, 2, 1]\n  output: [1, 1, 2]\n")
        self.expect_success("job.yaml")
        with h5py.File(self.dir / "out.h5") as stored:
            np.testing.assert_array_equal(stored["result"], data.transpose(2, 0, 1))
        self.config("generate:\n  extent: [3, 7]\noutput:\n  file: made.h5\n")
        self.expect_success("job.yaml")
        with h5py.File(self.dir / "made.h5") as stored:
            np.testing.assert_array_equal(stored["result"], np.arange(21.).reshape(3, 7).T)


class AdiLists(ProgramTest):
    program = "adi"

    def test_all(self):
        texts = "0,0.1,0.4,1", "2x1", "m,s,K"
        lists = "[0, 0.1, 0.4, 1]", "[2, 1]", "[m, s, K]"
        states = []
        for edges, grid, units in texts, lists:
            self.config("problem:\n  initial: x*y\nx:\n  cells: 3\n"
                        f"  edges: {edges}\ny:\n  cells: 4\ntime:\n  end: 0.1\n  step: 0.05\n"
                        f"distribution:\n  grid: {grid}\noutput:\n  file: out.h5\n  units: {units}\n  overwrite: true\n")
            self.expect_success("job.yaml")
            with h5py.File(self.dir / "out.h5") as stored:
                self.assertEqual(stored["u"].attrs["units"], "K")
                states.append(stored["u"][...])
        np.testing.assert_array_equal(*states)

    def test_checkpoints(self):
        """A run goes on whichever way the list is written, but not with another one."""
        def write(edges, end):
            self.config(f"problem:\n  initial: x*y\nx:\n  cells: 3\n  edges: {edges}\ny:\n  cells: 4\n"
                        f"time:\n  end: {end}\n  step: 0.05\noutput:\n  file: out.h5\n  overwrite: true\n"
                        "checkpoint:\n  file: cp\n  every_steps: 2\n  keep: true\n  resume: auto\n")
        zeros = 30 * "0"  # YAML folds a text of more than 80 characters at a blank, a list without blanks not
        write(f"0, 0.1{zeros}, 0.4{zeros}, 1", 0.2)
        self.expect_success("job.yaml")
        write(f"[0, 0.1{zeros},  0.4{zeros}, 1]", 0.4)
        self.assertIn("0.2", self.expect_success("job.yaml", "--set", "checkpoint.resume=always").stdout)
        write(f"0, 0.1{zeros}, 0.4{zeros}, 1", 0.5)
        self.expect_success("job.yaml", "--set", "checkpoint.resume=always")
        write(f"[0, 0.1{zeros}, 0.41{zeros[1:]}, 1]", 0.6)
        self.expect_failure("job.yaml", status=2, says=["is of another problem", "under x"])


if __name__ == "__main__":
    unittest.main()
