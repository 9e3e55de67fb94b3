"""Distributed arrays, transposes, Fourier transforms and implicit steps over MPI, on numpy arrays.

    import cornerturn as ct

    u = ct.Array((256, 256, 256), complex)      # each rank has a part: u.local, at u.box
    u.local[...] = 1
    spectrum = ct.fft.fftn(u)                   # scipy.fft's names and arguments
    whole = spectrum.gather()                   # on rank 0

Started as `mpiexec -n 4 python3 program.py`. Every function that takes or gives an Array is
collective: all ranks call it, in the same order.
"""

from . import fft, heat, hdf5, schedules, spectral, trace, tuning
from .array import Array, redistribute, transpose
from .communicator import Communicator, communicator
from .decomposition import Decomposition
from .exchanges import ExchangePlan, allgather, alltoall, bcast, exchange, gather, scatter
from .filtering import FilterPlan
from .halo import Halo
from .library import (ArgumentError, Error, FileError, OutOfMemoryError, UnsupportedError, ffi, lib,
                      text)
from .schedules import algorithms, check, price, schedule
from .solvers import Poisson, Tridiagonal
from .spectral import poisson

__version__ = text(lib.ct_version())
