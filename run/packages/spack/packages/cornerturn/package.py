# Copyright (c) 2026, the Cornerturn developers
#
# SPDX-License-Identifier: BSD-3-Clause

import pathlib

from spack.package import *


class Cornerturn(CMakePackage):
    """Distributed data from rows to columns: exchanges, transposes, FFTs and implicit steps over
    MPI, as a library for C, C++, Fortran and Python, and as programs for HDF5 data."""

    homepage = "file://" + str(pathlib.Path(__file__).resolve().parents[5])
    git = homepage  # the clone that this recipe is in

    license("BSD-3-Clause", checked_by="cornerturn")

    version("main", branch="main")
    version("0.1.0", tag="v0.1.0")

    variant("shared", default=True, description="The library as a shared one")
    variant(
        "programs", default=True, description="fft, transpose and adi, which need parallel HDF5"
    )
    variant("openmp", default=True, description="Transforms of a rank on several threads")
    variant("python", default=True, description="The Python package")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("fortran", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("mpi@3:")
    depends_on("fftw@3.3: precision=double,float")
    depends_on("fftw+openmp", when="+openmp")
    depends_on("hdf5@1.10:+mpi+hl", when="+programs")
    depends_on("libyaml", when="+programs")
    depends_on("libcyaml@1.3:", when="+programs")
    depends_on("muparser@2.3:", when="+programs")
    depends_on("python@3.9:", type=("build", "run"), when="+python")
    depends_on("py-cffi", type=("build", "run"))  # Fortran's declarations are made with it, too
    depends_on("py-numpy", type="run", when="+python")

    def cmake_args(self):
        python = self.spec["py-cffi"].extendee_spec or self.spec["python"]
        return [
            self.define_from_variant("BUILD_SHARED_LIBS", "shared"),
            self.define_from_variant("CT_APPS", "programs"),
            self.define_from_variant("CT_OPENMP", "openmp"),
            self.define("CT_PYTHON", python.command.path),
            self.define("BUILD_TESTING", False),
        ]

    def setup_run_environment(self, env):
        env.prepend_path("PYTHONPATH", join_path(self.prefix.lib, "python3", "dist-packages"))
