"""What the tests of adi share: a small job, runs that are stopped, and what they leave."""

import os
import pathlib
import signal
import subprocess
import time

import h5py

from harness import MPIEXEC, PROGRAMS, ProgramTest

CONFIG = """problem:
  initial: sin(pi*x)*(1 + y)
  kappa: 1 + 0.5*x
  sigma: 0.2
  source: x*exp(-t)
x:
  cells: 13
  low: dirichlet
y:
  cells: 9
  high: robin
  high_value: cos(t)
time:
  end: 20
  step: 0.02
output:
  file: out.h5
  every_steps: 200
table:
  file: table.csv
  every: 10
  probes: 0.5, 0.5; 0.1, 0.9
checkpoint:
  file: cp
  every_steps: 40
  every_minutes: 0
"""
SELDOM = "checkpoint.every_steps=400"  # of a run that is not stopped they take most of the time
OUTPUTS = ["job.yaml", "out.h5", "out.xdmf", "table.csv"]


class AdiTest(ProgramTest):
    program = "adi"

    def setUp(self):
        super().setUp()
        self.config(CONFIG)

    def words(self, settings):
        return [word for setting in settings for word in ("--set", setting)]

    def run_job(self, *settings, ranks=2):
        return self.expect_success("job.yaml", *self.words(settings), ranks=ranks)

    def result(self, file="out.h5"):
        with h5py.File(self.dir / file) as stored:
            return stored["u"][:]

    def times(self, file="out.h5"):
        with h5py.File(self.dir / file) as stored:
            return stored["time"][:], stored["step"][:]

    def names(self):
        return sorted(self.files())

    def start(self, *settings, ranks=2):
        return self.start_words("job.yaml", *self.words(settings), ranks=ranks)

    def start_words(self, *words, ranks):
        launcher = [MPIEXEC, "-n", str(ranks)] if ranks is not None else []  # None: by itself
        process = subprocess.Popen(
            [*launcher, str(PROGRAMS / self.program), *words], cwd=self.dir, env=self.environment(),
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(self.end, process)
        return process

    def end(self, process):
        """Nothing of it is left running."""
        if process.poll() is None:
            process.kill()
        process.communicate()
        self.wait_until(lambda: not self.rank_pids(), "the ranks are gone")

    def rank_pids(self):
        """Processes of the program in the test's directory."""
        found = []
        for entry in pathlib.Path("/proc").iterdir():
            if not entry.name.isdigit():
                continue
            try:
                if (os.readlink(entry / "cwd") == str(self.dir)
                        and os.path.basename(os.readlink(entry / "exe")) == self.program):
                    found.append(int(entry.name))
            except OSError:  # it has ended
                pass
        return sorted(found)

    def wait_until(self, condition, what, process=None):
        """With a process: before it ends."""
        try:
            while not condition():
                time.sleep(0.005)
                if process is not None and process.poll() is not None and not condition():
                    self.fail(f"the run ended before {what}: {process.communicate()}")
        except KeyboardInterrupt:  # the test's time is over
            self.fail(f"waited in vain until {what}")

    def stop(self, *settings, ranks=2, number=signal.SIGTERM, whom="rank",
             when=lambda names: "cp-1.h5" in names):
        """A run that gets a signal as soon as `when` says so of the files; what it printed. Through
        mpiexec a signal may take longer than a short run."""
        process = self.start(*settings, ranks=ranks)
        self.wait_until(lambda: when(os.listdir(self.dir)), "there are checkpoints", process)
        if whom == "mpiexec":
            process.send_signal(number)
        else:
            os.kill(self.rank_pids()[-1], number)
        printed, errors = process.communicate()
        self.wait_until(lambda: not self.rank_pids(), "the ranks are gone")
        return process.returncode, printed, errors
