"""Exchanges on simulated machines: starts SimGrid on the program of tests/sim and reads its results.

Needs a build with SimGrid (run/setup installs it). What is run is the project's own executor; a
message costs what the machine's constants say, and messages that share a link share its bandwidth.
"""
import collections
import math
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent

# Messages cost start-up + bytes and nothing else: no protocol of TCP or of an MPI library is
# modelled. Every send waits for its receive. SMPI sends 16 bytes more than the program: their time is
# taken off the start-up (tests/sim/platform/platform.cpp), and messages of nothing else are not slowed by
# them. (What they add where messages share a link stays: less than 16 bytes in each.) What plans
# tell one another goes by Bruck's algorithms, which are quick to simulate.
MODEL = ("network/model:SMPI", "smpi/bw-factor:0:1e12;16:1", "smpi/lat-factor:0:1",
         "network/weight-S:0", "network/crosstraffic:0", "network/TCP-gamma:1e15",
         "smpi/send-is-detached-thresh:0", "smpi/alltoall:bruck", "smpi/allgather:bruck",
         "smpi/simulate-computation:no", "smpi/wtime:0")

# What messages are made of is freed to be taken again at once: the C library's allocator keeps seven
# pieces of a size at hand and searches for more, which is a tenth of what SimGrid does. In large pages
# it takes a quarter less time, as it does with ranks' stacks close together.
ALLOCATOR = "glibc.malloc.tcache_count=65535:glibc.malloc.hugetlb=1"
STACKS = "contexts/stack-size:512"  # KiB

# Folded arrays are mapped so many bytes at a time, of a file as long: short of the mappings that
# Linux lets a process have, 65530.
FOLD_BYTES = 16 << 20

RANKS_MOST = 16384

# simulated_s and predicted_s are seconds (predicted_s nan where no model says anything), wrong the
# number of blocks that came wrong.
Result = collections.namedtuple("Result", "algorithm bytes window simulated_s predicted_s wrong")


class Failure(Exception):
    """What went wrong, as a message."""


class TooLong(Failure):
    """A simulation was ended before its time."""


def build_directory():
    return pathlib.Path(os.environ.get("CT_BUILD", ROOT / "build"))


def built(name):
    """A file of the build directory."""
    path = build_directory() / name
    if not path.exists():
        raise Failure(f"{path} is missing: run/setup and run/test make it; simulations need SimGrid "
                      "(libsimgrid-dev), and CT_BUILD names another build directory")
    return str(path)


def ranks_of(topology):
    """Ranks, and ranks of a node, of "torus:8x8", "hypercube:6", "nodes:4x8" .."""
    match = re.fullmatch(r"(\w+):(\d+(?:x\d+)*)", topology)
    if not match:
        raise Failure(f'topology "{topology}": expected hypercube:6, torus:8x8, mesh:8x8, flat:12, '
                      "fattree:64, nodes:4x8 or dragonfly:2x4x8")
    numbers = [int(number) for number in match[2].split("x")]
    ranks = math.prod(numbers) if match[1] != "hypercube" else 2 ** min(numbers[0], 30)
    if not 1 <= ranks <= RANKS_MOST:
        raise Failure(f"topology {topology}: 1 to {RANKS_MOST} ranks can be simulated")
    return ranks, numbers[-1] if match[1] in ("nodes", "dragonfly") else 1


def machine(name):
    """The constants of a named machine, as exchange prints them: key to text."""
    listing = subprocess.run([built("apps/exchange"), "list", "--machines"], check=True, text=True,
                             capture_output=True).stdout
    for block in listing.strip().split("\n\n"):
        constants = dict(line.split(" ", 1) for line in block.splitlines())
        if constants["name"] == name:
            return constants
    raise Failure(f"no machine is called {name}; exchange list --machines has their names")


def write_machine(path, constants):
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(f"{key} {text}\n" for key, text in constants.items())


def parse(printed):
    """The results of a simulation that has come to its end."""
    lines = [line.split("\t") for line in printed.splitlines()]
    if not lines or lines[-1] != ["end", str(len(lines) - 1)]:
        raise Failure(f"the simulation stopped after {len(lines)} exchanges: a deadlock")
    return [Result(name, int(size), int(window), float(simulated), float(predicted), int(wrong))
            for name, size, window, simulated, predicted, wrong in lines[:-1]]


def run_for(command, timeout_s, **where):
    """Runs a command; its status and what it printed. smpirun is a script: its children end too."""
    process = subprocess.Popen(command, text=True, stdin=subprocess.DEVNULL, start_new_session=True,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, **where)
    try:
        printed, complaints = process.communicate(timeout=timeout_s)
        return process.returncode, printed, complaints
    except subprocess.TimeoutExpired:
        raise TooLong(f"the simulation takes more than {timeout_s:g} s") from None
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()


def simulate(topology, machine_name, jobs, network=None, changes=None, slow=None, settings=(),
             config=(), tuning=None, timeout_s=3600, folded=False):
    """Runs `jobs`, lines of tests/sim/program/jobs.h, one after the other; a list of Result.

    machine_name: of the table, or a file; `changes` replace some of its constants, by key.
    network: what nodes hang on, slow: which hosts or links are slow, as in tests/sim/platform/platform.cpp.
    settings: names of CT_SIM_* variables to set to 1. config: options of SimGrid, "key:value".
    tuning: the tuning file that "auto" chooses by; what it lacks is measured first. None: one that
    is forgotten.
    timeout_s: on the real clock.
    folded: arrays from 64 KiB on are the same pages again and again, so that they may be larger than
    the memory there is; data are neither moved nor checked.
    """
    smpirun = shutil.which("smpirun")
    if smpirun is None:
        raise Failure("smpirun is missing: run/setup installs it (libsimgrid-dev)")
    ranks, ranks_of_node = ranks_of(topology)
    with tempfile.TemporaryDirectory(prefix="ct-simulation-") as directory:
        here = pathlib.Path(directory)
        if changes:
            constants = machine(machine_name)
            constants.update({key: repr(value) for key, value in changes.items()})
            write_machine(here / "machine", constants)
            machine_name = str(here / "machine")
        elif os.path.exists(machine_name):
            machine_name = os.path.abspath(machine_name)
        (here / "jobs").write_text("".join(f"{job}\n" for job in jobs), encoding="utf-8")
        (here / "hosts").write_text(
            "".join(f"node-{rank // ranks_of_node}\n" for rank in range(ranks)), encoding="utf-8")
        (here / "shortcuts.so").symlink_to(os.path.abspath(built("tests/sim/libct_shortcuts.so")))
        environment = {**os.environ, "CT_PROBE": "off", "CT_SIM_TOPOLOGY": topology, "CT_SIM_MACHINE": machine_name,
                       "CT_SIM_NETWORK": network or "", "CT_SIM_SLOW": slow or "",
                       "LD_PRELOAD": "./shortcuts.so",  # whose name has no space
                       "GLIBC_TUNABLES": ALLOCATOR,
                       **{name: "1" for name in settings}}
        if folded:
            environment["CT_SIM_FOLD"] = "1"
            config = (*config, f"smpi/shared-malloc-blocksize:{FOLD_BYTES}")
        if any(job.split()[-1] in ("auto", "measured") for job in jobs):
            environment["CT_SIM_TUNING"] = os.path.abspath(tuning or here / "tuning")
        command = [smpirun, "-platform", built("tests/sim/libct_platform.so"), "-hostfile",
                   str(here / "hosts"), "-np", str(ranks), "--log=root.thres:critical",
                   f"--cfg=smpi/tmpdir:{here}", *(f"--cfg={option}" for option in (*MODEL, STACKS, *config)),
                   built("tests/sim/libct_simulate.so"), str(here / "jobs")]
        status, printed, complaints = run_for(command, timeout_s, cwd=here, env=environment)
    for line in complaints.splitlines():
        match = re.match(r"(?:simulate: error|simulated machine): (.*)", line)
        if match:
            raise Failure(match[1].replace(f"{here}/", ""))
    if status != 0:
        raise Failure(f"smpirun ended with status {status}:\n{complaints}")
    return parse(printed)
