#!/usr/bin/python3
"""Feeds made-up texts to what reads texts (configs, formulas, tuning files, ..), by libFuzzer under
AddressSanitizer and UBSan.

    tests/fuzz/texts.py --minutes 10              all targets take turns
    tests/fuzz/texts.py --targets machine --runs 10000000
    tests/fuzz/texts.py --keep                    takes what was found worth keeping into the corpus

It builds the targets in build-fuzz, where it keeps what it has found so far and how many inputs
there were: the next run goes on. Exit status: 0, 1 for a finding, 77 where clang or its libFuzzer is
missing.
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(__file__).resolve().parents[2]
CORPUS = pathlib.Path(__file__).resolve().parent / "targets" / "corpus"
CLANGS = ["clang", "clang-14"]
SKIPPED = 77
INPUT_BYTES = 2048  # of the longest input
KEPT_FILES, KEPT_BYTES = 40, 1024  # of a target's corpus in the repository; of its largest file
STUCK_S = 300  # of one input; long, as somebody may stop everything for a while
NEWS = ("#", "\tNEW_FUNC", "INFO:")  # how libFuzzer's lines begin that tell of no finding
SANITIZERS = {"ASAN_OPTIONS": "quarantine_size_mb=8:malloc_context_size=2:allocator_may_return_null=1"}


def find_clang():
    """A clang that links libFuzzer, or None and why not."""
    for name in CLANGS:
        path = shutil.which(name)
        if path is None:
            continue
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder) / "empty.c"
            source.write_text("#include <stddef.h>\n#include <stdint.h>\n"
                              "int LLVMFuzzerTestOneInput(const uint8_t *d, size_t n)"
                              "{ (void)d; (void)n; return 0; }\n")
            done = subprocess.run([path, "-fsanitize=fuzzer,address,undefined", str(source), "-o",
                                   folder + "/empty"], capture_output=True, text=True)
        if done.returncode == 0:
            return path, ""
        return None, f"{path} does not link libFuzzer (Debian: apt install libclang-rt-14-dev)"
    return None, "clang is missing (Debian: apt install clang libclang-rt-14-dev)"


def build(clang, directory, jobs):
    configure = ["cmake", "-S", str(SOURCE), "-B", str(directory), f"-DCMAKE_C_COMPILER={clang}",
                 "-DCMAKE_BUILD_TYPE=RelWithDebInfo", "-DCT_FUZZ=ON"]
    make = ["cmake", "--build", str(directory), "--parallel", str(jobs), "--target", "fuzz"]
    for command in (configure, make):
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"{done.stdout[-3000:]}\n{done.stderr[-3000:]}\n{' '.join(command)}: failed")


class Target:
    def __init__(self, name, directory):
        self.name = name
        self.program = directory / "tests" / "fuzz" / f"fuzz_{name}"
        self.found = directory / "found" / name  # inputs that reach what others do not
        self.total = directory / "found" / f"{name}.inputs"
        self.found.mkdir(parents=True, exist_ok=True)

    def inputs(self):
        return int(self.total.read_text()) if self.total.exists() else 0

    def run(self, seconds, runs):
        """Goes on for so long, or to so many inputs in all; a line about it, and what is wrong."""
        left = max(0, runs - self.inputs()) if runs else -1
        if left == 0:
            return f"{self.name:17} {self.inputs():12} inputs in all", None
        command = [str(self.program), str(self.found), str(CORPUS / self.name), f"-runs={left}",
                   f"-max_total_time={max(1, int(seconds))}", f"-max_len={INPUT_BYTES}",
                   f"-timeout={STUCK_S}", "-print_final_stats=1", "-verbosity=1",
                   f"-artifact_prefix={self.found.parent}/{self.name}-"]
        done = subprocess.run(command, capture_output=True, text=True, errors="replace",
                              env={**os.environ, **SANITIZERS})
        executed = re.search(r"stat::number_of_executed_units: (\d+)", done.stderr)
        rate = re.search(r"stat::average_exec_per_sec: +(\d+)", done.stderr)
        covered = re.findall(r"cov: (\d+) ft: (\d+)", done.stderr) or [("?", "?")]
        self.total.write_text(str(self.inputs() + (int(executed[1]) if executed else 0)))
        line = (f"{self.name:17} {self.inputs():12} inputs in all, {rate[1] if rate else '?':>7} a "
                f"second, edges {covered[-1][0]}, features {covered[-1][1]}")
        words = [text for text in done.stderr.splitlines()[-300:] if not text.startswith(NEWS)]
        return line, "\n".join(words) if done.returncode != 0 else None

    def keep(self):
        """The corpus in the repository becomes the smallest files that reach what all found ones
        do, as many as may be."""
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([str(self.program), "-merge=1", folder, str(CORPUS / self.name),
                            str(self.found)], check=True, capture_output=True,
                           env={**os.environ, **SANITIZERS})
            merged = sorted(pathlib.Path(folder).iterdir(), key=lambda path: path.stat().st_size)
            small = [path for path in merged if path.stat().st_size <= KEPT_BYTES]
            step = max(1, len(small) / KEPT_FILES)
            there = {path.read_bytes() for path in (CORPUS / self.name).iterdir()}
            for number in range(max(0, KEPT_FILES - len(there))):
                if int(number * step) < len(small):
                    path = small[int(number * step)]
                    if path.read_bytes() not in there:
                        shutil.copy(path, CORPUS / self.name / path.name[:12])


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    names = sorted(path.name for path in CORPUS.iterdir())
    parser.add_argument("--minutes", type=float, default=10, help="for all targets together")
    parser.add_argument("--runs", type=int, default=0, help="inputs of each target, in all runs")
    parser.add_argument("--targets", type=lambda text: text.split(","), default=names,
                        help="with commas between: " + ", ".join(names))
    parser.add_argument("--jobs", type=int, default=2, help="targets at once")
    parser.add_argument("--build", type=pathlib.Path, default=SOURCE / "build-fuzz")
    parser.add_argument("--keep", action="store_true", help="run nothing, fill up the corpus")
    options = parser.parse_args()
    if set(options.targets) - set(names):
        parser.error(f"--targets: there are {', '.join(names)}")
    clang, why = find_clang()
    if clang is None:
        print(f"skipped: {why}")
        sys.exit(SKIPPED)
    build(clang, options.build, options.jobs)
    targets = [Target(name, options.build) for name in options.targets]
    if options.keep:
        for target in targets:
            target.keep()
        return
    seconds = 60 * options.minutes * min(options.jobs, len(targets)) / len(targets)
    findings = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for line, problem in pool.map(lambda target: target.run(seconds, options.runs), targets):
            print(line, flush=True)
            if problem is not None:
                findings += 1
                print(problem, flush=True)
    sys.exit(1 if findings else 0)


if __name__ == "__main__":
    main()
