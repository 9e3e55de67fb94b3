"""The algorithm that CONTRIBUTING.md adds, added as it says to a copy of core: one file, one line
of the table, one line of CMake. Then listed, checked, drawn and tested."""

import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

SOURCE = pathlib.Path(__file__).resolve().parents[3]
COMPILER = os.environ.get("CT_MPICC", "mpicc")
JOBS = 2
FLAGS = ["-std=c11", "-O1", "-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wconversion",
         "-Wstrict-prototypes", "-Wmissing-prototypes", "-Wno-stringop-overflow",
         "-Wno-format-truncation", "-Werror", "-D_POSIX_C_SOURCE=200809L", "-D_DEFAULT_SOURCE"]


def run(*command):
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True,
                          stdin=subprocess.DEVNULL, check=False)
    return done.returncode, done.stdout + done.stderr


class Example(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory(prefix="cornerturn-")
        self.addCleanup(directory.cleanup)
        self.tree = pathlib.Path(directory.name)
        for room in "core", "apps", "tests/unit", "tests/support":
            shutil.copytree(SOURCE / room, self.tree / room)
        page = (SOURCE / "CONTRIBUTING.md").read_text()
        self.source, self.row = re.findall(r"^```c\n(.*?)^```$", page, re.M | re.S)
        self.line, = re.findall(r"^```cmake\n(.*?)^```$", page, re.M | re.S)
        (self.tree / "version.c").write_text(
            '#include <cornerturn/version.h>\nconst char *ct_version(void) { return "0"; }\n')

    def insert(self, path, before, line):
        file = self.tree / path
        text = file.read_text()
        self.assertIn(before, text)
        file.write_text(text.replace(before, line.rstrip("\n") + "\n" + before, 1))

    def compile(self, path):
        made = self.tree / "objects" / (str(path.relative_to(self.tree)).replace("/", "_") + ".o")
        status, text = run(COMPILER, *FLAGS, "-I", self.tree, "-I", self.tree / "core", "-I",
                           self.tree / "core" / "include", "-I", self.tree / "tests" / "support", "-c",
                           path, "-o", made)
        self.assertEqual(status, 0, text)
        return made

    def link(self, name, objects):
        status, text = run(COMPILER, *objects, "-lm", "-o", self.tree / name)
        self.assertEqual(status, 0, text)
        return self.tree / name

    def sources(self, room, text, kind):
        """The files of one kind that CMake lists for a room."""
        listed = re.search(rf"{kind}((?:\s+[\w/]+\.c)*)", text)
        return [self.tree / "core" / room / name for name in listed[1].split()] if listed else []

    def build(self):
        """The program, which needs no FFTW, and the tests that go by the table."""
        (self.tree / "objects").mkdir()
        rooms = re.findall(r"^ct_room\((\w+)(.*?)\)$",
                           (self.tree / "core" / "CMakeLists.txt").read_text(), re.M | re.S)
        pure = [path for room in rooms for path in self.sources(*room, "PURE")]
        apps = [*sorted((self.tree / "apps" / "exchange").rglob("*.c")), self.tree / "version.c",
                *(path for room in rooms for path in self.sources(*room, "EXCHANGE"))]
        tests = [self.tree / "tests" / "unit" / f"{name}.c"
                 for name in ("algorithms/algorithms", "price/price")]
        with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
            objects = dict(zip([*pure, *apps, *tests],
                               pool.map(self.compile, [*pure, *apps, *tests])))
        core = [objects[path] for path in pure]
        self.app_objects = [objects[path] for path in apps]
        self.exchange = self.link("exchange", core + self.app_objects)
        self.tests = [self.link(path.stem, [*core, objects[path]]) for path in tests]
        return core

    def test_added_algorithm(self):
        ring = self.tree / "core" / "algorithms" / "exchange" / "ring.c"
        ring.write_text(self.source)
        self.insert("core/algorithms/rows.h", "CT_ROW(direct)", self.row)
        self.insert("core/CMakeLists.txt", "    exchange/mesh_multiphase.c", self.line)
        core = self.build()
        for status, part, arguments in (
                (0, "ring: everything goes round", ("list",)),
                (0, "is right", ("check", "--topology", "torus:8", "--algorithm", "ring")),
                (0, "at most 1 (times", ("check", "--topology", "torus:8", "--algorithm", "ring")),
                (0, "ring", ("plan", "--topology", "torus:8", "--block", "1Ki")),
                (0, "<svg", ("draw", "--topology", "torus:8", "--algorithm", "ring"))):
            found, text = run(self.exchange, *arguments)
            self.assertEqual(found, status, text)
            self.assertIn(part, text)
        for test in self.tests:
            status, text = run(test)
            self.assertEqual(status, 0, text)

        # The same with a block too few in every message: the checker says where it is missed.
        ring.write_text(self.source.replace("size - step)", "size - step - (step == 2))"))
        self.assertNotEqual(ring.read_text(), self.source)
        self.compile(ring)
        broken = self.link("broken", [*core, *self.app_objects])
        status, text = run(broken, "check", "--topology", "torus:8", "--algorithm", "ring")
        self.assertEqual(status, 1, text)
        self.assertRegex(text, r"ring on torus:8 is wrong: rank \d+.*step 3")
        status, text = run(broken, "check", "--topology", "torus:8")
        self.assertEqual(status, 1, text)
        self.assertRegex(text, r"(?m)^ring +- .* WRONG: ")


class Map(unittest.TestCase):
    """What the page says of folders and files is true: none is missing, none is left out."""

    def setUp(self):
        self.page = (SOURCE / "CONTRIBUTING.md").read_text()

    def mapped(self):
        """The folders that the map names. A line is a folder and words about it; words that end in
        a slash are folders in that."""
        drawn = re.search(r"^## The map\n+```\n(.*?)^```$", self.page, re.M | re.S)[1]
        top = ""
        for line in drawn.splitlines():
            indent, name, words = re.fullmatch(r"( *)([\w/]+)/ +(.*)", line).groups()
            folder = f"{top}/{name}" if indent else name
            top = top if indent else name
            yield folder
            yield from (f"{folder}/{inner}" for inner in re.findall(r"(?<![\w./])([\w/]+)/(?!\w)", words))

    def test_folders(self):
        named = set(self.mapped())
        self.assertGreater(len(named), 40)
        for folder in named:
            self.assertTrue((SOURCE / folder).is_dir(), f"the map names {folder}, which is not there")
        for top in "apps", "io", "core", "run", "tests":
            for path in (SOURCE / top).iterdir():
                folder = str(path.relative_to(SOURCE))
                if path.is_dir() and path.name != "__pycache__":
                    self.assertTrue(any(name == folder or name.startswith(folder + "/")
                                        for name in named), f"the map lacks {folder}")
        for top in "apps", "io", "core":
            for path in (SOURCE / top).glob("*/*/"):
                folder = str(path.relative_to(SOURCE))
                self.assertTrue(folder in named or path.name == "__pycache__",
                                f"the map lacks {folder}")

    def test_files(self):
        """Names in backticks; NAME and PROGRAM stand for any."""
        files = re.findall(r"`((?:apps|core|io|inputs|run|tests)/[\w/.*-]+)`", self.page)
        self.assertGreater(len(files), 20)
        for name in files:
            pattern = name.replace("NAME", "*").replace("PROGRAM", "*")
            if name != "core/algorithms/exchange/ring.c":  # the one that the page adds
                self.assertTrue(list(SOURCE.glob(pattern)), f"the page names {name}, which is not there")


if __name__ == "__main__":
    unittest.main()
