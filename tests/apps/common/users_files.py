#!/usr/bin/python3
"""Files of a user's that have a name which a program makes up: checkpoints, unfinished files, XDMF.
They stay as they are, whatever the config allows to be replaced."""

import os
import time
import unittest

import h5py
import numpy as np

from harness import FILES, ProgramTest

ADI = """problem:
  initial: x*y
x:
  cells: 9
y:
  cells: 7
time:
  end: 1
  step: 0.25
output:
  file: out.h5
  overwrite: true
"""
TABLE = ["--set", "table.file=t.csv"]
CHECKPOINT = ["--set", "checkpoint.file=cp", "--set", "checkpoint.every_steps=2"]


class AdiUsersFiles(ProgramTest):
    program = "adi"

    def setUp(self):
        super().setUp()
        self.config(ADI)

    def refused(self, name, *words, says=()):
        self.expect_failure("job.yaml", *words, ranks=next(self.few), status=1, says=[name, "allowed", *says])

    def test_what_is_no_checkpoint(self):
        users = self.dir / "cp-0.h5"
        def text():
            users.write_text("precious")
        def volume():
            self.volume(np.arange(5), "cp-0.h5")
        def cut():  # which HDF5 cannot open
            self.volume(np.arange(5000), "cp-0.h5")
            users.write_bytes(users.read_bytes()[:3000])
        for make in text, volume, cut:
            for resume in ["never", "auto"] if make is text else ["never"]:
                with self.subTest(make=make.__name__, resume=resume):
                    make()
                    self.refused("cp-0.h5", *CHECKPOINT, "--set", f"checkpoint.resume={resume}",
                                 says=["checkpoint.file"])
        self.refused("cp-0.h5", *CHECKPOINT, "--set", "checkpoint.resume=never", "--check")

    def test_beside_a_checkpoint(self):
        """Going on from the other one would replace it."""
        kept = [*CHECKPOINT, "--set", "checkpoint.keep=true"]
        self.expect_success("job.yaml", *kept)
        self.assertEqual({"cp-0.h5", "cp-1.h5"} - set(self.files()), set())
        for name in "cp-0.h5", "cp-1.h5":
            with self.subTest(name=name):
                whole = (self.dir / name).read_bytes()
                (self.dir / name).write_text("precious")
                self.refused(name, *kept, "--set", "time.end=2")
                (self.dir / name).write_bytes(whole)
        self.expect_success("job.yaml", *kept, "--set", "checkpoint.resume=never")

    def test_unfinished_names(self):
        for name, words in ("out.h5.partial", []), ("t.csv.partial", TABLE):
            with self.subTest(name=name):
                (self.dir / name).write_text("precious")
                self.refused(name, *words)
                (self.dir / name).unlink()
                for left in b"", bytes(4096), b"\211HDF\r\n\032\n..." if not words else b"step,time,..":
                    (self.dir / name).write_bytes(left)
                    self.expect_success("job.yaml", *words)
                    self.assertFalse((self.dir / name).exists())

    def test_xdmf_of_something_else(self):
        self.expect_success("job.yaml")
        self.expect_success("job.yaml")
        xdmf = self.dir / "out.xdmf"
        xdmf.write_text(xdmf.read_text().replace("out.h5", "out.hdf5"))
        self.refused("out.xdmf", says=["output.xdmf: false"])

    def test_xdmf_that_comes_during_the_run(self):
        """The array is there, and the message says what is not."""
        process = self.start_program("job.yaml", "--set", "time.step=1e-3", "--set", "output.every_steps=100", ranks=1)
        while process.poll() is None and not (self.dir / "out.h5.partial.xdmf").exists():
            time.sleep(0.005)
        (self.dir / "out.xdmf").write_text("precious")
        done = self.completed(process)
        self.assertEqual((self.dir / "out.xdmf").read_text(), "precious")
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("cannot write out.xdmf", done.stderr)
        self.assertTrue((self.dir / "out.h5").exists())


class TransposeUsersFiles(ProgramTest):
    program = "transpose"

    def test_xdmf_of_something_else(self):
        self.volume(np.arange(24.).reshape(4, 6))
        self.config(FILES + "  overwrite: true\n")
        self.expect_success("job.yaml")
        self.expect_success("job.yaml")
        (self.dir / "out.xdmf").write_text("precious")
        self.expect_failure("job.yaml", status=1, says=["out.xdmf", "output.xdmf: false"])
        self.expect_success("job.yaml", "--set", "output.xdmf=false")
        self.assertEqual((self.dir / "out.xdmf").read_text(), "precious")
        with h5py.File(self.dir / "out.h5") as stored:
            np.testing.assert_array_equal(stored["result"], np.arange(24.).reshape(4, 6).T)

    def test_xdmf_that_cannot_be_read(self):
        """It may be anybody's. Root reads everything, but for links in a circle."""
        self.volume(np.arange(24.).reshape(4, 6))
        self.config(FILES + "  overwrite: true\n")
        xdmf = self.dir / "out.xdmf"
        says = ["cannot write out.xdmf", "cannot be read", "output.xdmf: false"]
        (self.dir / "circle").symlink_to("out.xdmf")
        xdmf.symlink_to("circle")
        self.expect_failure("job.yaml", status=1, says=[*says, "symbolic links"])
        self.expect_success("job.yaml", "--set", "output.xdmf=false")
        self.assertTrue(xdmf.is_symlink())
        xdmf.unlink()
        xdmf.write_text("precious")
        xdmf.chmod(0)
        if not os.access(xdmf, os.R_OK):
            done = self.run_program("job.yaml", ranks=2)
            self.assertEqual(done.returncode, 1)
            for part in [*says, "Permission denied"]:
                self.assertIn(part, done.stderr)
            self.expect_success("job.yaml", "--set", "output.xdmf=false")
            xdmf.chmod(0o600)
            self.assertEqual(xdmf.read_text(), "precious")
        xdmf.unlink()
        os.mkfifo(xdmf)
        self.expect_failure("job.yaml", status=1, says=["out.xdmf"])
        self.expect_success("job.yaml", "--set", "output.xdmf=false")
        self.assertTrue(xdmf.is_fifo())


class FftUsersFiles(ProgramTest):
    program = "fft"

    def test_xdmf_of_something_else(self):
        self.volume(np.ones((4, 6, 5)))
        self.config(FILES + "  overwrite: true\n")
        (self.dir / "out.xdmf").write_text("precious")
        self.expect_failure("job.yaml", status=1, says=["out.xdmf", "output.xdmf: false"])


if __name__ == "__main__":
    unittest.main()
