#!/usr/bin/python3
"""--forecast and run/jobs/plan: what a run would take is what one takes."""
import os
import re
import subprocess
import time
import unittest

import numpy as np

import harness

ADI = """problem: {initial: "sin(pi*x)", kappa: 1 + 0.5*x}
x: {cells: 40}
y: {cells: 30}
time: {end: 1, step: 0.01}
output: {file: out.h5}
"""
HOW = {"fft": "transform: ", "transpose": None, "adi": "movement: "}  # of the program that explains


class Forecast(harness.ProgramTest):
    def forecast(self, nodes, ranks, *words):
        done = self.run_program("job.yaml", "--forecast", f"{nodes}x{ranks}", *words, ranks=None,
                                environment={"CT_PROBE": "off"})
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        return dict(line.split(": ", 1) for line in done.stdout.splitlines() if ": " in line)

    def explained(self, nodes, ranks):
        environment = {**harness.on_nodes(nodes), "CT_PROBE": "off"}
        done = self.expect_success("job.yaml", "--check", "--explain", ranks=nodes * ranks, environment=environment)
        return done.stdout.splitlines()

    def test_is_what_a_run_takes(self):
        """Grid, method and exchange of the ranks that are there, by the ones that are supposed."""
        self.volume(np.zeros((24, 20, 16)))
        for program, how in HOW.items():
            self.program = program
            self.config(ADI if program == "adi" else harness.FILES)
            for nodes, ranks in [(2, 2), (1, 2)]:
                with self.subTest(program=program, nodes=nodes):
                    found, said = self.forecast(nodes, ranks), self.explained(nodes, ranks)
                    if how is not None:
                        self.assertIn(how + found["plan"], said)
                    if "exchange" in found:
                        name, why = found["exchange"].split(", ", 1)
                        self.assertIn(f"exchange: {name} ({why})", said)
                    self.assertIn("built-in constants", found["time"])
                    self.assertEqual(np.prod([int(n) for n in found["grid"].split(",")[0].split("x")]), nodes * ranks)

    def test_memory(self):
        """Within a fifth of what a run takes, beyond what a smaller one does: programs and libraries
        have some of their own."""
        self.program = "transpose"
        environment, taken, found = {**self.environment(), **harness.on_nodes(2)}, [], []
        for extent in (160, 208):
            self.config(f"generate: {{extent: {extent}x{extent}x{extent}, type: float64}}\noutput: {{file: out.h5, "
                        "overwrite: true, xdmf: false}\n")
            with subprocess.Popen([harness.MPIEXEC, "-n", "2", harness.PROGRAMS / self.program, "job.yaml", "--quiet"],
                                  cwd=self.dir, env=environment) as run:
                _, status, used = os.wait4(run.pid, 0)  # of the largest of all that mpiexec has waited for
                run.returncode = os.waitstatus_to_exitcode(status)
            self.assertEqual(run.returncode, 0)
            taken.append(used.ru_maxrss * 1024)
            found.append(float(re.match(r"([\d.]+) MB a rank", self.forecast(2, 1)["memory"])[1]) * 1e6)
        more = (found[1] - found[0]) / (taken[1] - taken[0])
        self.assertLess(abs(more - 1), 0.2, (found, taken))

    def test_thousands(self):
        """Of ranks that no login node could start, in seconds and by a job script's command."""
        self.volume(np.zeros((64, 64, 64)))
        for program in HOW:
            self.config(ADI if program == "adi" else harness.FILES)
            begin = time.monotonic()
            done = subprocess.run([harness.SOURCE / "run/jobs/plan", "job.yaml", "exchange.planning=estimate",
                                   "--nodes", "32", "--ntasks-per-node=128"], cwd=self.dir, text=True,
                                  env={**self.environment(), "CT_PROGRAM": program, "CT_HOME": str(self.home())},
                                  capture_output=True, check=False)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertLess(time.monotonic() - begin, 60)
            for word in ("forecast: for 32 nodes of 128 ranks", "memory: ", "grid: ", "time: ", "4096 ranks"):
                self.assertIn(word, done.stdout)
        self.assertEqual(set(self.files()), {"job.yaml", "in.h5", "home"})

    def home(self):
        """A checkout whose programs are those under test."""
        home = self.dir / "home"
        if not home.exists():
            (home / "build").mkdir(parents=True)
            (home / "build/apps").symlink_to(harness.PROGRAMS)
            (home / "run").symlink_to(harness.SOURCE / "run")
        return home

    def test_refused(self):
        self.program = "fft"
        self.volume(np.zeros((4, 4, 4)))
        self.config(harness.FILES)
        for text in ("4", "4x", "0x2", "4x2x2", "100000x100000", "-1x2"):
            self.expect_failure("job.yaml", f"--forecast={text}", status=2, says=["--forecast", "4x32"], ranks=1)
        self.expect_failure("job.yaml", "--forecast", "4x32", status=2, says=["without mpirun"], ranks=2)
        for words, says in [(["job.yaml"], "--nodes"), (["--nodes", "2", "--ntasks-per-node", "2"], "config"),
                            (["job.yaml", "--nodes", "x"], '"x"'), (["job.yaml", "--noes"], "unknown"),
                            (["job.yaml", "key"], "section.key")]:
            done = subprocess.run([harness.SOURCE / "run/jobs/plan", *words], cwd=self.dir, text=True,
                                  capture_output=True, check=False)
            self.assertEqual(done.returncode, 2)
            self.assertIn(says, done.stderr)


if __name__ == "__main__":
    unittest.main()
