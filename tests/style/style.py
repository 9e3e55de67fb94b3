"""Checks the style of the project's own files; exit status 0 when nothing is found.

  style.py format CLANG-FORMAT       C and C++ files are laid out as .clang-format says
  style.py tidy CLANG-TIDY BUILD [NODES]
                                     clang-tidy finds nothing, with the flags of the build directory;
                                     NODES ends the analyzer's search in a function, sooner than its
                                     own 225000
  style.py shell                     shell scripts: bash's syntax, shellcheck
  style.py python                    Python scripts: syntax
"""
import ast
import concurrent.futures
import json
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
ROOMS = "apps", "core", "io", "tests", "run", ".ci"
JOBS = 2


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


def check_tidy(clang_tidy, build, nodes=None):
    """Each source once, though the build compiles some twice; generated ones are not ours."""
    ours = set(c_files())
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        entries = {os.path.realpath(entry["file"]): entry for entry in reversed(json.load(file))}
    entries = {path: entry for path, entry in entries.items() if path in ours}
    if not entries:
        sys.exit(f"style: {build}/compile_commands.json has none of the sources")
    with tempfile.TemporaryDirectory() as directory, \
            concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        with open(os.path.join(directory, "compile_commands.json"), "w", encoding="utf-8") as file:
            json.dump(list(entries.values()), file)
        # The build's flags may be of another compiler.
        extra = ["-Wno-unknown-warning-option"]
        if nodes:
            extra += ["-Xclang", "-analyzer-config", "-Xclang", f"max-nodes={nodes}"]
        command = [clang_tidy, "--quiet", *[f"--extra-arg={word}" for word in extra],
                   "-p", directory]
        return all(list(pool.map(lambda path: succeeds([*command, path]), sorted(entries))))


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


CHECKS = {"format": check_format, "tidy": check_tidy, "shell": check_shell, "python": check_python}

if __name__ == "__main__":
    sys.exit(0 if CHECKS[sys.argv[1]](*sys.argv[2:]) else 1)
