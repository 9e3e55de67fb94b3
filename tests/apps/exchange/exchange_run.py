"""Runs the program exchange and reads what it prints."""

import os
import pathlib
import re
import subprocess

SOURCE = pathlib.Path(__file__).resolve().parents[3]
EXCHANGE = pathlib.Path(os.environ["CT_PROGRAMS"]) / "exchange"


def exchange(*arguments, cwd=None):
    return subprocess.run([str(EXCHANGE), *map(str, arguments)], cwd=cwd, capture_output=True,
                          text=True, stdin=subprocess.DEVNULL, check=False)


def output(*arguments, cwd=None):
    done = exchange(*arguments, cwd=cwd)
    if done.returncode != 0 or done.stderr:
        raise AssertionError(f"exchange {arguments}: {done.returncode}\n{done.stderr}")
    return done.stdout


def listed():
    """What `list` says: by algorithm its fields, parameters being a list of names."""
    rows = {}
    for block in output("list").split("\n\n")[:-1]:
        head, *lines = block.splitlines()
        name, summary = head.split(": ", 1)
        row = {"summary": summary,
               "parameters": re.findall(r"^ {2}[a-z ]{10}  --(\S+)", block, re.M)}
        for line in re.sub(r"\n {14}(?=\S)", " ", "\n".join(lines)).splitlines():
            match = re.match(r"  (delivers|runs on|cost|source)\s+(.+)", line)
            if match:
                row[match[1]] = match[2]
        rows[name] = row
    return rows


def machine(name):
    for block in output("list", "--machines").split("\n\n"):
        pairs = dict(line.split(" ", 1) for line in block.splitlines())
        if pairs["name"] == name:
            return {key: value if key in ("name", "source") else float(value)
                    for key, value in pairs.items()}
    raise AssertionError(f"no machine {name}")


def table_rows():
    """Names in the table of algorithms, from the source itself."""
    algorithms = SOURCE / "core" / "algorithms"
    rows = re.findall(r"^CT_ROW\((\w+)\)$", (algorithms / "rows.h").read_text(), re.M)
    variables = [f"ct_row_{row}" for row in rows]
    text = "".join(path.read_text() for path in sorted(algorithms.rglob("*.c")))
    names = dict(re.findall(r"^const ct_algorithm (ct_row_\w+) = \{\s*\.name = \"([^\"]+)\"", text,
                            re.M))
    return [names[variable] for variable in variables]


def in_seconds(text):
    number, unit = text.split()
    return float(number) * {"s": 1, "ms": 1e-3, "us": 1e-6, "ns": 1e-9}[unit]
