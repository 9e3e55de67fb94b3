#!/usr/bin/python3
"""What a shared library shows is what the public headers declare, no name more and none less, and
every name of the static library begins with ct_.

usage: symbols.py CC HEADERS LIBRARY    LIBRARY: libcornerturn.so, or .a, which is made a shared one
"""
import pathlib
import re
import subprocess
import sys
import tempfile

DECLARED = re.compile(r"^(?!typedef|static|#)\w[\w \*]*?[ \*](\w+)\([^;{}]*\)[^;{}()]*;", re.MULTILINE)


def declared(folder):
    """Functions of the headers."""
    texts = (re.sub(r"/\*.*?\*/", " ", path.read_text(), flags=re.DOTALL)
             for path in sorted(pathlib.Path(folder).glob("*.h")))
    return {name for text in texts for name in DECLARED.findall(text)}


def names(library, *options):
    text = subprocess.run(["nm", *options, library], check=True, capture_output=True, text=True).stdout
    return set(re.findall(r"^[0-9a-f]+ [TDBRVWuC] (\w+)$", text, re.MULTILINE))


def shown(compiler, library):
    if library.endswith(".so"):
        return names(library, "-D")
    with tempfile.TemporaryDirectory() as folder:
        shared = folder + "/all.so"
        subprocess.run([compiler, "-shared", "-Wl,--whole-archive", library, "-Wl,--no-whole-archive",
                        "-o", shared], check=True)
        return names(shared, "-D")


def main():
    compiler, headers, library = sys.argv[1:]
    public, visible = declared(headers), shown(compiler, library)
    wrong = [f"{name}: declared in a public header, not in the library" for name in public - visible]
    wrong += [f"{name}: visible, in no public header" for name in visible - public]
    wrong += [f"{name}: does not begin with ct_" for name in names(library) if not name.startswith("ct_")
              and library.endswith(".a")]
    print(*sorted(wrong), sep="\n")
    sys.exit(1 if wrong or len(public) < 100 else 0)


if __name__ == "__main__":
    main()
