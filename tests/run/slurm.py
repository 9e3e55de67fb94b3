"""run/jobs/slurm under Slurm's own daemons: slurmctld and two slurmd of this machine, as the present user.

Exits with 77, skipped, where they are not installed.
"""
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest

import h5py
import numpy as np
import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAMS = pathlib.Path(os.environ["CT_PROGRAMS"])
NEEDED = "munged", "slurmctld", "slurmd", "sbatch", "srun"
PATH = os.environ["PATH"] + ":/usr/sbin:/sbin"
MOST_S = 60  # for anything that is waited for
CONFIG = """\
ClusterName=cornerturn
SlurmctldHost={host}(127.0.0.1)
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={folder}/munge/socket
CredType=cred/munge
SlurmctldPort={ports[0]}
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool-%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd-%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd-%n.log
SlurmdParameters=config_overrides
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
AccountingStorageType=accounting_storage/none
ReturnToService=2
KillWait=20
MinJobAge=300
SchedulerParameters=batch_sched_delay=0,sched_interval=1,bf_interval=1
NodeName=n1 NodeHostname={host} NodeAddr=127.0.0.1 Port={ports[1]} CPUs=2 RealMemory=1000
NodeName=n2 NodeHostname={host} NodeAddr=127.0.0.1 Port={ports[2]} CPUs=2 RealMemory=1000
PartitionName=all Nodes=ALL Default=YES State=UP MaxTime=INFINITE OverSubscribe=NO
"""
FFT = """\
input: {file: in.h5, dataset: volume}
output: {file: out.h5, dataset: result}
report: {file: report.yaml}
"""
# Never ends by itself: Slurm looks at time limits every half minute.
ADI = """\
problem: {initial: "1 + sin(3*x)*cos(2*y)", kappa: "1 + x"}
x: {cells: 96}
y: {cells: 96}
time: {end: 20, step: 0.00001}
output: {file: out.h5}
checkpoint: {file: state}
report: {file: report.yaml}
"""


def free_ports(count):
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


def wait_for(what, condition, most_s=MOST_S):
    end = time.monotonic() + most_s
    while not (found := condition()):
        if time.monotonic() > end:
            raise AssertionError(f"waited {most_s} s for {what}")
        time.sleep(0.1)
    return found


class Cluster:
    """The daemons, in a folder of their own."""

    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="cornerturn-slurm-"))
        self.started = []
        for name in "munge", "state", "spool-n1", "spool-n2":
            (self.folder / name).mkdir(mode=0o755)
        user = subprocess.check_output(["id", "-un"], text=True).strip()
        (self.folder / "slurm.conf").write_text(CONFIG.format(
            host=socket.gethostname().split(".")[0], user=user, folder=self.folder,
            ports=free_ports(3)))
        (self.folder / "cgroup.conf").write_text("CgroupPlugin=cgroup/v1\n")
        (self.folder / "key").write_bytes(os.urandom(128))
        (self.folder / "key").chmod(0o600)
        self.environment = {**os.environ, "PATH": PATH, "CT_HOME": str(ROOT),
                            "SLURM_CONF": str(self.folder / "slurm.conf"),
                            "XDG_CACHE_HOME": str(self.folder / "cache"), "CT_FINALIZE_S": "3"}

    def start(self):
        munge = self.folder / "munge"
        self.daemon("munged", "-F", "--force", f"--socket={munge}/socket",
                    f"--key-file={self.folder}/key", f"--pid-file={munge}/pid",
                    f"--log-file={munge}/log", f"--seed-file={munge}/seed")
        wait_for("munged", (munge / "socket").exists)
        self.daemon("slurmctld", "-D")
        for node in "n1", "n2":
            self.daemon("slurmd", "-D", "-N", node)
        try:
            wait_for("two idle nodes",
                     lambda: self.ask("sinfo", "-h", "-t", "idle", "-o", "%D") == "2")
        except AssertionError as late:
            said = [path.read_text()[-1000:] for path in sorted(self.folder.glob("*.said"))]
            raise AssertionError("\n".join([str(late), *said])) from late

    def daemon(self, *command):
        with open(self.folder / f"{command[0]}{len(self.started)}.said", "wb") as said:
            self.started.append(subprocess.Popen(command, env=self.environment, stdout=said,
                                                 stderr=said, stdin=subprocess.DEVNULL))

    def ask(self, *command):
        return subprocess.run(command, env=self.environment, text=True, capture_output=True,
                              check=False).stdout.strip()

    def stop(self):
        self.ask("scancel", "--user", str(os.getuid()))
        for process in reversed(self.started):
            process.terminate()
        for process in self.started:
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


class Slurm(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.cluster = Cluster()
        cls.addClassCleanup(cls.cluster.stop)
        cls.cluster.start()

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="cornerturn jobs ")  # a path with spaces
        self.addCleanup(folder.cleanup)
        self.dir = pathlib.Path(folder.name)

    def submit(self, options=(), mpi="pmi2", program="adi"):
        """The job's number."""
        words = () if "--wrap" in options else (ROOT / "run" / "jobs" / "slurm", "job.yaml")
        done = subprocess.run(
            ["sbatch", "--parsable", "--nodes=2", "--ntasks-per-node=1", "--time=2", "--output=log",
             *options, *words],
            cwd=self.dir, text=True, capture_output=True, check=False, stdin=subprocess.DEVNULL,
            env={**self.cluster.environment, "SLURM_MPI_TYPE": mpi, "CT_PROGRAM": program})
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout.strip()

    def state(self, job):
        """Such as ("COMPLETED", "0:0")."""
        told = dict(word.split("=", 1) for word in
                    self.cluster.ask("scontrol", "show", "job", "-o", job).split() if "=" in word)
        return told.get("JobState"), told.get("ExitCode")

    def ended(self, job):
        wait_for(f"the end of job {job}", lambda: self.state(job)[0] not in
                 ("PENDING", "CONFIGURING", "RUNNING", "SIGNALING", "COMPLETING", None))
        return self.state(job)

    def log(self):
        path = self.dir / "log"
        return path.read_text() if path.exists() else ""

    def ranks(self):
        """Processes of our ranks."""
        found = []
        for process in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                if ((process / "exe").resolve() == (PROGRAMS / "adi").resolve()
                        and (process / "cwd").resolve() == self.dir.resolve()):
                    found.append(int(process.name))
            except OSError:
                pass
        return found

    def adi_runs(self, *options):
        (self.dir / "job.yaml").write_text(ADI)
        job = self.submit(options=["--requeue", *options])
        wait_for("two ranks", lambda: len(self.ranks()) == 2)
        time.sleep(2)  # MPI_Init, and some steps
        return job

    def transform(self):
        with h5py.File(self.dir / "in.h5", "w") as file:
            file["volume"] = np.random.default_rng(1).standard_normal((8, 6, 10))
        (self.dir / "job.yaml").write_text(FFT)

    def test_transform(self):
        self.transform()
        self.assertEqual(self.ended(self.submit(program="fft")), ("COMPLETED", "0:0"), self.log())
        with h5py.File(self.dir / "in.h5") as given, h5py.File(self.dir / "out.h5") as found:
            np.testing.assert_allclose(found["result"][...], np.fft.fftn(given["volume"][...]),
                                       atol=1e-12)
        self.assertEqual(yaml.safe_load((self.dir / "report.yaml").read_text())["ranks"]["count"], 2)
        self.assertEqual(self.ended(self.submit(program="fft")), ("COMPLETED", "0:0"))
        self.assertIn("this job is done", self.log())

    def test_without_pmi(self):
        self.transform()
        state, status = self.ended(self.submit(mpi="none", program="fft"))
        # 143 where Slurm ends the other process before it has ended by itself.
        self.assertEqual(state, "FAILED", self.log())
        self.assertIn(status, ("1:0", "143:0"))
        self.assertEqual(self.log().count("srun started 2 processes"), 1, self.log())
        self.assertIn("srun --mpi=TYPE", self.log())
        self.assertFalse((self.dir / "out.h5").exists())

    def test_wrong_config(self):
        (self.dir / "job.yaml").write_text("input: {fil: in.h5}\n")
        self.assertEqual(self.ended(self.submit(program="fft")), ("FAILED", "2:0"), self.log())
        self.assertIn("fil", self.log())

    def test_array(self):
        self.transform()
        script = ROOT / "run" / "jobs" / "slurm"
        job = self.submit(options=["--array=1-2", "--output=log%a", "--job-name=array",
                                   "--wrap", f"exec {script} job.yaml report.file= "
                                   "output.file=out$SLURM_ARRAY_TASK_ID.h5"], program="fft")
        for number in 1, 2:
            self.assertEqual(self.ended(f"{job}_{number}"), ("COMPLETED", "0:0"))
            self.assertTrue((self.dir / f"out{number}.h5").exists())

    def test_killed_rank(self):
        job = self.adi_runs()
        os.kill(self.ranks()[0], signal.SIGKILL)
        self.assertEqual(self.ended(job)[0], "FAILED", self.log())
        self.assertEqual(self.ranks(), [])
        self.assertFalse((self.dir / "out.h5").exists())

    def test_stopped_goes_on(self):
        job = self.adi_runs()
        self.cluster.ask("scancel", "--signal=USR1", job)
        self.assertEqual(self.ended(job), ("FAILED", "75:0"), self.log())
        self.assertIn("run/jobs/slurm", self.log())  # how to go on
        self.goes_on(self.submit(options=["--open-mode=append"]))

    def test_time_limit(self):
        """Told before the limit comes, the run keeps a checkpoint and ends by itself."""
        job = self.adi_runs("--time=1", "--signal=USR1@50")
        self.assertEqual(self.ended(job), ("FAILED", "75:0"), self.log())
        self.assertTrue(list(self.dir.glob("state-?.h5")))
        self.goes_on(self.submit(options=["--open-mode=append", "--time=5"]))

    def test_requeue(self):
        job = self.adi_runs()
        self.cluster.ask("scontrol", "requeue", job)
        wait_for("the queue", lambda: self.state(job)[0] == "PENDING")
        self.goes_on(job)

    def goes_on(self, job):
        def does():
            # A requeued job waits for two minutes from its last process' end, unless it is told to
            # start; told more often than the scheduler looks, it never does.
            time.sleep(3)
            if self.state(job)[0] == "PENDING":
                self.cluster.ask("scontrol", "update", f"JobId={job}", "StartTime=now")
            return "continuing from state-" in self.log()

        wait_for("going on", does, 180)
        self.cluster.ask("scancel", job)
        self.assertEqual(self.ended(job)[0], "CANCELLED", self.log())
        wait_for("the ranks' end", lambda: not self.ranks())
        self.assertTrue(list(self.dir.glob("state-?.h5")))


if __name__ == "__main__":
    lacking = [name for name in NEEDED if shutil.which(name, path=PATH) is None]
    if lacking:
        print(f"skipped: there is no {', '.join(lacking)}; "
              "Debian: apt install slurmctld slurmd slurm-client munge")
        sys.exit(77)
    unittest.main()
