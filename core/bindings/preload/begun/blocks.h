/*
 * The blocks of a rank in one all-to-all, as bytes side by side: those of the program where their
 * elements lie so, otherwise packed ones. Local.
 */
#ifndef CT_BINDINGS_PRELOAD_BEGUN_BLOCKS_H
#define CT_BINDINGS_PRELOAD_BEGUN_BLOCKS_H

#include "bindings/preload/begun/board.h"

#include <stdint.h>

/* A side of a call as MPI has it. The arrays are the program's until the call is complete. */
typedef struct ct_begun_blocks_given {
    char *array;
    int count;                         /* of every block, or */
    const int *counts, *displacements; /* by rank */
    MPI_Datatype type;                 /* of every block, or */
    const MPI_Datatype *types;         /* by rank, with displacements in bytes */
} ct_begun_blocks_given;

typedef struct ct_begun_blocks {
    ct_begun_blocks_given given;
    int ranks;
    char *packed;          /* NULL: blocks stay where they are */
    uint64_t packed_bytes; /* of all blocks */
    MPI_Datatype *kept;    /* references of our own to the types of what is to be unpacked */
} ct_begun_blocks;

/* What is to be known of a side before anything is done. */
typedef struct ct_begun_blocks_facts {
    int is_right; /* no count or type is one that MPI refuses */
    int is_plain; /* elements lie side by side, at addresses */
    uint64_t bytes, largest;
} ct_begun_blocks_facts;

ct_begun_blocks_facts ct_begun_blocks_look(const ct_begun_blocks_given *given, int ranks);

/* Fills one side's blocks. `copies`: packs in any case, as what is sent in place needs. `is_sent`:
 * packs now, otherwise memory for it is taken. Without memory the program is aborted, since other
 * ranks are told already; an error of MPI is returned. */
int ct_begun_blocks_create(ct_begun_blocks *blocks, const ct_begun_blocks_given *given, int ranks,
                           int is_sent, int copies, ct_board_block block[]);

/* Unpacks what was received, if anything is packed; frees all. MPI's code. */
int ct_begun_blocks_finish(ct_begun_blocks *blocks, int unpacks);

#endif
