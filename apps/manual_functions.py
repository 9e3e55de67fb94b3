#!/usr/bin/python3
"""A manual page in roff for every public function, from the comment above its declaration.

usage: manual_functions.py FOLDER VERSION HEADERS

Functions that are declared under one comment have the same text, each on its own page.
"""
import pathlib
import re
import sys

# As in tests/package/symbols.py: what the library shows is what is declared.
NAME = re.compile(r"^(?!typedef|static|#)\w[\w \*]*?[ \*](\w+)\([^;{}]*\)[^;{}()]*;", re.MULTILINE)
PIECE = re.compile(r"^/\*(?P<comment>.*?)\*/\n(?P<declared>.*?)(?=\n/\*|\Z)", re.MULTILINE | re.DOTALL)
LOUD = re.compile(r"\b(Collective|Local|CT_ERROR_\w+|CT_OK)\b")  # who calls it, and how it fails


def verbatim(text):
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^([.'])", r"\\&\1", text, flags=re.MULTILINE)


def plain(comment):
    """A comment without its stars."""
    lines = [re.sub(r"^ ?\* ?", "", line).rstrip() for line in comment.splitlines()]
    return "\n".join(lines).strip("\n").removeprefix(" ").strip()


def described(text):
    """Paragraphs are filled, indented lines kept as they are."""
    roff = []
    for paragraph in re.split(r"\n\s*\n", text):
        if re.match(r" {2}", paragraph):
            roff += [".PP", ".nf", verbatim(paragraph), ".fi"]
        else:
            filled = verbatim(" ".join(paragraph.split()))
            roff += [".PP", LOUD.sub(r"\\fB\1\\fP", filled)]
    return "\n".join(roff[1:] if roff[:2] != [".PP", ".nf"] else roff)


def functions(header):
    """(name, declarations, text) of a header's functions; the text is empty where there is none."""
    source = header.read_text()
    for piece in PIECE.finditer(source):
        declared = re.sub(r"/\*.*?\*/", "", piece["declared"], flags=re.DOTALL)
        found = list(NAME.finditer(declared))
        for one in found:
            yield one[1], [other[0] for other in found], plain(piece["comment"])


def introduction(header):
    """The header's first comment: what holds for all its functions, who calls them among it."""
    first = re.search(r"/\*(.*?)\*/", header.read_text(), re.DOTALL)
    return plain(first[1]) if first else ""


def page(name, declarations, text, header, others, version):
    summary = re.split(r"[.:;](?:\s|$)", " ".join(text.split()), maxsplit=1)[0]
    see = ",\n".join(f".BR {other} (3)" for other in others if other != name)
    synopsis = "\n".join(verbatim(one) for one in declarations)
    return "\n".join([
        f'.TH {name.upper()} 3 "" "cornerturn {version}"\n.nh',  # names stay whole
        f".SH NAME\n{name} \\- {verbatim(summary)}",
        f".SH SYNOPSIS\n.nf\n.B #include <cornerturn/{header.name}>\n.PP\n{synopsis}\n.fi",
        f".SH DESCRIPTION\n{described(text)}",
        f".SH \"THE HEADER\"\n{described(introduction(header))}",
        ".SH SEE ALSO\n.BR cornerturn (7)" + (",\n" + see if see else ""), ""])


def main():
    folder, version, headers = pathlib.Path(sys.argv[1]), sys.argv[2], pathlib.Path(sys.argv[3])
    folder.mkdir(parents=True, exist_ok=True)
    kept = set()
    for header in sorted(headers.glob("*.h")):
        found = list(functions(header))
        names = [name for name, _, _ in found]
        for name, declarations, text in found:
            kept.add(f"{name}.3")
            (folder / f"{name}.3").write_text(page(name, declarations, text, header, names, version))
    for path in folder.glob("*.3"):  # of functions that are no more
        if path.name not in kept:
            path.unlink()


if __name__ == "__main__":
    main()
