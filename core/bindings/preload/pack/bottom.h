/*
 * MPI_Pack and MPI_Unpack with arrays that may be MPI_BOTTOM. MPICH, in which that is NULL, refuses
 * it there, as it refuses any NULL, though types with absolute addresses are packed from it. Local.
 */
#ifndef CT_BINDINGS_PRELOAD_BOTTOM_H
#define CT_BINDINGS_PRELOAD_BOTTOM_H

#include <mpi.h>

/* As MPI's, and return its code. */
int ct_pack(const void *array, int count, MPI_Datatype type, void *packed, int bytes, int *at,
            MPI_Comm comm);
int ct_unpack(const void *packed, int bytes, int *at, void *array, int count, MPI_Datatype type,
              MPI_Comm comm);

#endif
