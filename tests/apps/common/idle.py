#!/usr/bin/python3
"""Keys that a job would take no notice of: refused, in all programs. What is the default is no such key,
so that the config which a result keeps, with all keys, is the same job."""

import h5py
import numpy as np

import unittest

from harness import FILES, ProgramTest, one_of, some

ADI = """problem: {initial: x}
x: {cells: 4}
y: {cells: 3}
output: {file: out.h5}
"""
OPERATIONS = {"filter": ["filter.to=0.2"], "power": ["output.file=out.csv"], "poisson": [], "transform": [],
              "convolve": ["second.file=in.h5", "second.dataset=volume"]}
SECTIONS = {"filter.kind=gaussian": ["filter"], "filter.from=0.1": ["filter"], "power.width=0.1": ["power"],
            "convolution.extent=full": ["convolve"], "second.file=none.h5": ["convolve"],
            "poisson.boundaries=neumann": ["poisson"], "poisson.remove_mean=true": ["poisson"],
            "poisson.points=nodes": ["poisson"]}


class Idle(ProgramTest):
    def refuse(self, setting, *settings, says=()):
        words = [word for text in (*settings, setting) for word in ("--set", text)]
        key, value = setting.split("=")
        self.expect_failure("job.yaml", *words, status=2,
                            says=[f'{key}: "{value}", which has no effect', "allowed: ", *says])

    def test_fft(self):
        self.program = "fft"
        self.volume(np.ones((3, 4, 5)))
        self.config(FILES)
        for number, (setting, owners) in enumerate(SECTIONS.items()):
            for kind, settings in one_of([one for one in OPERATIONS.items() if one[0] not in owners], number):
                with self.subTest(kind=kind, setting=setting):
                    self.refuse(setting, f"operation.kind={kind}", *settings,
                                says=[f"with operation.kind {kind}", f"operation.kind {owners[0]}"])
        for kind, other in ("low-pass", "from"), ("high-pass", "to"):  # no half of a band
            self.refuse(f"filter.{other}=0.1", "operation.kind=filter", f"filter.kind={kind}",
                        says=[f"with filter.kind {kind}", "band-pass"])
        self.refuse("poisson.coordinates_axis=1", "operation.kind=poisson",
                    says=["without poisson.coordinates"])

    def test_transpose(self):
        self.program = "transpose"
        self.volume(np.ones((3, 4, 5)))
        self.config(FILES)
        self.refuse("generate.type=float32", says=["with input.file", "generate.extent"])

    def test_adi(self):
        self.program = "adi"
        self.config(ADI)
        for setting in some(["z.low=dirichlet", "z.to=2.5", "z.high_value=1", "z.kappa=2", "z.velocity=1"]):
            self.refuse(setting, says=["without cells along z", "z.cells"])
        self.refuse("steady.tolerance=0.001", says=["with problem.kind transient", "problem.kind steady"])
        both = ["--set", "steady.tolerance=0.001", "--set", "time.end=0.1"]  # problem.kind chooses
        self.expect_success("job.yaml", *both, ranks=1)
        self.expect_success("job.yaml", *both, "--set", "problem.kind=steady", "--set", "x.low=dirichlet",
                            "--set", "output.overwrite=true")
        self.refuse("steady.parameters=3", "problem.kind=steady", "x.low=dirichlet",
                    "steady.solver=multigrid", says=["multigrid", "wachspress"])
        self.refuse("problem.kappa=x", "x.kappa=1", "y.kappa=2", says=["where all axes have", "an axis without"])
        self.refuse("nonlinear.contrast=3.5", says=["nonlinear.kind"])
        self.refuse("checkpoint.resume=always", says=["checkpoint.file"])
        for setting in ["x.from=-0.5", "x.to=2.5", "x.spacing=0.1"]:
            self.refuse(setting, "x.edges=0,1,2,3,4", says=["beside edges"])
        self.refuse("x.to=2.5", "x.spacing=0.5", says=["beside spacing"])

    def test_defaults(self):
        """The config of a result is one, in which every key has its value."""
        self.volume(np.random.default_rng(1).random((3, 4, 5)))
        for program, text, name in [("fft", FILES, "result"), ("transpose", FILES, "result"), ("adi", ADI, "u")]:
            self.program = program
            self.config(text)
            self.expect_success("job.yaml", "--set", "output.overwrite=true", ranks=1)
            with h5py.File(self.dir / "out.h5") as file:
                attributes = dict(file[name].attrs)
            config = next(value for key, value in attributes.items() if "config" in key)
            self.config(config if isinstance(config, str) else config.decode())
            self.expect_success("job.yaml")


if __name__ == "__main__":
    unittest.main()
