#!/usr/bin/python3
"""A clock of the day that is set back while a program runs: durations and deadlines go by another."""

import csv
import os
import signal
import time
import unittest

import numpy as np

from adi_run import CONFIG as ADI
from adi_run import AdiTest
from harness import FILES


@unittest.skipUnless("CT_SET_BACK" in os.environ, "nothing can be preloaded")
class Clock(AdiTest):
    def environment(self):
        preload = f"{os.environ.get('LD_PRELOAD', '')} {os.environ['CT_SET_BACK']}"
        return {**super().environment(), "LD_PRELOAD": preload}

    def test_what_is_measured(self):
        """Races, whose choices a tuning file keeps, and what benchmarks report."""
        self.program = "exchange"
        self.expect_success("bench", "--min", "8", "--max", "16", "--rounds", "10", "--csv", "out.csv")
        with open(self.dir / "out.csv", newline="", encoding="ascii") as file:
            times = [float(row["median_s"]) for row in csv.DictReader(file)]
        self.assertGreater(len(times), 4)
        self.assertGreaterEqual(min(times), 0)
        self.program = "transpose"
        self.volume(np.arange(120.0).reshape(4, 5, 6))
        self.config(FILES)
        self.expect_success("job.yaml", "--set", "exchange.planning=measure", "--set",
                            "exchange.tuning=tuning")
        choice = (self.dir / "tuning").read_text().splitlines()[-1].split(" = ")[1].split()
        self.assertEqual(choice[0], "measure")
        self.assertGreater(float(choice[1]), 0)

    def test_deadlines(self):
        """A rank that stops is noticed, in the time of the other clock."""
        self.program = "adi"
        self.config(ADI)
        process = self.start("run.stall_s=1", "time.end=20000", "checkpoint.file=",
                             "output.every_steps=100000")
        self.wait_until(lambda: any("out.h5.partial" in name for name in self.names()),
                        "the output is begun", process)
        time.sleep(0.5)
        os.kill(self.rank_pids()[-1], signal.SIGSTOP)
        _, errors = process.communicate()
        self.assertIn("adi: error: nothing has moved for 1 s (run.stall_s)", errors)
        self.wait_until(lambda: not self.rank_pids(), "the ranks are gone")

    def test_checkpoints(self):
        """They are due by minutes."""
        self.program = "adi"
        self.config(ADI)
        process = self.start("checkpoint.every_steps=0", "checkpoint.every_minutes=1e-3",
                             "time.end=20000", "output.every_steps=100000")
        self.wait_until(lambda: "cp-0.h5" in self.names(), "there is a checkpoint", process)


if __name__ == "__main__":
    unittest.main()
