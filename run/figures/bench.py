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


def output_of(*command):
    """What a command prints. Ends where it fails: it has said why."""
    done = subprocess.run(list(map(str, command)), stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        sys.exit(done.returncode)
    return done.stdout


def measure(ranks, program, *arguments):
    """The rows of a program on so many ranks: text by column."""
    return list(csv.DictReader(io.StringIO(output_of("mpirun", "-n", ranks, program, *arguments))))


def measure_numbers(ranks, program, *arguments):
    """The same where all columns are numbers."""
    return [{column: float(text) for column, text in row.items()}
            for row in measure(ranks, program, *arguments)]


def save(rows, path):
    """Writes rows, {column: value} each, as CSV."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "w", encoding="ascii", newline="") as file:
        writer = csv.DictWriter(file, rows[0].keys())
        writer.writeheader()
        writer.writerows(rows)
    print(path)
