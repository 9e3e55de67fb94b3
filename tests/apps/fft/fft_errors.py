#!/usr/bin/python3
"""Everything a user can get wrong with fft: one message, the right status, nothing written."""

import unittest

import h5py
import numpy as np

from harness import ProgramTest, needed, one_of, some

CONFIG = """input:
  file: in.h5
  dataset: volume
output:
  file: out.h5
  dataset: spectrum
transform:
  direction: forward
exchange:
  window: 0
"""


class FftErrors(ProgramTest):
    program = "fft"

    def setUp(self):
        super().setUp()
        self.volume(np.arange(60.0).reshape(3, 4, 5))
        self.config(CONFIG)

    def expect_config_error(self, text, *says):
        self.config(text)
        self.expect_failure("job.yaml", status=2, says=says)

    def test_unknown_key(self):
        self.expect_config_error(CONFIG.replace("direction:", "richtung:"), "job.yaml:8",
                                 "richtung", "direction", "normalisation")

    def test_unknown_section(self):
        self.expect_config_error(CONFIG + "solver:\n  kind: x\n", "job.yaml:11", "solver",
                                 "transform")

    def test_wrong_type(self):
        self.expect_config_error(CONFIG.replace("window: 0", "window: many"), "job.yaml:10",
                                 "exchange.window", "integer", "0", "65536")
        self.expect_config_error(CONFIG.replace("direction: forward", "direction: [1, 2]"),
                                 "job.yaml:8", "transform.direction")

    def test_out_of_range(self):
        self.expect_config_error(CONFIG.replace("window: 0", "window: 65537"), "job.yaml:10",
                                 "exchange.window", "65536")
        self.expect_config_error(CONFIG.replace("forward", "sideways"), "job.yaml:8",
                                 "transform.direction", "sideways", "forward", "inverse")

    def test_missing_key_and_broken_yaml(self):
        self.expect_config_error(CONFIG.replace("  dataset: volume\n", ""), "job.yaml",
                                 "input.dataset")
        self.expect_config_error(CONFIG + "  - [unclosed\n", "job.yaml:")

    def test_missing_config(self):
        self.expect_failure("nowhere.yaml", status=2, says=["nowhere.yaml"])
        self.expect_failure(status=2, says=["--help"])

    def test_wrong_override(self):
        self.expect_failure("job.yaml", "--set", "exchange.algorithm=fastest", status=2,
                            says=["exchange.algorithm", "fastest", "auto", "direct", "naive",
                                  "mpi"])
        self.expect_failure("job.yaml", "--set", "exchange", status=2, says=["--set"])
        self.expect_failure("job.yaml", "--set", "exchange.speed=1", status=2, says=["speed"])

    def test_wrong_exchange_parameters(self):
        bruck = ["--set", "exchange.algorithm=bruck", "--set"]
        self.expect_failure("job.yaml", *bruck, "exchange.parameters=--radix x", status=2,
                            says=["bruck", "radix", "x"])
        self.expect_failure("job.yaml", *bruck, "exchange.parameters=--speed 1", status=2,
                            says=["bruck", "speed", "radix"])
        self.expect_failure("job.yaml", "--set", "exchange.parameters=--radix 4", status=2,
                            says=["auto takes no parameters"])
        self.expect_failure("job.yaml", *bruck, "exchange.parameters=" + 401 * "x", status=2,
                            says=["exchange.parameters", "too long"])
        self.expect_failure("job.yaml", "--set", "exchange.algorithm=standard", status=2, ranks=3,
                            says=["standard", "3", "2", "4"])

    def test_wrong_option(self):
        self.expect_failure("job.yaml", "--fast", status=2, says=["--fast", "--help"])
        self.expect_failure("job.yaml", "other.yaml", status=2, says=["other.yaml"])

    def test_copies_that_mpi_does_not_connect(self):
        """srun without a PMI type, or another MPI's mpirun: each process would do the whole job."""
        for number, (variables, says) in enumerate((
                ({"SLURM_STEP_NUM_TASKS": "3", "SLURM_NTASKS": "3", "SLURM_PROCID": "0"},
                 ["srun started 3 processes", "srun --mpi=TYPE", "CT_SINGLETON=1"]),
                ({"OMPI_COMM_WORLD_SIZE": "2", "OMPI_COMM_WORLD_RANK": "0"},
                 ["mpirun of Open MPI started 2 processes", "built for another MPI"]),
                ({"FLUX_JOB_SIZE": "4", "FLUX_TASK_RANK": "0"},
                 ["flux run started 4 processes", "-o pmi=TYPE"]),
                ({"JSM_NAMESPACE_SIZE": "2", "JSM_NAMESPACE_RANK": "0"},
                 ["jsrun of LSF started 2 processes", "built for another MPI"]))):
            with self.subTest(variables=variables):
                self.expect_failure("job.yaml", status=1, says=says, ranks=None,
                                    environment=variables)
                others = {name: "1" if name.endswith(("PROCID", "RANK")) else value
                          for name, value in variables.items()}
                if number in some(range(4), 2):
                    other = self.run_program("job.yaml", ranks=None, environment=others)
                    self.assertEqual((other.returncode, other.stderr), (1, ""))
                    alone = {**variables, "CT_SINGLETON": "1"}
                    self.expect_success("job.yaml", "--check", ranks=None, environment=alone)
        # mpiexec in a step or an allocation of Slurm starts as many as it is asked for.
        self.expect_success("job.yaml", "--check", ranks=2, environment={
            "SLURM_STEP_NUM_TASKS": "3", "SLURM_NTASKS": "3", "SLURM_PROCID": "0"})

    def test_missing_input(self):
        (self.dir / "in.h5").unlink()
        self.expect_failure("job.yaml", status=1, says=["in.h5"], ranks=3)

    def test_foreign_input(self):
        (self.dir / "in.h5").write_text("not HDF5 at all\n" * 100)
        self.expect_failure("job.yaml", status=1, says=["in.h5", "HDF5"])

    def test_truncated_input(self):
        path = self.dir / "in.h5"
        self.volume(np.zeros((30, 40, 50)))
        path.write_bytes(path.read_bytes()[:-3000])
        self.expect_failure("job.yaml", status=1, says=["in.h5", "truncated"])

    def test_missing_dataset(self):
        self.expect_failure("job.yaml", "--set", "input.dataset=brain", status=1,
                            says=["in.h5", "brain", "volume"])

    def test_missing_dataset_among_many_groups(self):
        """What is there is told at once, however deep groups are, and where they are a cycle."""
        with h5py.File(self.dir / "in.h5", "w") as file:
            group = file
            for _ in range(6000):
                group = group.create_group("deeper")
            group["volume"] = np.ones(3)
        self.expect_failure("job.yaml", "--set", "input.dataset=brain", status=1,
                            says=["in.h5", "brain", "none in the groups that were looked at"])
        with h5py.File(self.dir / "in.h5", "a") as file:
            file["deeper/cycle"] = file["deeper"]
            file["scan/first"] = np.ones(3)
        self.expect_failure("job.yaml", "--set", "input.dataset=brain", status=1,
                            says=["in.h5", "brain", "datasets there: scan/first, ..."])

    def test_no_memory(self):
        with h5py.File(self.dir / "in.h5", "w") as file:
            file.create_dataset("volume", (20000, 10000, 30000), "f8", chunks=(100, 100, 100))
        power = ["--set", "operation.kind=power", "--set", "output.file=out.csv", "--set",
                 "transform.kinds=c2c"]
        for more in one_of([[], ["--check"]], 0):
            self.expect_failure("job.yaml", *power, *more, status=1, ranks=2, says=[
                "no memory for arrays and spectra", f"needs {needed(96 * 10**12)} bytes",
                "transform.precision: float"])
        for trip, together in ("true", 144004800000000), ("false", 96004800000000):
            self.expect_failure("job.yaml", "--set", f"verify.round_trip={trip}", status=1, ranks=2,
                                says=[f"need {needed(together, 2)} together", *["verify.round_trip: false"] * (trip == "true")])

    def test_wrong_number_of_axes(self):
        self.volume(np.zeros((1, 2, 1, 2, 1)))
        self.expect_failure("job.yaml", status=1, says=["in.h5", "volume", "5 axes", "4"])
        self.volume(np.float64(1))
        self.expect_failure("job.yaml", status=1, says=["in.h5", "volume", "0 axes", "1 to 4"])

    def test_not_numeric(self):
        with h5py.File(self.dir / "in.h5", "w") as file:
            file.create_dataset("volume", (2, 2, 2), dtype=h5py.string_dtype())
        self.expect_failure("job.yaml", status=1, says=["in.h5", "volume", "string"])

    def test_output_exists(self):
        (self.dir / "out.h5").write_text("precious")
        self.expect_failure("job.yaml", status=1, says=["out.h5", "output.overwrite"])

    def test_output_nowhere(self):
        self.expect_failure("job.yaml", "--set", "output.file=no/such/out.h5", status=1,
                            says=["no/such"])

    def test_files_are_different(self):
        """No file that is written may be another file of the job, by any name."""
        (self.dir / "link.h5").symlink_to("in.h5")
        here = self.dir.name
        for number, (first, second, overrides) in enumerate([
                ("input.file", "output.file", ["output.file=in.h5"]),
                ("input.file", "output.file", [f"output.file=../{here}/./in.h5"]),
                ("input.file", "output.file", ["output.file=link.h5"]),
                ("input.file", "XDMF", ["input.file=in.xdmf", "output.file=in.h5"]),
                ("output.file", "report", ["report.file=out.h5"]),
                ("XDMF", "report", ["report.file=./out.xdmf"]),
                ("input.file", "report", ["report.file=in.h5"]),
                ("config", "report", ["report.file=job.yaml"]),
                ("config", "output.file", ["output.file=job.yaml"])]):
            with self.subTest(overrides=overrides):
                (self.dir / "in.xdmf").write_text("precious")
                settings = [word for text in overrides for word in ("--set", text)]
                for more in one_of([[], ["--check"]], number):
                    self.expect_failure("job.yaml", "--set", "output.overwrite=true", *settings,
                                        *more, status=2, says=[first, second, "same file"])
                (self.dir / "in.xdmf").unlink()

    def test_empty_volume(self):
        self.volume(np.zeros((0, 3, 4)))
        for more in one_of([[], ["--check"]], 1):
            self.expect_failure("job.yaml", *more, status=1, says=["in.h5", "volume", "extent 0"])

    def test_dataset_names(self):
        for name in [".", "/", "a/"]:
            self.expect_failure("job.yaml", "--set", f"output.dataset={name}", status=2,
                                says=["output.dataset", name])

    def test_report_nowhere(self):
        for more in one_of([[], ["--check"]], 0):
            done = self.expect_failure("job.yaml", "--report", "no/such/report.yaml", *more,
                                       status=1, says=["no/such/report.yaml"])
            self.assertNotIn("on rank", done.stderr)

    def test_no_room_for_output(self):
        self.volume(np.zeros((104, 104, 104), "u1"))
        self.expect_failure("job.yaml", status=1, says=["out.h5"], ranks=2,
                            file_limit_bytes=16 << 20)

    def test_room_is_looked_for_first(self):
        """Before the input, here with numbers that are none, is read and transformed."""
        self.volume(np.full((104, 104, 104), np.nan))
        done = self.expect_failure("job.yaml", status=1, says=["out.h5"],
                                   ranks=2, file_limit_bytes=16 << 20)
        self.assertNotIn("NaN", done.stderr)

    def test_failure_keeps_the_old_output(self):
        self.volume(np.zeros((104, 104, 104), "u1"))
        (self.dir / "out.h5").write_text("precious")
        self.expect_failure("job.yaml", "--set", "output.overwrite=true", status=1,
                            says=["out.h5"], ranks=2, file_limit_bytes=16 << 20)


if __name__ == "__main__":
    unittest.main()
