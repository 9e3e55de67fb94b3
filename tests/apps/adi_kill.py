#!/usr/bin/python3
"""adi killed at random moments, in the middle of a step or of a checkpoint: what is left always
loads, and leads to the end that a run without a stop has."""

import os
import random
import signal
import time
import unittest

import numpy as np

from adi_run import OUTPUTS, AdiTest

MOMENTS = int(os.environ.get("CT_MOMENTS", "4"))
SEED = 20
SETTINGS = ["time.end=2", "checkpoint.every_steps=3", "output.every_steps=10"]


class AdiKill(AdiTest):
    def kill(self, moment_s, whom):
        process = self.start(*SETTINGS)
        time.sleep(moment_s)
        if whom == "mpiexec":
            process.kill()
        else:
            for pid in self.rank_pids()[-1:]:
                os.kill(pid, signal.SIGKILL)
        process.communicate()
        self.wait_until(lambda: not self.rank_pids(), "the ranks are gone")

    def test_kill(self):
        start_s = time.monotonic()
        self.run_job(*SETTINGS)
        duration_s = time.monotonic() - start_s
        wanted, table = self.result(), (self.dir / "table.csv").read_bytes()
        moments = random.Random(SEED)
        resumed = 0
        for index in range(MOMENTS):
            whom = ["rank", "mpiexec"][index % 2]
            moment_s = moments.uniform(0.1, 0.95) * duration_s
            with self.subTest(whom=whom, moment_s=moment_s):
                for name in set(self.names()) - {"job.yaml"}:
                    (self.dir / name).unlink()
                self.kill(moment_s, whom)
                done = self.run_job(*SETTINGS, "output.overwrite=true")
                resumed += "going on from" in done.stdout
                np.testing.assert_array_equal(self.result(), wanted)
                self.assertEqual((self.dir / "table.csv").read_bytes(), table)
                self.assertEqual(self.names(), OUTPUTS)
        self.assertGreater(resumed, 0, "no moment came after a checkpoint")


if __name__ == "__main__":
    unittest.main()
