"""Reads the report that the test program (the command in the arguments) writes, and compares every
value with what it says beside it."""

import math
import subprocess
import sys
import tempfile

import yaml

with tempfile.TemporaryDirectory() as directory:
    subprocess.run([*sys.argv[1:], directory], check=True)
    with open(directory + "/report.yaml", encoding="utf-8") as stream:
        report = yaml.safe_load(stream)

for entry in report["texts"]:
    text = bytes.fromhex(entry["hex"][1:]).decode("utf-8")
    assert entry["text"] == text, entry
    assert entry["block"] == text, entry
    assert entry["as_key"] == {text: True}, entry
for entry in report["numbers"]:
    assert type(entry["number"]) is float, entry
    assert entry["number"] == float.fromhex(entry["hex"].split()[1]), entry
for entry in report["counts"]:
    assert entry["count"] == int(entry["text"].split()[1]), entry
assert len(report["texts"]) > 50 and len(report["numbers"]) > 10 and len(report["counts"]) > 3
specials = report["specials"]
assert specials[:2] == [math.inf, -math.inf] and math.isnan(specials[2])
assert specials[3:5] == [True, False] and type(specials[3]) is bool
assert specials[5] == "bad \ufffd\ufffd\ufffd utf-8 \ufffd\ufffd"
assert specials[6:] == [[], {"deep": ["end"]}]
