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
    def has_checkpoint(self):
        return "cp-1.h5" in os.listdir(self.dir)

    def durations_s(self):
        """Of a whole run: until there is a checkpoint, and from then on."""
        start_s = time.monotonic()
        process = self.start(*SETTINGS)
        self.wait_until(self.has_checkpoint, "there is a checkpoint", process)
        first_s = time.monotonic()
        process.communicate()
        self.assertEqual(process.returncode, 0)
        return first_s - start_s, time.monotonic() - first_s

    def kill(self, whom, waits, delay_s):
        """`waits`: the delay counts from the first checkpoint on, however long the start takes."""
        process = self.start(*SETTINGS)
        if waits:
            self.wait_until(self.has_checkpoint, "there is a checkpoint", process)
        time.sleep(delay_s)
        if whom == "mpiexec":
            process.kill()
        else:
            for pid in self.rank_pids()[-1:]:
                os.kill(pid, signal.SIGKILL)
        process.communicate()
        self.wait_until(lambda: not self.rank_pids(), "the ranks are gone")

    def test_kill(self):
        before_s, after_s = self.durations_s()
        wanted, table = self.result(), (self.dir / "table.csv").read_bytes()
        moments = random.Random(SEED)
        resumed = 0
        for index in range(MOMENTS):
            whom = ["rank", "mpiexec"][index % 2]
            waits = index % 5 != 3  # so that both are killed before and after
            # the first one is at once, when most of the run is still to come
            delay_s = min(index, 1) * moments.uniform(0, 0.95) * (after_s if waits else before_s)
            with self.subTest(whom=whom, waits=waits, delay_s=delay_s):
                for name in set(self.names()) - {"job.yaml"}:
                    (self.dir / name).unlink()
                self.kill(whom, waits, delay_s)
                done = self.run_job(*SETTINGS, "output.overwrite=true")
                resumed += "continuing from" in done.stdout
                np.testing.assert_array_equal(self.result(), wanted)
                self.assertEqual((self.dir / "table.csv").read_bytes(), table)
                self.assertEqual(self.names(), OUTPUTS)
        self.assertGreater(resumed, 0, "no moment came after a checkpoint")


if __name__ == "__main__":
    unittest.main()
