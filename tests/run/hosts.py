"""Programs on hosts that run/hosts makes of this machine: what they write is what one host writes."""

import os
import subprocess
import sys
import time
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

# The first host waits for the second one, which says how its link is before and after it has a connection.
CONNECTS = """\
import pathlib, socket, time
link = pathlib.Path("/sys/class/net/eth0/operstate")
if socket.gethostname() == "host1":
    socket.create_server(("10.77.77.1", 7777)).accept()[0].recv(1)
time.sleep(1)
with open("said", "w") as said:
    print(link.read_text().strip(), file=said)
while True:
    try:
        connection = socket.create_connection(("10.77.77.1", 7777), timeout=5)
        break
    except OSError:
        time.sleep(0.1)
while "up" in link.read_text():
    time.sleep(0.1)
with open("said", "a") as said:
    print("down", file=said)
"""


class Hosts(ProgramTest):
    def on_hosts(self, *words, program=None):
        """Ends well; of MPI_Finalize only that it did not return may be said."""
        command = [HOSTS, *words] + ([self.programs / program] if program else [])
        return subprocess.run(list(map(str, command)), cwd=self.dir, capture_output=True, text=True,
                              stdin=subprocess.DEVNULL, check=False,
                              env=self.hosts_environment())

    def hosts_environment(self):
        """With the probe of the network, which other tests do without."""
        environment = {**self.environment(), "CT_FINALIZE_S": "2"}
        environment.pop("CT_PROBE", None)
        return environment

    def compare(self, program, config, hosts, *more):
        self.program = program
        self.config(config)
        self.expect_success("job.yaml", "--set", "output.overwrite=true", ranks=1)
        with h5py.File(self.dir / "out.h5") as file:
            name = "u" if program == "adi" else "result"
            wanted = file[name][...]
        for left in "out.h5", "report.yaml":
            (self.dir / left).unlink()
        done = self.on_hosts(*hosts, self.programs / program, "job.yaml", "--set",
                             "output.overwrite=true", *more)
        # A rank that leaves MPI_Finalize may end before its launcher's others have closed, and then the
        # launcher's status is its own: what the run wrote is looked at all the same.
        is_left = "MPI_Finalize has not returned" in done.stderr
        self.assertTrue(done.returncode == 0 or is_left, done.stdout + done.stderr)
        self.assertTrue((self.dir / "report.yaml").exists(), done.stdout + done.stderr)
        with h5py.File(self.dir / "out.h5") as file:
            np.testing.assert_allclose(file[name][...], wanted, rtol=0,
                                       atol=1e-12 * np.abs(wanted).max())
        report = yaml.safe_load((self.dir / "report.yaml").read_text())
        self.assertEqual(len(report["ranks"]["hosts"]), int(hosts[0]), done.stdout + done.stderr)
        return report

    def test_names_and_addresses(self):
        done = self.on_hosts("3", "2", "sh", "-c", "echo $(hostname) $(ls /dev/shm | wc -l)")
        self.assertEqual(sorted(done.stdout.split("\n"))[1:],
                         [f"host{host} 0" for host in (1, 1, 2, 2, 3, 3)], done.stderr)

    def test_status(self):
        self.assertEqual(self.on_hosts("2", "sh", "-c", "exit 3").returncode, 3)

    def test_down_when_connected(self):
        """However long the start takes. Open MPI's mpiexec waits for ever then."""
        (self.dir / "connects.py").write_text(CONNECTS)
        words = [str(HOSTS), "2", "--down", "2:0", sys.executable, "connects.py"]
        said = self.dir / "said"
        with subprocess.Popen(words, cwd=self.dir, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL, env=self.hosts_environment()) as mpiexec:
            while mpiexec.poll() is None and not (said.exists() and "down" in said.read_text()):
                time.sleep(0.1)
            mpiexec.kill()
        self.assertEqual(said.read_text().split(), ["up", "down"])

    def test_refusals(self):
        for words, says in [(["0", "true"], "not one of 1 to 200"), (["2"], "which command?"),
                            (["2", "--speed", "1", "true"], "allowed: --rate, --delay, --down, --die"),
                            (["2", "--down", "3:1", "true"], "no host 3"),
                            (["2", "--die", "1:1:1", "true"], "is not HOST:SECONDS"),
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

    @unittest.skipIf(len(LAYOUTS) == 1, "takes a minute: nightly.hosts")
    def test_link_goes_down(self):
        """The run says who waits for whom and ends; its checkpoints hold, and it goes on from there."""
        self.program = "adi"
        steps = ADI.replace("end: 0.1", "end: 5").replace("step: 0.01", "step: 0.001")
        self.config(steps + "checkpoint: {file: cp, every_steps: 50}\n")
        self.expect_success("job.yaml", "--set", "output.file=whole.h5", "--set",
                            "checkpoint.file=other", ranks=1)
        wait_s = 2
        while not list(self.dir.glob("cp-?.h5")):
            for left in self.dir.glob("out.h5*"):
                left.unlink()
            done = self.on_hosts("2", "--down", f"2:{wait_s}", self.programs / "adi", "job.yaml",
                                 "--set", "run.stall_s=3")
            self.assertNotEqual(done.returncode, 0, "it ended before the link went down")
            wait_s += 1
        self.assertRegex(done.stderr, r"adi: error: nothing has moved for 3 s .*rank 0 in phase "
                         r"steps, and here all wait alike, .*: rank 1 on host2")
        self.assertFalse((self.dir / "out.h5").exists())
        done = self.on_hosts("2", self.programs / "adi", "job.yaml")
        self.assertIn("continuing from cp-", done.stdout + done.stderr)
        with h5py.File(self.dir / "out.h5") as file, h5py.File(self.dir / "whole.h5") as whole:
            name = list(file)[0]
            np.testing.assert_allclose(file[name][...], whole[name][...], rtol=0, atol=1e-12)

    @unittest.skipIf(len(LAYOUTS) == 1, "takes a minute: nightly.hosts")
    def test_link_goes_down_in_planning(self):
        """While ways to exchange are compared, in which a message takes seconds."""
        self.volume(np.ones((96, 96, 96)))
        self.config(FFT)
        done = self.on_hosts("2", "--rate", "2mbit", "--down", "2:3", self.programs / "fft", "job.yaml",
                             "--set", "run.stall_s=3", "--set", "exchange.planning=measure")
        self.assertNotEqual(done.returncode, 0)
        self.assertRegex(done.stderr, r"fft: error: nothing has moved for 3 s .*rank 0 in phase plan, and "
                         r"here all wait alike, .*: rank 1 on host2")
        self.assertFalse((self.dir / "out.h5").exists())

    @unittest.skipIf(len(LAYOUTS) == 1, "takes a minute: nightly.hosts")
    def test_link_stalls_or_host_dies(self):
        """Of a transform whose messages take minutes: nothing is left behind, and the next is whole."""
        volume = np.random.default_rng(2).standard_normal((96, 96, 96))
        self.volume(volume)
        self.config(FFT)
        for failure, says in (("--down", "here all wait alike.*: rank 1 on host2"), ("--die", "mpiexec")):
            done = self.on_hosts("2", "--rate", "2mbit", failure, "2:3", self.programs / "fft",
                                 "job.yaml", "--set", "run.stall_s=3")
            self.assertNotEqual(done.returncode, 0)
            self.assertRegex(done.stderr, says)
            self.assertFalse((self.dir / "out.h5").exists())
        done = self.on_hosts("2", self.programs / "fft", "job.yaml")
        with h5py.File(self.dir / "out.h5") as file:
            wanted = np.fft.fftn(volume)
            np.testing.assert_allclose(file["result"][...], wanted, rtol=0,
                                       atol=1e-12 * np.abs(wanted).max())
        self.assertEqual(sorted(path.name for path in self.dir.glob("out.h5*")), ["out.h5"])


if __name__ == "__main__":
    unittest.main()
