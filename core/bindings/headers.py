"""The public C headers as plain declarations, which other languages' bindings are generated from."""

import pathlib
import re
import subprocess
import tempfile

KNOWN_TO_CFFI = ["stddef.h", "stdint.h", "stdio.h", "stdbool.h"]


def preprocess(compiler, text, *options):
    return subprocess.run([*compiler, "-E", *options, "-"], input=text, text=True, check=True,
                          capture_output=True).stdout


def is_openmpi(compiler):
    """Handles are pointers in Open MPI, numbers in MPICH and its relatives."""
    return "OMPI_MAJOR_VERSION" in preprocess(compiler, "#include <mpi.h>\n", "-xc", "-dM")


def declarations(include, compiler, mpi):
    """What the headers below `include` declare, with `mpi` for the text of mpi.h."""
    headers = sorted(pathlib.Path(include).glob("cornerturn/*.h"))
    with tempfile.TemporaryDirectory() as empty:
        for name in KNOWN_TO_CFFI:
            (pathlib.Path(empty) / name).touch()
        (pathlib.Path(empty) / "mpi.h").write_text(f"#pragma once\n{mpi}")
        text = preprocess([compiler[0], f"-I{empty}", f"-I{include}"],  # before MPI's own header
                          "".join(f"#include <cornerturn/{h.name}>\n" for h in headers),
                          "-xc", "-P", "-nostdinc")
    return re.sub(r"^\s*#.*\n", "", text, flags=re.M)
