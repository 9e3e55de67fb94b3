"""Random command lines of exchange: schedules are right, prices are numbers, elements arrive."""

import csv
import io
import re

from running import expect

ALGORITHMS = ["direct", "cyclic", "bruck", "standard", "mixed", "multiphase", "node-aware", "naive",
              "t1", "t1x", "scott", "tea", "adea", "smg", "sba", "broadcast-pipelined", "bounded"]
MACHINES = ["fattree", "ipsc860", "ncube2", "paragon", "nobody", ""]


def topology(case, most=40):
    while True:
        kind = case.pick(["flat", "fattree", "nodes", "dragonfly", "hypercube", "mesh", "torus"])
        if kind == "hypercube":
            d = case.integer(0, 5)
            size, text = 2 ** d, str(d)
        else:
            axes = {"flat": 1, "fattree": 1, "nodes": 2, "dragonfly": 3}.get(kind) or case.integer(1, 3)
            extents = [case.integer(1, 9) for _ in range(axes)]
            size, text = 1, "x".join(map(str, extents))
            for extent in extents:
                size *= extent
        if size <= most:
            return f"{kind}:{text}"


def random_block(case):
    return case.pick(["1", "8", "32", "1k", "4Ki", "1M", "0", "7", "1Gi"])


def answered(case, words):
    """A command line that is answered or refused in one sentence; no files either way."""
    case.remember()
    done = case.run("exchange", words)
    if done.status == 0:
        case.expect_success(done)
        expect(not re.search(r"\b(nan|inf|-inf)\b", done.out), "a number is none")
        case.expect_only([])
    else:
        case.expect_refused(done, "exchange", statuses=(2,))
    return done


def check(case):
    words = ["check", "--topology", topology(case, case.pick([9, 20, 40]))]
    if case.chance(0.5):
        words += ["--algorithm", case.pick(ALGORITHMS)]
        if case.chance(0.3):
            words += ["--each-step"]
    done = answered(case, words)
    expect("WRONG" not in done.out, "a schedule is wrong")


def plan(case):
    words = ["plan", "--topology", topology(case), "--block", random_block(case)]
    if case.chance(0.5):
        words += ["--machine", case.pick(MACHINES)]
    else:
        words += case.pick([[], ["--node-ranks", "1"], ["--transport", "messages"],
                            ["--arrays", "private"]])
    if case.chance(0.3):
        pattern = case.pick(["exchange", "all-gather", "broadcast", "scatter", "gather"])
        words += ["--pattern", pattern]
        words += ["--root", "0"] if pattern in ("broadcast", "scatter", "gather") else []
    answered(case, words)


def price(case):
    words = ["price", "--topology", topology(case), "--algorithm", case.pick(ALGORITHMS), "--block",
             random_block(case)]
    if case.chance(0.5):
        words += ["--machine", case.pick(MACHINES)]
    answered(case, words)


def dump(case):
    blocks = case.chance(0.5)
    done = answered(case, ["dump", "--topology", topology(case, 16), "--algorithm",
                           case.pick(ALGORITHMS), *(["--blocks"] if blocks else [])])
    if done.status == 0:
        rows = list(csv.DictReader(io.StringIO(done.out)))
        expect(all(None not in row.values() for row in rows), "rows are short")


def draw(case):
    done = answered(case, ["draw", "--topology", topology(case, 16), "--algorithm",
                           case.pick(ALGORITHMS)])
    expect(done.status != 0 or done.out.rstrip().endswith("</svg>"), "no picture")


def hull(case):
    size = case.pick([["--dimension", str(case.integer(0, 7))], ["--ranks", str(case.integer(0, 60))]])
    answered(case, ["hull", *size, *(["--machine", case.pick(MACHINES)] if case.chance(0.5) else []),
                    *(["--block", random_block(case)] if case.chance(0.3) else [])])


def verify(case):
    case.ranks = case.pick([1, 2, 2, 3, 4])
    words = ["verify", "--algorithm", case.pick(["direct", "bruck", "cyclic", "naive", "mpi", "auto",
                                                 "standard"])]
    if case.chance(0.5):
        words += ["--transport", case.pick(["messages", "shared", "auto"])]
    if case.chance(0.5):
        words += ["--arrays", case.pick(["shared", "private"])]
    done = case.run("exchange", words)
    if done.status != 0:  # an algorithm may not run on so many ranks
        case.expect_refused(done, "exchange", statuses=(2,))
    expect("wrong" not in done.out.lower() or " 0 wrong" in done.out, "elements are wrong")


CASES = [check, check, plan, price, dump, draw, hull, verify]
