#!/usr/bin/python3
"""Programs that are told to end: unfinished files go, and the message says which; what a later run
goes on with stays."""

import os
import signal
import time
import unittest

import h5py
import numpy as np

from adi_run import CONFIG as ADI
from adi_run import AdiTest
from harness import FILES, IS_NIGHTLY

LONG = {  # jobs of minutes, whose output is there from the start
    "fft": (FILES, ["fft.rigour=exhaustive", "report.file=report.yaml"]),
    "transpose": (FILES, ["memory.limit=1000"]),
    "adi": (ADI, ["time.end=20000", "checkpoint.file=", "output.every_steps=100000"]),
}


class Signals(AdiTest):
    def stop(self, program, number, whom, ranks, settings, when):
        self.program = program
        return self.end_by(number, whom, self.start(*settings, ranks=ranks), when)

    def end_by(self, number, whom, process, when):
        begin = time.monotonic()
        self.wait_until(lambda: when(os.listdir(self.dir)), "the output is begun", process)
        # Until the other ranks have been told of it, by a broadcast, which on a busy machine takes long too.
        time.sleep(max(0.2, (time.monotonic() - begin) / 2))
        if whom == "mpiexec":
            process.send_signal(number)
        else:
            os.kill(self.rank_pids()[0 if whom == "first" else -1], number)
        printed, errors = process.communicate()
        self.wait_until(lambda: not self.rank_pids(), "the ranks are gone")
        return process.returncode, printed + errors

    def expect_ended(self, said, number, whom):
        """Open MPI's mpiexec passes any signal on as SIGTERM."""
        names = number.name if whom != "mpiexec" else f"({number.name}|SIGTERM)"
        self.assertRegex(said, f"{self.program}: error: ended by {names}; removed ")

    def test_unfinished_files_go(self):
        self.volume(np.random.default_rng(3).random((61, 67, 71)))
        cases = [(signal.SIGINT, "mpiexec", 1), (signal.SIGTERM, "mpiexec", 2),
                 (signal.SIGTERM, "first", 1), (signal.SIGINT, "last", 2)]
        for turn, (program, (config, settings)) in enumerate(LONG.items()):
            self.config(config)
            before = self.names()
            for number, whom, ranks in cases if IS_NIGHTLY else cases[turn % 2::2]:
                with self.subTest(program=program, number=number, whom=whom, ranks=ranks):
                    status, said = self.stop(
                        program, number, whom, ranks, settings,
                        lambda names: any("out.h5.partial" in name for name in names))
                    self.expect_ended(said, number, whom)
                    self.assertIn("out.h5.partial", said)
                    self.assertEqual(self.names(), before)
                    if whom != "mpiexec":  # MPICH's, when it has passed a signal on, may answer 0
                        self.assertNotEqual(status, 0)

    def test_unfinished_files_of_exchange_go(self):
        self.program = "exchange"
        check = ["check", "--topology", "hypercube:10", "--output", "out.txt"]
        bench = ["bench", "--rounds", "100000", "--csv", "out.csv", "--plot", "out.svg"]
        cases = [(signal.SIGINT, "first", None, check, ["out.txt."]),
                 (signal.SIGINT, "mpiexec", 2, bench, ["out.csv.", "out.svg."]),
                 (signal.SIGTERM, "last", 2, bench, ["out.csv.", "out.svg."])]
        for number, whom, ranks, words, files in cases:
            with self.subTest(words=words, whom=whom, number=number):
                status, said = self.end_by(
                    number, whom, self.start_words(*words, ranks=ranks),
                    lambda names: sum(".partial-" in name for name in names) == len(files))
                self.expect_ended(said, number, whom)
                for file in files:
                    self.assertIn(file, said)
                self.assertEqual(self.names(), ["job.yaml"])
                if whom != "mpiexec":
                    self.assertNotEqual(status, 0)

    def test_a_rank_that_stops(self):
        """The watchdog ends the run, names the rank and its phase, and removes what is unfinished."""
        self.volume(np.ones((2, 509, 283)))  # which have no kernels
        for program, phase in (("adi", "steps"), ("transpose", "")):
            config, settings = LONG[program]
            self.program = program
            self.config(config)
            before = self.names()
            with self.subTest(program=program):
                process = self.start(*settings, "run.stall_s=1")
                self.wait_until(lambda: any("out.h5.partial" in name for name in self.names()),
                                "the output is begun", process)
                time.sleep(0.5)  # then it is in its long phase
                os.kill(self.rank_pids()[-1], signal.SIGSTOP)
                _, errors = process.communicate()
                self.assertIn(f"{program}: error: nothing has moved for 1 s (run.stall_s)", errors)
                self.assertIn(f"rank 1 in phase {phase}", errors)
                self.assertIn("removed out.h5.partial", errors)
                self.assertNotEqual(process.returncode, 0)
                self.wait_until(lambda: not self.rank_pids(), "the ranks are gone")
                self.assertEqual(self.names(), before)

    def test_a_planner(self):
        """FFTW's planner may take any time; where its rank stops, the others say so."""
        self.volume(np.ones((2, 509, 283)))  # which have no kernels
        self.program = "fft"
        config, settings = LONG["fft"]
        self.config(config)
        before = self.names()
        process = self.start(*settings, "run.stall_s=1")
        self.wait_until(lambda: any("out.h5.partial" in name for name in self.names()),
                        "the output is begun", process)
        time.sleep(3)
        self.assertIsNone(process.poll())
        os.kill(self.rank_pids()[0], signal.SIGSTOP)
        _, errors = process.communicate()
        self.assertIn("fft: error: nothing has moved for 1 s (run.stall_s)", errors)
        self.assertIn("rank 0 in phase plan", errors)
        self.assertNotEqual(process.returncode, 0)
        self.wait_until(lambda: not self.rank_pids(), "the ranks are gone")
        self.assertEqual(self.names(), before)

    def test_a_job_that_is_suspended(self):
        """Time in which all ranks are stopped, as by a batch system, does not count."""
        self.config(ADI)
        self.program = "adi"
        process = self.start("run.stall_s=1", "time.end=100", "checkpoint.file=")
        self.wait_until(lambda: "out.h5.partial" in self.names(), "the output is begun",
                        process)
        pids = self.rank_pids()
        for pid in pids:
            os.kill(pid, signal.SIGSTOP)
        time.sleep(2)
        for pid in pids:
            os.kill(pid, signal.SIGCONT)
        printed, errors = process.communicate()
        self.assertEqual((process.returncode, errors), (0, ""), printed)

    def shortly_after_checkpoints(self):
        """A time that a run which goes on reaches soon."""
        times = []
        for name in "cp-0.h5", "cp-1.h5":
            with h5py.File(self.dir / name) as file:
                times.append(file["course"][1])
        return max(times) + 0.2

    def test_checkpoints_stay(self):
        """What a checkpoint goes with is no rest: SIGINT in the middle of a step, too."""
        self.config(ADI)
        self.program = "adi"
        for whom, ranks in (("first", 1), ("mpiexec", 2)):
            with self.subTest(whom=whom, ranks=ranks):
                self.stop("adi", signal.SIGINT, whom, ranks, ["time.end=400"],
                          lambda names: "cp-1.h5" in names)
                for name in ("out.h5.partial", "table.csv.partial", "cp-0.h5"):
                    self.assertIn(name, self.names())
                if whom != "mpiexec":  # which kills what it has signalled, on a busy machine too soon
                    self.assertFalse(self.leftovers())
                end = f"time.end={self.shortly_after_checkpoints()}"
                self.assertIn("continuing from", self.run_job(end).stdout)
                self.assertFalse(self.leftovers())
                for name in set(self.names()) - {"job.yaml"}:
                    (self.dir / name).unlink()

    def leftovers(self):
        return [name for name in self.names() if ".partial-" in name or name.endswith(".lock")]


if __name__ == "__main__":
    unittest.main()
