/* A call by MPI_, which the preload may serve, and the same by PMPI_: results are to be alike
 * bytewise, gaps included. */
#ifndef CT_TESTS_PRELOAD_BOTH_H
#define CT_TESTS_PRELOAD_BOTH_H

#include "expect.h"

#include <mpi.h>
#include <stdint.h>
#include <string.h>

enum { RANKS_MOST = 8, ARRAY_INTS = 1 << 18, UNIT_INTS = 6 };

static int world_rank;

/* A number that all ranks draw alike, and one of this rank. */
static uint64_t common_state, own_state;

static inline int draw_from(uint64_t *state, int below) {
    *state = *state * 6364136223846793005U + 1442695040888963407U;
    return (int)((*state >> 33) % (uint64_t)below);
}

static inline int draw(int below) {
    return draw_from(&common_state, below);
}

static inline int draw_own(int below) {
    return draw_from(&own_state, below);
}

static int sent[ARRAY_INTS], got[ARRAY_INTS], wanted[ARRAY_INTS];

static inline void fill(void) {
    static int next;
    next++;
    for (int i = 0; i < ARRAY_INTS; i++) {
        sent[i] = world_rank * 1000003 + i * 7 + next;
    }
    memset(got, 0x5a, sizeof got);
    memset(wanted, 0x5a, sizeof wanted);
}

/* Ways in which a rank may name `units` times 6 ints. */
enum { INTS, IN_A_ROW, WITH_GAPS, OUT_OF_ORDER, WAYS };
static MPI_Datatype unit_types[WAYS];

static inline void types_create(void) {
    const int lengths[] = {2, 4};
    const int places[] = {4, 0};
    MPI_Type_contiguous(UNIT_INTS, MPI_INT, &unit_types[IN_A_ROW]);
    MPI_Type_vector(3, 2, 3, MPI_INT, &unit_types[WITH_GAPS]);
    MPI_Type_indexed(2, lengths, places, MPI_INT, &unit_types[OUT_OF_ORDER]);
    for (int way = IN_A_ROW; way < WAYS; way++) {
        MPI_Type_commit(&unit_types[way]);
    }
    unit_types[INTS] = MPI_INT;
}

static inline void types_free(void) {
    for (int way = IN_A_ROW; way < WAYS; way++) {
        MPI_Type_free(&unit_types[way]);
    }
}

/* A side of a call, by one of the ways. */
typedef struct side {
    MPI_Datatype type;
    int scale; /* elements of the type in a unit */
} side;

static inline side side_of(int way) {
    return (side){unit_types[way], way == INTS ? UNIT_INTS : 1};
}

/* Mostly elements side by side, so that plans can serve. */
static inline side draw_side(int with_gaps) {
    return side_of(draw_own(with_gaps ? WAYS : 2));
}

/* The units from a to b; alike both ways in place. */
static inline int units_of(int a, int b, int seed, int in_place) {
    const int low = in_place && b < a ? b : a;
    const int high = in_place && b < a ? a : b;
    return (low * 7 + high * 3 + seed) % 5 * (1 + seed % 9);
}

static inline void expect_alike(const char *call, const int *a, const int *b, size_t bytes) {
    const int differs = memcmp(a, b, bytes) != 0;
    if (differs) {
        (void)fprintf(stderr, "rank %d: MPI_%s differs from PMPI\n", world_rank, call);
    }
    EXPECT_INT(differs, 0);
}

static inline void expect_same(const char *call) {
    expect_alike(call, got, wanted, sizeof got);
}

#endif
