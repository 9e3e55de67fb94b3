#!/usr/bin/python3
"""Every function of the public headers is used by each binding, or `complete.txt` beside this file
says why not.

usage: complete.py ROOT [table]    table: prints which binding has which function instead

A line there is LANGUAGES NAME ..: why. LANGUAGES are letters, f for Fortran, x for C++, p for Python; a
NAME ending with * stands for all that begin so. A name that a binding has, or that no header declares,
is as wrong as a missing one.
"""
import fnmatch
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "package"))
from symbols import declared  # noqa: E402: from the tests of the package

LANGUAGES = {"f": ("Fortran", "fortran", "**/*.f90*", r"!.*", r"\b(ct_\w+)_c\b"),
             "x": ("C++", "cxx", "**/*.hpp", r"/\*(?:.|\n)*?\*/", r"\b(ct_\w+)\b"),
             "p": ("Python", "python", "cornerturn/*.py", r"#.*", r"\blib\.(ct_\w+)\b")}


def used(root, folder, files, comment, name):
    """Names in a binding's sources."""
    texts = (re.sub(comment, " ", path.read_text())
             for path in (root / "core" / "bindings" / folder).glob(files))
    return {found for text in texts for found in re.findall(name, text)}


def exceptions(path):
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            names, _, why = line.partition(": ")
            languages, *patterns = names.split()
            yield number, languages, patterns, why


def main():
    root = pathlib.Path(sys.argv[1])
    public = declared(root / "core" / "include" / "cornerturn")
    has = {letter: public & used(root, *rest) for letter, (_, *rest) in LANGUAGES.items()}
    if sys.argv[2:] == ["table"]:
        for name in sorted(public):
            print(f"{name:40}", *(LANGUAGES[letter][0] if name in has[letter] else "-" for letter in LANGUAGES))
        return 0
    wrong, excused = [], {letter: set() for letter in LANGUAGES}
    for number, languages, patterns, why in exceptions(pathlib.Path(__file__).with_suffix(".txt")):
        for pattern in patterns:
            names = set(fnmatch.filter(public, pattern))
            for letter in languages:
                excused[letter] |= names
                if "*" not in pattern and names & has[letter]:
                    wrong.append(f"complete.txt:{number}: {LANGUAGES[letter][0]} has {pattern}")
            if not names or not why:
                wrong.append(f"complete.txt:{number}: {pattern}: no public function, or no reason")
    wrong += [f"{name}: {LANGUAGES[letter][0]} neither has it nor is excused in tests/bindings/complete.txt"
              for letter in LANGUAGES for name in sorted(public - has[letter] - excused[letter])]
    print(*wrong, sep="\n")
    return 1 if wrong or len(public) < 300 or min(map(len, has.values())) < 100 else 0


if __name__ == "__main__":
    sys.exit(main())
