"""run/plot: traces, the numbers behind their picture, and what it refuses."""
import json
import unittest

import numpy

from tools import PlotTest, load_script


def span(rank, cat, start, end, name="a"):
    return {"name": name, "cat": cat, "ph": "X", "pid": 1, "tid": rank, "ts": start, "dur": end - start, "args": {}}


class PlotTrace(PlotTest):
    def store_trace(self, events, ranks=2, dropped=0):
        summary = {"seconds": 1e-5, "slowest_rank": 1, "wait_share": 0.25, "overlap_saves_s": 2e-6,
                   "dropped": dropped}
        self.write("t.json", json.dumps({"otherData": {"ranks": ranks, "summary": summary, "clocks": [{}]},
                                         "traceEvents": events}))

    def test_shares(self):
        """Time is that of the innermost event, in whatever columns it falls."""
        script = load_script("timeline.py")
        lane = script.Lane([span(0, "phase", 0, 10), span(0, "exchange", 2, 8), span(0, "step", 2, 8),
                            span(0, "wait", 3, 4.5), span(0, "copy", 5, 5.25), span(0, "copy", 5.5, 5.75)])
        for columns in 1, 5, 20, 33:
            shares = dict(zip(script.KINDS, lane.shares(0, 10e-6, columns) * 1e6))
            for kind, wanted in {"phase": 4, "exchange": 4, "wait": 1.5, "copy": 0.5, "send": 0}.items():
                self.assertAlmostEqual(shares[kind].sum(), wanted)
            numpy.testing.assert_allclose(sum(shares.values()), 10 / columns)
        shares = dict(zip(script.KINDS, lane.shares(3e-6, 5e-6, 2) * 1e6))
        numpy.testing.assert_allclose(shares["wait"], [1, 0.5])
        numpy.testing.assert_allclose(shares["exchange"], [0, 0.5], atol=1e-9)

    def test_picture(self):
        events = [span(r, "phase", 0, 4, "start") for r in range(2)]
        events += [span(r, "phase", 4, 10, "transform") for r in range(2)]
        events += [span(0, "send", 5, 6), span(1, "wait", 4.5, 6), span(1, "receive", 6, 7)]
        events += [{"name": "message", "ph": "s", "id": "0x1", "pid": 1, "tid": 0, "ts": 5},
                   {"name": "message", "ph": "f", "id": "0x1", "pid": 1, "tid": 1, "ts": 6}]
        self.store_trace(events, dropped=7)
        self.plot("t.json")
        width, height = self.picture_size("t.png")
        self.assertTrue(900 < width < 1600 and 300 < height < 1600)
        self.plot("t.json", "-o", "t.svg")
        picture = self.read("t.svg")
        for text in ("2 ranks on 1 host", "rank 1 waits least", "25.0 %", "7 events before these", "start",
                     "transform", "wait 12 %", "send 8 %", "time (us)"):
            self.assertIn(text, picture)
        self.plot("t.json", "--span", "5e-6,6e-6", "-o", "s.svg")
        self.assertIn("send 50 %", self.read("s.svg"))

    def test_many_ranks(self):
        """One rank, one without events, many."""
        for ranks in 1, 3, 300:
            self.store_trace([span(r, "transform", 0, 1 + r) for r in range(ranks) if r != 1], ranks)
            self.plot("t.json")
            self.picture_size("t.png")

    def test_refusals(self):
        self.store_trace([span(0, "phase", 0, 1)], 1)
        self.write("empty.json", json.dumps({"otherData": {"ranks": 0, "summary": {}}, "traceEvents": []}))
        self.write("other.json", "[]")
        self.write("broken.json", "{")
        for arguments, status, texts in (
                (["none.json"], 1, ["none.json"]), (["other.json"], 1, ["no trace of Cornerturn"]),
                (["broken.json"], 1, ["no trace of Cornerturn"]), (["empty.json"], 1, ["no events"]),
                (["t.json", "--span", "2,1"], 1, ["--span 2,1", "from 0 to 1e-06 s"]),
                (["t.json", "--span", "2"], 2, ["two times"]), (["x.csv", "--span", "1,2"], 1, ["for traces"]),
                (["t.json", "-o", "t.gif"], 1, ["for snapshots"])):
            with self.subTest(arguments=arguments):
                self.plot(*arguments, status=status, texts=texts)


if __name__ == "__main__":
    unittest.main()
