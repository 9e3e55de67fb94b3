#!/usr/bin/python3
"""mpi4py ends MPI while arrays are there: what is called then is refused, and what is freed is left to the
system. Started on two ranks, with an mpi4py for the same MPI."""

from mpi4py import MPI

import cornerturn as ct


def refused(call, *arguments, **named):
    try:
        call(*arguments, **named)
    except ct.ArgumentError as error:
        assert "finalised" in str(error), error
    else:
        raise AssertionError(f"{call} was not refused")


WORLD = MPI.COMM_WORLD
arrays = [ct.Array((8, 6), complex, comm=comm) for comm in (WORLD, WORLD.Dup(), MPI.COMM_SELF)]
for array in arrays:
    array.local[...] = 1
    arrays = arrays + [ct.fft.fftn(array)]
MPI.Finalize()
for array in arrays:
    refused(ct.fft.fftn, array)
refused(ct.Array, (8, 6), comm=WORLD)
refused(ct.Array, (8, 6))
del array, arrays
print("done")
