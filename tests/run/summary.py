"""run/summary: what it shows of a run report, of an incomplete one, and of none."""
import os
import signal
import subprocess
import unittest

from tools import ROOT, ScratchTest

REPORT = """\
program: fft
date: 2026-11-21T10:00:00Z
problem: {extent: [181, 217, 181], input_type: uint8, array_bytes: 113746192, direction: forward,
          transform: c2c c2c r2c, precision: double, factor: 1}
versions: {cornerturn: 0.1.0}
ranks: {count: 6, hosts: [{name: a1, ranks: 3}, {name: a2, ranks: 3}]}
exchange:
  algorithm: direct
  reason: lowest predicted time
  bytes_total: 56873096
  candidates:
    - {algorithm: direct, predicted_s: 0.0031, measured_s: 0.004}
    - {algorithm: mpi, predicted_s: 5.0e-5, measured_s: -1}
time_s:
  read: {min: 0.5, mean: 1.25, max: 2.0}
  exchange: {min: 0.01, mean: 0.01, max: 0.01}
rates: {transform_gb_per_s: 3.21, transform_gflop_per_s: 12.5}
verification: {round_trip_error: 2.5e-16, parseval_error: 3.5e-16, mean_of_right_side: 0.25}
files: {output: out/spectrum.h5, xdmf: out/spectrum.xdmf}
"""


class Summary(ScratchTest):
    def test_everything(self):
        self.write("report.yaml", REPORT)
        self.expect(self.run_script("summary", "report.yaml", "--picture", "out/s.png"), 0,
                    "fft  0.1.0", "181 x 217 x 181, uint8 input, 113.7 MB as transformed",
                    "forward, c2c c2c r2c, double precision, factor 1", "6 on a1 (3), a2 (3)",
                    "direct: lowest predicted time", "direct: 3.1 ms predicted, 4 ms measured",
                    "mpi: 50 us predicted\n", "56.87 MB between ranks",
                    "1.25 s  (500 ms to 2 s over ranks)", "10 ms\n",
                    "3.21 GB/s transform, 12.5 GFlop/s", "2.5e-16 relative error",
                    "3.5e-16 relative error", "0.25 of the right side, taken as 0",
                    "out/spectrum.h5", "out/spectrum.xdmf", "report.yaml", "out/s.png")

    def test_missing_entries_leave_their_lines_out(self):
        """Without any one of its lines, or of its leading keys, it still shows the others."""
        lines = REPORT.splitlines()
        for key in "problem", "ranks", "exchange", "time_s", "rates", "verification", "files":
            kept, skipping = [], False
            for line in lines:
                skipping = line.startswith(key) or (skipping and line.startswith(" "))
                kept += [] if skipping else [line]
            with self.subTest(key=key):
                self.write("report.yaml", "\n".join(kept))
                self.expect(self.run_script("summary", "report.yaml"), 0, "fft  0.1.0  2026")
        for text in "program: fft", "time_s: none", "time_s: {read: 3}", "ranks: {hosts: [1]}":
            with self.subTest(text=text):
                self.write("report.yaml", text)
                result = self.run_script("summary", "report.yaml")
                self.expect(result, 0, "run report")
                self.assertNotIn("time ", result.stdout)

    def test_what_adi_did(self):
        self.write("report.yaml", "program: adi\nrun: {steps: 40, snapshots: 5, checkpoints: 2}\n"
                   "rates: {step_s: 0.25}\n")
        self.expect(self.run_script("summary", "report.yaml"), 0,
                    "40 steps, 5 snapshots, 2 checkpoints", "0.25 s a step")
        self.write("report.yaml", "program: adi\nsteady: {iterations: 23, residual: 5.0e-10}\n")
        self.expect(self.run_script("summary", "report.yaml"), 0,
                    "23 iterations, 5e-10 residual")

    def test_a_reader_that_has_ended(self):
        self.write("report.yaml", REPORT)
        reading, writing = os.pipe()
        os.close(reading)
        done = subprocess.run([os.path.join(ROOT, "run", "summary"), self.path("report.yaml")], stdout=writing,
                              stderr=subprocess.PIPE, text=True, check=False)
        os.close(writing)
        self.assertEqual((done.returncode, done.stderr), (-signal.SIGPIPE, ""))

    def test_not_a_report(self):
        self.expect(self.run_script("summary", "none.yaml"), 1, "none.yaml")
        for text in "[1, 2]", "a: [", "", "\x00":
            with self.subTest(text=text):
                self.write("report.yaml", text)
                self.expect(self.run_script("summary", "report.yaml"), 1, "report.yaml")


if __name__ == "__main__":
    unittest.main()
