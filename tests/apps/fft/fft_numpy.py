#!/usr/bin/python3
"""fft against numpy.fft: shapes, ranks, input types, normalisations, and back again."""

import math
import re
import time
import unittest

import h5py
import numpy as np
import yaml

from harness import FILES, IS_NIGHTLY, RANKS, ProgramTest, on_nodes, on_ranks, relative_error, some

LARGE = (181, 217, 181) if IS_NIGHTLY else (91, 109, 91)
SHAPES = [(7, 11, 13), LARGE, (1, 13, 6), (2, 3, 5), (64, 64, 64)]  # on 1, 2, 3 and 8 ranks, and so on
CONFIG = FILES + """\
  dataset: spectrum
fft:
  rigour: estimate
report:
  file: report.yaml
"""


def sample(shape, seed=1):
    random = np.random.default_rng(seed)
    return random.standard_normal(shape) + 1j * random.standard_normal(shape)


def allowed(shape):
    return 1e-14 * max(1.0, math.log2(math.prod(shape)))


class FftAgainstNumpy(ProgramTest):
    program = "fft"

    def result(self, file="out.h5"):
        with h5py.File(self.dir / file) as h5:
            data = h5["spectrum"]
            self.assertEqual(data.dtype, np.complex128)
            return data[...], dict(data.attrs)

    def test_shapes_forward_and_back(self):
        self.config(CONFIG)
        for shape, ranks in on_ranks(SHAPES):
            with self.subTest(shape=shape, ranks=ranks):
                data = sample(shape)
                self.volume(data)
                overwrite = ["--set", "output.overwrite=true"]
                self.expect_success("job.yaml", *overwrite, ranks=ranks)
                spectrum, _ = self.result()
                self.assertLess(relative_error(spectrum, np.fft.fftn(data)), allowed(shape))
                self.expect_success("job.yaml", *overwrite, "--set", "input.file=out.h5",
                                    "--set", "input.dataset=spectrum",
                                    "--set", "output.file=back.h5",
                                    "--set", "transform.direction=inverse", ranks=ranks)
                back, _ = self.result("back.h5")
                self.assertLess(relative_error(back, data), allowed(shape))

    def test_exchanges_and_planning(self):
        data = sample((9, 8, 7))
        self.volume(data)
        self.config(CONFIG)
        for algorithm, more in some([("auto", "exchange.planning=measure"), ("mpi", "exchange.planning=measure"),
                                     *[(name, "exchange.window=1") for name in
                                       ("auto", "direct", "naive", "bruck", "standard", "mixed")]], 4):
            with self.subTest(algorithm=algorithm, more=more):
                self.expect_success("job.yaml", "--set", f"exchange.algorithm={algorithm}",
                                    "--set", more, "--set", "output.overwrite=true", ranks=4)
                spectrum, _ = self.result()
                self.assertLess(relative_error(spectrum, np.fft.fftn(data)), 1e-13)
                report = yaml.safe_load((self.dir / "report.yaml").read_text())
                if algorithm != "auto":
                    self.assertEqual(report["exchange"]["algorithm"], algorithm)

    def test_float_messages(self):
        """Doubles go as floats: half the bytes, errors below 1e-7, told and predicted."""
        data = sample((48, 40, 36))
        self.volume(data)
        self.config(CONFIG)
        reports = {}
        for precision in ["exact", "float"]:
            self.expect_success("job.yaml", "--set", f"exchange.precision={precision}", "--set",
                                "exchange.parameters=--transport messages", "--set",
                                "output.overwrite=true", ranks=4)
            spectrum, _ = self.result()
            error = relative_error(spectrum, np.fft.fftn(data))
            reports[precision] = yaml.safe_load((self.dir / "report.yaml").read_text())
            self.assertLess(error, 1e-7 if precision == "float" else 1e-13)
        self.assertGreater(error, 1e-10)
        rounding = reports["float"]["rounding"]
        self.assertNotIn("rounding", reports["exact"])
        self.assertEqual(rounding["saved_bytes"], reports["exact"]["movement"]["bytes_total"] / 2)
        self.assertTrue(1e-8 < rounding["worst_relative_error"] <= 2 ** -24)
        self.assertEqual(rounding["overflows"], 0)
        for part in "movement", "exchange":
            exact, rounded = (reports[precision][part]["candidates"][0]["predicted_s"]
                              for precision in ("exact", "float"))
            self.assertLess(rounded, exact)

    def test_float_messages_between_nodes(self):
        """MPI is told that ranks are on two nodes."""
        data = sample((12, 10, 9))
        self.volume(data)
        self.config(CONFIG)
        saved = {}
        for precision in ["float_between_nodes", "float"]:
            self.expect_success("job.yaml", "--set", f"exchange.precision={precision}", "--set",
                                "exchange.parameters=--transport messages", "--set",
                                "fft.grid=4x1x1", "--set", "output.overwrite=true", ranks=4,
                                environment=on_nodes(2))
            report = yaml.safe_load((self.dir / "report.yaml").read_text())
            saved[precision] = report["rounding"]["saved_bytes"]
            self.assertLess(relative_error(self.result()[0], np.fft.fftn(data)), 1e-7)
        self.assertTrue(0 < saved["float_between_nodes"] < saved["float"])

    def test_float_messages_of_floats(self):
        self.volume(sample((4, 4, 4)))
        self.config(CONFIG)
        for more in some([("--check",), ()], 1):
            self.expect_failure("job.yaml", "--set", "exchange.precision=float", "--set",
                                "transform.precision=float", *more, status=2,
                                says=["exchange.precision", "nothing to shrink", "exact"])

    def test_input_types(self):
        values = np.arange(4 * 5 * 6).reshape(4, 5, 6)
        self.config(CONFIG)
        for dtype in some(["u1", "i2", ">i4", "u8", "f4", ">f8", "c8", "c16", "?"], 5):
            with self.subTest(dtype=dtype):
                values = values % 3 if dtype == "?" else values
                self.volume(values.astype(dtype))
                self.expect_success("job.yaml", "--set", "output.overwrite=true", ranks=next(self.few))
                spectrum, _ = self.result()
                self.assertLess(relative_error(spectrum, np.fft.fftn(values.astype(dtype))), 1e-14 * 7)

    def test_normalisation_and_attributes(self):
        data = sample((3, 4, 5))
        self.volume(data)
        self.config(CONFIG)
        forward = np.fft.fftn(data)
        inverse = np.fft.ifftn(data)
        cases = {("forward", "default"): forward, ("inverse", "default"): inverse,
                 ("forward", "none"): forward, ("inverse", "none"): inverse * 60,
                 ("forward", "full"): forward / 60, ("inverse", "full"): inverse,
                 ("forward", "unitary"): np.fft.fftn(data, norm="ortho"),
                 ("inverse", "unitary"): np.fft.ifftn(data, norm="ortho")}
        for (direction, normalisation), wanted in cases.items():
            with self.subTest(direction=direction, normalisation=normalisation):
                self.expect_success("job.yaml", "--set", "output.overwrite=true", "--set",
                                    f"transform.direction={direction}", "--set",
                                    f"transform.normalisation={normalisation}", ranks=next(self.few))
                found, attributes = self.result()
                self.assertLess(relative_error(found, wanted), 1e-13)
                self.assertEqual(attributes["direction"], direction)
                self.assertEqual(attributes["normalisation"], normalisation)
                self.assertIn("cornerturn 0.", attributes["software"])
                self.assertIn("axes", attributes)
                config = yaml.safe_load(attributes["config"])
                self.assertEqual(config["transform"]["normalisation"], normalisation)
                self.assertEqual(config["output"]["xdmf"], True)

    def test_report(self):
        self.volume(sample((6, 5, 4)))
        self.config(CONFIG)
        done = self.expect_success("job.yaml", "--report", "other.yaml", ranks=3)
        report = yaml.safe_load((self.dir / "other.yaml").read_text())
        self.assertFalse((self.dir / "report.yaml").exists())
        self.assertEqual(report["problem"]["extent"], [6, 5, 4])
        self.assertEqual(report["ranks"]["count"], 3)
        self.assertEqual(sum(host["ranks"] for host in report["ranks"]["hosts"]), 3)
        self.assertEqual(report["ranks"]["threads"], 1)
        for host in report["ranks"]["hosts"]:
            self.assertTrue(host["cores"])
            self.assertTrue(all(re.fullmatch(r"\d+([-,]\d+)*", str(cores)) for cores in host["cores"]))
        self.assertIn("on one node", report["movement"]["reason"])
        self.assertNotIn("exchange", report)
        self.assertEqual(len(report["problem"]["spectrum_grid"]), 3)
        done = self.expect_success("job.yaml", "--report", "other.yaml", "--set",
                                   "exchange.parameters=--transport messages", "--set",
                                   "output.overwrite=true", ranks=3)
        report = yaml.safe_load((self.dir / "other.yaml").read_text())
        names = [row["algorithm"].split()[0] for row in report["exchange"]["candidates"]]
        self.assertIn("mpi", names)
        self.assertIn("direct", names)
        # every rank sends all but its own block: 6 planes of 5 rows over 3 ranks
        own = 2 * (2 + 2 + 1) * 4 * 16
        self.assertEqual(report["movement"]["bytes_total"], 6 * 5 * 4 * 16 - own)
        self.assertLess(report["verification"]["round_trip_error"], 1e-14)
        for phase, spread in report["time_s"].items():
            self.assertLessEqual(spread["min"], spread["mean"] * (1 + 1e-12), phase)
            self.assertLessEqual(spread["mean"], spread["max"] * (1 + 1e-12), phase)
        self.assertIn("exchange", report["time_s"])
        for part in ["cornerturn", "mpi", "hdf5", "fft"]:
            self.assertTrue(report["versions"][part])
        self.assertEqual(yaml.safe_load(report["config"])["input"]["file"], "in.h5")
        self.assertIn("round trip", done.stdout)

    def test_time_is_accounted_for(self):
        """From the start of a process to its end, on one clock, and in phases."""
        self.volume(sample((40, 30, 20)))
        self.config(CONFIG)
        for settings, more in [([], {"verify"}), (["--set", "verify.round_trip=false"], set())]:
            start = time.monotonic()
            self.expect_success("job.yaml", "--set", "output.overwrite=true", *settings)
            outside = time.monotonic() - start
            report = yaml.safe_load((self.dir / "report.yaml").read_text())
            total = self.expect_accounted(report, {"start", "check", "create", "plan", "memory",
                                                   "read", "look_for_nan", "transform", "write",
                                                   "report", "end", "between"} | more)
            self.assertLess(total, outside)

    def test_one_array_for_both_sides(self):
        """Without verification; large ones are each rank's own where that gives huge pages."""
        self.config(CONFIG)
        data = sample((33, 20, 17))
        self.volume(data)
        for more, ranks in on_ranks(["fft.pipeline=0", "exchange.algorithm=direct"] * 2):
            self.expect_success("job.yaml", "--set", "output.overwrite=true", "--set",
                                "verify.round_trip=false", "--set", more, ranks=ranks)
            self.assertLess(relative_error(self.result()[0], np.fft.fftn(data)), 1e-13)

    def test_large_arrays(self):
        data = np.random.default_rng(2).standard_normal((96, 256, 200)).astype("f4")
        self.volume(data)
        self.config(CONFIG)
        words = ["job.yaml", "--set", "output.overwrite=true", "--set"]
        self.expect_success(*words, "operation.kind=filter", "--set", "filter.to=1e9")
        with h5py.File(self.dir / "out.h5") as file:
            self.assertLess(relative_error(file["spectrum"][...], data.astype("f8")), 1e-14)
        self.expect_success(*words, "transform.kinds=r2c", "--set", "verify.round_trip=false")
        self.assertLess(relative_error(self.result()[0], np.fft.rfftn(data)), 1e-14)


if __name__ == "__main__":
    unittest.main()
