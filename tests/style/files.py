"""Checks how the project's files lean on each other; exit status 0 when nothing is found.

  * includes go one way: from apps to io and core, from io to core, inside core as rooms.txt has it
  * x.h declares what x.c defines, or the files x_*.c beside it: one idea in parts, or its variants
    (public headers: what files of their room define)
  * no circles: a file does not call functions of one that calls its own, over others neither
  * durations and deadlines go by core/trace/clock.h: MPI_Wtime may be the clock of the day
  * no file has more than 300 lines, no folder more than 20 files
  * the top level has what it has, and nothing that a test left there is tracked

  files.py         what breaks the rules and is not in files_known.txt, and what is there in vain
  files.py --all   what breaks them
"""
import collections
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.realpath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
KNOWN = os.path.join(HERE, "files_known.txt")
FOLDERS = "core", "io", "apps"
MOST_LINES, MOST_FILES = 300, 20
TOP = {"CMakeLists.txt", "CMakePresets.json", "CONTRIBUTING.md", "LICENSE", "README.md", "apps", "core", "inputs", "io",
       "run", "tests"}  # and what begins with a dot
INCLUDE = re.compile(r'^#include (?:<(?=cornerturn/)|")([\w/]+\.h)', re.MULTILINE)
DEFINED = re.compile(r"^(?!static|typedef|#|extern)[\w][\w \*]*?\b(\w+)\([^;{}]*\)\s*\{", re.MULTILINE)
DECLARED = re.compile(r"^(?!static|typedef|#|return)(?:extern )?[\w][\w \*]*?[ \*](\w+)\([^;{}]*\)[^;{}()]*;",
                      re.MULTILINE)


def text_of(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def code_of(path):
    """The file's text without comments and strings."""
    return re.sub(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"',
                  lambda found: " " if found[0][0] == "/" else '""', text_of(path), flags=re.DOTALL)


def c_files():
    for top in FOLDERS:
        for folder, _, names in os.walk(os.path.join(ROOT, top)):
            for name in sorted(names):
                if name.endswith((".c", ".h")):
                    yield os.path.relpath(os.path.join(folder, name), ROOT)


def rooms_of_core():
    """The rooms in their order, and the room of each public header."""
    with open(os.path.join(HERE, "rooms.txt"), encoding="utf-8") as file:
        rooms = [line.split(":") for line in file if not line.startswith("#")]
    return ([room for room, _ in rooms],
            {f"cornerturn/{name}.h": room for room, names in rooms for name in names.split()})


class Tree:
    def __init__(self):
        self.codes = {path: code_of(path) for path in c_files()}
        self.rooms, self.room_of = rooms_of_core()
        self.includes = {path: INCLUDE.findall(text_of(path)) for path in self.codes}
        definers = collections.defaultdict(list)
        for path, code in self.codes.items():
            if path.endswith(".c"):
                for name in set(DEFINED.findall(code)) - {"main"}:
                    if name.startswith("MPI_"):  # a preload's: what others call is the MPI library's
                        continue
                    definers[name].append(path)
        # of a function: the .c that defines it, where one alone does
        self.home = {name: paths[0] for name, paths in definers.items() if len(paths) == 1}

    def uphill(self):
        """Includes against the order: "file: includes header"."""
        for path, code in self.codes.items():
            top, room = path.split("/")[:2]
            if room == "include":
                room = self.room_of.get(f"cornerturn/{os.path.basename(path)}")
            if top == "core" and room not in self.rooms:
                yield f"{path}: {room} is no room of rooms.txt"
                continue
            below = {"core": self.rooms[:self.rooms.index(room) + 1] if top == "core" else [],
                     "io": ["io", *self.rooms]}.get(top)
            if below is not None:
                for header in self.includes[path]:
                    if self.room_of.get(header, header.split("/")[0]) not in below:
                        yield f"{path}: includes {header}, against the order of rooms.txt"

    def belongs(self, header, source):
        """Whether what `source` defines may be declared in `header`."""
        folder, name = os.path.split(header[:-2])
        if folder == "core/include/cornerturn":
            return source.split("/")[1] == self.room_of.get(f"cornerturn/{name}.h")
        return re.fullmatch(re.escape(header[:-2]) + r"(_\w+)?\.c", source)

    def umbrellas(self):
        """Headers that declare what others define: "header: umbrella for source"."""
        for header, code in self.codes.items():
            if header.endswith(".h"):
                sources = {self.home[name] for name in DECLARED.findall(code) if name in self.home}
                for source in sorted(sources):
                    if not self.belongs(header, source):
                        yield f"{header}: umbrella for {source}"

    def calls(self):
        """Of each .c, the .c files whose functions it names."""
        names = re.compile(r"\b[A-Za-z_]\w*\b")
        return {path: {self.home[name] for name in set(names.findall(code)) if name in self.home} - {path}
                for path, code in self.codes.items() if path.endswith(".c")}

    def circles(self):
        """Sets of files that call each other: "circle: a b c"."""
        for group in strongly_connected(self.calls()):
            if len(group) > 1:
                yield "circle: " + " ".join(sorted(group))


    def clocks(self):
        for path, code in self.codes.items():
            if re.search(r"\bMPI_Wtime\b|\bCLOCK_MONOTONIC\b", code) and path != "core/trace/clock.h":
                yield f"{path}: another clock than trace/clock.h"


def large():
    """What is too long or too wide: "file: more than 300 lines"."""
    for top in (*FOLDERS, "tests", "run"):
        for folder, _, names in os.walk(os.path.join(ROOT, top)):
            place = os.path.relpath(folder, ROOT)
            names = [name for name in names if name.endswith((".c", ".h", ".py", ".cpp", ".hpp", ".f90", ".f90.in"))]
            if len(names) > MOST_FILES and place != "core/include/cornerturn":
                yield f"{place}: more than {MOST_FILES} files"
            for name in names:
                if text_of(os.path.join(place, name)).count("\n") > MOST_LINES:
                    yield f"{place}/{name}: more than {MOST_LINES} lines"


def strongly_connected(edges):
    """Tarjan's algorithm."""
    index, low, stack, groups = {}, {}, [], []

    def visit(node):
        index[node] = low[node] = len(index)
        stack.append(node)
        for other in sorted(edges[node]):
            if other not in index:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in stack:
                low[node] = min(low[node], index[other])
        if low[node] == index[node]:
            at = stack.index(node)
            groups.append(stack[at:])
            del stack[at:]

    for node in sorted(edges):
        if node not in index:
            visit(node)
    return groups


def foreign():
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False).stdout
    for name in {line.split("/")[0] for line in tracked.splitlines()} - TOP:
        if not name.startswith("."):
            yield f"{name}: is no part of the top level"


def main():
    tree = Tree()
    found = {*tree.uphill(), *tree.umbrellas(), *tree.circles(), *tree.clocks(), *large(), *foreign()}
    if sys.argv[1:] == ["--all"]:
        print(*sorted(found), sep="\n")
        return
    known = set()
    if os.path.exists(KNOWN):
        with open(KNOWN, encoding="utf-8") as file:
            known = {line.strip() for line in file if not line.startswith("#")}
    for line in sorted(found - known):
        print(line)
    for line in sorted(known - found):
        print(f"{line}: is no more; remove it from files_known.txt")
    sys.exit(1 if found != known else 0)


if __name__ == "__main__":
    sys.setrecursionlimit(10000)
    main()
