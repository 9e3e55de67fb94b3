#!/usr/bin/python3
"""An mpi4py for another MPI than the library's is refused in words: with two in a process calls of one
would reach the other. A module that tells a version stands for it, and the system's where it is such."""

import importlib.util
import os
import pathlib
import subprocess
import tempfile
import unittest

STAND_IN = "def Get_library_version(): return {!r}\nclass Comm:\n    def py2f(self): return 0\nCOMM_WORLD = Comm()\n"
OWN = ("from cornerturn.library import ffi, lib\nt = ffi.new('char[]', 8192)\n"
       "lib.MPI_Get_library_version(t, ffi.new('int *'))\nprint(ffi.string(t).decode(), end='')")
BEFORE = "from mpi4py import MPI\nimport cornerturn as ct\nct.Array((4, 3), comm=MPI.COMM_WORLD)"
AFTER = "import cornerturn as ct\nct.Array((4, 3))\nfrom mpi4py import MPI\nct.Array((4, 3), comm=MPI.COMM_WORLD)"
WITHOUT = "import mpi4py.MPI\nimport cornerturn as ct\nct.Array((4, 3))"


class OtherMpi(unittest.TestCase):
    def run_python(self, program, *places):
        paths = [*map(str, places), os.environ["PYTHONPATH"]]
        return subprocess.run(["/usr/bin/python3", "-B", "-c", program], capture_output=True, text=True,
                              check=False, env={**os.environ, "PYTHONPATH": ":".join(paths)})

    def stand_in(self, version):
        place = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        (place / "mpi4py").mkdir()
        (place / "mpi4py/__init__.py").write_text("")
        (place / "mpi4py/MPI.py").write_text(STAND_IN.format(version))
        return place

    def expect_refused(self, done, theirs):
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertRegex(done.stderr.splitlines()[-1],
                         f"UnsupportedError: mpi4py is built for {theirs}, Cornerturn for .*; allowed: both for the same MPI")

    def test_another(self):
        place = self.stand_in("Another MPI v9, of somebody\nand more\0")
        for program in BEFORE, AFTER, WITHOUT:
            with self.subTest(program=program):
                self.expect_refused(self.run_python(program, place), "Another MPI v9")

    def test_the_same(self):
        place = self.stand_in(self.run_python(OWN).stdout)
        done = self.run_python(WITHOUT, place)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_of_the_system(self):
        if importlib.util.find_spec("mpi4py") is None:
            self.skipTest("no mpi4py")
        told = self.run_python("import mpi4py\nmpi4py.rc.initialize = False\nfrom mpi4py import MPI\n"
                               "print(MPI.Get_library_version(), end='')").stdout.strip("\0").split()
        if told == self.run_python(OWN).stdout.split():
            self.skipTest("mpi4py is for the library's MPI")
        for program in BEFORE, WITHOUT:
            with self.subTest(program=program):
                self.expect_refused(self.run_python(program), ".*")


if __name__ == "__main__":
    unittest.main()
