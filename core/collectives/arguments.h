/* Whether a call with MPI's arguments is like another, by what decides about it on this rank. */
#ifndef CT_COLLECTIVES_ARGUMENTS_H
#define CT_COLLECTIVES_ARGUMENTS_H

#include "collectives/call.h"

#include <mpi.h>

/* Zeros where a call has no such argument. A root is none: it does not change a block. */
typedef struct ct_arguments {
    MPI_Comm comm;
    MPI_Datatype types[CT_SIDES];
    int counts[CT_SIDES];
    unsigned arrays; /* which of them, and of their counts, are NULL or MPI_IN_PLACE */
} ct_arguments;

/* The bits of ct_arguments.arrays for an array or its counts; `at`: which of them. */
static inline unsigned ct_arguments_bits(const void *array, int at) {
    const unsigned bits = array == NULL ? 1 : array == MPI_IN_PLACE ? 2 : 0;
    return bits << 2 * at;
}

/* Of an exchange; its counts are not in it, but whether there are any. */
static inline ct_arguments ct_arguments_of(MPI_Comm comm, const ct_call_side given[CT_SIDES],
                                           int has_counts) {
    ct_arguments arguments = {.comm = comm, .arrays = has_counts != 0};
    for (int side = 0; side < CT_SIDES; side++) {
        arguments.types[side] = given[side].type;
        arguments.counts[side] = given[side].count;
        arguments.arrays |= ct_arguments_bits(given[side].array, 1 + 3 * side) |
                            ct_arguments_bits(given[side].counts, 2 + 3 * side) |
                            ct_arguments_bits(given[side].displacements, 3 + 3 * side);
    }
    return arguments;
}

static inline int ct_arguments_equal(const ct_arguments *a, const ct_arguments *b) {
    return (a->comm == b->comm) & (a->types[CT_SENDS] == b->types[CT_SENDS]) &
           (a->types[CT_RECEIVES] == b->types[CT_RECEIVES]) &
           (a->counts[CT_SENDS] == b->counts[CT_SENDS]) &
           (a->counts[CT_RECEIVES] == b->counts[CT_RECEIVES]) & (a->arrays == b->arrays);
}

#endif
