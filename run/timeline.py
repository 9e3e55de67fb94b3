"""The picture of a trace: what ranks do, against time."""
import json
import os

import numpy

from pictures import Failure, plt, save

COLOURS = {  # of kinds, in the order of the key
    "transform": "#f0b429", "exchange": "#4c78a8", "send": "#2fa8a0", "receive": "#3f8f3f",
    "copy": "#9d6cb8", "wait": "#e2474b", "read": "#8c6d4f", "write": "#c98a5b", "phase": "#d5d8dc"}
KINDS = list(COLOURS)
WORDS = {"phase": "anything else"}
COLUMNS, ARROWS_MOST, LABEL_LEAST = 1600, 400, 0.035
ASIDE = {"start", "check", "create", "plan", "memory", "verify"}  # phases that are not looked at closely


class Lane:
    """The events of a rank, outer ones first: times in seconds, kinds by number, phases apart."""

    def __init__(self, events):
        timed = [e for e in events if e["cat"] in COLOURS]
        self.start = numpy.array([e["ts"] for e in timed]) * 1e-6
        self.end = self.start + numpy.array([e.get("dur", 0) for e in timed]) * 1e-6
        self.kind = numpy.array([KINDS.index(e["cat"]) for e in timed], int)
        self.phases = [(e["name"], e["ts"] * 1e-6, (e["ts"] + e["dur"]) * 1e-6)
                       for e in timed if e["cat"] == "phase"]
        self.outer = self.find_outer()

    def find_outer(self):
        """Of each event, the number of that around it, or -1."""
        found, stack = numpy.full(len(self.start), -1), []
        for i, (start, end) in enumerate(zip(self.start, self.end)):
            while stack and self.end[stack[-1]] < end or stack and self.end[stack[-1]] <= start < end:
                stack.pop()
            found[i] = stack[-1] if stack else -1
            stack.append(i)
        return found

    def shares(self, low, high, columns):
        """Seconds of each kind in each column of time, without what is inside: (kinds, columns)."""
        seconds = numpy.zeros((len(KINDS), columns))
        width = (high - low) / columns
        edges = low + width * numpy.arange(columns + 1)
        for start, end, kind, outer in zip(self.start, self.end, self.kind, self.outer):
            first = max(int((start - low) / width), 0)
            last = min(int((end - low) / width), columns - 1)
            if end <= low or start >= high or first > last:
                continue
            inside = numpy.minimum(end, edges[first + 1:last + 2]) - numpy.maximum(start, edges[first:last + 1])
            seconds[kind, first:last + 1] += inside
            if outer >= 0:
                seconds[self.kind[outer], first:last + 1] -= inside
        return seconds


def read(path):
    try:
        with open(path, encoding="utf-8") as file:
            page = json.load(file)
        about = page["otherData"]
        ranks, summary = about["ranks"], about["summary"]
        lanes = {rank: [] for rank in range(ranks)}
        for event in page["traceEvents"]:
            if event["ph"] == "X":
                lanes[event["tid"]].append(event)
        arrows = {"s": {}, "f": {}}
        for event in page["traceEvents"]:
            if event["ph"] in arrows:
                arrows[event["ph"]][event["id"]] = event["ts"] * 1e-6, event["tid"]
    except (ValueError, KeyError, TypeError) as error:
        raise Failure(f"{path} is no trace of Cornerturn") from error
    pairs = [(arrows["s"][i], arrows["f"][i]) for i in arrows["s"] if i in arrows["f"]]
    return summary, about, [Lane(lanes[rank]) for rank in range(ranks)], pairs


def interesting(lanes, low, high):
    """Where exchanges and transforms are: the phase that has most of them, else all."""
    busy = [KINDS.index(kind) for kind in ("transform", "exchange", "send", "receive", "copy")]
    best, chosen = 0, (low, high)
    for name, start, end in lanes[0].phases:
        if name not in ASIDE and end > start:
            seconds = lanes[0].shares(start, end, 1)[busy].sum()
            best, chosen = max((best, chosen), (seconds, (start, end)))
    return chosen


def readable(seconds):
    for unit, scale in ("s", 1), ("ms", 1e-3), ("us", 1e-6):
        if seconds >= scale:
            return scale, unit
    return 1e-9, "ns"


def draw_lanes(axes, lanes, low, high, pairs):
    ranks = len(lanes)
    colours = numpy.array([[int(c[i:i + 2], 16) for i in (1, 3, 5)] for c in COLOURS.values()] +
                          [[255, 255, 255]], numpy.uint8)
    image = numpy.zeros((ranks, COLUMNS), int)
    for rank, lane in enumerate(lanes):
        seconds = lane.shares(low, high, COLUMNS)
        image[rank] = numpy.where(seconds.max(axis=0) > 0, seconds.argmax(axis=0), len(KINDS))
    scale, unit = readable((high - low) * 0.999)
    axes.imshow(colours[image], extent=[low / scale, high / scale, ranks - 0.5, -0.5], aspect="auto",
                interpolation="none")
    if ranks <= 64:
        axes.hlines(numpy.arange(ranks - 1) + 0.5, low / scale, high / scale, color="white", lw=2)
    axes.set_xlabel(f"time ({unit})")
    axes.set_ylabel("rank")
    axes.yaxis.get_major_locator().set_params(integer=True)
    shown = [pair for pair in pairs if pair[1][0] >= low and pair[0][0] <= high]
    if len(shown) <= ARROWS_MOST:
        for (sent_s, sender), (got_s, receiver) in shown:
            axes.annotate("", (got_s / scale, receiver), (sent_s / scale, sender), annotation_clip=True,
                          arrowprops={"arrowstyle": "->", "color": "black", "lw": 0.7, "alpha": 0.6})
    label_phases(axes, lanes[0], low, high, scale)
    axes.set_xlim(low / scale, high / scale)
    axes.set_ylim(ranks - 0.5, -0.5)


def label_phases(axes, lane, low, high, scale):
    """Names above the lanes, where there is room."""
    free = low
    for name, start, end in sorted(lane.phases, key=lambda phase: phase[1]):
        left, right = max(start, low), min(end, high)
        if name != "between" and left >= free and right - left > LABEL_LEAST * (high - low):
            above = {"transform": axes.get_xaxis_transform(), "clip_on": False}
            axes.text((left + right) / 2 / scale, 1.05, name, ha="center", va="bottom", fontsize=8, **above)
            axes.plot([left / scale, right / scale], [1.03, 1.03], color="black", lw=1, **above)
            free = right


def draw_trace(path, output, span=None):
    summary, about, lanes, pairs = read(path)
    times = [(lane.start.min(), lane.end.max()) for lane in lanes if len(lane.start)]
    if not times:
        raise Failure(f"{path} has no events")
    low, high = min(t[0] for t in times), max(t[1] for t in times)
    if span is not None and not low <= span[0] < span[1]:
        raise Failure(f"--span {span[0]:g},{span[1]:g}: the trace goes from {low:g} to {high:g} s")
    near = span or interesting(lanes, low, high)
    spans = [(low, high)] if near == (low, high) else [(low, high), near]
    height = min(0.6 + 0.34 * len(lanes), 5)
    rows = len(spans)
    figure, panels = plt.subplots(rows + 1, 1, figsize=(11, 1.5 + (height + 0.8) * rows),
                                  height_ratios=[height] * rows + [0.35], layout="constrained")
    for panel, (start, end) in zip(panels, spans):
        draw_lanes(panel, lanes, start, end, pairs if (start, end) == near else [])
    if rows > 1:
        scale, _ = readable((high - low) * 0.999)
        panels[0].axvspan(near[0] / scale, near[1] / scale, fill=False, lw=1.5)
    total = sum(lane.shares(*near, 1)[:, 0] for lane in lanes)
    panels[-1].set_axis_off()
    key = [(plt.Rectangle((0, 0), 1, 1, color=COLOURS[kind]),
            f"{WORDS.get(kind, kind)} {100 * part / total.sum():.0f} %")
           for kind, part in zip(KINDS, total) if part > 0]
    panels[-1].legend(*zip(*key), loc="center", ncols=len(key), frameon=False, fontsize=9,
                      title="of the time above" if rows == 1 else "of the time just above")
    hosts = len(about["clocks"])
    figure.suptitle(f"{os.path.basename(path)}: {len(lanes)} ranks on {hosts} host{'s' * (hosts > 1)}, "
                    f"{summary['seconds']:.3g} s; rank {summary['slowest_rank']} waits least; waits are "
                    f"{100 * summary['wait_share']:.1f} %,\nexchanges hidden behind transforms would save "
                    f"{summary['overlap_saves_s']:.3g} s"
                    + (f"; {summary['dropped']:.0f} events before these are dropped" if summary["dropped"] else ""),
                    fontsize=10)
    save(figure, output)
