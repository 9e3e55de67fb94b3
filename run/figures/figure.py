"""What figures share: their look, where files go, schedules, and claims of papers beside our numbers."""
import argparse
import collections
import os
import pathlib
import re
import subprocess
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402 (after the choice of backend)

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
sys.dont_write_bytecode = True
import simulation  # noqa: E402
from outputs import replacing, require_place  # noqa: E402

plt.rcParams.update({"font.size": 10, "svg.hashsalt": "cornerturn", "axes.grid": True,
                     "grid.color": "0.92", "axes.axisbelow": True})


# Of a schedule: its steps, and how many messages at most share a link and a node's port.
Checked = collections.namedtuple("Checked", "steps link_load ports")


def output_directory(documentation, *flags):
    """What all figures have for an option; with flags, such as --small or --only=TEXT, also what was
    given."""
    parser = argparse.ArgumentParser(description=documentation,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-o", "--output", default="out/figures", metavar="DIRECTORY",
                        help="where pictures go (%(default)s)")
    for flag in flags:
        name, equals, metavar = flag.partition("=")
        parser.add_argument(name, **({"metavar": metavar} if equals else {"action": "store_true"}))
    options = parser.parse_args()
    directory = pathlib.Path(options.output)
    try:
        require_place(directory / "a picture")
    except OSError as problem:
        parser.error(str(problem))
    return (directory, options) if flags else directory


def exchange(command, *arguments):
    """What the program prints."""
    done = subprocess.run([simulation.built("apps/exchange"), command, *arguments], check=False,
                          text=True, stdin=subprocess.DEVNULL, capture_output=True)
    if done.returncode != 0:
        raise simulation.Failure(done.stderr.strip() or done.stdout.strip())
    return done.stdout


def dump(topology, *algorithm):
    """What moves in every step: {column: number}, by the columns of `exchange dump`. A message a
    row, or with --blocks a block."""
    head, *lines = exchange("dump", "--topology", topology, "--algorithm", *algorithm).splitlines()
    columns = head.split(",")
    return [{column: int(text) for column, text in zip(columns, line.split(",")) if text}
            for line in lines]


def check(topology, *algorithm):
    """Counts of a schedule as the checker replays it; fails where it is wrong."""
    replayed = exchange("check", "--topology", topology, "--algorithm", *algorithm)
    found = [re.search(pattern, replayed) for pattern in
             (r"\n  steps +(\d+)", r"\n  link load +at most (\d+)", r"\n  ports +at most (\d+) ")]
    if None in found:
        raise simulation.Failure(f"check says:\n{replayed}")
    return Checked(*(int(match[1]) for match in found))


def save(figure, path):
    """Writes the picture under its name when it is complete."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path) as temporary:
        figure.savefig(temporary, metadata={"Date": None})
    plt.close(figure)
    print(f"{path}: {path.stat().st_size} bytes")


def print_claims(title, rows, heads=("paper", "ours")):
    """Rows of (what, the paper, ours), or what the heads say, all text."""
    rows = [("", *heads), *rows]
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    print(f"\n{title}")
    for row in rows:
        print("  " + "  ".join(f"{text:{width}}" for text, width in zip(row, widths)).rstrip())


def run_parts(documentation, parts):
    """Draws all figures and tables of a paper, or those that --only names. parts: {name: function
    of the directory}."""
    directory, options = output_directory(documentation, "--only=NAME[,NAME..]")
    wanted = options.only.split(",") if options.only else list(parts)
    for name in wanted:
        if name not in parts:
            print(f'{os.path.relpath(sys.argv[0])}: "{name}": there are {", ".join(parts)}',
                  file=sys.stderr)
            sys.exit(2)
    for name in wanted:
        parts[name](directory)


def run(main):
    """Ends with one message where something is missing."""
    try:
        main()
    except (simulation.Failure, OSError) as problem:
        sys.exit(f"{os.path.relpath(sys.argv[0])}: {problem}")
