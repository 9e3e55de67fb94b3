#!/usr/bin/python3
"""What can be wrong with the lists, transforms and operations of fft: one message, nothing written."""

import unittest

import numpy as np

from fft_errors import CONFIG
from harness import ProgramTest, one_of, some


class FftRefusals(ProgramTest):
    program = "fft"

    def setUp(self):
        super().setUp()
        self.volume(np.arange(60.0).reshape(3, 4, 5))
        self.volume(np.ones((2, 2, 2)), file="second.h5", dataset="kernel")
        self.config(CONFIG)
        self.turn = 0

    def refuse(self, *settings, says, status=2, **kwargs):
        """By runs and by --check, on two ranks and on one, which read settings with the same code."""
        words = [word for setting in settings for word in ("--set", setting)]
        self.turn += 1
        more = ["--check"] if self.turn // 2 % 2 == 0 else []
        self.expect_failure("job.yaml", *words, *more, status=status, says=says, **kwargs)

    def test_lists(self):
        for kinds in some(["c3c", "c2c,c2c", "c2c,,c2c", "c2c,c2c,c2c,c2c,c2c", "", "c2c c2c r2c"]):
            self.refuse(f"transform.kinds={kinds}", says=["transform.kinds", f'"{kinds}"', "dst4",
                                                          "each of the 3 axes"])
        for spacing in some(["0", "-1", "1,2", "nan", "1,2,x", "1,2,3,4,5", "inf", "1;2;3"], 4):
            self.refuse(f"grid.spacing={spacing}", says=["grid.spacing", f'"{spacing}"', "above 0"])
        for number, order in enumerate(some(["0,1", "0,1,1", "0,1,3", "backwards", "0,1,2,3,4"])):
            for key in one_of(["input.order", "output.order"], number):
                self.refuse(f"{key}={order}", says=[key, f'"{order}"', "reverse", "2,0,1"])
        for number, extents in enumerate(some(["8", "8x8", "8x8xx", "-8x8x8", "99999999999999999999x1x1"])):
            for key in one_of(["transform.length", "transform.modes"], number):
                self.refuse(f"{key}={extents}", says=[key, f'"{extents}"', "64x64x64"])
        for number, grid in enumerate(["2x2x1", "2", "0x1x1", "3x1x1"]):
            for key in one_of(["fft.grid", "fft.spectrum_grid"], number):
                self.refuse(f"{key}={grid}", ranks=2, says=[key, f'"{grid}"', "auto", "2x1x1", "ranks, 2"])

    def test_transforms(self):
        self.refuse("transform.kinds=r2c,r2c,c2c", says=["transform", "axis 0 is r2c"])
        self.refuse("transform.kinds=none", says=["transform", "no axis would be transformed"])
        self.refuse("transform.length=2x4x5", says=["transform", "length 2 along axis 0", "3 to"])
        self.refuse("transform.modes=3x4x6", says=["transform", "6 FFT modes along axis 2", "5"])
        self.refuse("transform.points=3x4x5", says=["transform.points", "inverse"])
        inverse = "transform.direction=inverse"
        self.refuse(inverse, "transform.modes=3x4x5", says=["transform.modes", "forward"])
        self.refuse(inverse, "transform.kinds=r2c", says=["transform.points", "axis 2", "8", "9"])
        self.refuse(inverse, "transform.kinds=r2c", "transform.points=0x0x99",
                    "transform.length=0x0x98", says=["transform", "length 98 along axis 2"])
        self.volume(np.ones((3, 4, 1)))
        self.refuse("transform.kinds=dct1", says=["transform", "axis 2", "2 to"])
        self.volume(np.ones((3, 4, 5), complex))
        self.refuse("transform.kinds=r2c", status=1, says=["in.h5", "volume", "complex128", "real"])

    def test_not_a_half_spectrum(self):
        spectrum = np.fft.rfftn(np.arange(60.0).reshape(3, 4, 5))
        spectrum[1, 0, 0] += 1j  # which is not the conjugate of [2, 0, 0] any more
        self.volume(spectrum)
        settings = ["--set", "transform.direction=inverse", "--set", "transform.kinds=r2c",
                    "--set", "transform.points=3x4x5"]
        self.expect_failure("job.yaml", *settings, status=1,
                            says=["in.h5", "not the spectrum of a real array"])
        self.expect_success("job.yaml", *settings, "--set", "verify.round_trip=false")

    def test_what_operations_do_not_have(self):
        for number, setting in enumerate([
                "transform.direction=inverse", "transform.normalisation=unitary", "transform.length=8x8x8",
                "transform.modes=1x1x1", "transform.points=3x4x5", "input.order=reverse", "output.order=reverse"]):
            for kind in one_of(["filter", "power", "poisson"], number):
                self.refuse(f"operation.kind={kind}", setting,
                            says=[setting.split("=")[0], f"operation.kind {kind}"])
        self.refuse("operation.kind=poisson", "transform.kinds=c2c",
                    says=["transform.kinds", "poisson"])
        self.refuse("operation.kind=integrate", says=["operation.kind", "integrate", "convolve"])

    def test_filters(self):
        operation = "operation.kind=filter"
        for kind, missing in [("low-pass", "to"), ("high-pass", "from"), ("band-pass", "from"),
                              ("gaussian", "width")]:
            self.refuse(operation, f"filter.kind={kind}", says=[f"filter.{missing}", kind, "above 0"])
        self.refuse(operation, "filter.kind=band-pass", "filter.from=0.3", "filter.to=0.2",
                    says=["filter", "from 0.3 to 0.2"])
        self.refuse(operation, "filter.to=-1", says=["filter.to", "-1"])
        self.refuse(operation, "filter.kind=gradient", "filter.axis=3",
                    says=["filter", "axis 3", "0 to 2"])
        self.refuse(operation, "filter.kind=gradient", "filter.axis=z",
                    says=["filter.axis", '"z"', "0, 1, 2, 3, all"])
        self.refuse(operation, "filter.kind=riesz", "filter.axis=all",
                    "transform.kinds=dct2,c2c,c2c", says=["filter", "axis 0", "c2c nor r2c"])
        self.refuse(operation, "filter.kind=riesz", "transform.kinds=dct2",
                    says=["filter", "axis 0", "c2c nor r2c"])
        self.refuse(operation, "filter.kind=gradient", "transform.kinds=none,r2c,none",
                    says=["filter", "axis 0"])
        self.volume(np.ones((2, 3, 4, 5)))
        self.refuse(operation, "filter.kind=gradient", "filter.axis=all",
                    says=["filter", "axis all", "dataset of 4", "0 to 3"])

    def test_products(self):
        operation = "operation.kind=convolve"
        second = ["second.file=second.h5", "second.dataset=kernel"]
        self.refuse(operation, says=["second.file", "convolve"])
        self.refuse(operation, second[0], says=["second.dataset", "convolve"])
        self.refuse(operation, "second.file=none.h5", second[1], status=1, says=["none.h5"])
        self.refuse(operation, *second, "transform.kinds=dct2", says=["transform.kinds", "axis 0"])
        self.refuse(operation, *second, "transform.kinds=none,c2c,r2c", status=1,
                    says=["second.h5", "kernel", "extent 2 along axis 0", "3", "in.h5"])
        self.refuse(operation, *second, "output.file=second.h5", "output.overwrite=true",
                    says=["second.file", "output.file", "same file"])
        self.volume(np.ones((2, 5, 2)), file="second.h5", dataset="kernel")
        self.refuse(operation, *second, "convolution.extent=periodic", status=1,
                    says=["second.h5", "extent 5 along axis 1", "up to 4"])
        self.volume(np.ones((2, 2)), file="second.h5", dataset="kernel")
        self.refuse(operation, *second, status=1, says=["second.h5", "2 axes", "3"])
        self.volume(np.ones((2, 2, 0)), file="second.h5", dataset="kernel")
        self.refuse(operation, *second, status=1, says=["second.h5", "extent 0"])
        self.volume(np.ones((2, 2, 2), complex), file="second.h5", dataset="kernel")
        self.refuse(operation, *second, "transform.kinds=r2c", status=1,
                    says=["second.h5", "complex128", "real data"])

    def test_power(self):
        operation = "operation.kind=power"
        for name in ["out.h5", ".csv", "csv"]:
            self.refuse(operation, f"output.file={name}", says=["output.file", name, "power", ".csv"])
        self.config(CONFIG.replace("out.h5", "out.csv"))
        self.refuse(operation, "power.width=1e-9", says=["power.width", "1e-09", "1000000"])
        self.refuse(operation, "transform.kinds=dst2", says=["transform.kinds", "axis 0"])
        self.volume(1e200 * np.ones((3, 4, 5)))
        self.expect_failure("job.yaml", "--set", operation, status=1,
                            says=["in.h5", "volume", "finite"])
        self.volume(np.full((3, 4, 5), np.nan))
        self.expect_failure("job.yaml", "--set", operation, "--set", "verify.round_trip=false",
                            status=1, says=["in.h5", "finite"])

    def test_poisson(self):
        operation = "operation.kind=poisson"
        self.refuse(operation, "poisson.boundaries=robin",
                    says=["poisson.boundaries", "robin", "dirichlet-neumann"])
        self.refuse(operation, "poisson.boundaries=none", says=["poisson", "no axis"])
        self.volume(np.ones((3, 4, 1)))
        self.refuse(operation, "poisson.boundaries=neumann", "poisson.points=nodes",
                    says=["poisson", "axis 2", "2 to"])


if __name__ == "__main__":
    unittest.main()
