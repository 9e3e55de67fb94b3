"""Runs a program under mpiexec in a directory of its own and looks at what it did."""

import itertools
import os
import pathlib
import resource
import subprocess
import tempfile
import unittest

import h5py
import numpy as np

SOURCE = pathlib.Path(__file__).resolve().parents[2]
PROGRAMS = pathlib.Path(os.environ["CT_PROGRAMS"])  # build/apps
MPIEXEC = os.environ.get("CT_MPIEXEC", "mpiexec")
FILES = """input:
  file: in.h5
  dataset: volume
output:
  file: out.h5
"""  # how a config for ProgramTest.volume begins; more of the section output may follow
RANKS = [int(n) for n in os.environ.get("CT_RANKS", "1 2").split()]
IS_NIGHTLY = "CT_NIGHTLY" in os.environ
# A rank that no mpiexec starts; Open MPI, told to be quiet, would have more to say of one that fails.
ALONE = 1 if "OMPI_MCA_pml" in os.environ else None
# Numbers of ranks for what is the same on any. Alone a rank takes 0.07 s of a core to start and end, by mpiexec 0.10,
# two 0.22: most of what these tests take.
FEW = itertools.cycle((2, 1) if IS_NIGHTLY else (2, ALONE, ALONE, ALONE))


def on_ranks(cases):
    """(case, ranks): each case on one of RANKS, the next case on the next; nightly each on all."""
    for number, case in enumerate(cases):
        for ranks in RANKS if IS_NIGHTLY else [RANKS[number % len(RANKS)]]:
            yield case, ranks


def some(cases, count=3):
    """Of cases that differ in values only, so many from the first to the last; nightly all."""
    cases = list(cases)
    if IS_NIGHTLY or len(cases) <= count:
        return cases
    return [cases[number * (len(cases) - 1) // max(1, count - 1)] for number in range(count)]


def one_of(choices, number):
    """Of what all cases could have the next one for the next case; nightly all."""
    return choices if IS_NIGHTLY else [choices[number % len(choices)]]


class ProgramTest(unittest.TestCase):
    program, programs, few = None, PROGRAMS, FEW

    def setUp(self):
        directory = tempfile.TemporaryDirectory(prefix="cornerturn-")
        self.addCleanup(directory.cleanup)
        self.dir = pathlib.Path(directory.name)

    def volume(self, array, file="in.h5", dataset="volume"):
        with h5py.File(self.dir / file, "w") as out:
            out[dataset] = array

    def config(self, text, file="job.yaml"):
        (self.dir / file).write_text(text)

    def environment(self):
        """What one test has cached does not speed another up."""
        return {**os.environ, "XDG_CACHE_HOME": str(self.dir / ".cache")}

    def start_program(self, *arguments, ranks=2, file_limit_bytes=None, memory_limit_bytes=None,
                      stack_limit_bytes=None, environment=None):
        limits = [(kind, bytes_) for kind, bytes_ in ((resource.RLIMIT_FSIZE, file_limit_bytes),
                                                      (resource.RLIMIT_AS, memory_limit_bytes),
                                                      (resource.RLIMIT_STACK, stack_limit_bytes))
                  if bytes_ is not None]

        def limit():  # MPI's own shared memory is files too and needs some MiB
            for kind, bytes_ in limits:
                resource.setrlimit(kind, (bytes_, bytes_))

        environment = {**self.environment(), **(environment or {})}
        if ranks == 1 and not IS_NIGHTLY:  # tests of the library start single ranks by mpiexec
            ranks = ALONE
        launcher = [MPIEXEC, "-n", str(ranks)] if ranks is not None else []
        return subprocess.Popen(
            [*launcher, str(self.programs / self.program), *arguments], cwd=self.dir, env=environment,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            preexec_fn=limit if limits else None)  # without, Python need not copy itself to start it

    def run_program(self, *arguments, **kwargs):
        with self.start_program(*arguments, **kwargs) as process:
            return self.completed(process)

    def completed(self, process):
        printed, errors = process.communicate()
        return subprocess.CompletedProcess(process.args, process.returncode, printed, errors)

    def files(self):
        """What the user sees: everything but the cache."""
        return {p.name: p.read_bytes() if p.is_file() else None
                for p in sorted(self.dir.iterdir()) if p.name != ".cache"}

    def expect_failure(self, *arguments, status, says, ranks=FEW, **kwargs):
        """One message with all of `says`, the status, and nothing written or changed; on a number of ranks, or on one
        of a few after the other, nightly on two and on one alone."""
        if ranks is not FEW:
            return self.expect_failure_on(ranks, *arguments, status=status, says=says, **kwargs)
        for number in (2, ALONE) if IS_NIGHTLY else [next(FEW)]:
            done = self.expect_failure_on(number, *arguments, status=status, says=says, **kwargs)
        return done

    def expect_failure_on(self, ranks, *arguments, status, says, **kwargs):
        """What Open MPI's components for files print themselves is not ours, and cannot be kept from it."""
        before = self.files()
        done = self.run_program(*arguments, ranks=ranks, **kwargs)
        errors = [line for line in done.stderr.splitlines()
                  if line.strip() and not line.lstrip(",").startswith(("mca_fbtl_", "mca_io_ompio_"))]
        self.assertEqual(len(errors), 1, f"one message wanted:\n{done.stderr}\n{done.stdout}")
        self.assertTrue(errors[0].startswith(f"{self.program}: error: "), errors[0])
        for part in says:
            self.assertIn(part, errors[0])
        self.assertEqual(done.returncode, status, done.stderr)
        self.assertEqual(self.files(), before, "files were left or changed")
        return done

    def expect_success(self, *arguments, ranks=2, environment=None):
        done = self.run_program(*arguments, ranks=ranks, environment=environment)
        self.assertEqual(done.returncode, 0, f"{done.stdout}\n{done.stderr}")
        self.assertEqual(done.stderr, "")
        return done

    def expect_accounted(self, report, phases):
        """Laps of these names, without gaps, are all the time from the start of a process on."""
        wall = dict(report["wall_s"])
        total = wall.pop("total")
        self.assertEqual(set(wall), set(phases))
        self.assertGreaterEqual(min(wall.values()), 0)
        self.assertLess(abs(sum(wall.values()) - total), 0.02 * total)
        return total

    def expect_kept_only_by_runs(self, *words):
        """What is measured: a check explains with it and leaves no file, a run keeps it."""
        words = ["job.yaml", "--explain", "--set", "exchange.planning=measure", "--set",
                 "exchange.tuning=tuning", *words]
        before = self.files()
        self.assertIn("measured", self.expect_success(*words, "--check").stdout)
        self.assertEqual(self.files(), before)
        self.expect_success(*words)
        self.assertIn("choice", (self.dir / "tuning").read_text())


def on_nodes(count):
    """The environment in which MPI takes this machine for several nodes."""
    words = os.environ["CT_NODES"].replace("@", str(count)).split()
    return dict(word.split("=", 1) for word in words)


def needed(array_bytes, ranks=1):
    """Bytes that programs say they need for arrays, with tables of pages and buffers (apps/common/memory.c)."""
    return array_bytes + array_bytes // 512 + ranks * (20 << 20)


def relative_error(found, wanted):
    return np.linalg.norm(found - wanted) / max(np.linalg.norm(wanted), np.finfo(float).tiny)
