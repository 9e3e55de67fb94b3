#!/usr/bin/python3
"""Others read the growing output, with locks of their own, and the run goes on to its end."""

import os
import subprocess
import unittest

from adi_run import CONFIG, OUTPUTS, AdiTest

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


if __name__ == "__main__":
    unittest.main()
