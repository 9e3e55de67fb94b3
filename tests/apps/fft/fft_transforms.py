#!/usr/bin/python3
"""Every kind of transform of fft against numpy and scipy: by axis, of any number of axes, padded, cut,
in either precision, order and grid, there and back."""

import itertools
import unittest

import h5py
import numpy as np
import scipy.fft
import scipy.signal

from fft_run import OperationTest, sample
from harness import RANKS, on_ranks, one_of, some


def dct(data, kind, axis):
    """FFTW's unnormalised transforms are scipy's."""
    transform = scipy.fft.dct if kind.startswith("dct") else scipy.fft.dst
    return transform(data, type=int(kind[-1]), axis=axis)


def expected(data, kinds):
    """The transform of each axis in turn; r2c first, for it takes real data."""
    for axis, kind in enumerate(kinds):
        if kind == "r2c":
            data = np.fft.rfft(data, axis=axis)
    for axis, kind in enumerate(kinds):
        if kind == "c2c":
            data = np.fft.fft(data, axis=axis)
        elif kind[0] == "d":
            data = dct(data.real, kind, axis) + (1j * dct(data.imag, kind, axis)
                                                 if np.iscomplexobj(data) else 0)
    return data


def resampled(data, shape):
    """The data at other points, by scipy's rule for the highest frequency of even numbers of modes."""
    for axis, points in enumerate(shape):
        data = scipy.signal.resample(data, points, axis=axis)
    return data


class Transforms(OperationTest):
    def test_kinds_there_and_back(self):
        real = [["dct1", "dct2", "dct3"], ["dct4", "dst1", "dst2"], ["dst3", "dst4", "none"],
                ["dst2", "dct2", "r2c"], ["none", "c2c", "r2c"], ["c2c", "r2c", "dct2"],
                ["none", "none", "r2c"], ["dct2", "none", "none"]]
        for kinds in real + [["c2c", "none", "dst1"], ["none", "c2c", "none"]]:
            with self.subTest(kinds=kinds):
                data = sample((5, 8, 7), is_complex=kinds not in real)
                found = self.compute(data, transform__kinds=",".join(kinds))
                self.expect_close(found, expected(data, kinds))
                (self.dir / "out.h5").rename(self.dir / "spectrum.h5")
                self.run_fft(input__file="spectrum.h5", input__dataset="result",
                             transform__kinds=",".join(kinds), transform__direction="inverse",
                             transform__points="5x8x7")
                self.expect_close(self.result(), data)
                self.assertEqual(np.iscomplexobj(self.result()), np.iscomplexobj(data))

    def test_axes(self):
        transforms = [("c2c", np.fft.fftn), ("r2c", np.fft.rfftn),
                      ("dst2", lambda data: scipy.fft.dstn(data, type=2)), ("c2c", np.fft.fftn)]
        shapes = [(12,), (13,), (64,), (6, 7), (2, 3, 4, 5)]  # each pair meets another number of ranks
        pairs = itertools.product(shapes, transforms)
        for (shape, (kinds, wanted)), ranks in on_ranks(some(pairs, 9)):
            with self.subTest(shape=shape, kinds=kinds, ranks=ranks):
                data = sample(shape)
                self.expect_close(self.compute(data, transform__kinds=kinds, ranks=ranks),
                                  wanted(data))

    def test_long_axes(self):
        """One axis that all ranks transform, whatever its kind and divisors, there and back."""
        for number, (points, kinds) in enumerate([(70000, "dct2"), (65537, "r2c"), (65536, "dst1")]):
            for ranks in one_of(RANKS, number):
                with self.subTest(points=points, kinds=kinds, ranks=ranks):
                    data = sample((points,))
                    self.expect_close(self.compute(data, transform__kinds=kinds, ranks=ranks),
                                      expected(data, [kinds]))
                    reason = self.report()["movement"]["reason"]
                    self.assertEqual("all ranks" in reason, ranks > 1, reason)
            (self.dir / "out.h5").rename(self.dir / "spectrum.h5")
            self.run_fft(input__file="spectrum.h5", input__dataset="result", ranks=RANKS[-1 - number % len(RANKS)],
                         transform__kinds=kinds, transform__direction="inverse",
                         transform__points=points)
            self.expect_close(self.result(), data)

    def test_float(self):
        all_kinds = [("c2c", np.complex64), ("r2c", np.complex64), ("dct2", np.float32)]
        for turn, source in enumerate(["f4", "f8", "i8", "u1"]):
            for kinds, number in one_of(all_kinds, turn):
                with self.subTest(kinds=kinds, source=source):
                    data = (50 + 20 * sample((6, 9, 5))).astype(source)
                    found = self.compute(data, transform__kinds=kinds,
                                         transform__precision="float")
                    self.assertEqual(found.dtype, number)
                    self.expect_close(found, expected(data.astype(float), {
                        "c2c": ["c2c"] * 3, "r2c": ["c2c", "c2c", "r2c"],
                        "dct2": ["dct2"] * 3}[kinds]), 1e-6)
        data = sample((4, 5), is_complex=True).astype("c16")
        self.expect_close(self.compute(data, transform__precision="float"), np.fft.fftn(data), 1e-6)
        self.assertEqual(self.report()["problem"]["precision"], "single")

    def test_padding_and_truncation(self):
        data = sample((6, 5, 8))
        found = self.compute(data, transform__kinds="r2c", transform__length="9x0x16")
        self.expect_close(found, np.fft.rfftn(data, (9, 5, 16)))
        done = self.run_fft(transform__kinds="r2c", transform__modes="4x3x3")
        small = resampled(data, (4, 3, 5))  # of 5 points, r2c has the 3 modes
        self.expect_close(self.result(), np.fft.rfftn(small) * data.size / small.size)
        self.assertIn("not looked at", done.stdout)
        self.assertFalse(self.report()["verification"]["round_trip_checked"])
        # the way back is what the modes have of the data, and so is the way there and back of that
        (self.dir / "out.h5").rename(self.dir / "modes.h5")
        self.run_fft(input__file="modes.h5", input__dataset="result", transform__kinds="r2c",
                     transform__direction="inverse", transform__points="6x5x8")
        projection = resampled(small, data.shape)
        self.expect_close(self.result(), projection)
        found = self.compute(projection, transform__kinds="r2c", transform__modes="4x3x3")
        with h5py.File(self.dir / "modes.h5") as file:
            self.expect_close(found, file["result"][...])
        # more points than coefficients: interpolation; a wave comes back as a wave
        wave = np.cos(2 * np.pi * 2 * np.arange(10) / 10)
        self.compute(wave, transform__kinds="r2c")
        (self.dir / "out.h5").rename(self.dir / "wave.h5")
        self.run_fft(input__file="wave.h5", input__dataset="result", transform__kinds="r2c",
                     transform__direction="inverse", transform__points="40")
        self.expect_close(self.result() * 4, np.cos(2 * np.pi * 2 * np.arange(40) / 40))

    def test_orders(self):
        data = sample((4, 5, 6), is_complex=True)
        wanted = np.fft.fftn(data)
        for turn, order in enumerate(some(itertools.permutations(range(3)))):
            for more in one_of([{}, {"exchange__parameters": "--transport messages"}], turn + turn // 2):
                with self.subTest(order=order, more=more):
                    words = ",".join(str(axis) for axis in order)
                    found = self.compute(data, output__order=words, **more)
                    self.expect_close(found, wanted.transpose(order))
                    self.assertEqual(self.attributes()["axes"], " ".join(f"k{axis}" for axis in order))
                    found = self.compute(data.transpose(order), input__order=words, **more)
                    self.expect_close(found, wanted)
        found = self.compute(data, input__order="reverse", transform__kinds="c2c,none,c2c")
        self.expect_close(found, np.fft.fftn(data.T, axes=(0, 2)))

    def test_grids_and_pipeline(self):
        data = sample((8, 9, 10))
        for number, grid in enumerate(["1x2x2", "4x1x1", "1x1x4"]):
            for more in one_of([{}, {"exchange__parameters": "--transport messages",
                                     "fft__pipeline": 2}], number):
                found = self.compute(data, ranks=4, fft__grid=grid, transform__kinds="r2c", **more)
                self.expect_close(found, np.fft.rfftn(data))
                self.assertEqual(self.report()["problem"]["array_grid"],
                                 [int(n) for n in grid.split("x")])


class Symmetry(OperationTest):
    """Of real data half of a c2c spectrum is computed; the file has all of it."""

    def expect_mirrored(self, data, axis, kinds="c2c,c2c,c2c", wanted=None, **settings):
        """`axis`: that of which half is computed; None: of none."""
        found = self.compute(data, transform__kinds=kinds, **settings)
        self.expect_close(found, expected(data, kinds.split(",")) if wanted is None else wanted)
        problem = self.report()["problem"]
        self.assertEqual(problem.get("symmetry_of_axis"), axis)
        self.assertEqual(problem["transform"], kinds.replace(",", " "))

    def test_shapes_and_grids(self):
        """Odd, even and single points; ranks with parts along every axis, and with nothing."""
        for number, shape in enumerate([(6, 5, 4), (5, 4, 7), (1, 3, 8), (2, 6, 3), (31, 2, 1), (3, 1, 5)]):
            for more in one_of([{}, {"ranks": 2, "exchange__parameters": "--transport messages"}], number):
                with self.subTest(shape=shape, settings=more):
                    self.expect_mirrored(sample(shape), 0, **more)
        for more in some([{"ranks": 6, "fft__spectrum_grid": "1x2x3"}, {"ranks": 5, "fft__grid": "1x5x1"},
                          {"ranks": 8, "fft__spectrum_grid": "2x2x2"}], 1):
            with self.subTest(settings=more):
                self.expect_mirrored(sample((5, 4, 7)), 0, **more)
        self.expect_mirrored(sample((6, 5, 4)), None, fft__symmetry="false")

    def test_kinds_orders_and_lengths(self):
        data = sample((5, 6, 7))
        for kinds, axis in [("none,c2c,c2c", 1), ("c2c,none,c2c", 0), ("none,none,c2c", 2),
                            ("c2c,dct2,c2c", 0), ("dst1,c2c,none", 1), ("c2c,c2c,r2c", None),
                            ("r2c,c2c,c2c", None), ("c2c,r2c,c2c", None)]:
            with self.subTest(kinds=kinds):
                self.expect_mirrored(data, axis, kinds)
        for order in some(itertools.permutations(range(3))):
            with self.subTest(order=order):
                words = ",".join(str(axis) for axis in order)
                self.expect_mirrored(data, order[0], output__order=words,
                                     wanted=np.fft.fftn(data).transpose(order))
                self.expect_mirrored(data.transpose(order), 0, input__order=words,
                                     wanted=np.fft.fftn(data))
        self.expect_mirrored(data, 0, transform__length="8x9x7", wanted=np.fft.fftn(data, (8, 9, 7)))
        self.expect_mirrored(data, None, transform__modes="5x4x7",
                             wanted=np.fft.fftn(resampled(data, (5, 4, 7))) * 6 / 4)
        self.expect_mirrored(data, 0, transform__modes="5x6x7")
        self.expect_mirrored(sample((3, 4, 5, 6)), 0, "c2c,c2c,c2c,c2c")
        self.expect_mirrored(sample((5, 6, 7), is_complex=True), None)
        self.expect_mirrored(sample((20,)), None, "c2c")

    def test_precision_and_size(self):
        """Slices larger than what is made at once."""
        data = (50 + 20 * sample((41, 3, 5))).astype("u1")
        found = self.compute(data, transform__precision="float")
        self.expect_close(found, np.fft.fftn(data), 1e-6)
        for more in {}, {"output__order": "1,0,2"}, {"verify__round_trip": "false"}:
            order = [int(a) for a in more.get("output__order", "0,1,2").split(",")]
            data = sample((37, 64, 90))
            self.expect_mirrored(data, order[0], wanted=np.fft.fftn(data).transpose(order), **more)
        self.expect_mirrored(sample((90, 64, 37)), None, "none,none,c2c")  # rows would be short

    def test_not_finite(self):
        """All values that are not finite are counted, those that are not at hand too."""
        for kinds in some(["none,c2c,c2c", "none,none,c2c", "c2c,c2c,none", "none,c2c,none"], 2):
            data = sample((5, 6, 7))
            data[3, 1, 2] = np.nan
            with np.errstate(invalid="ignore"):
                wanted = np.isnan(expected(data, kinds.split(","))).sum()
            self.volume(data)
            done = self.run_fft(transform__kinds=kinds, verify__finite="false")
            self.assertIn(f"result: {wanted} of 210 values are not finite", done.stdout)
            self.assertEqual(self.report()["verification"]["not_finite"]["result"], wanted)


if __name__ == "__main__":
    unittest.main()
