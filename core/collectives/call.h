/*
 * A call with MPI's arguments, as one rank made it: what it asks for, whether anything is wrong
 * with it, and whether a plan can do it. Local, but for making the plan.
 */
#ifndef CT_COLLECTIVES_CALL_H
#define CT_COLLECTIVES_CALL_H

#include <cornerturn/collective.h>
#include <mpi.h>

enum { CT_SENDS, CT_RECEIVES, CT_SIDES };

/* What makes calls alike, arrays apart. */
typedef struct ct_call_shape {
    ct_pattern_kind movement;
    int root;                  /* of movements that have one */
    int in_place;              /* of exchanges; the other movements see it by the arrays */
    int is_shared;             /* the ranks of the node can read what this one sends where it is */
    ptrdiff_t bytes[CT_SIDES]; /* of every block; where there are counts, of what they count */
    const int *counts[CT_SIDES], *displacements[CT_SIDES]; /* one a rank; NULL: blocks are alike */
} ct_call_shape;

/* The arguments of one side, as the user gave them. */
typedef struct ct_call_side {
    const void *array;
    MPI_Datatype type;
    int count;                         /* of every block, or */
    const int *counts, *displacements; /* one a rank */
} ct_call_side;

typedef struct ct_call {
    const char *name; /* of the function */
    MPI_Comm comm;
    int has_counts;               /* of an exchange: MPI_Alltoallv */
    ct_call_side given[CT_SIDES]; /* of a broadcast the vector is what is received */
    ct_call_shape shape;
    const void *send; /* the arrays as a plan takes them */
    void *receive;
    int is_foreign;    /* only the MPI library can do it */
    const char *wrong; /* what is wrong with it, until the next call; NULL: nothing */
} ct_call;

/* Notes what is wrong with a call, if it is the first thing. printf-like. */
void ct_call_reject(ct_call *call, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Reads one side of a call: a count for all blocks, or, on a communicator of `size` ranks, counts
 * and displacements in elements. A send side in place says nothing more. */
void ct_call_blocks(ct_call *call, int side);
void ct_call_counted(ct_call *call, int side, int size);

/* Checks the root of the shape. False when it is no rank. */
int ct_call_root(ct_call *call, int size);

/* Whether two shapes on `size` ranks are alike, and whether they are apart from is_shared. */
int ct_call_shape_equal(const ct_call_shape *a, const ct_call_shape *b, int size);
int ct_call_blocks_equal(const ct_call_shape *a, const ct_call_shape *b, int size);

/* MPI's own call with the user's arguments, on a communicator of the same ranks as the user's.
 * Collective. */
ct_status ct_call_by_library(const ct_call *call, MPI_Comm comm);

/* A plan for it, by the tuning file of alltoall.h. Collective; all ranks fail together. */
ct_status ct_call_plan(MPI_Comm comm, const ct_call *call, int size, ct_exchange_plan **plan);

#endif
