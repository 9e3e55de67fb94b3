#!/usr/bin/python3
"""The example in Python, as its text says, beside scipy."""

import os
import pathlib
import re
import subprocess
import tempfile
import unittest

import h5py
import numpy as np
import scipy.ndimage

ROOT = pathlib.Path(__file__).resolve().parents[3]
EXAMPLE = ROOT / "run" / "examples" / "filter_brain.py"
RESULTS = """
import numpy as np
if u.comm.rank == 0:
    assert np.abs(whole).max() < 1e-12  # the mean of the right side counts for nothing
first = spectrum.gather()
assert first is None or abs(first[0, 0, 0] - 256**3) < 1e-9
assert turned.local.min() == 1 and [part.size for part in parts] == [128, 128]
try:
    heat.time
except ct.ArgumentError as error:
    if u.comm.rank == 0:
        print(error)
"""


class Example(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        """Where making it takes 5 s, Matplotlib says so on stderr."""
        subprocess.run(["/usr/bin/python3", "-c", "import matplotlib.font_manager"], capture_output=True, check=True)

    def test_filter(self):
        volume = np.random.default_rng(1).random((32, 36, 40)).astype(np.float32)
        expected = scipy.ndimage.gaussian_filter(volume.astype(float), 3, mode="wrap", truncate=8)
        with tempfile.TemporaryDirectory() as place:
            with h5py.File(f"{place}/in.h5", "w") as file:
                file["u"] = volume
            for ranks in ("1", "2"):
                done = subprocess.run(
                    [os.environ["CT_MPIEXEC"], "-n", ranks, "/usr/bin/python3", EXAMPLE, "in.h5", "u",
                     "smooth.h5"], cwd=place, capture_output=True, text=True, check=False)
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                lost = 100 * np.sum((volume - expected)**2) / np.sum(volume.astype(float)**2)
                self.assertIn(f"32 x 36 x 40 on {ranks} ranks: a Gaussian of 3 points takes {lost:.3g} % "
                              "of the power; wrote smooth.h5", done.stdout)
                with h5py.File(f"{place}/smooth.h5") as file:
                    np.testing.assert_allclose(file["smooth"], expected, atol=1e-5)
                self.assertEqual(sorted(os.listdir(place)), ["in.h5", "smooth.h5", "smooth.png"])

    def test_readme(self):
        """Small, so that it takes no time."""
        program = re.search(r"```python\n(.*?)```", (ROOT / "core/bindings/python/README.md").read_text(), re.S)[1]
        done = subprocess.run(
            [os.environ["CT_MPIEXEC"], "-n", "2", "/usr/bin/python3", "-c",
             (program + RESULTS).replace("256", "16")], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stdout, done.stderr), 
                         (0, "a plan that was closed is used\n", ""))

    def test_guide(self):
        """What the table calls C's, Fortran's, C++'s and Python's names is there."""
        bindings = ROOT / "core" / "bindings"
        rows = [line.split("|")[1:-1] for line in (bindings / "README.md").read_text().splitlines()
                if line.count("|") == 6]
        sources = [("core/include/cornerturn/*.h", r"\bct_\w+|\bCT_\w+"),
                   ("core/bindings/fortran/*.f90*", r"\bct_\w+"),
                   ("core/bindings/cxx/include/cornerturn/cxx/*.hpp", r"(?<=`)\w+(?=`)")]
        for column, (files, names) in enumerate(sources, 1):
            text = "".join(path.read_text() for path in ROOT.glob(files)
                           ) + (bindings / "fortran" / "interface").read_text()
            for row in rows[2:]:
                for name in re.findall(names, row[column]):
                    self.assertRegex(text, rf"\b{name}\b", row)
        named = {name for row in rows[2:] for name in re.findall(r"(?<=`)ct\.[\w.]+(?=`)", row[4])}
        program = "import cornerturn as ct\n" + "\n".join(sorted(named))
        subprocess.run(["/usr/bin/python3", "-c", program], check=True)


if __name__ == "__main__":
    unittest.main()
