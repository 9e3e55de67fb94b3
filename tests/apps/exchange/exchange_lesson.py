"""The six exercises of the lesson: right schedules are accepted by the commands of its page, typical mistakes are
refused with a word about them; and what is no schedule."""

import json
import re
import tempfile
import unittest
from pathlib import Path

from exchange_run import SOURCE, exchange, output

LESSON = SOURCE / "apps" / "exchange" / "lesson" / "README.md"
JUDGES = [line.split()[1:] for line in re.findall(r"^exchange check .*$", LESSON.read_text(), re.M)]


def pairs(size):
    return [(o, d) for o in range(size) for d in range(size) if o != d]


def shifted(size):
    return [((d - o) % size, o, d, o, d) for o, d in pairs(size)]


def at_once(size):
    return [(1, o, d, o, d) for o, d in pairs(size)]


def renamed(order):
    """Cyclic shifts of ranks in another order."""
    return [((order.index(d) - order.index(o)) % len(order), o, d, o, d) for o, d in pairs(len(order))]


def paired(size):
    return [(o ^ d, o, d, o, d) for o, d in pairs(size)]


def by_bits(size, masks):
    """The bits of a mask are corrected together, in one of the steps of its phase."""
    lines = []
    for o, d in pairs(size):
        at, first = o, 1
        for mask in masks:
            values = sorted({value & mask for value in range(1, size)} - {0})
            if (at ^ d) & mask:
                to = at ^ (at ^ d) & mask
                lines.append((first + values.index((at ^ d) & mask), at, to, o, d))
                at = to
            first += len(values)
    return lines


def by_distance(size):
    """Powers of two of the distance, the least first."""
    lines = []
    for o, d in pairs(size):
        at = o
        for bit in range(size.bit_length()):
            if (d - o) % size >> bit & 1:
                lines.append((bit + 1, at, (at + (1 << bit)) % size, o, d))
                at = (at + (1 << bit)) % size
    return lines


def around(size, both=True):
    """From neighbour to neighbour, the shorter way."""
    lines = []
    for o, d in pairs(size):
        far = (d - o) % size
        way = 1 if far <= size // 2 or not both else -1
        for hop in range(far if way > 0 else size - far):
            lines.append((hop + 1, (o + way * hop) % size, (o + way * (hop + 1)) % size, o, d))
    return lines


EXERCISES = [  # a right one, then mistakes and what is said of them
    (shifted(5), (at_once(5), "4 messages out of a rank or into it in a step, where at most 1"),
     (shifted(5)[:-1], r"rank 3: block \(4, 3\) never arrives|rank 4: .*block \(4, 3\)")),
    (paired(8), (renamed([0, 2, 1, 3, 7, 6, 5, 4]), "[234] messages over a link in a step, where at most 1"),
     (shifted(8)[:-1] + [(1, 7, 6, 7, 6)], "2 messages out of a rank"),
     (paired(8) + [(7, 0, 7, 0, 7)], r"rank 0, step 7: sends block \(0, 7\) to rank 7 without holding it")),
    (by_bits(8, (1, 2, 4)), (paired(8), "7 steps, where at most 3"),
     ([(4 - step, *rest) for step, *rest in by_bits(8, (1, 2, 4))], "without holding it")),
    (by_bits(16, (3, 12)), (by_bits(16, (1, 2, 4, 8)), "32 blocks in the largest messages"),
     (paired(16), "15 steps, where at most 6")),
    (by_distance(6), (shifted(6), "5 steps, where at most 3"),
     ([line for line in by_distance(6) if line[0] < 3], "never arrives|never left")),
    (around(8), (around(8, both=False), "7 steps, where at most 4"), (shifted(8), "7 steps, where at most 4")),
]


class Lesson(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def judge(self, command, lines):
        name = command[command.index("--schedule") + 1]
        (Path(self.folder.name) / name).write_text("".join(",".join(map(str, line)) + "\n" for line in lines))
        return exchange(*command, cwd=self.folder.name)

    def test_exercises(self):
        self.assertEqual(len(JUDGES), len(EXERCISES))
        for number, (command, (right, *wrong)) in enumerate(zip(JUDGES, EXERCISES), 1):
            with self.subTest(exercise=number):
                done = self.judge(command, right)
                self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
                self.assertEqual(self.judge(command, right[::-1]).stdout, done.stdout)  # in any order of lines
            for lines, words in wrong:
                with self.subTest(exercise=number, words=words):
                    done = self.judge(command, lines)
                    self.assertEqual(done.returncode, 1, done.stdout)
                    self.assertRegex(done.stderr, words)
                    self.assertNotIn("defect of Cornerturn", done.stderr)

    def test_limits_are_tight(self):
        """One less of anything refuses the solution: the page's numbers are those of its solutions."""
        for number, (command, (right, *_)) in enumerate(zip(JUDGES, EXERCISES), 1):
            *rest, limits = command
            for one in limits.split(","):
                name, most = one.split("=")
                with self.subTest(exercise=number, limit=name):
                    self.assertEqual(self.judge([*rest, f"{name}={int(most) - 1}"], right).returncode, 1)

    def test_schedules_that_exist(self):
        """What dump writes is read as what it was."""
        path = Path(self.folder.name) / "dumped.csv"
        for topology, algorithm in (("hypercube:4", "multiphase"), ("torus:4x4", "t1"), ("flat:7", "bruck"),
                                    ("nodes:2x3", "node-aware"), ("flat:1", "direct")):
            with self.subTest(topology=topology, algorithm=algorithm):
                what = ("--topology", topology, "--algorithm", algorithm)
                path.write_text(output("dump", *what, "--blocks"))
                told = [line for line in output("check", *what).splitlines()[1:] if "steps" not in line]
                again = output("check", "--topology", topology, "--schedule", path).splitlines()[1:]
                self.assertEqual([line for line in again if "steps" not in line], told)

    def test_page_of_own_schedule(self):
        """The page has it before the others, with the same moves; what is wrong has no page."""
        path, page = Path(self.folder.name) / "mine.csv", Path(self.folder.name) / "mine.html"
        what = ("--topology", "hypercube:4")
        path.write_text(output("dump", *what, "--algorithm", "standard", "--blocks"))
        output("explore", *what, "--schedule", path, "--algorithm", "standard", "-o", page)
        place = json.loads(re.search(r'id="data">(.*?)</script>', page.read_text(), re.S)[1])["topologies"][0]
        mine, known = place["algorithms"]
        self.assertEqual(mine["name"], str(path))
        self.assertEqual([len(step) for step in mine["moves"]], [len(step) for step in known["moves"]])
        self.assertEqual({**mine["check"]}, {**known["check"]})
        path.write_text(path.read_text().rpartition("\n4,")[0] + "\n")
        done = exchange("explore", *what, "--schedule", path)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertRegex(done.stderr, "is wrong, as .*: rank [0-9]+")
        self.assertIn("--schedule needs --topology", exchange("explore", "--schedule", path).stderr)

    def test_what_is_no_schedule(self):
        path = Path(self.folder.name) / "mine.csv"
        for text, words, status in (("1,0,1,0\n", r'line 1: expected step,from,to,origin,destination, found "1,0,1,0"', 1),
                                    ("\n# mine\n1,0,4,0,1\n", r"line 3: rank 4 is none of 0 \.\. 3", 1),
                                    ("0,0,1,0,1\n", r"line 1: step 0 is none of 1 \.\. ", 1),
                                    ("1,0,1,0,1,5\n", "line 1: expected", 1), ("1,0,1,0,x\n", "line 1: expected", 1),
                                    ("99999999999999999999,0,1,0,1\n", "line 1: step", 1),
                                    ("1,2,2,2,3\n", "a message to itself", 1), ("", "never arrives|never left", 1)):
            with self.subTest(text=text):
                path.write_text(text)
                done = exchange("check", "--topology", "flat:4", "--schedule", path)
                self.assertEqual(done.returncode, status)
                self.assertRegex(done.stderr, words)
        for arguments, words in ((("--schedule", path, "--algorithm", "direct"), "one of the two"),
                                 (("--algorithm", "direct", "--limits", "steps"), "expected NAME=NUMBER"),
                                 (("--algorithm", "direct", "--limits", "steps=3,,"), "expected NAME=NUMBER"),
                                 (("--limits", "steps=3"), "--algorithm is missing")):
            with self.subTest(arguments=arguments):
                done = exchange("check", "--topology", "flat:4", *arguments)
                self.assertEqual(done.returncode, 2)
                self.assertIn(words, done.stderr)
        done = exchange("check", "--topology", "flat:4", "--schedule", "/absent.csv")
        self.assertEqual(done.returncode, 1)
        self.assertIn("cannot read /absent.csv: No such file", done.stderr)


if __name__ == "__main__":
    unittest.main()
