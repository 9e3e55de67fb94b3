"""A case of the program fuzzer: a directory of its own, runs in it, and what must hold of them."""

import dataclasses
import hashlib
import os
import pathlib
import resource
import signal
import subprocess
import tempfile
import time

SOURCE = pathlib.Path(__file__).resolve().parents[2]
PROGRAMS = pathlib.Path(os.environ.get("CT_PROGRAMS") or SOURCE / "build" / "apps")
MPIEXEC = os.environ.get("CT_MPIEXEC", "mpiexec")
PATIENCE_S = 60  # what takes longer hangs
# As the suite's tests run: ranks that wait give the core away, and look at no devices.
BY_HAND = "CT_PROGRAMS" not in os.environ
YIELD = PROGRAMS.parent / "tests" / "support" / "libct_yield.so"
ENVIRONMENT = {"UCX_TLS": "posix,cma,self", "UCX_MODULES": "^ib,rdmacm",
               "HWLOC_COMPONENTS": "no_os,stop", "HWLOC_PLUGINS_PATH": "/nowhere",
               **({"LD_PRELOAD": str(YIELD)} if BY_HAND and YIELD.exists() else {}), **os.environ}


class Broken(Exception):
    """Something does not hold."""


def expect(condition, words):
    if not condition:
        raise Broken(words)


@dataclasses.dataclass
class Done:
    command: str
    status: int
    out: str
    err: str

    def __str__(self):
        return f"{self.command}\nstatus {self.status}\n{self.out[-1500:]}\n{self.err[-3000:]}"


class Case:
    """What one seed makes: `random`, a directory, and files that runs may not change."""

    def __init__(self, random, directory):
        self.random = random
        self.dir = pathlib.Path(directory)
        self.ranks = 1
        self.told = []  # what was done, for the message of a failure
        self.guarded = {}
        self.before = set()

    def chance(self, probability):
        return self.random.random() < probability

    def pick(self, choices):
        """One of a list, as it is there (numpy's choice would make arrays of it)."""
        return choices[int(self.random.integers(len(choices)))]

    def integer(self, least, most):
        return int(self.random.integers(least, most + 1))

    def choose_ranks(self, most=5):
        """Mostly 1, without mpiexec: that starts in a fifth of the time."""
        self.ranks = min(most, self.pick([1] * 24 + [2] * 6 + [3, 4, 5]))
        return self.ranks

    def tell(self, words):
        self.told.append(words)

    def command(self, program, words):
        alone = self.ranks == 1
        return ([] if alone else [MPIEXEC, "-n", str(self.ranks)]) + [str(PROGRAMS / program),
                                                                    *words]

    def run(self, program, words, file_limit_bytes=None, kill=None):
        """`kill`: a signal and the seconds after which every rank gets it."""
        def limit():  # in the child
            os.setpgid(0, 0)
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            if file_limit_bytes is not None:
                resource.setrlimit(resource.RLIMIT_FSIZE, (file_limit_bytes, file_limit_bytes))

        command = self.command(program, words)
        environment = {**ENVIRONMENT, "XDG_CACHE_HOME": str(self.dir / ".cache")}
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            process = subprocess.Popen(command, cwd=self.dir, env=environment, stdout=out,
                                       stderr=err, stdin=subprocess.DEVNULL, preexec_fn=limit)
            try:
                if kill is not None:
                    self.kill_after(process, *kill)
                status = wait_patiently(process)
                expect(status is not None, f"hangs: {self.shown(program, words)}")
            finally:
                end_group(process)
            texts = [self.text_of(stream) for stream in (out, err)]
        done = Done(self.shown(program, words), status, *texts)
        self.tell(done)
        return done

    @staticmethod
    def text_of(stream):
        stream.seek(0)
        return stream.read().decode("utf-8", "replace")

    @staticmethod
    def kill_after(process, number, seconds):
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, number)

    def shown(self, program, words):
        return f"mpirun -n {self.ranks} {program} " + " ".join(map(repr, words))

    # what must hold

    def guard(self, *names):
        """Files that no run may change."""
        for name in names:
            self.guarded[name] = fingerprint(self.dir / name)

    def remember(self):
        """Files that are there before a run."""
        self.before = set(os.listdir(self.dir))

    def expect_untouched(self):
        for name, was in self.guarded.items():
            expect(fingerprint(self.dir / name) == was, f"{name} was changed")

    def expect_only(self, allowed):
        """No files beside those from before and `allowed`."""
        left = set(os.listdir(self.dir)) - self.before - set(allowed) - {".cache"}
        expect(not left, f"left behind: {sorted(left)}")

    def expect_no_crash(self, done):
        expect(done.status in (0, 1, 2), f"status {done.status}")

    def expect_success(self, done):
        expect(done.status == 0, "should succeed")
        expect(done.err == "" or all("warning:" in line for line in done.err.splitlines()),
               "words on stderr of a run that went well")

    def expect_refused(self, done, program, statuses=(1, 2)):
        """One message, the right status, no files."""
        expect(done.status in statuses, f"status {done.status}, wanted {statuses}")
        errors = [line for line in done.err.splitlines()
                  if line.strip() and not line.startswith(f"{program}: warning: ")]
        expect(len(errors) == 1 and errors[0].startswith(f"{program}: error: "),
               "one message wanted on stderr")
        expect("defect of Cornerturn" not in done.err and "Assertion" not in done.err, "a defect")
        expect(len(errors[0]) > len(program) + 12, "the message says nothing")
        self.expect_only([])
        self.expect_untouched()


def wait_patiently(process):
    """The status, or None after PATIENCE_S of waiting: in pieces, as somebody may stop everything,
    this process too, for a while."""
    for _ in range(PATIENCE_S):
        try:
            return process.wait(1)
        except subprocess.TimeoutExpired:
            pass
    return None


def end_group(process):
    """Nothing of a run is left, whatever became of it."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()


def fingerprint(path):
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        return type(error).__name__


def make_case(seed, work):
    """Runs `work` on a case of this seed; what is wrong, or None, and the seconds."""
    import numpy  # not needed by whoever only parses a command line
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="cornerturn-fuzz-") as directory:
        case = Case(numpy.random.default_rng(seed), directory)
        try:
            work(case)
            problem = None
        except Broken as broken:
            problem = "\n".join([str(broken), *map(str, case.told)])
    return problem, time.monotonic() - began
