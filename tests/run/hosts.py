"""Programs on hosts that run/hosts makes of this machine: what they write is what one host writes."""

import os
import subprocess
import unittest

import h5py
import numpy as np
import yaml

from harness import SOURCE, ProgramTest

HOSTS = SOURCE / "run" / "hosts"
LAYOUTS = os.environ.get("CT_LAYOUTS", "2x2").split()  # hosts x ranks on each
FFT = """\
input: {file: in.h5, dataset: volume}
output: {file: out.h5, dataset: result}
report: {file: report.yaml}
"""
ADI = """\
problem: {initial: "1 + sin(3*x)*cos(2*y)", kappa: "1 + x"}
x: {cells: 21}
y: {cells: 18}
time: {end: 0.1, step: 0.01}
output: {file: out.h5}
report: {file: report.yaml}
"""


class Hosts(ProgramTest):
    def on_hosts(self, *words, program=None):
        """Ends well; of MPI_Finalize only that it did not return may be said."""
        command = [HOSTS, *words] + ([self.programs / program] if program else [])
        return subprocess.run(list(map(str, command)), cwd=self.dir, capture_output=True, text=True,
                              stdin=subprocess.DEVNULL, check=False,
                              env={**self.environment(), "CT_FINALIZE_S": "2"})

    def compare(self, program, config, hosts, *more):
        self.program = program
        self.config(config)
        self.expect_success("job.yaml", "--set", "output.overwrite=true", ranks=1)
        with h5py.File(self.dir / "out.h5") as file:
            name = list(file)[0] if program == "adi" else "result"
            wanted = file[name][...]
        done = self.on_hosts(*hosts, self.programs / program, "job.yaml", "--set",
                             "output.overwrite=true", *more)
        # A rank that leaves MPI_Finalize may end before its launcher's others have closed, and then the
        # launcher's status is its own: what the run wrote is looked at all the same.
        is_left = "MPI_Finalize has not returned" in done.stderr
        self.assertTrue(done.returncode == 0 or is_left, done.stdout + done.stderr)
        with h5py.File(self.dir / "out.h5") as file:
            np.testing.assert_allclose(file[name][...], wanted, rtol=0,
                                       atol=1e-12 * np.abs(wanted).max())
        report = yaml.safe_load((self.dir / "report.yaml").read_text())
        self.assertEqual(len(report["ranks"]["hosts"]), int(hosts[0]))
        return report

    def test_names_and_addresses(self):
        done = self.on_hosts("3", "2", "sh", "-c", "echo $(hostname) $(ls /dev/shm | wc -l)")
        self.assertEqual(sorted(done.stdout.split("\n"))[1:],
                         [f"host{host} 0" for host in (1, 1, 2, 2, 3, 3)], done.stderr)

    def test_status(self):
        self.assertEqual(self.on_hosts("2", "sh", "-c", "exit 3").returncode, 3)

    def test_refusals(self):
        for words, says in [(["0", "true"], "not one of 1 to 200"), (["2"], "which command?"),
                            (["2", "--speed", "1", "true"], "allowed: --rate, --delay"),
                            (["2", "--rate"], "--rate wants a value")]:
            done = self.on_hosts(*words)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertRegex(done.stderr, rf"^run/hosts: error: .*{says}.*\n$")
        self.assertIn("tc -n host1", self.on_hosts("2", "--rate", "fast", "true").stderr)

    def test_exchanges(self):
        done = self.on_hosts("2", "2", self.programs / "exchange", "verify")
        self.assertRegex(done.stdout, r"\d\d ways to exchange: \d\d ok, 0 wrong")

    def test_programs(self):
        random = np.random.default_rng(1)
        self.volume(random.standard_normal((12, 15, 14)))
        for layout in LAYOUTS:
            hosts = layout.split("x")
            self.compare("fft", FFT, hosts)
            if len(LAYOUTS) > 1:
                self.compare("fft", FFT, hosts, "--set", "exchange.planning=measure")
            self.compare("transpose", FFT + "transpose: {axes: '2,0,1'}\n", hosts)
            self.compare("adi", ADI, hosts)


if __name__ == "__main__":
    unittest.main()
