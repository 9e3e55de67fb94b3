#!/usr/bin/python3
"""In a program whose locale has a decimal comma, files of the library have points all the same: what others wrote
to a tuning file stays, and traces are JSON. Skipped where the system makes no such locale."""

import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

NAME = "de_DE.UTF-8"
PROGRAM = """
import locale, sys
import numpy as np
import cornerturn as ct
if sys.argv[1]:
    locale.setlocale(locale.LC_ALL, sys.argv[1])
    assert locale.localeconv()["decimal_point"] == ","
ct.tuning.calibrate("tuning.txt", "self")
ct.trace.begin("trace.json", comm="self")
ct.transpose(np.ones((64, 64)), tuning_file="tuning.txt")
ct.trace.end()
"""


class Locales(unittest.TestCase):
    def test_files_have_points(self):
        place = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        localedef = shutil.which("localedef")
        if localedef:
            subprocess.run([localedef, "-i", "de_DE", "-f", "UTF-8", str(place / NAME)], check=False, capture_output=True)
        if not (place / NAME).exists():
            self.skipTest("no locale de_DE")
        for name in "", NAME:
            subprocess.run(["/usr/bin/python3", "-B", "-c", PROGRAM, name], cwd=place, check=True,
                           env={**os.environ, "LOCPATH": str(place)})
            entries = [line for line in (place / "tuning.txt").read_text(encoding="utf-8").splitlines()
                       if not line.startswith("# cornerturn tuning file")]
            self.assertEqual([line.split()[1] for line in entries], ["calibration"], entries)
            self.assertNotRegex(entries[0], r"=.* \d+,\d+e")
            json.loads((place / "trace.json").read_text(encoding="utf-8"))


if __name__ == "__main__":
    unittest.main()
