#!/usr/bin/python3
"""The README's commands, run one after the other in a fresh copy of the checkout."""

import pathlib
import os
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
STAND_INS = {"sbatch": 'echo "submitted: $*"'}


def copy_of_checkout(into):
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT,
                            capture_output=True, text=True, check=True).stdout.splitlines()
    for name in listed:
        if (ROOT / name).exists():
            (into / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, into / name)


def commands():
    blocks = re.findall(r"^```sh\n(.*?)^```", (ROOT / "README.md").read_text(), re.M | re.S)
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
            # as run/test has it: what the compiler made of the same files elsewhere will do
            environment = dict(os.environ, PATH=f"{tools}:{os.environ['PATH']}",
                               CCACHE_BASEDIR=str(place))
            for command in commands():
                if command == "./run/test":  # which this test is part of: that it is there will do
                    command = "ctest --test-dir build -N --no-tests=error"
                elif command == "./run/quickstart":
                    command += " -DCT_WERROR=ON"  # as run/test builds, which spares compiling again
                with self.subTest(command=command):
                    done = subprocess.run(command, shell=True, cwd=place, env=environment,
                                          capture_output=True, text=True,
                                          stdin=subprocess.DEVNULL)
                    # a figure's status says whether its targets are met, which needs an idle machine
                    is_missed = (command.startswith("run/figures/")
                                 and "\nMISSED: " in done.stdout + done.stderr)
                    self.assertEqual(done.returncode, 1 if is_missed else 0,
                                     f"{done.stdout[-2000:]}\n{done.stderr}")
            for file in ["out/spectrum.h5", "out/spectrum.xdmf", "out/spectrum-report.yaml",
                         "out/spectrum.png", "out/mine.h5", "out/back.h5", "out/mine.png",
                         "out/power.csv", "out/power.png", "out/filtered.h5", "out/filtered.png",
                         "out/correlation.h5", "out/potential.h5", "out/slices.h5", "out/lines.h5"]:
                self.assertTrue((place / file).exists(), file)

    def test_links(self):
        for link in re.findall(r"\]\(([^)]+)\)", (ROOT / "README.md").read_text()):
            self.assertTrue((ROOT / link).exists(), link)

    def test_there_are_commands(self):
        self.assertEqual(commands()[:2], ["./run/quickstart", "./run/test"])


if __name__ == "__main__":
    unittest.main()
