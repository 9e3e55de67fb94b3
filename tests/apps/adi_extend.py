#!/usr/bin/python3
"""adi goes on from a checkpoint where something is not as it was: a later end, another table, a
damaged file."""

import unittest

import h5py
import numpy as np

from adi_run import AdiTest

KEEP = ["checkpoint.keep=true", "time.end=2"]


class AdiExtend(AdiTest):
    def newest(self):
        def step(name):
            with h5py.File(self.dir / name) as file:
                return file["course"][0]
        return sorted(["cp-0.h5", "cp-1.h5"], key=step)

    def flip(self, name, text):
        """One bit of a text in a file."""
        stored = bytearray((self.dir / name).read_bytes())
        self.assertEqual(stored.count(text), 1)
        stored[stored.index(text) + len(text) - 1] ^= 1
        (self.dir / name).write_bytes(stored)

    def test_flipped_bit_in_a_text_of_a_checkpoint(self):
        self.run_job(*KEEP)
        wanted = self.result()
        for name in ["problem", "run"]:
            with self.subTest(name=name):
                older, newer = self.newest()
                with h5py.File(self.dir / newer) as file:
                    text = file["state"].attrs[name].encode()
                self.flip(newer, text[:80])
                done = self.run_job(*KEEP)
                self.assertIn(f"{newer} is damaged", done.stdout)
                self.assertIn(f"going on from {older}", done.stdout)
                np.testing.assert_array_equal(self.result(), wanted)


if __name__ == "__main__":
    unittest.main()
