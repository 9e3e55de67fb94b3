"""pip install core/bindings/python: CMake builds the library, which goes into the package."""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py

HERE = pathlib.Path(__file__).resolve().parent
TREE = HERE.parents[2]


class Build(build_py):
    def run(self):
        super().run()
        with tempfile.TemporaryDirectory() as place:
            subprocess.run(["cmake", "-S", TREE, "-B", place, "-DCMAKE_BUILD_TYPE=Release",
                            "-DCT_APPS=OFF", "-DBUILD_TESTING=OFF", f"-DCT_PYTHON={sys.executable}"],
                           check=True)
            subprocess.run(["cmake", "--build", place, "--parallel", "--target", "cornerturn_python"],
                           check=True)
            for made in ("_declarations.py", "libcornerturn.so"):
                shutil.copy(pathlib.Path(place, "python", "cornerturn", made),
                            pathlib.Path(self.build_lib, "cornerturn", made))


class Binary(Distribution):
    def has_ext_modules(self):
        return True


beside = tempfile.TemporaryDirectory()  # of what setuptools makes on the way: the tree stays as it is
version = re.search(r"project\(cornerturn VERSION (\S+)", (TREE / "CMakeLists.txt").read_text())
setup(version=version[1], cmdclass={"build_py": Build}, distclass=Binary,
      options={"build": {"build_base": beside.name}, "egg_info": {"egg_base": beside.name}})
