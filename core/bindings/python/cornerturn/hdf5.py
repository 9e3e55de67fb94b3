"""Datasets of HDF5 files, read and written in the layout of the programs, by h5py.

Every rank reads its own part. Parts are written by one rank after the other, so a serial h5py will
do; large results are written faster by the programs.
"""

import contextlib
import os

import numpy as np

try:
    import h5py
except ImportError:  # files are one part of the package
    h5py = None

from .array import Array
from .communicator import agree, communicator, together
from .exchanges import bcast
from .library import ArgumentError, FileError, UnsupportedError


def read(path, dataset, decomposition=None, comm=None):
    """The dataset of the file at `path` as a distributed array, in a `decomposition` of blocks or bounds
    (None: of the first axis). Collective."""
    _require_h5py()
    comm = communicator(comm)
    with contextlib.ExitStack() as opened:
        with _together(comm, f"{path}: {dataset}"):
            stored = opened.enter_context(h5py.File(path, "r"))[dataset]
            if not isinstance(stored, h5py.Dataset):
                raise FileError("it is a group; allowed: a dataset")
        array = Array(stored.shape, stored.dtype.newbyteorder("="), decomposition, comm)
        _require_box(array)
        with _together(comm, f"{path}: {dataset}"):
            if array.memory.size:
                array.local[...] = stored[array.box]
    return array


def write(path, dataset, array):
    """Writes a distributed array, of blocks or bounds, as the dataset of a new file. The file at `path` is
    replaced when it is whole. Collective."""
    _require_h5py()
    comm, path = array.comm, os.fsdecode(path)
    _require_box(array)
    process = np.array([os.getpid()])
    bcast(process, 0, comm)
    unfinished = f"{path}.partial-{process[0]}-0"  # a name that the programs sweep away, too
    try:
        for rank in range(comm.size):
            with _together(comm, path):
                if rank == comm.rank:
                    _write_part(unfinished, dataset, array)
        with _together(comm, path):
            if comm.rank == 0:
                with open(unfinished, "rb") as file:
                    os.fsync(file.fileno())
                os.replace(unfinished, path)
    finally:
        if comm.rank == 0:
            with contextlib.suppress(OSError, ValueError):  # it has its name, or has never been there
                os.remove(unfinished)


def _write_part(unfinished, dataset, array):
    """The first rank makes the file. Local."""
    with h5py.File(unfinished, "w" if array.comm.rank == 0 else "r+") as file:
        if array.comm.rank == 0:
            file.create_dataset(dataset, array.shape, array.dtype)
        stored = file[dataset]
        if array.memory.size:
            stored[array.box] = np.ascontiguousarray(array.local)


def _require_box(array):
    """Collective."""
    with together(array.comm):
        kind = array.decomposition.kind
        if kind not in ("blocks", "bounds"):
            raise ArgumentError(f"a decomposition of {kind}; allowed: of blocks or bounds")


@contextlib.contextmanager
def _together(comm, what):
    """For `with`: whatever fails there on one rank is a FileError on all. Collective."""
    problem = None
    try:
        yield
    except Exception as error:  # h5py has many kinds of them
        problem = f"{what}: {str(error) or type(error).__name__}"
    try:
        agree(comm, problem)
    except ValueError as error:
        raise FileError(str(error)) from None


def _require_h5py():
    if h5py is None:
        raise UnsupportedError("HDF5 files need h5py; allowed: pip install h5py, or Debian's python3-h5py")
