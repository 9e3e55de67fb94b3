#!/usr/bin/python3
"""Others read the growing output, with locks of their own, and the run goes on to its end. What others
write meanwhile is no input."""

import os
import subprocess
import unittest

import numpy as np

from adi_run import CONFIG, OUTPUTS, AdiTest
from harness import FILES

LEAST = 4
READS = int(os.environ.get("CT_READS", str(LEAST)))
END = 20 if READS == LEAST else 300  # a run in which there is time for so many
READER = """import sys, time
import h5py
swmr, reads, path, final = sys.argv[1] == "swmr", int(sys.argv[2]), sys.argv[3], sys.argv[4]
done, last = 0, -1
print("ready", flush=True)
while done < reads:
    try:
        with h5py.File(path, "r", swmr=swmr) as file:
            steps = file["step"][:]
            reached = (steps == steps).sum()  # those not reached yet are not numbers
            assert reached >= last, (reached, last)
            if reached > 0:
                file["u"][reached - 1]
            last = reached
            time.sleep(0.01)
        done += 1
    except (OSError, KeyError):  # not there yet, or swmr is not for such a file
        try:
            with open(final):
                break
        except OSError:
            time.sleep(0.001)
print(done, flush=True)
"""


HOLDER = """import sys
import h5py
with h5py.File(sys.argv[1], sys.argv[2]):
    print("open", flush=True)
    sys.stdin.read()
"""


class Readers(AdiTest):
    def read(self, kind, path="out.h5.partial", final="out.h5"):
        reader = subprocess.Popen(
            ["/usr/bin/python3", "-c", READER, kind, str(READS), path, final], cwd=self.dir,
            stdout=subprocess.PIPE, text=True)
        self.addCleanup(reader.kill)
        self.assertEqual(reader.stdout.readline(), "ready\n")
        return reader

    def test_growing_output(self):
        reads = 0
        for checkpoints in ("cp", ""):
            for ranks in (1, 2) if READS > LEAST else (1 if checkpoints else 2,):
                with self.subTest(ranks=ranks, checkpoints=checkpoints):
                    self.config(CONFIG.replace("every_steps: 200", "every_steps: 25"))
                    readers = [self.read(kind) for kind in ("plain", "swmr")]
                    self.run_job(f"checkpoint.file={checkpoints}", "checkpoint.every_steps=100",
                                 f"time.end={END}", ranks=ranks)
                    reads += sum(int(reader.communicate()[0]) for reader in readers)
                    self.assertEqual([reader.returncode for reader in readers], [0, 0])
                    self.assertEqual(self.names(), OUTPUTS)
                    for name in set(OUTPUTS) - {"job.yaml"}:
                        (self.dir / name).unlink()
        self.assertGreaterEqual(reads, READS if READS > LEAST else 1)

    def hold(self, file, mode):
        """A process that has the file open."""
        holder = subprocess.Popen(["/usr/bin/python3", "-c", HOLDER, file, mode], cwd=self.dir,
                                  stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.assertEqual(holder.stdout.readline(), "open\n")
        return holder

    def test_input_that_is_written(self):
        """Half of it may be in the writer's memory. Without the lock it is read, as the user says."""
        says = ["cannot read in.h5: another process has it open for writing",
                "HDF5_USE_FILE_LOCKING=FALSE"]
        self.volume(np.ones((3, 4)), dataset="u")
        for program, config, words in (
                ("fft", FILES, ["--set", "input.dataset=u"]),
                ("transpose", FILES, ["--set", "input.dataset=u"]),
                ("adi", CONFIG, ["--set", "problem.initial=hdf5:in.h5:u", "--set", "x.cells=4",
                                 "--set", "y.cells=3", "--set", "time.end=1"])):
            self.program = program
            self.config(config)
            words = ["job.yaml", *words, "--set", "output.overwrite=true"]
            with self.subTest(program=program):
                with self.hold("in.h5", "r+") as writer:
                    self.expect_failure(*words, status=1, says=says)
                    self.expect_success(*words, "--check",
                                        environment={"HDF5_USE_FILE_LOCKING": "FALSE"})
                    writer.communicate()
                with self.hold("in.h5", "r") as reader:
                    self.expect_success(*words)
                    reader.communicate()


if __name__ == "__main__":
    unittest.main()
