#!/usr/bin/python3
"""Random jobs of all programs, each from a seed of its own, against numpy and scipy; and jobs that
must fail, or that something happens to.

    tests/fuzz/programs.py                        200 cases from a seed of today
    tests/fuzz/programs.py --minutes 10 --jobs 2  as many as fit
    tests/fuzz/programs.py --seed 17 --cases 1    one again, as a failure names it

The programs are those of build/apps, or of the directory that CT_PROGRAMS names.
"""

import argparse
import collections
import concurrent.futures
import importlib
import itertools
import os
import sys
import time
import traceback

import running

GROUPS = {"fft": 8, "transpose": 6, "adi": 2, "exchange": 3, "faults": 6}  # and their weights
SPACING = 1 << 32  # between the seeds of days
DEFECTS_MOST = 20


def choose(seed, only):
    """The group and the kind of a seed's case."""
    import numpy
    random = numpy.random.default_rng([seed, 1])
    names = [name for name, weight in GROUPS.items() for _ in range(weight) if name in only]
    name = names[int(random.integers(len(names)))]
    cases = importlib.import_module(f"cases_{name}").CASES
    return name, cases[int(random.integers(len(cases)))]


def run_seed(seed, only):
    """Name of the case, what is wrong or None, and the seconds."""
    try:
        group, work = choose(seed, only)
        name = f"{group}.{work.__name__}"
        return name, *running.make_case(seed, work)
    except Exception:  # the fuzzer itself is wrong, or what it reads back cannot be read
        return f"{group}.{work.__name__}", traceback.format_exc(), 0.0


def report(seed, name, problem, only):
    chosen = "" if len(only) == len(GROUPS) else " --only " + ",".join(only)
    print(f"--- seed {seed}, {name}: {problem}\n"
          f"--- again: tests/fuzz/programs.py --seed {seed} --cases 1{chosen}", flush=True)


def run_all(seeds, options):
    """Runs cases until time is up, some at once; how many of each there were, and failed."""
    ends = time.monotonic() + 60 * options.minutes if options.minutes else float("inf")
    counts, failed, seconds = collections.Counter(), collections.Counter(), collections.Counter()
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        waiting = {}
        while True:
            while len(waiting) < 2 * options.jobs and time.monotonic() < ends:
                seed = next(seeds, None)
                if seed is None:
                    break
                waiting[pool.submit(run_seed, seed, options.only)] = seed
            if not waiting or sum(failed.values()) >= options.defects:
                return counts, failed, seconds
            for done in concurrent.futures.wait(
                    waiting, return_when=concurrent.futures.FIRST_COMPLETED).done:
                name, problem, taken = done.result()
                seed = waiting.pop(done)
                counts[name] += 1
                seconds[name] += taken
                if problem is not None:
                    failed[name] += 1
                    report(seed, name, problem, options.only)


def parse():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, help="of the first case; the next has the next")
    parser.add_argument("--cases", type=int, help="how many; default 200, with --minutes any")
    parser.add_argument("--minutes", type=float, default=0, help="no case begins after them")
    parser.add_argument("--jobs", type=int, default=1, help="cases at once")
    parser.add_argument("--only", default=",".join(GROUPS), type=lambda text: text.split(","),
                        help="groups of cases, with commas between: " + ", ".join(GROUPS))
    parser.add_argument("--defects", type=int, default=DEFECTS_MOST, help="end after so many")
    options = parser.parse_args()
    unknown = set(options.only) - set(GROUPS)
    if unknown:
        parser.error(f"--only {','.join(sorted(unknown))}: there are {', '.join(GROUPS)}")
    if options.seed is None:
        options.seed = int(time.time()) // 86400 * SPACING
    if options.cases is None and not options.minutes:
        options.cases = 200
    return options


def main():
    options = parse()
    seeds = itertools.count(options.seed)
    if options.cases is not None:
        seeds = itertools.islice(seeds, options.cases)
    if not os.access(running.PROGRAMS / "fft", os.X_OK):
        sys.exit(f"no programs in {running.PROGRAMS}: build first, or set CT_PROGRAMS")
    print(f"seeds from {options.seed}", flush=True)
    counts, failed, seconds = run_all(seeds, options)
    for name in sorted(counts):
        print(f"{counts[name]:6} {name:24} {failed[name]:4} failed, "
              f"{seconds[name] / counts[name]:.2f} s each")
    print(f"{sum(counts.values())} cases, {sum(failed.values())} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
