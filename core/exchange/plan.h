/* The inside of an exchange plan. */
#ifndef CT_EXCHANGE_PLAN_H
#define CT_EXCHANGE_PLAN_H

#include "exchange/lowered.h"

#include <cornerturn/algorithm.h>
#include <cornerturn/exchange.h>

enum { CT_CANDIDATES = 32 /* bits of an unsigned */, CT_REASON_BYTES = 1280 };

/* Arguments of MPI's own all-to-all: of Alltoallv in elements where ints suffice, else of Alltoallw
 * with offsets and lengths inside the types. */
typedef struct ct_library {
    int *send_counts, *send_displacements, *receive_counts, *receive_displacements;
    MPI_Datatype element, *send_types, *receive_types; /* types: NULL with Alltoallv */
    int type_count;                                    /* of both together */
} ct_library;

/* What an exchange can be run by: a row of the table with parameters, or the MPI library. */
typedef struct ct_choice {
    const ct_algorithm *row; /* NULL: the library */
    ct_parameters parameters;
} ct_choice;

/* A choice ready to run. */
typedef struct ct_prepared {
    ct_choice choice;
    ct_lowered lowered; /* of a row, or */
    ct_library library; /* of the library */
} ct_prepared;

struct ct_exchange_plan {
    MPI_Comm comm;
    int rank, size;
    ct_topology topology;    /* the user's; or nodes where ranks share them evenly, else flat */
    ct_layout send, receive; /* into `numbers` */
    ptrdiff_t *numbers;
    ptrdiff_t block_bytes; /* of every block that leaves its rank, or -1: they differ */
    double total_bytes;
    ct_exchange_options options; /* without the name */
    ct_prepared prepared;
    char label[CT_EXCHANGE_LABEL]; /* of what is prepared */
    ct_score candidates[CT_CANDIDATES];
    int candidate_count;
    char reason[CT_REASON_BYTES];
};

/* Reads the `algorithm` of options: *automatic, or *choice. Local. CT_ERROR_CONFIG,
 * CT_ERROR_UNSUPPORTED. */
ct_status ct_choice_parse(const char *text, const ct_topology *topology, int *automatic,
                          ct_choice *choice);

/* The choice as ct_choice_parse reads it. Local. */
void ct_choice_format(const ct_choice *choice, const ct_topology *topology,
                      char label[CT_EXCHANGE_LABEL]);

/* Whether the row is a complete exchange for any network or for this kind of network. Local. */
int ct_exchange_serves(const ct_algorithm *row, const ct_topology *topology);

/* The row behind a name of ct_exchange_name; NULL for "auto" and "mpi". Local. */
const ct_algorithm *ct_exchange_row(int index);

/* Copies and checks what the caller gave; all ranks fail together. Fills everything in the plan up
 * to its options. Collective. */
ct_status ct_exchange_check(ct_exchange_plan *plan, const ct_layout *send, const ct_layout *receive,
                            const ct_exchange_options *options, int *automatic, ct_choice *asked);

/* Makes a choice ready. Collective; all ranks agree on the outcome. */
ct_status ct_prepared_create(const ct_exchange_plan *plan, const ct_choice *choice,
                             ct_prepared *prepared);
ct_status ct_prepared_execute(const ct_exchange_plan *plan, const ct_prepared *prepared,
                              const void *send, void *receive);
void ct_prepared_destroy(ct_prepared *prepared);

/* Ranks all choices, or explains the one that was asked for (NULL: "auto"): fills candidates and
 * reason, prepares the best. Collective; all ranks agree. */
ct_status ct_exchange_choose(ct_exchange_plan *plan, const ct_choice *asked);

/* Times the first `count` choices on scratch arrays of the real sizes, in seconds of the slowest
 * rank, median over alternating rounds. *possible is 0, and nothing timed, where the arrays would
 * be too large. Collective. */
ct_status ct_exchange_measure(const ct_exchange_plan *plan, const ct_choice *choices, int count,
                              double *seconds, int *possible);

/* Collective (ranks agree on Alltoallv or Alltoallw). */
ct_status ct_library_create(const ct_exchange_plan *plan, ct_library *library);
ct_status ct_library_execute(const ct_exchange_plan *plan, const ct_library *library,
                             const void *send, void *receive);
void ct_library_destroy(ct_library *library);

#endif
