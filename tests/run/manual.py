"""The manual pages of the build: what the programs say, in sections, without complaints of roff."""
import os
import pathlib
import re
import shutil
import subprocess
import unittest

PROGRAMS = pathlib.Path(os.environ["CT_PROGRAMS"])
PAGES = {"fft.1": "transform.kinds", "transpose.1": "transpose.axes", "adi.1": "problem.conductivity",
         "exchange.1": "EXCHANGE HULL", "cornerturn.7": "<cornerturn/fft.h>"}


def rendered(page):
    """What man shows, in one line; and what roff has to complain about."""
    done = subprocess.run(["man", "--warnings", "-l", page], env={**os.environ, "MANWIDTH": "200",
                          "LC_ALL": "C.UTF-8"}, capture_output=True, text=True, check=True)
    return re.sub(r"\s+", " ", re.sub(".\b", "", done.stdout)), done.stderr


@unittest.skipUnless(shutil.which("man"), "no man here")
class Manual(unittest.TestCase):
    def test_pages(self):
        for name, words in PAGES.items():
            with self.subTest(page=name):
                text, complaints = rendered(PROGRAMS / "man" / name)
                self.assertEqual(complaints, "")
                for section in "NAME", "DESCRIPTION", words:
                    self.assertIn(section, text)

    def test_says_all_that_help_says(self):
        for program in "fft", "transpose", "adi", "exchange":
            text, _ = rendered(PROGRAMS / "man" / f"{program}.1")
            said = subprocess.run([PROGRAMS / program, "--help"], capture_output=True, text=True,
                                  check=True).stdout
            for line in said.splitlines():
                if not re.match(r"Usage:|\S.*:$", line):  # those become headings
                    self.assertIn(re.sub(r"\s+", " ", line.strip()), text)


if __name__ == "__main__":
    unittest.main()
