#!/usr/bin/python3
"""Everything a user can get wrong with transpose: one message, the right status, nothing written."""

import unittest

import h5py
import numpy as np

from harness import ProgramTest, needed, one_of, some

CONFIG = """input:
  file: in.h5
  dataset: volume
output:
  file: out.h5
transpose:
  axes: 1,0
distribution:
  input: rows
"""


class TransposeErrors(ProgramTest):
    program = "transpose"

    def setUp(self):
        super().setUp()
        self.volume(np.arange(20.0).reshape(4, 5))
        self.config(CONFIG)

    def expect_refused(self, setting, *says, status=2, **kwargs):
        words = [word for text in setting.split("|") for word in ("--set", text)]
        self.expect_failure("job.yaml", *words, status=status, says=says, **kwargs)

    def test_scales_that_are_none(self):
        """Attributes with the names of those of dimension scales, of other content: the data are turned."""
        for content in ("text", 5, np.arange(3), np.zeros((2, 2)), h5py.Empty("f8"), "lists"):
            with self.subTest(content=content):
                with h5py.File(self.dir / "in.h5", "a") as file:
                    for name in "DIMENSION_LIST", "DIMENSION_LABELS", "CLASS", "units":
                        attributes = file["volume"].attrs
                        attributes[name] = content
                        if isinstance(content, str) and content == "lists":  # of one axis, for two
                            null = np.empty(1, object)
                            null[0] = np.array([file["volume"].ref], h5py.ref_dtype)
                            attributes.create(name, null, dtype=h5py.vlen_dtype(h5py.ref_dtype))
                self.expect_success("job.yaml", "--set", "output.overwrite=true", ranks=next(self.few))
                with h5py.File(self.dir / "out.h5") as file:
                    np.testing.assert_array_equal(file["result"], np.arange(20.0).reshape(4, 5).T)

    def test_float_messages(self):
        for data, setting, *says in [
                (np.arange(35).reshape(5, 7), "", "int64", "nothing to shrink"),
                (np.ones((5, 7), ">f8"), "", "float64", "nothing to shrink"),
                (np.ones((5, 7)), "|exchange.algorithm=mpi", "mpi"),
                (np.ones((7, 7)), "|memory.in_place=true", "memory.in_place"),
                (np.full((5, 7), 1e300), "|exchange.parameters=--transport messages",
                 "too large for floats")]:
            with self.subTest(says=says):
                self.volume(data)
                self.expect_refused("exchange.precision=float" + setting, "exchange.precision",
                                    "exact", *says, ranks=2)

    def test_axes(self):
        for axes in some(["0,0", "2,0", "0", "0,1,2", "x", "1;0", "-1,0", "1,", "0 1 2 3 4",
                          "99999999999999999999,0"], 5):
            with self.subTest(axes=axes):
                self.expect_refused(f"transpose.axes={axes}", "transpose.axes", axes, "reverse",
                                    "1,0")

    def test_grids(self):
        for number, grid in enumerate(some(["2", "3x1", "0x1", "2x2", "1x1x1", "columns", "2x", "x2", "-1x-1",
                                            "9999999999x1"], 5)):
            for side in one_of(["input", "output"], number):
                with self.subTest(grid=grid, side=side):
                    self.expect_refused(f"distribution.{side}={grid}", f"distribution.{side}",
                                        grid, "rows", "auto", "2x1", ranks=2)

    def test_which_input(self):
        self.expect_refused("input.file=", "input.file", "generate.extent", "neither")
        self.expect_refused("generate.extent=3x4", "input.file", "generate.extent", "both")
        self.expect_refused("input.dataset=", "input.dataset")
        self.expect_refused("output.file=", "output.file")

    def test_extents(self):
        for extent in some(["3;4", "3,", "4096x", "axb", "1x2x3x4x5", "4294967296x4294967296", "-3x4"], 4):
            with self.subTest(extent=extent):
                self.expect_refused(f"input.file=|generate.extent={extent}", "generate.extent",
                                    extent, "4096x4096")
        self.expect_refused("input.file=|generate.extent=3x4|generate.type=string",
                            "generate.type", "float64", "complex128")

    def test_memory(self):
        self.expect_refused("memory.limit=15", "memory.limit", "15 bytes", "16")
        self.expect_refused("memory.limit=-1", "memory.limit", "out of range")
        self.expect_refused("memory.in_place=perhaps", "memory.in_place", "true")

    def test_conjugate(self):
        self.expect_refused("transpose.conjugate=true", "transpose.conjugate", "float64",
                            "complex")

    def test_exchange(self):
        self.expect_refused("exchange.algorithm=fastest", "exchange.algorithm", "auto", "mpi")
        self.expect_refused("exchange.algorithm=bruck|exchange.parameters=--radix x", "bruck",
                            "radix")

    def test_elements(self):
        """Elements that are not all in their own bytes cannot be moved as bytes."""
        string = h5py.string_dtype()
        for dtype, says in [(string, "varying length"), (h5py.vlen_dtype("i4"), "varying length"),
                            (h5py.ref_dtype, "references"),
                            (np.dtype([("a", "i4"), ("b", string)]), "varying length"),
                            (np.dtype([("a", "f4", (2000,))]), "4096")]:
            with self.subTest(dtype=dtype):
                with h5py.File(self.dir / "in.h5", "w") as file:
                    file.create_dataset("volume", (4, 5), dtype=dtype)
                self.expect_refused("output.overwrite=true", "in.h5", "volume", says, status=1)

    def test_wrong_axes(self):
        for shape in [(), (1, 2, 1, 2, 1)]:
            self.volume(np.zeros(shape))
            self.expect_refused("transpose.axes=reverse", "in.h5", f"{len(shape)} axes", status=1)

    def test_files(self):
        self.expect_refused("input.file=none.h5", "none.h5", status=1, ranks=3)
        self.expect_refused("input.dataset=brain", "brain", "volume", status=1)
        self.expect_refused("output.file=no/such/out.h5", "no/such", status=1)
        self.expect_refused("report.file=no/such/report.yaml", "no/such/report.yaml", status=1)
        self.expect_refused("output.dataset=.", "output.dataset")
        for first, second, setting in [
                ("input.file", "output.file", "output.file=in.h5"),
                ("output.file", "report", "report.file=out.h5"),
                ("XDMF", "report", "report.file=./out.xdmf"),
                ("config", "output.file", "output.file=job.yaml")]:
            with self.subTest(setting=setting):
                self.expect_refused(f"output.overwrite=true|{setting}", first, second, "same file")
        (self.dir / "out.h5").write_text("precious")
        self.expect_refused("output.dataset=x", "out.h5", "output.overwrite", status=1)

    def test_damaged_input(self):
        path = self.dir / "in.h5"
        self.volume(np.zeros((300, 400)))
        path.write_bytes(path.read_bytes()[:-3000])
        self.expect_refused("output.dataset=x", "in.h5", "truncated", status=1)
        path.write_text("not HDF5 at all\n" * 100)
        self.expect_refused("output.dataset=x", "in.h5", "HDF5", status=1)

    def test_no_room(self):
        self.volume(np.zeros((1500, 2000)))
        (self.dir / "out.h5").write_text("precious")
        self.expect_failure("job.yaml", "--set", "output.overwrite=true", status=1,
                            says=["out.h5"], ranks=2, file_limit_bytes=16 << 20)

    def test_check(self):
        before = self.files()
        done = self.expect_success("job.yaml", "--check", "--set", "memory.limit=100")
        for part in ["4 x 5", "5 x 4", "float64", "transpose", "panels"]:
            self.assertIn(part, done.stdout)
        done = self.expect_success("job.yaml", "--check", "--explain")
        for part in ["direct", "mpi", "predicted"]:
            self.assertIn(part, done.stdout)
        self.assertEqual(self.files(), before)
        self.assertEqual(self.expect_success("job.yaml", "--quiet").stdout, "")
        self.assertTrue((self.dir / "out.h5").exists())

    def test_what_a_check_measures_is_not_kept(self):
        self.expect_kept_only_by_runs()

    def test_limit_that_is_nearly_enough(self):
        """Three of the four long rows take as much memory as all of them; two do fit."""
        self.config("generate:\n  extent: 4x10000000\ntranspose:\n  axes: 0,1\n")
        for limit, panels in [(319999984, "2 panels"), (320000000, "1 panel")]:
            done = self.expect_success("job.yaml", "--check", "--set", f"memory.limit={limit}", ranks=2)
            self.assertIn(f"in {panels}\n", done.stdout)

    def test_no_memory(self):
        """Said before the work: what a rank needs, and what there is."""
        self.config("generate:\n  extent: 4000000x1000000\n")
        for more in one_of([[], ["--check"]], 1):
            self.expect_failure("job.yaml", *more, status=1, ranks=2, says=[
                "no memory for input and result", f"needs {needed(32 * 10**12)} bytes",
                f"its node, 2, need {needed(64 * 10**12, 2)} together", "the node has", "memory.limit"])
        self.expect_success("job.yaml", "--check", "--set", "memory.limit=1000000", ranks=1)
        self.config("generate:\n  extent: 2000x1000000\n")
        self.expect_failure("job.yaml", "--check", status=1, ranks=1, memory_limit_bytes=24 << 30,
                            says=[f"rank 0 needs {needed(32 * 10**9)} bytes", "ulimit -v", "memory.limit"])

    def test_empty_array(self):
        self.volume(np.zeros((0, 5)))
        self.expect_success("job.yaml", "--set", "output.overwrite=true", ranks=next(self.few))
        with h5py.File(self.dir / "out.h5") as file:
            self.assertEqual(file["result"].shape, (5, 0))

    def test_help(self):
        done = self.expect_success("--help", ranks=next(self.few))
        for part in ["Usage", "transpose.axes", "memory.limit", "distribution.output", "naive"]:
            self.assertIn(part, done.stdout)


if __name__ == "__main__":
    unittest.main()
