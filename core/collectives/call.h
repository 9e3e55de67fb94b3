/*
 * A call with MPI's arguments on one rank: its shape, errors in its arguments, and whether a plan
 * can serve it. Local, but for creating the plan.
 */
#ifndef CT_COLLECTIVES_CALL_H
#define CT_COLLECTIVES_CALL_H

#include "node/context.h"

#include <cornerturn/collective.h>
#include <mpi.h>
#include <stddef.h>
#include <stdint.h>

enum { CT_SENDS, CT_RECEIVES, CT_SIDES };

/* The key of cached plans: all arguments but the arrays. */
typedef struct ct_call_shape {
    ct_pattern_kind movement;
    int root;                  /* of movements that have one */
    int in_place;              /* of exchanges; for other movements the arrays show it */
    int is_shared;             /* the ranks of the node can read the send array in place */
    ptrdiff_t bytes[CT_SIDES]; /* of a block; with counts, of an element */
    const int *counts[CT_SIDES], *displacements[CT_SIDES]; /* one a rank; NULL: blocks have one
                                                              size */
} ct_call_shape;

/* The user's arguments of one side. */
typedef struct ct_call_side {
    const void *array;
    MPI_Datatype type;
    int count;                         /* of a block, or */
    const int *counts, *displacements; /* one a rank */
} ct_call_side;

static inline ct_call_side ct_call_counted_side(const void *array, const int *counts,
                                                const int *displacements, MPI_Datatype type) {
    return (ct_call_side){
        .array = array, .type = type, .counts = counts, .displacements = displacements};
}

typedef struct ct_call ct_call;

/* Lets the ranks of the node read each other's send arrays of the call, if it can. Collective. */
typedef ct_status ct_call_share(const ct_context *context, const ct_call *call, int *shared);

/* A caller that goes to the MPI library itself where that is to do a call (bindings/preload). It
 * can do without plans, so they are made only for calls that come again. */
typedef struct ct_call_caller {
    uint64_t passed;      /* calls that it did itself since the last; counted, then 0 */
    int is_left;          /* the result: it is to do this call, of which nothing was done, */
    int is_foreign;       /* because of datatypes or arrays of some rank; */
    int is_hopeless;      /* and those like it, for which no plan can be made; or */
    int is_ours;          /* it was done by an algorithm of this project, */
    const char *label;    /* this one, until the plan goes */
    int has_shared;       /* the following was called */
    ct_call_share *share; /* NULL, or what to try before a plan is made for arrays that ranks of the
                             node cannot read; the same on all ranks */
} ct_call_caller;

struct ct_call {
    const char *name; /* of the function, for messages */
    MPI_Comm comm;
    int has_counts;               /* of an exchange: MPI_Alltoallv */
    ct_call_side given[CT_SIDES]; /* a broadcast's vector is the receive side */
    ct_call_shape shape;
    const void *send; /* the arrays of the plan's execution */
    void *receive;
    int is_foreign;         /* only the MPI library can serve it */
    const char *wrong;      /* the error, valid until the next call; NULL: none */
    ct_call_caller *caller; /* NULL: none, the call is served in any case */
};

/* Records the call's first error. printf-like. */
void ct_call_reject(ct_call *call, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Whether a type is one of MPI's own, which is never freed. */
int ct_call_type_is_named(MPI_Datatype type);

/* Whether the elements of a type lie side by side in their order, and its bytes. */
int ct_call_type_is_plain(MPI_Datatype type, MPI_Count *bytes);

/* Reads one side of a call: one count, or counts and displacements in elements. Nothing of a send
 * side that is MPI_IN_PLACE. */
void ct_call_blocks(ct_call *call, int side);
void ct_call_counted(ct_call *call, int side, int size);

/* False, with an error recorded, if the root is no rank. */
int ct_call_root(ct_call *call, int size);

/* Gives a shape on `size` ranks *numbers of its own, which the caller frees. CT_ERROR_MEMORY. */
ct_status ct_call_shape_own(ct_call_shape *shape, int size, int **numbers);

/* Whether two shapes on `size` ranks are equal; and whether they are but for is_shared. */
int ct_call_shape_equal(const ct_call_shape *a, const ct_call_shape *b, int size);
int ct_call_blocks_equal(const ct_call_shape *a, const ct_call_shape *b, int size);

/* Whether counts and displacements are those of a shape that has such numbers of its own. */
static inline int ct_call_counts_equal(const ct_call_side given[CT_SIDES], const int *numbers,
                                       ptrdiff_t size) {
    const ct_call_side *out = &given[CT_SENDS];
    const ct_call_side *in = &given[CT_RECEIVES];
    for (ptrdiff_t peer = 0; peer < size; peer++, numbers++) {
        if (((out->counts[peer] ^ numbers[0]) | (out->displacements[peer] ^ numbers[size]) |
             (in->counts[peer] ^ numbers[2 * size]) |
             (in->displacements[peer] ^ numbers[3 * size])) != 0) {
            return 0;
        }
    }
    return 1;
}

/* Makes MPI's own call with the user's arguments on a communicator of the same ranks.
 * Collective. */
ct_status ct_call_by_library(const ct_call *call, MPI_Comm comm);

/* Creates a plan for the call, with the tuning file of alltoall.h. Collective; all ranks fail
 * together. */
ct_status ct_call_plan(MPI_Comm comm, const ct_call *call, int size, ct_exchange_plan **plan);

#endif
