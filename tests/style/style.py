"""Checks the style of the project's own files; exit status 0 when nothing is found.

  style.py format CLANG-FORMAT       C and C++ files are laid out as .clang-format says
  style.py tidy CLANG-TIDY BUILD [analyzer]
                                     clang-tidy finds nothing, with the flags of the build directory;
                                     its analyzer neither, nor anything in tests, if asked for: that
                                     takes four times as long
  style.py shell                     shell scripts: bash's syntax, shellcheck
  style.py python                    Python scripts: syntax
  style.py headers                   a source that uses names of <stdint.h> includes it, itself or by
                                     its own header: other MPIs' mpi.h does not; the comment of a
                                     public function says whether it is collective or local, and
                                     whose a pointer is that it hands out
"""
import ast
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "apps"))
import manual_functions  # noqa: E402
ROOMS = "apps", "core", "io", "tests", "run", ".ci"
JOBS = 2
GROUPS = 20  # of sources that one clang-tidy looks through


def project_files():
    """The project's files, tracked or new; build directories are elsewhere."""
    for room in ROOMS:
        for directory, _, names in os.walk(os.path.join(ROOT, room)):
            yield from (os.path.join(directory, name) for name in sorted(names))


def c_files(*others):
    return [path for path in project_files() if path.endswith((".c", ".h", *others))]


def scripts(suffix, interpreter):
    """Files of this suffix, and those whose first line names the interpreter."""
    for path in project_files():
        with open(path, "rb") as file:
            first_line = file.readline(200)
        if path.endswith(suffix) or (first_line.startswith(b"#!") and interpreter in first_line):
            yield path


def succeeds(command):
    """Runs it in the project's directory; shows what it printed when it fails."""
    try:
        result = subprocess.run(command, cwd=ROOT, check=False, text=True, stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT)
    except FileNotFoundError:
        print(f"{command[0]} is not there; run/setup installs it")
        return False
    if result.returncode != 0:
        print(*command[:2], "...", command[-1])
        print(result.stdout)
    return result.returncode == 0


def check_format(clang_format):
    return succeeds([clang_format, "--dry-run", "-Werror", *c_files(".cpp", ".hpp")])


def check_tidy(clang_tidy, build, analyzes=None):
    """Each source once, though the build compiles some twice; generated ones are not ours."""
    ours = set(c_files())
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        entries = {os.path.realpath(entry["file"]): entry for entry in reversed(json.load(file))}
    # Tests were compiled in the build already; benchmarks nowhere else in the suite.
    tests, benchmarks = os.path.join(ROOT, "tests/"), os.path.join(ROOT, "tests/bench/")
    entries = {path: entry for path, entry in entries.items()
               if path in ours and (analyzes or path.startswith(benchmarks) or not path.startswith(tests))}
    if not entries:
        sys.exit(f"style: {build}/compile_commands.json has none of the sources")
    with tempfile.TemporaryDirectory() as directory, \
            concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        with open(os.path.join(directory, "compile_commands.json"), "w", encoding="utf-8") as file:
            json.dump(list(entries.values()), file)
        # The build's flags may be of another compiler.
        of_gcc = ["--extra-arg=-Wno-unknown-warning-option", "--extra-arg=-Wno-ignored-optimization-argument"]
        command = [clang_tidy, "--quiet", *of_gcc, "-p", directory]
        paths = sorted(entries)
        groups = [[path] for path in paths]  # with several, the analyzer finds va_lists uninitialized
        if not analyzes:  # then a process' start would be a fifth of the time
            command.append("--checks=-clang-analyzer-*")
            groups = [paths[first::GROUPS] for first in range(min(GROUPS, len(paths)))]
        return all(list(pool.map(lambda group: succeeds([*command, *group]), groups)))


def check_shell():
    paths = list(scripts(".sh", b"sh"))
    return all([succeeds(["bash", "-n", path]) for path in paths]
               + [succeeds(["shellcheck", "--external-sources", *paths])])


def check_python():
    clean = True
    for path in scripts(".py", b"python"):
        try:
            with open(path, encoding="utf-8") as file:
                ast.parse(file.read(), path)
        except SyntaxError as error:
            print(f"{path}:{error.lineno}: {error.msg}")
            clean = False
    return clean


# Comments go, strings stay: one may hold what looks like a comment.
COMMENT_OR_STRING = re.compile(r'/\*.*?\*/|//[^\n]*|("(?:\\.|[^"\\\n])*")', re.DOTALL)
STDINT_NAME = re.compile(r"\b(u?int(_fast|_least)?(8|16|32|64|max|ptr)_t|SIZE_MAX|PTRDIFF_(MAX|MIN)"
                         r"|U?INT(_FAST|_LEAST)?(8|16|32|64|MAX|PTR)_(MAX|MIN|C))\b")
STDINT_INCLUDE = re.compile(r"^#include <(stdint|inttypes)\.h>", re.MULTILINE)


def own_header(path, code):
    """The included header of a source's own name, beside it or in a folder of includes."""
    stem = os.path.basename(path)[:-len(".c")]
    named = re.search(rf'^#include [<"]([^>"]*/)?{re.escape(stem)}\.h[>"]', code, re.MULTILINE)
    folder = named and (named.group(1) or os.path.relpath(os.path.dirname(path), ROOT) + "/")
    return next((header for header in c_files()
                 if named and header.endswith(f"/{folder}{stem}.h")), None)


def code_of(path):
    with open(path, encoding="utf-8") as file:
        return COMMENT_OR_STRING.sub(lambda match: match.group(1) or "", file.read())


def includes_what_it_uses(path):
    code = code_of(path)
    used = STDINT_NAME.search(code)
    if not used or STDINT_INCLUDE.search(code):
        return True
    header = own_header(path, code) if path.endswith(".c") else None
    if header and STDINT_INCLUDE.search(code_of(header)):
        return True
    print(f"{path}: uses {used.group()} and does not include <stdint.h>")
    return False


CALLED_BY = re.compile(r"\b([Cc]ollective|Local)\b")
OWNER = re.compile(r"\b(NULL|own(s|ed)|destroys?|frees?|freed|valid|static)\b", re.IGNORECASE)
HANDS_OUT = r"^[^(]*\*\s*{0}\(|\b{0}\([^;]*(?<!const )\*\*\w"  # returned, or by a parameter


def says_what_callers_need(name, declarations, text):
    lacks = [] if CALLED_BY.search(text) else ["whether it is collective or local (capital L)"]
    if any(re.search(HANDS_OUT.format(name), one) for one in declarations) and not OWNER.search(text):
        lacks.append("whose the pointer is: owned by whom, static, freed or destroyed by the caller")
    for lack in lacks:
        print(f"{name}: its comment does not say {lack}")
    return not lacks


def check_headers():
    public = pathlib.Path(ROOT, "core/include/cornerturn")
    comments = [says_what_callers_need(*one) for header in sorted(public.glob("*.h"))
                for one in manual_functions.functions(header)]
    return all([*comments, *[includes_what_it_uses(path) for path in c_files()]])


CHECKS = {"format": check_format, "tidy": check_tidy, "shell": check_shell, "python": check_python,
          "headers": check_headers}

if __name__ == "__main__":
    sys.exit(0 if CHECKS[sys.argv[1]](*sys.argv[2:]) else 1)
