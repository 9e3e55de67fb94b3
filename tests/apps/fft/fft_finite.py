#!/usr/bin/python3
"""Numbers that are not finite: what fft says of those that are read and those that it makes."""

import unittest

import numpy as np

from fft_errors import CONFIG
from harness import FEW, IS_NIGHTLY, ProgramTest, one_of, some

SECOND = ["second.file=second.h5", "second.dataset=kernel"]
OPERATIONS = {
    "forward": ["transform.kinds=c2c"],
    "inverse": ["transform.direction=inverse"],
    "filter": ["operation.kind=filter", "filter.kind=gaussian", "filter.width=1"],
    "gradient": ["operation.kind=filter", "filter.kind=gradient", "filter.axis=all"],
    "convolve": ["operation.kind=convolve", *SECOND],
    "correlate": ["operation.kind=correlate", *SECOND],
    "power": ["operation.kind=power", "output.file=out.csv"],
    "poisson": ["operation.kind=poisson", "poisson.boundaries=dirichlet"]}
DOUBLE, FLOAT = "transform.precision=double", "transform.precision=float"
UNCHECKED = "verify.round_trip=false"


class FftFinite(ProgramTest):
    program = "fft"

    def setUp(self):
        super().setUp()
        self.volume(np.ones((3, 4, 5)))
        self.volume(np.ones((2, 2, 2)), file="second.h5", dataset="kernel")
        self.config(CONFIG)
        self.turn = 0

    def words(self, settings):
        return ["job.yaml", *[word for setting in settings for word in ("--set", setting)]]

    def refuse(self, *settings, says, status=1):
        done = self.expect_failure(*self.words(settings), status=status, says=says)
        self.assertNotIn("defect", done.stderr)

    def allow(self, *settings, says):
        done = self.expect_success(*self.words([*settings, "verify.finite=false"]), ranks=next(FEW))
        for part in says:
            self.assertIn(part, done.stdout)
        for path in [*self.dir.glob("out.*")]:
            path.unlink()

    def refuse_all(self, *settings, says, but=()):
        """By every second operation, and the next time by the others; nightly by all."""
        self.turn += 1
        operations = [item for item in OPERATIONS.items() if item[0] not in but]
        for name, words in operations if IS_NIGHTLY else operations[self.turn % 2::2]:
            with self.subTest(operation=name, settings=settings):
                self.refuse(*words, *settings, says=says)

    def ones_but(self, *values):
        """Ones, with these in the middle."""
        array = np.ones((3, 4, 5))
        array[1, 2, :len(values)] = values
        return array

    def test_input(self):
        self.volume(self.ones_but(np.nan, np.inf))
        for more in DOUBLE, UNCHECKED:
            self.refuse_all(more, says=['in.h5: dataset "volume" has 2 NaN or infinite values of 60',
                                        "[1, 2, 0]", "verify.finite"])
        for words in some(OPERATIONS.values(), 4):
            self.allow(*words, says=["input: 2 of 60 values are not finite"])

    def test_second_input(self):
        kernel = np.ones((2, 2, 2))
        kernel[1, 0, 1] = np.nan
        self.volume(kernel, file="second.h5", dataset="kernel")
        for number, kind in enumerate(["convolve", "correlate"]):
            for more in one_of([DOUBLE, UNCHECKED, FLOAT], number):
                self.refuse(*OPERATIONS[kind], more, says=[
                    'second.h5: dataset "kernel" has 1 NaN or infinite values of 8', "[1, 0, 1]"])
            self.allow(*OPERATIONS[kind], says=["second: 1 of 8 values are not finite"])
        kernel[1, 0, 1] = 1e300
        self.volume(kernel, file="second.h5", dataset="kernel")
        self.refuse(*OPERATIONS["convolve"], FLOAT, says=[
            'second.h5: dataset "kernel" has values up to 1e+300', "3.4e+38"])
        self.volume(np.full((3, 4, 5), 1e300))
        self.refuse(*OPERATIONS["convolve"], says=["the result has", "up to 1e+300, are finite",
                                                   "1.8e+308"])

    def test_conversion(self):
        """Finite numbers that single precision does not hold; with a NaN, that is what is said."""
        self.volume(self.ones_but(-1e300))
        self.refuse_all(FLOAT, says=[
            'in.h5: dataset "volume" has values up to 1e+300', "transform.precision float",
            "3.4e+38", "allowed: transform.precision: double"])
        self.allow(*OPERATIONS["forward"], FLOAT, says=["input: 1 of 60 values are not finite"])
        self.volume(self.ones_but(1e300, np.nan))
        self.refuse(*OPERATIONS["forward"], FLOAT, says=["1 NaN or infinite values of 60",
                                                         "[1, 2, 1]"])

    def test_result(self):
        """The user's own numbers overflow: no defect. Not back, where what scales them first holds them all."""
        for value, precision, most in (3e38, FLOAT, "3.4e+38"), (1e308, DOUBLE, "1.8e+308"):
            self.volume(np.full((3, 4, 5), value))
            says = ["in.h5", f"up to {value:.3g}, are finite", most]
            self.refuse_all(precision, says=says, but=["inverse"])
            self.refuse_all(precision, UNCHECKED, but=["inverse"],
                            says=says if precision == FLOAT else ["in.h5", f"{value:.3g}"])
        self.allow(*OPERATIONS["forward"], says=["result: ", "of 60 values are not finite"])

    def test_far_spacings(self):
        """What wavenumbers do: 1e-320 has none that a double holds, squares of 1e200 do not fit."""
        self.volume(np.arange(60.0).reshape(3, 4, 5))
        for name in "filter", "gradient", "power", "poisson":
            self.refuse(*OPERATIONS[name], "grid.spacing=1e-320", status=2,
                        says=["grid.spacing", "9.99989e-321", "wavenumbers"])
        self.refuse("operation.kind=filter", "filter.kind=laplacian", "grid.spacing=1e-200",
                    says=["the result has", "wavenumbers of grid.spacing"])

    def test_power_that_no_double_holds(self):
        for value in 1e-170, 1e200:
            self.volume(self.ones_but(0) * value)
            self.refuse(*OPERATIONS["power"], says=["in.h5", "the square of", "verify.finite"])


if __name__ == "__main__":
    unittest.main()
