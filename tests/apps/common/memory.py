#!/usr/bin/python3
"""In a control group with a limit of memory a run ends well, or is refused with a message before it begins: the
kernel kills none. Skipped where no such group can be made."""

import os
import pathlib
import re
import subprocess
import unittest

import h5py
import numpy as np

import harness

HIERARCHIES = [("/sys/fs/cgroup/memory", "memory.limit_in_bytes"), ("/sys/fs/cgroup", "memory.max")]
MOST = 2 << 20  # bytes above what is counted, with which a run must do
CELLS = 128
ADI = """problem: {initial: "hdf5:in.h5:volume"}
time: {end: 0.002, step: 0.001}
output: {file: out.h5, overwrite: true}
"""
FIELDS = """problem: {initial: "hdf5:in.h5:volume", kappa: "hdf5:in.h5:volume", source: "hdf5:in.h5:volume"}
time: {end: 0.002, step: 0.001}
output: {file: out.h5, overwrite: true}
"""
FILES = harness.FILES + "  overwrite: true\n"
PACKED = FILES.replace("in.h5", "packed.h5")  # one chunk, which all ranks want and one has to decompress
PACKED_ADI = ADI.replace("in.h5", "packed.h5")


def group():
    """A new control group and its file of the limit; None: this process may make none."""
    for mounted, limit in HIERARCHIES:
        made = pathlib.Path(mounted) / f"cornerturn-test-{os.getpid()}"
        try:
            made.mkdir()
        except OSError:
            continue
        if (made / limit).exists():
            return made, made / limit
        made.rmdir()
    return None


class Memory(harness.ProgramTest):
    def limited(self, made, limit, bytes_, ranks):
        """The program with so many bytes."""
        (made / limit).write_text(str(bytes_))
        enter = f"echo $$ > {made}/cgroup.procs && exec \"$@\""
        return subprocess.run(["sh", "-c", enter, "sh", harness.MPIEXEC, "-n", str(ranks),
                               str(self.programs / self.program), "job.yaml", "--quiet"], cwd=self.dir,
                              env=self.environment(), capture_output=True, text=True, check=False,
                              stdin=subprocess.DEVNULL)

    def expect_ends(self, made, limit, ranks):
        """From little memory on, each time a little more than what was missing: refused, at most for the arrays,
        then with the plans, until it runs. Returns the bytes it does with."""
        bytes_ = 48 << 20  # two ranks themselves have 30 MB
        for _ in range(4):
            done = self.limited(made, limit, bytes_, ranks)
            if done.returncode == 0:
                return bytes_
            found = re.fullmatch(rf"{self.program}: error: no memory for .* need (\d+) together, and the node has "
                                 r"(\d+) by the limit of its control group; allowed: .*", done.stderr.strip())
            self.assertTrue(found, f"{self.program}, {ranks} ranks, {bytes_} bytes: {done.returncode} {done.stderr}")
            self.assertEqual(done.returncode, 1)
            self.assertEqual([path.name for path in self.dir.glob("out*")], [])
            bytes_ += int(found[1]) - int(found[2]) + MOST
        self.fail(f"{self.program} is refused again and again: {done.stderr}")

    def test_limit(self):
        volume = 1 + np.random.default_rng(1).random((CELLS, CELLS, CELLS))
        self.volume(volume)
        with h5py.File(self.dir / "packed.h5", "w") as file:
            file.create_dataset("volume", data=volume, chunks=volume.shape, compression="gzip", compression_opts=1)
        made = group()
        if made is None:
            self.skipTest("no control groups")
        self.addCleanup(made[0].rmdir)
        jobs = [("fft", FILES), ("fft", FILES + "verify: {round_trip: false}\n"), ("transpose", FILES), ("adi", ADI),
                ("adi", FIELDS), ("transpose", PACKED), ("transpose", PACKED),
                ("fft", PACKED + "verify: {round_trip: false}\n"), ("adi", PACKED_ADI), ("adi", PACKED_ADI)]
        for (program, text), ranks in harness.on_ranks(harness.some(jobs, 5)):
            with self.subTest(program=program, text=text, ranks=ranks):
                self.program = program
                self.config(text)
                bytes_ = self.expect_ends(*made, ranks)
                for path in self.dir.glob("out*"):
                    path.unlink()
                done = self.limited(*made, bytes_ - 2 * MOST - (1 << 20), ranks)
                self.assertIn("no memory for", done.stderr)


if __name__ == "__main__":
    unittest.main()
