"""What the timings share: programs of tests/bench, which print a CSV row a round, and where rows go."""
import csv
import io
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BENCHES = ROOT / "build" / "tests" / "bench"
OUT = pathlib.Path("out")


def require(*programs, target="benchmarks", where=""):
    """Ends where one of the programs is not built, with what builds it; `where`: what more that takes."""
    for program in programs:
        if not os.path.exists(program):
            sys.exit(f"run/figures/{os.path.basename(sys.argv[0])}: {program} is missing; "
                     f"cmake --build build --target {target} builds it{where}")


def output_of(*command, seconds=None):
    """What a command prints; None where it takes longer. Ends where it fails: it has said why."""
    limit = ["timeout", str(seconds)] if seconds else []
    done = subprocess.run(limit + list(map(str, command)), stdout=subprocess.PIPE, text=True, check=False)
    if seconds and done.returncode == 124:
        return None
    if done.returncode != 0:
        sys.exit(done.returncode)
    return done.stdout


def measure(ranks, program, *arguments, seconds=None):
    """The rows of a program on so many ranks: text by column. None where it takes longer."""
    text = output_of("mpirun", "-n", ranks, program, *arguments, seconds=seconds)
    return None if text is None else list(csv.DictReader(io.StringIO(text)))


def measure_numbers(ranks, program, *arguments, seconds=None):
    """The same where all columns are numbers."""
    rows = measure(ranks, program, *arguments, seconds=seconds)
    return rows and [{column: float(text) for column, text in row.items()} for row in rows]


def save(rows, path):
    """Writes rows, {column: value} each, as CSV."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "w", encoding="ascii", newline="") as file:
        writer = csv.DictWriter(file, rows[0].keys())
        writer.writeheader()
        writer.writerows(rows)
    print(path)
