#!/usr/bin/python3
"""Runs the test program (mpiexec, its option and the program are the arguments) and reads its traces."""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

import traces

DRIFT = 0.1  # of the second host's clock


class Traces(unittest.TestCase):
    def check_clocks(self, ranks, path):
        """Times of two hosts, the clock of one far ahead and fast, are of one clock as exactly as said."""
        trace = traces.check(self, path, ranks, DRIFT)
        clocks = trace.other["clocks"]
        self.assertEqual([clock["host"] for clock in clocks], ['host "0"', 'host "1"'][:ranks])
        for clock in clocks[1:]:
            self.assertGreater(clock["ahead_s"][0], 1000)
            gained = clock["ahead_s"][1] - clock["ahead_s"][0]
            passed = clock["compared_s"][1] - clock["compared_s"][0]
            self.assertAlmostEqual(gained, DRIFT * passed, delta=1e-8 + sum(clock["error_s"]))
        self.assertEqual(trace.pid, {rank: rank % 2 + 1 for rank in range(ranks)})
        error_us = 1e6 * max(max(clock["error_s"]) for clock in clocks) + 0.01
        together = [trace.of(rank, "phase", "together") for rank in range(ranks)]
        self.assertEqual([len(found) for found in together], [4] * ranks)
        for times in zip(*together):
            last_start = max(event["ts"] for event in times)
            self.assertLess(last_start, min(event["ts"] + event["dur"] for event in times) + 2 * error_us)
        ends = {(e["tid"], e["ts"], e["cat"]): e["ts"] + e["dur"] for e in trace.spans}
        sent = {arrow["id"]: arrow["ts"] for arrow in trace.arrows if arrow["ph"] == "s"}
        for arrow in trace.arrows:
            if arrow["ph"] == "f":
                self.assertLess(sent[arrow["id"]], ends[arrow["tid"], arrow["ts"], "receive"] + 2 * error_us)

    def check_all(self, ranks, directory):
        self.assertEqual(sorted(path.name for path in directory.iterdir()),
                         ["called.json", "clocks.json", "reverse.json", "ring.json", "some.json"])
        ring = traces.check(self, directory / "ring.json", ranks, DRIFT)
        self.assertEqual([event["name"] for event in ring.of(ranks - 1)][-2:], ["short", "last"])
        called = traces.check(self, directory / "called.json", ranks, DRIFT)
        self.assertEqual(len(called.of(0, "phase", "outer")), 1)
        reverse = traces.check(self, directory / "reverse.json", ranks, DRIFT)
        ends = sorted(message["s"][0][:2] for message in reverse.messages().values())
        self.assertEqual(ends, sorted(2 * [(a, b) for a in range(ranks) for b in range(ranks) if a != b]))
        self.assertEqual(set(reverse.pid), set(range(ranks)))
        self.assertEqual(reverse.pid[0], 1)
        some = json.loads((directory / "some.json").read_text())
        traced = max(1, ranks - 1)
        self.assertEqual(some["otherData"]["ranks"], traced)
        peers = {event["args"]["peer"] for event in some["traceEvents"] if "peer" in event.get("args", {})}
        self.assertEqual(peers, set(range(traced)) if traced > 1 else set())
        self.check_clocks(ranks, directory / "clocks.json")

    def test_ranks(self):
        for ranks in 1, 2, 3:
            with self.subTest(ranks=ranks), tempfile.TemporaryDirectory() as directory:
                subprocess.run([*COMMAND[:-1], str(ranks), COMMAND[-1], directory], check=True)
                self.check_all(ranks, pathlib.Path(directory))


if __name__ == "__main__":
    COMMAND = sys.argv[1:]
    unittest.main(argv=sys.argv[:1])
