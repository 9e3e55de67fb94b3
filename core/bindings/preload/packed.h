/*
 * Blocks whose elements do not lie side by side, packed for a call of the plan cache. A rank packs
 * what is not contiguous on that rank; plans see bytes, so other ranks need not pack. A call that
 * cannot be packed becomes foreign (call.h), which leaves it to the MPI library on all ranks.
 * Local; packed blocks are valid until the next call.
 */
#ifndef CT_BINDINGS_PRELOAD_PACKED_H
#define CT_BINDINGS_PRELOAD_PACKED_H

#include "collectives/call.h"

/* The program's blocks of a side. */
typedef struct ct_packed_side {
    ct_call_side given;
    const MPI_Datatype *types; /* one a rank, with displacements in bytes; or NULL */
    int blocks;                /* on this rank */
    char *packed;              /* NULL: the blocks stay where they are */
    int bytes;                 /* packed, of all blocks */
} ct_packed_side;

typedef struct ct_packed {
    ct_packed_side sides[CT_SIDES];
} ct_packed;

/* Packs what this rank sends and is not contiguous, and gives the call the packed blocks. `types`
 * as in MPI_Alltoallw, or NULL: those of the call. */
void ct_packed_create(ct_packed *packed, ct_call *call, const MPI_Datatype *const types[CT_SIDES],
                      int size);

/* Unpacks what this rank received, and returns MPI's code. */
int ct_packed_unpack(const ct_packed *packed, MPI_Comm comm);

#endif
