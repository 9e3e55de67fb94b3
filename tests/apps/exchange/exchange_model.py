"""Prices, plans and hulls of exchange: the papers' numbers, and Python's own computation of them."""

import itertools
import os
import pathlib
import re
import tempfile
import unittest
import xml.etree.ElementTree

from exchange_run import in_seconds, listed, machine, output, table_rows


class Prices(unittest.TestCase):
    """hypercube.md's numbers: the iPSC/860, 64 ranks, blocks of 32 bytes."""

    def price(self, *arguments):
        text = output("price", "--topology", "hypercube:6", "--block", "32", "--machine", "ipsc860",
                      "--algorithm", *arguments)
        return in_seconds(re.search(r"time +(\S+ \S+)", text)[1]), text

    def test_papers_numbers(self):
        constants = machine("ipsc860")
        start_s = constants["start_up_s"] + 6 * constants["distance_doubling_s"]
        barrier_s = 6 * constants["barrier_doubling_s"]
        tau, rho = constants["byte_s"], constants["permute_byte_s"]
        direct_s = 63 * (start_s + 32 * tau) + barrier_s
        standard_s = 6 * (start_s + 32 * 32 * tau + 64 * 32 * rho + barrier_s)
        two_s = 2 * (7 * (start_s + 8 * 32 * tau) + 64 * 32 * rho + barrier_s)
        papers = "--sync", "phase", "--transit", "shuffled"
        for wanted_s, near_s, arguments in (
                (direct_s, 17e-3, ("direct", "--sync", "phase")),
                (standard_s, 16e-3, ("standard", *papers)),
                (two_s, 8.6e-3, ("multiphase", "--partition", "3,3", *papers))):
            found_s, text = self.price(*arguments)
            self.assertAlmostEqual(found_s / wanted_s, 1, places=3)
            self.assertLess(abs(found_s / near_s - 1), 0.03)
            self.assertIn(", the same", text)

    def test_parts_add_up(self):
        total_s, text = self.price("standard", "--sync", "phase", "--transit", "shuffled")
        parts = re.findall(r"^    [\w -]+? +(\S+ \w+) +[\d.]+ %", text, re.M)
        self.assertEqual(len(parts), 5)
        self.assertAlmostEqual(sum(map(in_seconds, parts)) / total_s, 1, places=3)

    def test_suffixes_of_bytes(self):
        def header(block):
            return output("price", "--topology", "flat:3", "--algorithm", "naive", "--block",
                          block).splitlines()[0]
        for text, number in (("0", 0), ("512", 512), ("4k", 4000), ("4Ki", 4096), ("3M", 3000000),
                             ("3MiB", 3 << 20), ("1G", 10 ** 9), ("2Gi", 2 << 30), ("7B", 7)):
            self.assertIn(f"blocks of {number} bytes", header(text))


class Plans(unittest.TestCase):
    """On machines of the table."""

    def plan(self, *arguments):
        named = () if "--machine" in arguments else ("--machine", "fattree")
        text = output("plan", *arguments, *named)
        head, _, out = text.partition("\nOut:\n")
        ranking = [re.split(r"  +", line.strip()) for line in head.splitlines()
                   if re.match(r" +\d+  ", line)]
        unit = re.search(r"time \[(\w+)\]", head)[1]
        return text, unit, ranking, [line.split()[0] for line in out.splitlines()]

    def test_everybody_is_ranked_or_out(self):
        for topology in ("hypercube:4", "mesh:4x8", "torus:8x8", "nodes:2x4", "dragonfly:2x2x3",
                         "flat:11", "flat:1"):
            _, _, ranking, out = self.plan("--topology", topology, "--block", "1k")
            self.assertEqual(sorted([row[1] for row in ranking] + out), sorted(table_rows()))
            self.assertEqual([row[0] for row in ranking],
                             [str(k) for k in range(1, len(ranking) + 1)])
            times = [float(next(cell for cell in row[2:] if re.fullmatch(r"[\d.]+", cell)))
                     for row in ranking]
            self.assertEqual(times, sorted(times))
            self.assertEqual(ranking[0][-1], "the fastest")

    def test_the_papers_partition(self):
        """Synchronised and shuffled, two phases of three bits take half the time of one or six."""
        papers = "--sync", "phase", "--transit", "shuffled"
        text, unit, ranking, _ = self.plan("--topology", "hypercube:6", "--block", "32",
                                           "--machine", "ipsc860", *papers)
        rows = {row[1]: row for row in ranking}
        self.assertIn("--partition 3,3", rows["multiphase"][2])
        found_s = float(rows["multiphase"][3]) * {"ms": 1e-3}[unit]
        priced = output("price", "--topology", "hypercube:6", "--block", "32", "--machine",
                        "ipsc860", "--algorithm", "multiphase", "--partition", "3,3", *papers)
        self.assertAlmostEqual(in_seconds(re.search(r"time +(\S+ \S+)", priced)[1]) / found_s, 1, 3)
        self.assertIn("--sync phase", text)

    def test_reasons(self):
        text, *_ = self.plan("--topology", "mesh:6x6", "--block", "1k")
        self.assertRegex(text, r"(?m)^  scott +cannot run on mesh:6x6.*nearest: mesh:4x4")
        self.assertRegex(text, r"(?m)^  dc +.*all-gather|^  dc +cannot run on")
        self.assertRegex(text, r"times as long: (start-up|bytes|shared links|barriers|permuting)")

    def test_other_patterns(self):
        _, _, ranking, _ = self.plan("--topology", "hypercube:4", "--block", "64k", "--pattern",
                                     "all-gather")
        wanted = {name for name, row in listed().items() if row["delivers"] == "all-gather"}
        self.assertEqual({row[1] for row in ranking}, wanted)

    def test_ends_are_part_of_the_question(self):
        """A message from a rank to itself would be the fastest."""
        arguments = "--topology", "hypercube:4", "--block", "1k", "--pattern"
        for pattern, more, says in (
                ("point-to-point", ("--root", "3", "--target", "7"), "from rank 3 to rank 7"),
                ("broadcast", ("--root", "5"), "from rank 5"),
                ("scatter", ("--root", "15"), "from rank 15"),
                ("gather", ("--root", "0"), "to rank 0")):
            text, _, ranking, _ = self.plan(*arguments, pattern, *more)
            self.assertIn(says, text.splitlines()[0])
            self.assertGreater(float(ranking[0][3]), 0)
            self.assertEqual(len({re.sub(r" --packets \d+", "", row[2]) for row in ranking}), 1)

    def test_very_many_ranks(self):
        """By closed forms: equal halves are best for middling blocks."""
        text, _, ranking, _ = self.plan("--topology", "hypercube:20", "--block", "64")
        self.assertIn("By closed forms", text)
        self.assertIn("--partition 10,10", [row for row in ranking if row[1] == "multiphase"][0][2])


def partitions(total, most):
    if total == 0:
        yield ()
    for part in range(min(total, most), 0, -1):
        yield from ((part, *rest) for rest in partitions(total - part, part))


class Hulls(unittest.TestCase):
    def faces(self, *arguments, cwd=None):
        lines = output("hull", *arguments, cwd=cwd).split("\n\n")[1].splitlines()[1:]
        return [(cells[0], float(cells[1])) for cells in map(str.split, lines)]

    def best(self, name, dimension, block):
        """The least time over all partitions."""
        m, size = machine(name), 1 << dimension
        start_s = m["start_up_s"] + m["distance_s"] + dimension * m["distance_doubling_s"]
        barrier_s = m["barrier_s"] + dimension * m["barrier_doubling_s"]
        return min((sum((2 ** part - 1) * (start_s + size / 2 ** part * block * m["byte_s"])
                        + barrier_s + (len(p) > 1) * size * block * m["permute_byte_s"]
                        for part in p), p) for p in partitions(dimension, dimension))

    def test_theory_example(self):
        for dimension, wanted in ((4, ["1,1,1,1", "2,2", "4"]),
                                  (6, ["1,1,1,1,1,1", "2,2,2", "3,3", "6"]),
                                  (7, ["1,1,1,1,1,1,1", "2,2,2,1", "3,2,2", "4,3", "7"])):
            faces = self.faces("--machine", "theory", "--dimension", dimension)
            self.assertEqual([face[0] for face in faces], wanted)

    def test_ipsc_leaves_out_standard(self):
        self.assertEqual([face[0] for face in self.faces("--machine", "ipsc860", "-d", "6")],
                         ["2,2,2", "3,3", "6"])

    def test_every_break_point_against_brute_force(self):
        for name, dimension in itertools.product(("ipsc860", "theory", "fattree"), (5, 8)):
            faces = self.faces("--machine", name, "--dimension", dimension)
            ends = [start for _, start in faces[1:]] + [2 * faces[-1][1] + 1]
            for (face, start), end in zip(faces, ends):
                _, best = self.best(name, dimension, (start + end) / 2)
                self.assertEqual(",".join(map(str, best)), face, (name, dimension, start, end))

    def test_one_block(self):
        text = output("hull", "--machine", "theory", "--dimension", "6", "--block", "10")
        best_s, best = self.best("theory", 6, 10)
        row = text.split("\n\n")[3].splitlines()[1].split()
        self.assertEqual(row[:2], ["10", ",".join(map(str, best))])
        self.assertAlmostEqual(in_seconds(" ".join(row[2:4])) / best_s, 1, places=3)
        self.assertIn("the largest part of the best is between 2 and 4", text)

    def test_any_number_of_ranks(self):
        faces = self.faces("--machine", "fattree", "--ranks", "35")
        self.assertEqual([face[0] for face in faces], ["7,5", "35"])
        self.assertEqual([face[0] for face in self.faces("--ranks", "181")], ["181"])

    def test_figure(self):
        with tempfile.TemporaryDirectory() as directory:
            for arguments in (("--dimension", "6", "--machine", "theory"), ("--dimension", "20"),
                              ("--ranks", "7"), ("--ranks", "1"), ("--dimension", "1")):
                text = output("hull", *arguments, "--plot", "hull.svg", cwd=directory)
                path = pathlib.Path(directory) / "hull.svg"
                root = xml.etree.ElementTree.parse(path).getroot()
                self.assertTrue(root.tag.endswith("svg"))
                thick = [element for element in root.iter() if element.get("class") == "best"]
                faces = len(text.split("\n\n")[1].splitlines()) - 1
                self.assertEqual(len(thick), 2 * faces, "a line and a legend for every face")
                self.assertNotIn("nan", path.read_text())
            self.assertEqual(os.listdir(directory), ["hull.svg"])


if __name__ == "__main__":
    unittest.main()
