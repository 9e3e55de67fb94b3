#!/usr/bin/python3
"""Two jobs with one output: one is refused before it has written anything, the other is whole."""

import os
import signal
import subprocess
import unittest

import h5py
import numpy as np

from adi_run import CONFIG as ADI
from adi_run import OUTPUTS, SELDOM, AdiTest
from harness import FILES, MPIEXEC, PROGRAMS

# Outlasts a job that is refused: Open MPI's mpiexec ends 2 s after that.
LONG = "time.end=500"
TRIALS = int(os.environ.get("CT_TRIALS", "2"))


HOLDER = """import fcntl, sys
lock = open(sys.argv[1], "w")
fcntl.lockf(lock, fcntl.LOCK_EX)
lock.write("12 elsewhere boot\\n")
lock.flush()
print("locked", flush=True)
sys.stdin.read()
"""


class TwoJobs(AdiTest):
    def hold(self, path):
        """A process that has the lock of a file, as another job: ours would lose it by reading."""
        holder = subprocess.Popen(["/usr/bin/python3", "-c", HOLDER, f"{path}.lock"], cwd=self.dir,
                                  stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.assertEqual(holder.stdout.readline(), "locked\n")
        return holder

    def expect_refused(self, program, path, *words):
        self.program = program
        for ranks in (1, 2):
            for more in ([], ["--check"]):
                self.expect_failure(
                    "job.yaml", *words, *more, status=1, ranks=ranks,
                    says=[path, "another job is writing it",
                          "process 12 on host elsewhere", f"{path}.lock"])

    def test_all_programs(self):
        """Each of the files that a job writes, by any name of its directory."""
        (self.dir / "link").symlink_to(".")
        self.volume(np.arange(12.0).reshape(3, 4))
        words = ["--report", "report.yaml", "--set", "output.file=link/out.h5"]
        for program, config in (("fft", FILES), ("transpose", FILES), ("adi", ADI)):
            self.config(config)
            for path in ["out.h5", "report.yaml"] + ["table.csv", "cp-0.h5"] * (program == "adi"):
                with self.subTest(program=program, path=path):
                    with self.hold(path) as holder:
                        self.expect_refused(program, path, *words)
                        holder.communicate()
                    (self.dir / f"{path}.lock").unlink()
        self.config(FILES)
        self.program = "fft"
        for name in ("out.h5", "report.yaml"):  # what a killed job left goes
            (self.dir / f"{name}.partial-17-0").write_text("half")
        self.expect_success("job.yaml", *words)
        self.assertNotRegex(" ".join(self.files()), "lock|partial")
        self.expect_users_files_stay(*words, "--set", "output.overwrite=true")

    def expect_users_files_stay(self, *words):
        """Names that are as those of a job's own."""
        old = self.dir / "out.h5.partial-old.h5"
        old.write_text("precious")
        self.expect_success("job.yaml", *words)
        self.assertEqual(old.read_text(), "precious")
        for name in ("out.h5.lock", "report.yaml.lock"):
            (self.dir / name).write_text("precious")
            for more in ([], ["--check"]):
                self.expect_failure("job.yaml", *words, *more, status=1,
                                    says=[f"{name}, which would be its lock, is something else"])
            (self.dir / name).unlink()
        (self.dir / "out.h5.lock").symlink_to(old.name)
        self.expect_failure("job.yaml", *words, status=1, says=["out.h5.lock, which would be"])
        self.assertEqual(old.read_text(), "precious")

    def test_a_live_job_and_a_dead_one(self):
        self.program = "adi"
        process = self.start(LONG)
        self.wait_until(self.has_checkpoint, "there is a checkpoint", process)
        done = self.run_program("job.yaml")
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn("another job is writing it, process ", done.stderr)
        self.assertIn(f"process {self.lock_owner()} on host", done.stderr)
        self.assertIsNone(process.poll())
        for pid in self.rank_pids():
            os.kill(pid, signal.SIGKILL)
        process.communicate()
        self.wait_until(lambda: not self.rank_pids(), "the ranks are gone")
        self.assertIn("out.h5.lock", self.names())  # it means nothing now
        done = self.run_job(LONG, SELDOM)
        self.assertIn("continuing from", done.stdout)
        self.assertEqual(self.names(), OUTPUTS)

    def lock_owner(self):
        return (self.dir / "out.h5.lock").read_text().split()[0]

    def has_checkpoint(self):
        return "cp-1.h5" in os.listdir(self.dir)

    def begin(self, program):
        process = subprocess.Popen(
            [MPIEXEC, "-n", "1", str(PROGRAMS / program), "job.yaml"], cwd=self.dir, text=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(process.communicate)
        return process

    def test_at_once(self):
        """Started at one moment: whole files of one job, and no other word than a refusal."""
        field = np.random.default_rng(2).random((32, 33, 34))
        self.volume(field)
        self.config(FILES)
        for trial in range(TRIALS):
            with self.subTest(trial=trial):
                jobs = [self.begin("fft"), self.begin("fft")]
                said = [job.communicate() for job in jobs]
                self.assertEqual(sorted(job.returncode for job in jobs), [0, 1], said)
                errors = "".join(errors for _, errors in said)
                self.assertRegex(errors, "another job is writing it|exists; set")
                with h5py.File(self.dir / "out.h5") as out:
                    np.testing.assert_allclose(out["result"][:], np.fft.fftn(field), atol=1e-9)
                self.assertEqual(self.names(), ["in.h5", "job.yaml", "out.h5", "out.xdmf"])
                (self.dir / "out.h5").unlink()
                (self.dir / "out.xdmf").unlink()


if __name__ == "__main__":
    unittest.main()
