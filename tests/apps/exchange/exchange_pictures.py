"""The pictures of exchange draw, element by element: lines meet no rank but their own, no arrow covers
another, frames have names, the key explains what occurs and nothing else, all is inside."""

import itertools
import math
import re
import unittest
import xml.etree.ElementTree

from exchange_run import output

CASES = [("hypercube:3", "direct", 7), ("hypercube:4", "direct", 15), ("hypercube:4", "tea1", 2),
         ("hypercube:5", "direct", 31), ("hypercube:6", "standard", 6), ("hypercube:7", "direct", 127),
         ("mesh:4x4", "scott", 3), ("mesh:8x8", "direct", 37),
         ("mesh:4x4x4", "scott", 5), ("mesh:3x2x2x2", "direct", 13), ("mesh:7", "naive", 1),
         ("torus:8x8", "t1", 5), ("torus:4x4x4", "direct", 22), ("torus:6", "direct", 2),
         ("mesh:4x4", "rails --rails 2", 1), ("nodes:2x4", "node-aware", 2),
         ("nodes:4x4", "direct", 7), ("nodes:6x1", "direct", 3), ("dragonfly:2x2x4", "direct", 11),
         ("dragonfly:4x4x4", "direct", 13), ("nodes:64x2", "direct", 3),
         ("flat:5", "naive", 1), ("flat:8", "direct", 2), ("flat:24", "cyclic", 2),
         ("flat:2", "direct", 1), ("fattree:16", "bruck", 2)]


def numbers(text):
    return [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", text)]


class Picture:
    def __init__(self, topology, algorithm, step):
        text = output("draw", "--topology", topology, "--algorithm", algorithm, "--step", step)
        self.root = xml.etree.ElementTree.fromstring(text)
        self.styles = text[:text.index("</style>")]
        self.width, self.height = numbers(self.root.get("viewBox"))[2:]
        self.elements = list(self.root.iter())
        circles = [e for e in self.elements if e.tag.endswith("circle")]
        circles = [e for e in circles if float(e.get("cy")) > 100]  # not those of the key
        self.ranks = [(float(e.get("cx")), float(e.get("cy"))) for e in circles]
        self.radius = float(circles[0].get("r"))

    def of(self, name):
        return [e for e in self.elements if (e.get("class") or "").split()[:1] == [name]]

    def messages(self):
        """Polylines, bows as points along them; those of the key apart."""
        lines = []
        for path in self.of("m"):
            if path.get("style") is None:
                data = numbers(re.sub("[MLQ]", " ", path.get("d")))
                points = list(zip(data[::2], data[1::2]))
                if "Q" in path.get("d"):
                    points = [bow(points, i / 24) for i in range(25)]
                lines.append((path, points))
        return lines

    def text_px(self, name):
        return numbers(re.search(rf"\.{name} \{{ font-size: ([\d.]+)px", self.styles)[1])[0]

    def texts(self):
        return [e.text for e in self.elements if e.tag.endswith("text")]


def bow(points, t):
    return tuple((1 - t) ** 2 * a + 2 * t * (1 - t) * b + t * t * c for a, b, c in zip(*points))


def distance(point, start, end):
    """Of a point from a segment."""
    along = end[0] - start[0], end[1] - start[1]
    square = along[0] ** 2 + along[1] ** 2
    ahead = (point[0] - start[0]) * along[0] + (point[1] - start[1]) * along[1]
    t = min(max(ahead / square if square > 0 else 0, 0), 1)
    return math.dist(point, (start[0] + t * along[0], start[1] + t * along[1]))


class Pictures(unittest.TestCase):
    def each(self, look):
        for case in CASES:
            with self.subTest(case=case):
                look(Picture(*case))

    def test_links_meet_their_own_ranks_only(self):
        def look(picture):
            for line in picture.of("l"):
                start, end = [(float(line.get(f"x{i}")), float(line.get(f"y{i}"))) for i in (1, 2)]
                if start[1] > 100:
                    met = [rank for rank in picture.ranks
                           if distance(rank, start, end) < picture.radius]
                    self.assertLessEqual(len(met), 2)
                    self.assertTrue(all(min(math.dist(rank, start), math.dist(rank, end)) < 0.2
                                        for rank in met))

        self.each(look)

    def test_messages_run_through_no_rank(self):
        def look(picture):
            for path, points in picture.messages():
                for rank in picture.ranks:
                    near = min(distance(rank, *part) for part in zip(points, points[1:]))
                    self.assertGreater(near, picture.radius - 0.3, path.get("d"))

        self.each(look)

    def test_no_arrow_covers_another(self):
        def look(picture):
            heads = []
            for path, points in picture.messages():
                middle = path.get("marker-mid") is not None
                heads.append(points[1 if middle else -1])
            close = [pair for pair in itertools.combinations(heads, 2)
                     if math.dist(*pair) < 0.2 * picture.radius]
            self.assertEqual(close, [])

        self.each(look)

    def test_the_key_explains_what_occurs(self):
        def look(picture):
            drawn = {path.get("class") for path, _ in picture.messages()}
            key = [path for path in picture.of("m") if path.get("style") is not None]
            self.assertEqual({path.get("class") for path in key}, drawn)
            markers = {e.get("id") for e in picture.elements if e.tag.endswith("marker")}
            self.assertEqual({f"a{name[-1]}" for name in drawn}, markers)
            circles = {e.get("class") for e in picture.elements
                       if e.tag.endswith("circle") and float(e.get("cy")) > 100}
            explained = {e.get("class") for e in picture.elements
                         if e.tag.endswith("circle") and float(e.get("cy")) < 100}
            self.assertEqual(circles, explained)
            goes_on = any(path.get("marker-mid") for path, _ in picture.messages())
            self.assertEqual("goes on at the next rank" in picture.texts(), goes_on)
            self.assertEqual("link" in picture.texts(),
                             any(float(line.get("y1")) > 100 for line in picture.of("l")))

        self.each(look)

    def test_everything_is_inside(self):
        def look(picture):
            for path, points in picture.messages():
                for x, y in points:
                    self.assertTrue(0 < x < picture.width and 0 < y < picture.height, path.get("d"))
            for text in [e for e in picture.elements if e.tag.endswith("text")]:
                size = picture.text_px(text.get("class").split()[0])
                wide = 0.62 * size * len(text.text)
                classes = text.get("class").split()
                shift = {"end": 1, "middle": 0.5, "rank": 0.5, "to": 0.5, "far": 0.5}.get(
                    classes[-1], 0)
                left = float(text.get("x")) - shift * wide
                self.assertGreaterEqual(left, -0.1 * wide, text.text)
                self.assertLessEqual(left + wide, picture.width + 0.15 * wide, text.text)

        self.each(look)

    def test_frames_have_names(self):
        for topology, algorithm, step, names in (
                ("mesh:4x4x4", "scott", 1, [f"z = {z}" for z in range(4)]),
                ("mesh:3x2x2x2", "direct", 1, ["z = 0, w = 0", "z = 1, w = 0", "z = 0, w = 1",
                                               "z = 1, w = 1"]),
                ("hypercube:4", "direct", 1, ["bit 3 = 0", "bit 3 = 1"]),
                ("hypercube:5", "direct", 1, [f"bit 3 = {i}, bit 4 = {k}" for k in (0, 1)
                                              for i in (0, 1)]),
                ("nodes:3x4", "node-aware", 1, [f"node {node}" for node in range(3)]),
                ("dragonfly:2x3x2", "direct", 1, [f"group {g}, node {n}" for g in (0, 1)
                                                  for n in range(3)])):
            picture = Picture(topology, algorithm, step)
            self.assertEqual([text.text for text in picture.of("name")], names)
            self.assertEqual(len(picture.of("frame") + picture.of("node")), len(names))
        for topology in "mesh:4x4", "hypercube:3", "flat:6":
            picture = Picture(topology, "direct", 1)
            self.assertEqual(picture.of("frame") + picture.of("node") + picture.of("name"), [])

    def test_cut_links_name_their_ends(self):
        """In mesh:4x4x4 rank 21 has 5 below it and 37 above it; in torus:4x4 rank 3 is left of 0."""
        for topology, links in ("mesh:4x4x4", 2 * 48), ("hypercube:5", 2 * 32), ("torus:4x4", 16):
            picture = Picture(topology, "direct", 1)
            self.assertEqual(len(picture.of("far")), links, topology)
        far = [text.text for text in Picture("mesh:4x4x4", "direct", 1).of("far")]
        self.assertEqual(sorted(map(int, far)), sorted([*range(48), *range(16, 64)]))


    def test_numbers_of_cut_links_are_clear(self):
        """Of each other, of messages and of ranks."""
        def look(picture):
            size = picture.text_px("far")
            far = [(float(e.get("x")), float(e.get("y")) - 0.35 * size, e.text)
                   for e in picture.of("far")]
            lines = [part for _, points in picture.messages() for part in zip(points, points[1:])]
            for x, y, text in far:
                for start, end in lines:
                    self.assertGreater(distance((x, y), start, end), 0.4 * size, text)
                for rank in picture.ranks:
                    self.assertGreater(math.dist(rank, (x, y)), picture.radius + 0.5 * size, text)
            for (x, y, text), (other_x, other_y, other) in itertools.combinations(far, 2):
                wide = 0.62 * size * (len(text) + len(other)) / 2
                self.assertTrue(abs(x - other_x) > wide or abs(y - other_y) > 0.75 * size,
                                (text, other))

        self.each(look)


if __name__ == "__main__":
    unittest.main()
