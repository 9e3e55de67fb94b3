#!/usr/bin/python3
"""Files of any name: every program reads and writes them, and its messages stay one line."""

import os
import subprocess
import unittest
import xml.etree.ElementTree

import h5py
import numpy as np
import yaml

from adi_run import CONFIG as ADI
from harness import IS_NIGHTLY, MPIEXEC, PROGRAMS, ProgramTest, one_of

COLON = "run-08:37.h5"
ODD = ["2026:11/of :day.h5", "ufs:a.h5", "größe b'\"&<>%s%n[a]*?\\.h5", "line\nbreak\t.h5",
       "e\x1bscape.h5", 255 * "n", 12 * ("d" * 200 + "/") + COLON]
FFT = "input:\n  file: x\n  dataset: volume\noutput:\n  file: y\n  dataset: result\n"
CHECK = ["--check"]


class Names(ProgramTest):
    def place(self, name, prefix=b""):
        """Bytes of a name whose directory is there."""
        name = os.fsencode(name)
        directory, name = os.path.split(name)
        os.makedirs(os.fsencode(self.dir) + b"/" + directory, exist_ok=True)
        return os.path.join(directory, (prefix + name)[:255])

    def path(self, name):
        return os.fsencode(self.dir) + b"/" + name

    def run_bytes(self, program, *words, ranks=2):
        self.program = program
        launcher = [MPIEXEC, "-n", str(ranks)] if ranks > 1 or IS_NIGHTLY else []
        return subprocess.run(
            [*launcher, str(PROGRAMS / program), "job.yaml", *words],
            cwd=self.dir, capture_output=True, stdin=subprocess.DEVNULL)

    def expect(self, program, *words, ranks=2):
        for more in one_of((CHECK, []), 1):
            done = self.run_bytes(program, *words, *more, ranks=ranks)
            self.assertEqual((done.returncode, done.stderr), (0, b""), done.stdout)
        for line in done.stdout.decode().splitlines():  # UTF-8, and no name breaks a line
            self.assertTrue(line.isprintable(), line)
            self.assertLess(len(line), 1000)
        return done

    def listed(self):
        """All files below the directory."""
        return sorted(os.path.join(top, file) for top, _, files in os.walk(os.fsencode(self.dir))
                      for file in files)

    def described(self, xdmf):
        """The file that an XDMF file refers to."""
        tree = xml.etree.ElementTree.parse(xdmf)
        item = tree.find(".//DataItem[@Format='Binary']")
        return os.path.join(os.path.dirname(xdmf), os.fsencode(item.text))

    def test_fft(self):
        field = np.random.default_rng(1).random((4, 5, 6))
        self.config(FFT)
        for name in ODD:
            with self.subTest(name=name):
                first, last = self.place(name), self.place(name, b"o")
                report = self.place(name, b"r")
                with h5py.File(self.path(first), "w") as out:
                    out["volume"] = field
                before = self.listed()
                self.expect("fft", "--set", b"input.file=" + first, "--set",
                            b"output.file=" + last, "--report", report, ranks=2 if IS_NIGHTLY or name in ODD[::3] else 1)
                with h5py.File(self.path(last)) as out:
                    np.testing.assert_allclose(out["result"][:], np.fft.fftn(field))
                with open(self.path(report), encoding="utf-8") as text:
                    files = yaml.safe_load(text)["files"]
                self.assertEqual(files["output"], last.decode(errors="replace"))
                new = sorted(set(self.listed()) - set(before))
                xdmf = [path for path in new if path.endswith(b".xdmf")]
                self.assertEqual(len(new), 2 + len(xdmf), new)
                if name not in ("e\x1bscape.h5", 255 * "n"):  # XML, or the file system, has no name
                    self.assertEqual(self.described(xdmf[0]), self.path(last))
                for path in (self.path(first), *new):
                    os.unlink(path)

    def test_transpose_and_adi(self):
        """Names of the same kinds where files last and are found again."""
        matrix = np.arange(12.0).reshape(3, 4)
        for name in (COLON, "[a]*?\n.h5", 255 * "n"):
            with self.subTest(name=name):
                first, last = self.place(name), self.place(name, b"p")
                with h5py.File(self.path(first), "w") as out:
                    out["volume"] = matrix
                self.config(FFT)
                self.expect("transpose", "--set", b"input.file=" + first, "--set",
                            b"output.file=" + last, ranks=1)
                with h5py.File(self.path(last)) as out:
                    np.testing.assert_array_equal(out["result"][:], matrix.T)
                last = self.place(name, b"o")
                with h5py.File(self.path(first), "w") as out:
                    out["u"] = np.ones((9, 13))
                self.config(ADI)
                words = [word for setting in
                         (b"output.file=" + last, b"table.file=" + self.place(name, b"t"),
                          b"checkpoint.file=" + self.place(os.fsencode(name)[:200], b"c"),
                          b"problem.initial=hdf5:" + first + b":u", b"time.end=2",
                          b"checkpoint.keep=true")
                         for word in ("--set", setting)]
                self.expect("adi", *words)
                with h5py.File(self.path(last)) as out:
                    whole = out["u"][:]
                self.expect("adi", *words, "--set", "output.overwrite=true", "--set",
                            "checkpoint.resume=never")
                with h5py.File(self.path(last)) as out:
                    np.testing.assert_array_equal(out["u"][:], whole)
                self.assertFalse([path for path in self.listed() if b".partial" in path])

    def test_messages(self):
        """One line, escaped and shortened, with the reason at its end."""
        self.config(FFT)
        for name, says in (("a\nb\x1b.h5", rb"a\nb\x1b.h5: No such file"),
                           ("\u202eback\\.h5", rb"\u202eback\\.h5: No such file"),
                           (900 * "long/" + "end.h5", b"...")):
            done = self.run_bytes("fft", "--set", b"input.file=" + os.fsencode(name))
            self.assertEqual(done.returncode, 1)
            self.assertIn(says, done.stderr)
            self.assertEqual(done.stderr.count(b"\n"), 1)
            self.assertTrue(done.stderr.decode().strip().isprintable())
            self.assertLess(len(done.stderr), 400)
        self.volume(np.ones((3, 4)))
        for more in (CHECK, []):  # YAML, which keeps the config, has no way to write it
            done = self.run_bytes("fft", "--set", b"input.file=\xff.h5", *more)
            self.assertEqual(done.returncode, 2)
            self.assertIn(rb"\xff.h5" + b'" is not UTF-8', done.stderr)
        for words in (["--set", b"output.file=" + 256 * b"n"],
                      ["--report", 1020 * b"dir/" + b"e.yaml"]):
            for more in (CHECK, []):  # what cannot be, is said before the work
                done = self.run_bytes("fft", "--set", "input.file=in.h5", *words, *more)
                self.assertEqual(done.returncode, 1)
                self.assertRegex(done.stderr, b"too long|not a file name")


if __name__ == "__main__":
    unittest.main()
