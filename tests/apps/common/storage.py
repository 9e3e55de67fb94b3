#!/usr/bin/python3
"""Datasets that were never written, and more ranks than rows: no rank waits for one that has nothing.
A run that hangs takes the time of the test."""

import unittest

import h5py
import numpy as np

from harness import FILES, ProgramTest

FILL = 7.0
CONFIG = FILES + """\
  dataset: result
  overwrite: true
report:
  file: ''
"""


def never(group, shape):
    """As h5py makes a dataset: one run of bytes, without space in the file until it is written."""
    group.create_dataset("volume", shape, "f8", fillvalue=FILL)


def early(group, shape):
    """The same with its space set aside, and filled."""
    made = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
    made.set_alloc_time(h5py.h5d.ALLOC_TIME_EARLY)
    made.set_fill_value(np.array(FILL))
    h5py.h5d.create(group.id, b"volume", h5py.h5t.NATIVE_DOUBLE, h5py.h5s.create_simple(shape), made)


class NeverWritten(ProgramTest):
    def make(self, shape, kind):
        with h5py.File(self.dir / "in.h5", "w") as file:
            kind(file, shape)

    def result(self, *settings, ranks):
        words = [word for text in settings for word in ("--set", text)]
        self.expect_success("job.yaml", *words, ranks=ranks)
        with h5py.File(self.dir / "out.h5") as file:
            return file["result"][...]

    def each(self, cases):
        self.config(CONFIG)
        for shape, ranks, *settings in cases:
            for kind in (never, early):
                with self.subTest(shape=shape, ranks=ranks, kind=kind.__name__, settings=settings):
                    self.make(shape, kind)
                    yield np.full(shape, FILL), self.result(*settings, ranks=ranks)


class FftOfNeverWritten(NeverWritten):
    program = "fft"

    def test_fft(self):
        one = "fft.rigour=estimate", "fft.wisdom=false"
        cases = [((1, 8), 2, *one), ((5, 5, 5), 7, *one),
                 ((2, 3, 4), 3, *one, "fft.grid=1x3x1", "verify.round_trip=false")]
        for data, found in self.each(cases):
            np.testing.assert_allclose(found, np.fft.fftn(data), atol=1e-9)


class TransposeOfNeverWritten(NeverWritten):
    program = "transpose"

    def test_transpose(self):
        cases = [((1, 8), 2), ((1, 8), 2, "memory.limit=32"), ((6, 8), 2, "memory.limit=100"),
                 ((5, 5, 5), 2, "distribution.input=1x1x1", "distribution.output=1x1x1"),
                 ((5, 5, 5), 3, "distribution.input=1x3x1")]
        for data, found in self.each(cases):
            np.testing.assert_array_equal(found, data.T)


class AdiOfNeverWritten(NeverWritten):
    program = "adi"

    def test_adi(self):
        self.config("problem: {initial: 'hdf5:in.h5:volume'}\nx: {cells: 8}\ny: {cells: 3}\n"
                    "time: {end: 1, step: 1}\n"
                    "output: {file: out.h5, overwrite: true}\n")
        for kind in (never, early):
            with self.subTest(kind=kind.__name__):
                self.make((3, 8), kind)
                self.expect_success("job.yaml", ranks=4)  # one of them without cells
                with h5py.File(self.dir / "out.h5") as file:
                    np.testing.assert_allclose(file["u"][0], FILL)


if __name__ == "__main__":
    unittest.main()
