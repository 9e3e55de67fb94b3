/*
 * Complete exchange over MPI: block (i, j) goes from rank i to rank j, by a chosen schedule.
 *
 * A plan is created once, collectively, and executed as often as wanted. Executing allocates
 * nothing. Sizes and offsets are in bytes and may pass 2^31. Not thread-safe: one thread uses a
 * plan at a time, and MPI must be initialised for the thread that does.
 */
#ifndef CORNERTURN_EXCHANGE_H
#define CORNERTURN_EXCHANGE_H

#include <cornerturn/status.h>
#include <cornerturn/topology.h>
#include <mpi.h>
#include <stddef.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Where the blocks of an exchange lie in a user's array: block p (to, or from, rank p) is the
 * `bytes[p]` bytes at `offset[p]`. Blocks do not overlap. Both arrays have one entry a rank. */
typedef struct ct_layout {
    const ptrdiff_t *offset;
    const ptrdiff_t *bytes;
} ct_layout;

typedef enum ct_planning {
    CT_PLAN_ESTIMATE, /* choose by the model alone */
    CT_PLAN_MEASURE   /* time the best few on scratch data of the real sizes */
} ct_planning;

typedef struct ct_exchange_options {
    const char *algorithm; /* a name of ct_exchange_name, with parameters if it has any, such as
                              "bruck --radix 4"; NULL is "auto" */
    ct_planning planning;  /* what "auto" may spend */
    int window;            /* steps in flight at once; 0 is all */
    int element_bytes;     /* unit that every size and offset is a multiple of; 0 is 1 */
    const ct_topology *topology; /* the network, for algorithms that need a particular one; NULL:
                                    found out, nodes or flat */
} ct_exchange_options;

enum { CT_EXCHANGE_LABEL = 576 };

/* One row of the ranking behind a choice. */
typedef struct ct_score {
    char algorithm[CT_EXCHANGE_LABEL]; /* name, and parameters unless all have their defaults */
    double predicted_s;                /* by the model, for the mean block */
    double measured_s; /* median over repetitions, slowest rank; negative when not measured */
} ct_score;

typedef struct ct_exchange_plan ct_exchange_plan;

/* Names that `algorithm` may have, in order: "auto", the rows of the algorithm table that are
 * complete exchanges and need no particular network, "mpi". NULL past the end. Local. */
const char *ct_exchange_name(int index);

/* One sentence about that name, for help texts. NULL past the end. Local. */
const char *ct_exchange_summary(int index);

/* Whether plans on `comm` can have this `algorithm` of the options; nothing is planned. All ranks
 * give the same. Collective. CT_ERROR_CONFIG, CT_ERROR_UNSUPPORTED as below. */
ct_status ct_exchange_supports(MPI_Comm comm, const char *algorithm);

/* Plans the exchange of `send` blocks into `receive` blocks. Collective over `comm`, which the plan
 * duplicates; `options` (NULL: all defaults) and the layouts are copied. What rank i sends to j
 * must be as large as what j receives from i; this is checked. All ranks agree on the algorithm and
 * fail together: CT_ERROR_ARGUMENT for sizes that do not meet or options that differ between ranks
 * or a topology of another size, CT_ERROR_CONFIG for an unknown name or parameter,
 * CT_ERROR_UNSUPPORTED for a number of ranks that the algorithm cannot do, naming the nearest it
 * can. */
ct_status ct_exchange_plan_create(MPI_Comm comm, const ct_layout *send, const ct_layout *receive,
                                  const ct_exchange_options *options, ct_exchange_plan **plan);

/* Runs it. Collective over the plan's ranks. The arrays are the caller's and do not overlap;
 * sending leaves `send` as it was, and bytes of `receive` outside the layout are not touched. */
ct_status ct_exchange_execute(ct_exchange_plan *plan, const void *send, void *receive);

/* Collective (frees the duplicated communicator). Sets *plan to NULL. */
void ct_exchange_plan_destroy(ct_exchange_plan **plan);

/* The algorithm chosen, and why, as one sentence. Local; owned by the plan. */
const char *ct_exchange_algorithm(const ct_exchange_plan *plan);
const char *ct_exchange_reason(const ct_exchange_plan *plan);

/* The ranking, best first; NULL past the end. A named algorithm has a ranking of one. Local. */
const ct_score *ct_exchange_score(const ct_exchange_plan *plan, int index);

/* Bytes that all ranks together send to others in one execution. Local. */
double ct_exchange_total_bytes(const ct_exchange_plan *plan);

#ifdef __cplusplus
}
#endif

#endif
