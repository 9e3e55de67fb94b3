#!/usr/bin/python3
"""--trace of all programs: what the file says is so, and agrees with the report."""

import unittest

import numpy as np
import yaml

import traces
from harness import FEW, FILES, RANKS, ProgramTest, on_nodes, one_of, some

AFTER = {"trace", "report", "end", "total"}  # laps that the trace cannot have


class TraceTest(ProgramTest):
    def trace(self, *words, ranks=2, **kwargs):
        self.expect_success("job.yaml", "--trace", "t.json", "--report", "r.yaml", *words, ranks=ranks, **kwargs)
        trace = traces.check(self, self.dir / "t.json", ranks)
        report = yaml.safe_load((self.dir / "r.yaml").read_text())
        for name, seconds in report["wall_s"].items():
            if name not in AFTER and trace.other["dropped"][0] == 0:
                found = sum(e["dur"] for e in trace.of(0, "phase", name)) * 1e-6
                self.assertAlmostEqual(found, seconds, delta=1e-8 * (1 + len(trace.of(0, "phase", name))), msg=name)
        told = report["trace"]
        self.assertEqual(told["file"], "t.json")
        for key in "slowest_rank", "events", "dropped":
            self.assertEqual(told[key], trace.other["summary"][key])
        for key in "wait_share", "exchange_share", "transform_share", "overlap_saves_s":
            self.assertAlmostEqual(told[key], trace.other["summary"][key], delta=1e-6)
        self.assertLessEqual(0, told["wait_share"])
        self.assertLessEqual(told["wait_share"], told["exchange_share"] + 1e-9)
        self.assertLessEqual(told["exchange_share"] + told["transform_share"], 1)
        return trace, report


class Fft(TraceTest):
    program = "fft"

    def setUp(self):
        super().setUp()
        self.volume(np.random.default_rng(1).random((12, 10, 8)))
        self.config(FILES + "  overwrite: true\n")

    def test_trace(self):
        self.assertTrue(RANKS)
        for ranks in RANKS:
            with self.subTest(ranks=ranks):
                trace, report = self.trace(ranks=ranks)
                transforms = {e["name"]: e for e in trace.of(cat="transform")}
                phases = [name for name in report["time_s"] if name.startswith("transform of")]
                self.assertTrue(phases)
                self.assertLessEqual(set(phases), set(transforms))
        self.assertEqual(sorted(self.files()), ["in.h5", "job.yaml", "out.h5", "out.xdmf", "r.yaml", "t.json"])

    def test_overlap(self):
        """Slices on their way to another node while the next are transformed: what nests still does,
        and messages that are under way together are told apart."""
        self.volume(np.random.default_rng(1).random((64, 48, 64)))
        trace, _ = self.trace("--set", "exchange.algorithm=direct", ranks=2, environment=on_nodes(2))
        self.assertGreater(len(trace.messages()), 4)
        self.assertEqual({message["s"][0][:2] for message in trace.messages().values()}, {(0, 1), (1, 0)})

    def test_ring(self):
        """64 events a rank are kept, the latest; phases have a part of their own."""
        trace, _ = self.trace("--events", "64")
        self.assertGreater(min(trace.other["dropped"]), 0)
        for rank in range(2):
            self.assertLessEqual(len(trace.of(rank)), 64)
            self.assertTrue(trace.of(rank, name="write"), "the latest phase is dropped")

    def test_refusals(self):
        for number, (words, *says) in enumerate([
                (("--trace", "no/t.json"), "no/t.json", "directory"),
                (("--trace", "in.h5"), "in.h5", "the trace"),
                (("--trace", "out.h5"), "out.h5", "the trace"),
                (("--trace", "."), "is a directory")]):
            for more in one_of(((), ("--check",)), number):
                with self.subTest(words=words, more=more):
                    done = self.run_program("job.yaml", *words, *more, ranks=next(FEW))
                    self.assertNotEqual(done.returncode, 0)
                    self.expect_failure("job.yaml", *words, *more, status=done.returncode, says=says)
        for events in some(("63", "x", "1e5", "99999999999")):
            self.expect_failure("job.yaml", "--trace", "t.json", "--events", events, status=2,
                                says=["--events", events, "allowed: 64"])
        self.expect_failure("job.yaml", "--trace", "t.json", "--set", "fft.rigour=estimate", "--set",
                            "input.dataset=none", status=1, says=["none"])


class Transpose(TraceTest):
    program = "transpose"

    def test_trace(self):
        """Every pair of ranks exchanges its block, by whichever way; the data are read and written."""
        self.volume(np.arange(240.0 * 40).reshape(240, 40))
        self.config(FILES + "  overwrite: true\ntranspose:\n  axes: 1,0\n")
        for number, ranks in enumerate(RANKS):
            for transport in one_of(("shared", "messages"), number):
                with self.subTest(ranks=ranks, transport=transport):
                    trace, report = self.trace("--set", "exchange.algorithm=direct", "--set",
                                               f"exchange.parameters=--transport {transport}", ranks=ranks)
                    sent = [m["s"][0] for m in trace.messages().values()]
                    self.assertEqual(sorted(end[:2] for end in sent),
                                     [(a, b) for a in range(ranks) for b in range(ranks) if a != b])
                    self.assertEqual(sum(bytes_ for _, _, bytes_ in sent),
                                     report["exchange"]["bytes_total"])
                    for rank in range(ranks):
                        self.assertEqual(len(trace.of(rank, "exchange", "direct")), 1)
                        steps = trace.of(rank, "step")
                        self.assertEqual(sorted(e["args"]["step"] for e in steps), list(range(1, ranks)))
                    for kind in "read", "write":
                        self.assertEqual(sum(e["args"].get("bytes", 0) for e in trace.of(cat=kind)), 240 * 40 * 8)

    def test_forwarding(self):
        """Blocks go over others, in two steps of several messages between two ranks."""
        self.volume(np.arange(24.0 * 20 * 64).reshape(24, 20, 64))
        self.config(FILES + "  overwrite: true\ntranspose:\n  axes: 1,0,2\n")
        for transport in some(("messages", "shared"), 1):
            trace, _ = self.trace("--set", "exchange.algorithm=bruck", "--set",
                                  f"exchange.parameters=--transport {transport}", ranks=4)
            self.assertEqual(len(trace.messages()), 8)


class Adi(TraceTest):
    program = "adi"

    def test_trace(self):
        self.config("x:\n  cells: 13\ny:\n  cells: 9\noutput:\n  file: out.h5\n  overwrite: true\n"
                    "time:\n  step: 0.02\n  end: 0.2\n")
        for ranks in some(RANKS, 2):
            with self.subTest(ranks=ranks):
                self.trace(ranks=ranks)


class Bench(ProgramTest):
    program = "exchange"
    TINY = "--min", "8", "--max", "64", "--rounds", "3", "--planning", "estimate"

    def test_trace(self):
        """Sizes are phases; the last of them is all there, as the ring is too short for the others."""
        text = self.expect_success("bench", *self.TINY, "--algorithm", "direct", "--trace", "t.json", "--events",
                                   "4000").stdout
        trace = traces.check(self, self.dir / "t.json", 2)
        self.assertEqual([e["name"] for e in trace.of(1, "phase")],
                         [f"blocks of {size} B" for size in (8, 16, 32, 64)])
        self.assertTrue(trace.of(0, "exchange", "MPI_Alltoall"))
        self.assertTrue(trace.of(0, "exchange", "direct"))
        self.assertRegex(text, r"Trace t.json: \d+ events, \d+ before them dropped. Rank [01] waited least")
        self.assertEqual(list(self.files()), ["t.json"])
        self.expect_failure("bench", *self.TINY, "--trace", "no/t.json", status=1, says=["no/t.json", "directory"])
        self.expect_failure("bench", *self.TINY, "--trace", "t.json", "--events", "1", status=2, says=["--events", "64 .."])


if __name__ == "__main__":
    unittest.main()
