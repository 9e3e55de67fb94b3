"""The manual pages of the build: what the programs say, in sections, without complaints of roff."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/package"))
import symbols  # noqa: E402

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

    def test_every_public_function_has_a_page(self):
        folder = PROGRAMS / "man/man3"
        self.assertEqual({path.stem for path in folder.glob("*.3")},
                         symbols.declared(ROOT / "core/include/cornerturn"))
        for path in folder.glob("*.3"):
            with self.subTest(page=path.name):
                text = path.read_text()
                self.assertRegex(text, r"NAME\n\w+ \\- \S")
                self.assertRegex(text, rf"SYNOPSIS(?s:.*)\b{path.stem}\((?s:.*)DESCRIPTION\n.*\w")
        text, _ = rendered(folder / "ct_halo_execute.3")
        for words in "#include <cornerturn/halo.h>", "Collective.", "CT_ERROR_ARGUMENT where an array", \
                     "ct_halo_wait(3)":
            self.assertIn(words, text)

    @unittest.skipUnless(shutil.which("groff"), "no groff here")
    def test_pages_of_functions_without_complaints(self):
        pages = sorted((PROGRAMS / "man/man3").glob("*.3"))
        done = subprocess.run(["groff", "-man", "-ww", "-Tutf8", *pages], capture_output=True, text=True,
                              check=True, env={**os.environ, "LC_ALL": "C.UTF-8"})
        self.assertEqual(done.stderr, "")


if __name__ == "__main__":
    unittest.main()
