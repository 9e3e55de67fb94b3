#!/usr/bin/python3
"""The recipes of run/packages: they parse, have the project's version, and name what run/setup does."""

import ast
import pathlib
import re
import subprocess
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGES = ROOT / "run" / "packages"
VERSION = re.search(r"project\(cornerturn VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text())[1]
OPTIONS = re.findall(r"-D((?:CT|BUILD)_[A-Z_]+)", (ROOT / "CMakeLists.txt").read_text()) + re.findall(
    r"^option\((\w+)", (ROOT / "CMakeLists.txt").read_text(), re.M) + [
        "BUILD_SHARED_LIBS", "BUILD_TESTING", "CT_PYTHON", "CT_PYTHON_DIR", "CT_MPI", "CT_CYAML_MIRROR"]


def needed():
    """Spack's names of what nothing builds without, and of what is fetched where it is missing."""
    lines = subprocess.run([ROOT / "run" / "setup", "--list"], capture_output=True, text=True, check=True).stdout
    names = {line.split()[1] for line in lines.splitlines()}
    return names & {"cmake", "pkgconf", "mpich", "fftw", "hdf5+mpi", "libyaml", "muparser", "py-numpy", "py-cffi"}


class Recipes(unittest.TestCase):
    def expect_options(self, text):
        named = set(re.findall(r"(?:-D|\")((?:CT|BUILD)_[A-Z_]+)", text))
        self.assertTrue(named)
        self.assertLessEqual(named, set(OPTIONS))

    def test_spack(self):
        path = PACKAGES / "spack" / "packages" / "cornerturn" / "package.py"
        calls = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)
                 and isinstance(node.func, ast.Name)]
        versions = [call.args[0].value for call in calls if call.func.id == "version"]
        self.assertIn(VERSION, versions)
        named = {re.match(r"[a-z0-9-]+", call.args[0].value)[0] for call in calls if call.func.id == "depends_on"}
        provided = {"pkgconf": "pkgconfig", "mpich": "mpi", "hdf5+mpi": "hdf5"}
        self.assertEqual(len(needed()), 9)
        self.assertLessEqual({provided.get(name, name) for name in needed()}, named)
        self.assertTrue(any(call.args[0].value.startswith("hdf5") and "+mpi" in call.args[0].value
                            for call in calls if call.func.id == "depends_on"))
        self.expect_options(path.read_text())
        self.assertTrue((PACKAGES / "spack" / "repo.yaml").exists())

    def test_easybuild(self):
        path, = (PACKAGES / "easybuild").glob("*.eb")
        said = {"SOURCELOWER_TAR_GZ": "%(namelower)s-%(version)s.tar.gz"}
        exec(compile(path.read_text(), str(path), "exec"), said)  # pylint: disable=exec-used
        toolchain = said["toolchain"]
        self.assertEqual(path.name, f"{said['name']}-{VERSION}-{toolchain['name']}-{toolchain['version']}.eb")
        self.assertEqual(said["version"], VERSION)
        named = {name.lower() for name, _ in said["builddependencies"] + said["dependencies"]}
        self.assertLessEqual({"cmake", "pkgconf", "fftw", "hdf5", "libyaml", "muparser", "cffi"}, named)
        self.expect_options(said["configopts"])

    def test_containers(self):
        for name in "Dockerfile", "cornerturn.def":
            text = (PACKAGES / "containers" / name).read_text()
            self.expect_options(text)
            self.assertRegex(text, r"CT_SETUP_MPI=\S+( MPI \}\})? run/setup")
            self.assertNotRegex(text, r"apt(-get)? install")


if __name__ == "__main__":
    unittest.main()
