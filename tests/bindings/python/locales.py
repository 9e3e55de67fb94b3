#!/usr/bin/python3
"""In a program whose locale has a decimal comma, files, messages and explanations of the library have points all the
same: what others wrote to a tuning file stays, and traces are JSON. In a Turkish one, where i is not the small letter
of I, names are found all the same. Skipped where the system makes no such locale."""

import json
import os
import pathlib
import subprocess
import tempfile
import unittest

import locale_making

LANGUAGES = "de_DE", "tr_TR"
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
WORDS = """
import locale, sys
import numpy as np
import cornerturn as ct
words = []
u = ct.Array((64, 64))  # before setlocale: UCX does not begin in a Turkish locale
locale.setlocale(locale.LC_ALL, sys.argv[1])
try:
    ct.poisson(u, spacing=-0.5)
except ct.ArgumentError as error:
    words.append(str(error))
ct.transpose(u)
words.append(ct.communicator().plans[-1].explain())
with ct.heat.Diffusion((64, 64)) as heat:
    words.append(heat.explain())
for machine in "IPSC/860", "iPSC860":
    words.append(str(ct.schedules.price("direct", "hypercube:3", 1000, machine)["total_s"]))
if u.comm.rank == 0:
    print("\\n".join(words))
"""


class Locales(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.place = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        cls.names = [locale_making.make(cls.place, language) for language in LANGUAGES]
        if None in cls.names:
            raise unittest.SkipTest(f"no locales {LANGUAGES}")

    def run_in(self, place, program, name, launcher=()):
        done = subprocess.run([*launcher, "/usr/bin/python3", "-B", "-c", program, name], cwd=place, check=True,
                              text=True, stdout=subprocess.PIPE, env={**os.environ, "LOCPATH": str(place)})
        return done.stdout

    def test_words(self):
        place = self.place
        ranks = os.environ["CT_MPIEXEC"], "-n", "2"
        expected = self.run_in(place, WORDS, "C", ranks)
        self.assertRegex(expected, r"spacing -0\.5 along")
        self.assertRegex(expected, r"predicted +\d*\.\d+ us")
        for name in self.names:
            with self.subTest(name):
                self.assertEqual(self.run_in(place, WORDS, name, ranks), expected)

    def test_files_have_points(self):
        place = self.place
        for name in "", self.names[0]:
            self.run_in(place, PROGRAM, name)
            entries = [line for line in (place / "tuning.txt").read_text(encoding="utf-8").splitlines()
                       if not line.startswith("# cornerturn tuning file")]
            self.assertEqual([line.split()[1] for line in entries], ["calibration"], entries)
            self.assertNotRegex(entries[0], r"=.* \d+,\d+e")
            json.loads((place / "trace.json").read_text(encoding="utf-8"))


if __name__ == "__main__":
    unittest.main()
