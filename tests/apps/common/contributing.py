"""The algorithm that CONTRIBUTING.md adds, added as it says to a copy of core: one file, one line
of the table, one line of CMake. Then listed, checked, drawn and tested: what that changes is compiled
as the build compiles it, and linked before the build's library."""

import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import tempfile
import unittest

SOURCE = pathlib.Path(__file__).resolve().parents[3]
BUILD = pathlib.Path(os.environ["CT_BUILD"])
COMPILER = os.environ["CT_MPICC"]


def run(*command):
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True,
                          stdin=subprocess.DEVNULL, check=False)
    return done.returncode, done.stdout + done.stderr


def compilations(target):
    """What the build compiles for a target: the command of each file, and the object's path."""
    for entry in json.loads((BUILD / "compile_commands.json").read_text()):
        words = shlex.split(entry["command"])
        made = pathlib.Path(entry["directory"]) / words[words.index("-o") + 1]
        if f"/{target}.dir/" in str(made):
            yield pathlib.Path(entry["file"]), words, made


def build_flags(path):
    """The flags with which the build compiles this file for the library."""
    command, = [words for file, words, _ in compilations("ct_pure") if file == path]
    return [word for word in command if re.match(r"-(?!I|[co]$)", word)]


class Example(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory(prefix="cornerturn-")
        self.addCleanup(directory.cleanup)
        self.tree = pathlib.Path(directory.name)
        shutil.copytree(SOURCE / "core", self.tree / "core")
        page = (SOURCE / "CONTRIBUTING.md").read_text()
        self.source, self.row = re.findall(r"^```c\n(.*?)^```$", page, re.M | re.S)
        self.line, = re.findall(r"^```cmake\n(.*?)^```$", page, re.M | re.S)
        self.flags = build_flags(SOURCE / "core" / "algorithms" / "table.c")
        self.assertIn("-Wconversion", self.flags)

    def insert(self, path, before, line):
        file = self.tree / path
        text = file.read_text()
        self.assertIn(before, text)
        file.write_text(text.replace(before, line.rstrip("\n") + "\n" + before, 1))

    def compile(self, path):
        made = self.tree / f"{path.stem}.o"
        status, text = run(COMPILER, *self.flags, "-Werror", "-I", SOURCE, "-I", self.tree / "core", "-I",
                           self.tree / "core" / "include", "-I", SOURCE / "tests" / "support", "-c",
                           path, "-o", made)
        self.assertEqual(status, 0, text)
        return made

    def link(self, name, objects):
        """What these objects define is not taken from the library after them."""
        sanitizers = [word for word in self.flags if word.startswith("-fsanitize=")]
        status, text = run(COMPILER, *sanitizers, *objects, *BUILD.glob("apps/lib*.a"),
                           *BUILD.glob("core/lib*.a"), "-lm", "-o", self.tree / name)
        self.assertEqual(status, 0, text)
        return self.tree / name

    def listed(self):
        """The library's files that CMake lists for the room of algorithms."""
        text = (self.tree / "core" / "CMakeLists.txt").read_text()
        room, = re.findall(r"^ct_room\(algorithms\s+PURE(.*?)\)$", text, re.M | re.S)
        return {self.tree / "core" / "algorithms" / name for name in room.split()}

    def test_added_algorithm(self):
        ring = self.tree / "core" / "algorithms" / "exchange" / "ring.c"
        ring.write_text(self.source)
        self.insert("core/algorithms/rows.h", "CT_ROW(direct)", self.row)
        before = self.listed()
        self.insert("core/CMakeLists.txt", "    exchange/mesh_multiphase.c", self.line)
        self.assertEqual(self.listed() - before, {ring})
        changed = [self.compile(path) for path in (ring, self.tree / "core" / "algorithms" / "table.c")]
        program = [made for _, _, made in compilations("exchange")]
        exchange = self.link("exchange", changed + program)
        for status, part, arguments in (
                (0, "ring: everything goes round", ("list",)),
                (0, "is right", ("check", "--topology", "torus:8", "--algorithm", "ring")),
                (0, "at most 1 (times", ("check", "--topology", "torus:8", "--algorithm", "ring")),
                (0, "ring", ("plan", "--topology", "torus:8", "--block", "1Ki")),
                (0, "<svg", ("draw", "--topology", "torus:8", "--algorithm", "ring"))):
            found, text = run(exchange, *arguments)
            self.assertEqual(found, status, text)
            self.assertIn(part, text)
        for test in "algorithms/algorithms", "price/price":
            path = SOURCE / "tests" / "unit" / f"{test}.c"
            status, text = run(self.link(path.stem, [*changed, self.compile(path)]))
            self.assertEqual(status, 0, text)

        # The same with a block too few in every message: the checker says where it is missed.
        ring.write_text(self.source.replace("size - step)", "size - step - (step == 2))"))
        self.assertNotEqual(ring.read_text(), self.source)
        self.compile(ring)
        broken = self.link("broken", changed + program)
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
