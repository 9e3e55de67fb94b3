"""Datasets of HDF5 files, read and written in the layout of the programs, by h5py.

Every rank reads its own part. Parts are written by one rank after the other, so a serial h5py will
do; large results are written faster by the programs.
"""

import os

import numpy as np

try:
    import h5py
except ImportError:  # files are one part of the package
    h5py = None

from .array import Array
from .communicator import agree, communicator
from .library import FileError, UnsupportedError


def read(path, dataset, decomposition=None, comm=None):
    """The dataset of the file at `path` as a distributed array, in a `decomposition` of blocks or bounds
    (None: of the first axis). Collective."""
    _require_h5py()
    comm = communicator(comm)
    file, problem = None, None
    try:
        file = h5py.File(path, "r")
        shape, dtype = file[dataset].shape, file[dataset].dtype
    except (OSError, KeyError) as error:
        problem = f"{path}: {dataset}: {error}"
    _agree(comm, problem)
    with file:
        array = Array(shape, dtype.newbyteorder("="), decomposition, comm)
        if array.memory.size:
            array.local[...] = file[dataset][array.box]
    return array


def write(path, dataset, array):
    """Writes a distributed array, of blocks or bounds, as the dataset of a new file. The file at `path` is
    replaced when it is whole. Collective."""
    _require_h5py()
    comm, problem = array.comm, None
    unfinished = f"{path}.partial"
    for rank in range(comm.size):
        if rank == comm.rank and problem is None:
            try:
                with h5py.File(unfinished, "w" if rank == 0 else "r+") as file:
                    if rank == 0:
                        file.create_dataset(dataset, array.shape, array.dtype)
                    if array.memory.size:
                        file[dataset][array.box] = np.ascontiguousarray(array.local)
            except (OSError, ValueError) as error:
                problem = f"{unfinished}: {error}"
        comm.barrier()
    _agree(comm, problem)
    if comm.rank == 0:
        try:
            os.replace(unfinished, path)
        except OSError as error:
            problem = str(error)
    _agree(comm, problem)


def _require_h5py():
    if h5py is None:
        raise UnsupportedError("HDF5 files need h5py; allowed: pip install h5py, or Debian's python3-h5py")


def _agree(comm, problem):
    try:
        agree(comm, problem)
    except ValueError as error:
        raise FileError(str(error)) from None
