#!/usr/bin/python3
"""Inputs whose data lie in other files: no output may replace those."""

import unittest

import h5py
import numpy as np

from harness import FILES, ProgramTest

ADI = """problem: {initial: "hdf5:in.h5:NAME"}
x: {low: dirichlet, low_value: 0}
time: {end: 0.01}
output: {file: out.h5, overwrite: true}
"""


class Linked(ProgramTest):
    def setUp(self):
        super().setUp()
        data = np.arange(12.0).reshape(3, 4)
        for name in "one", "two", "three", "other":
            self.volume(data, f"{name}.h5")
        (self.dir / "raw.bin").write_bytes(data.tobytes())
        (self.dir / "below").mkdir()
        self.volume(data, "below/deep.h5")
        layout = h5py.VirtualLayout((3, 4), "f8")
        layout[:2] = h5py.VirtualSource("two.h5", "volume", (3, 4))[:2]
        layout[2:] = h5py.VirtualSource("one.h5", "volume", (3, 4))[2:]
        with h5py.File(self.dir / "three.h5", "a") as file:  # a link to a link
            file["on"] = h5py.ExternalLink("below/deep.h5", "/volume")
        with h5py.File(self.dir / "in.h5", "w") as file:
            file["link"] = h5py.ExternalLink("one.h5", "/volume")
            file["group"] = h5py.ExternalLink("one.h5", "/")
            file["soft"] = h5py.SoftLink("/link")
            file["chain"] = h5py.ExternalLink("three.h5", "/on")
            file["absolute"] = h5py.ExternalLink(str(self.dir / "two.h5"), "/volume")
            file.create_virtual_dataset("virtual", layout)
            file["far"] = h5py.ExternalLink("in.h5", "/virtual")
            file.create_dataset("raw", (3, 4), "f8", external=[("raw.bin", 0, h5py.h5f.UNLIMITED)])
            file["own"] = data

    CASES = [("link", "one.h5"), ("group/volume", "one.h5"), ("soft", "one.h5"), ("chain", "three.h5"),
             ("chain", "below/deep.h5"), ("absolute", "two.h5"), ("virtual", "two.h5"),
             ("virtual", "one.h5"), ("far", "two.h5"), ("raw", "raw.bin")]

    def job(self, program, dataset, output):
        self.program = program
        text = FILES.replace("dataset: volume", f"dataset: {dataset}")
        if program == "adi":
            text = ADI.replace("NAME", dataset)
        self.config(text)
        return ["job.yaml", "--set", "output.overwrite=true", "--set", f"output.file={output}"]

    def test_outputs(self):
        keys = {"fft": "input.file", "transpose": "input.file", "adi": "problem.initial"}
        for number, (dataset, output) in enumerate(self.CASES):
            for program in list(keys) if number == 0 else [list(keys)[number % 3]]:
                with self.subTest(program=program, dataset=dataset, output=output):
                    words = self.job(program, dataset, output)
                    self.expect_failure(*words, status=2, ranks=next(self.few),
                                        says=[f"a file with data of {keys[program]}", "output.file",
                                              "same file", output.split("/")[-1]])

    def test_other_inputs(self):
        words = self.job("fft", "own", "one.h5")
        self.expect_failure(*words, "--set", "operation.kind=convolve", "--set", "second.file=in.h5",
                            "--set", "second.dataset=link", status=2, says=["second.file", "same file"])
        words = self.job("adi", "own", "one.h5")
        self.expect_failure(*words, "--set", "problem.kappa=hdf5:in.h5:link", status=2,
                            says=["problem.kappa", "same file"])
        self.expect_failure(*self.job("transpose", "link", "out.h5"), "--report", "one.h5", status=2,
                            says=["the report", "same file"])

    def test_what_may_be(self):
        """Files beside, and datasets of the input that lead elsewhere but are not read."""
        for program in "fft", "transpose", "adi":
            self.expect_success(*self.job(program, "chain", "other.h5"))
        self.expect_success(*self.job("transpose", "own", "one.h5"))


if __name__ == "__main__":
    unittest.main()
