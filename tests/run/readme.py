#!/usr/bin/python3
"""The commands of the README and of the guides, run one after the other in a fresh copy of the
checkout, with the suite's build; with CT_NIGHTLY that is built there, and commands that time things are run too."""

import pathlib
import os
import re
import shutil
import subprocess
import tempfile
import unittest

import readme_data

ROOT = pathlib.Path(__file__).resolve().parents[2]
IS_NIGHTLY = bool(os.environ.get("CT_NIGHTLY"))
SOONER = "-DCMAKE_PROJECT_INCLUDE=tests/support/suite.cmake"
BUILD = pathlib.Path(os.environ.get("CT_BUILD", ROOT / "build"))
GUIDES = ["README.md",  # in the order in which their commands are run
          *(f"apps/{name}/README.md" for name in ("fft", "transpose", "adi", "exchange")),
          "apps/exchange/lesson/README.md", "core/timeline/README.md", "io/README.md", "core/README.md",
          "run/jobs/README.md", "tests/bench/README.md",
          *(f"core/bindings/{name}/README.md" for name in ("fftw", "preload", "cxx", "fortran", "python"))]
AT_NIGHT = (  # that time things, or install the build, as the test `package` does at the same time
    "cmake --install build",
    *(f"cmake --build build --target {target}" for target in ("benchmarks", "examples")),
    *(f"run/figures/{name} " for name in ("fft", "exchange", "transpose", "adi", "fft_table", "applications")),
    "run/figures/generation", "mpirun -n 2 build/apps/exchange bench ", "mpirun -n 2 build/apps/exchange tune ",
    "mpirun -n 2 build/apps/fft inputs/fft3d-brain.yaml --check --explain --set exchange.planning=measure ")
STAND_INS = {"sbatch": 'echo "submitted: $*"'}
if not IS_NIGHTLY:  # what quickstart configures and builds is there
    STAND_INS["cmake"] = f"""case "$*" in --preset*|"--build --preset"*) ;; *) exec {shutil.which("cmake")} "$@" ;; esac"""
PRINTED = {  # by commands that begin so
    "mpirun -n 2 build/apps/fft inputs/fft3d-brain.yaml --set output.file=out/mine.h5 --report":
        [r"fft forward of 181 x 217 x 181 uint8 on 2 ranks: transform ", r"round trip: relative error \S+e-1[5-9]\b",
         r"wrote out/mine\.h5, out/mine\.xdmf, out/mine\.yaml"],
    "run/summary out/mine.yaml": [r"round trip +\d\.\d+e-1[5-9] relative error", r"transform .* over ranks"],
    "run/plot out/traced.json": [r"out/traced\.png: \d+ bytes"],
    "mpirun -n 2 build/apps/fft inputs/fft-power-brain.yaml":
        [r"power in 157 bins .*: in all the mean square, 4177\.57"],
    "mpirun -n 2 build/apps/transpose inputs/transpose-brain.yaml --set transpose.axes=1,0,2":
        [r"permutation of axes of 181 x 217 x 181 uint8 on 2 ranks"],
    "mpirun -n 2 build/apps/adi inputs/adi-plate.yaml":
        [r"80 x 40 cells of float64 on 2 ranks: 200 steps"],
    "mpirun -n 2 build/apps/adi inputs/adi-laplace.yaml":
        [r"200 x 128 cells of float64 on 2 ranks: 1[78] iterations"],
    "mpirun -n 2 build/apps/exchange verify": [r"\d\d ways to exchange: \d\d ok, 0 wrong"],
    "build/apps/exchange check --topology torus:16x16 --algorithm t1":
        [r"messages +1664\n", r"link load +at most 1 "],
    "build/apps/exchange check --topology flat:4 --schedule": [r"messages +12\n"],
    "build/apps/exchange plan --topology nodes:4x8": [r" 1  standard +\S+ us +what auto takes\n"],
    "build/apps/exchange plan --topology flat:28": [r"smg +cannot run on flat:28: it needs 2\^d ranks"],
    "build/apps/exchange hull --machine ipsc860": [r" 128 +6 +19\.15 ms"],
    "mpirun -n 2 build/run/examples/wave_packet":
        [r"step 60: norm 1\.0000\d+, mean x 1\.0000, overlap with the beginning 0\.99999"],
    "PYTHONPATH=build/python": [r"181 x 217 x 181 on 2 ranks: a Gaussian of 3 points takes 6\.15 % of the power"],
    "mpirun -n 2 env LD_PRELOAD=$PWD/build/core/bindings/preload/libcornerturn_preload.so":
        [r"^4141687880\n", r"Alltoall +2 +32768 +200 "],
    "mpirun -n 2 env LD_PRELOAD=$PWD/build/core/bindings/preload/libcornerturn_preload_share.so":
        [r"^4141687880\n"],
    "CT_PROGRAM=transpose CT_LAUNCHER=": [r"wrote out/job\.h5, |out/job\.h5 is there, so this job is done"],
    "sbatch": [r"submitted: --nodes=4 "]}


def copy_of_checkout(into):
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT,
                            capture_output=True, text=True, check=True).stdout.splitlines()
    for name in listed:
        if (ROOT / name).exists():
            (into / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, into / name)


def commands():
    blocks = [block for guide in GUIDES
              for block in re.findall(r"^```sh\n(.*?)^```", (ROOT / guide).read_text(), re.M | re.S)]
    return [line.split("  #")[0].strip() for block in blocks for line in block.splitlines()
            if line.strip()]


class Readme(unittest.TestCase):
    def test_commands(self):
        with tempfile.TemporaryDirectory(prefix="cornerturn-") as directory:
            place = pathlib.Path(directory) / "checkout"
            copy_of_checkout(place)
            tools = pathlib.Path(directory) / "tools"
            tools.mkdir()
            for name, script in STAND_INS.items():
                (tools / name).write_text(f"#!/bin/sh\n{script}\n")
                (tools / name).chmod(0o755)
            # as run/test has it: what the compiler made of the same files elsewhere will do at night
            environment = dict(os.environ, PATH=f"{tools}:{os.environ['PATH']}",
                               CCACHE_BASEDIR=str(place))
            if not IS_NIGHTLY:
                (place / "build").symlink_to(BUILD)
            for command in commands():
                if command.startswith(AT_NIGHT) and not IS_NIGHTLY:
                    continue
                if command == "./run/test":  # which this test is part of: that it is there will do
                    command = "ctest --test-dir build -N --no-tests=error"
                elif command == "./run/quickstart":
                    command += f" -DCT_WERROR=ON {SOONER}"  # as run/test builds, which spares compiling again
                with self.subTest(command=command):
                    done = subprocess.run(command, shell=True, cwd=place, env=environment,
                                          capture_output=True, text=True,
                                          stdin=subprocess.DEVNULL)
                    # a figure's status says whether its targets are met, which needs an idle machine
                    is_missed = (command.startswith("run/figures/")
                                 and "\nMISSED: " in done.stdout + done.stderr)
                    self.assertEqual(done.returncode, 1 if is_missed else 0,
                                     f"{done.stdout[-2000:]}\n{done.stderr}")
                    for words in [word for begin, all_words in PRINTED.items()
                                  if command.startswith(begin) for word in all_words]:
                        self.assertRegex(done.stdout, words)
            for file in "spectrum.xdmf", "spectrum-report.yaml", "spectrum.png", "mine.png", "power.png", \
                        "filtered.png", "hull.svg", "scott.svg", "plate.gif", "slice.png", *["bench.svg"] * IS_NIGHTLY:
                self.assertGreater((place / "out" / file).stat().st_size, 500, file)
            for of, (error, most) in readme_data.errors(place).items():
                self.assertLessEqual(error, most, of)

    def test_links(self):
        """Of all pages; every guide can be reached from the README."""
        pages = subprocess.run(["git", "ls-files", "*.md"], cwd=ROOT, capture_output=True, text=True,
                               check=True).stdout.split()
        linked = set()
        for page in pages:
            text = re.sub(r"^```.*?^```", "", (ROOT / page).read_text(), flags=re.M | re.S)
            for link in re.findall(r"\]\(([^)]+)\)", text):
                if not link.startswith("http"):
                    target = (ROOT / page).parent / link.partition("#")[0]
                    self.assertTrue(target.exists(), f"{page}: {link}")
                    if page == "README.md":
                        linked.add(str(target.resolve().relative_to(ROOT)))
        self.assertLessEqual(set(GUIDES[1:]), linked)

    def test_there_are_commands(self):
        for begin in *PRINTED, *AT_NIGHT:
            self.assertTrue(any(command.startswith(begin) for command in commands()), begin)
        self.assertEqual(commands()[:2], ["./run/quickstart", "./run/test"])


if __name__ == "__main__":
    unittest.main()
