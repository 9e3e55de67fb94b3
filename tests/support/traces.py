"""Reads traces, and checks what must be so in each."""

import collections
import json

import numpy as np

KINDS = {"phase", "exchange", "step", "send", "receive", "wait", "copy", "transform", "read", "write"}


class Trace:
    def __init__(self, path):
        page = json.loads(path.read_text())
        self.other, events = page["otherData"], page["traceEvents"]
        self.names = {(e["name"], e["pid"], e.get("tid")): e["args"] for e in events if e["ph"] == "M"}
        self.spans = [e for e in events if e["ph"] == "X"]
        self.arrows = [e for e in events if e["ph"] in "sf"]
        assert len(events) == len(self.names) + len(self.spans) + len(self.arrows)
        self.pid = {e["tid"]: e["pid"] for e in self.spans}

    def of(self, rank=None, cat=None, name=None):
        return [e for e in self.spans if rank in (None, e["tid"]) and cat in (None, e["cat"]) and
                name in (None, e["name"])]

    def seconds(self, **which):
        return sum(e["dur"] for e in self.of(**which)) * 1e-6

    def messages(self):
        """By identity: what was sent, and what was received, as (from, to, bytes)."""
        found = collections.defaultdict(lambda: {"s": [], "f": []})
        at = {(e["tid"], e["ts"], e["cat"]): e for e in self.spans if e["cat"] in ("send", "receive")}
        for arrow in self.arrows:
            sends = arrow["ph"] == "s"
            span = at[arrow["tid"], arrow["ts"], "send" if sends else "receive"]
            ends = (span["tid"], span["args"]["peer"])
            found[arrow["id"]][arrow["ph"]].append((*(ends if sends else ends[::-1]), span["args"]["bytes"]))
        return found


def nanoseconds(event):
    start = round(event["ts"] * 1000)
    return start, start + round(event["dur"] * 1000)


def check(test, path, ranks, drift=0):
    """Everybody is there, spans of a rank nest, what is sent is received. `drift`: how much faster a
    host's clock is, by which the summary's seconds are."""
    trace = Trace(path)
    test.assertEqual(trace.other["ranks"], ranks)
    test.assertEqual({rank for name, _, rank in trace.names if name == "thread_name"}, set(range(ranks)))
    test.assertEqual(trace.other["summary"]["events"], len(trace.spans))
    test.assertEqual(trace.other["summary"]["dropped"], sum(trace.other["dropped"]))
    test.assertLessEqual({e["cat"] for e in trace.spans}, KINDS)
    test.assertEqual(min(e["ts"] for e in trace.spans), 0)
    for rank in range(ranks):
        open_ends = []
        mine = trace.of(rank)
        test.assertTrue(mine, f"nothing of rank {rank}")
        for event in mine:  # as they are in the file: outer ones first
            start, end = nanoseconds(event)
            test.assertLessEqual(start, end, event)
            while open_ends and open_ends[-1] <= start:
                open_ends.pop()
            if open_ends:
                test.assertLessEqual(end, open_ends[-1], f"{event} ends after what is around it")
            open_ends.append(end)
        test.assertEqual(len({e["pid"] for e in mine}), 1)
    if trace.other["summary"]["dropped"] == 0:
        for sent_and_received in trace.messages().values():
            test.assertEqual(len(sent_and_received["s"]), 1)
            test.assertEqual(sent_and_received["s"], sent_and_received["f"])
    shares = trace.other["summary"]
    waits = np.array([sum(e["dur"] for e in trace.of(rank, "wait")) for rank in range(ranks)]) * 1e-6
    if shares["dropped"] == 0:
        delta = 1e-6 + drift * waits.max()
        test.assertAlmostEqual(waits[shares["slowest_rank"]], waits.min(), delta=delta)
        test.assertAlmostEqual(shares["slowest_waits_s"], waits.min(), delta=delta)
    return trace
