/* Plans that cannot be: every wrong argument is refused with its reason, on all ranks, also when
 * only one rank is wrong; and the communicator serves the next plan. */
#ifndef CT_TESTS_REFUSED_H
#define CT_TESTS_REFUSED_H

#include "cases.h"
#include "expect.h"

enum { ELEMENT_BYTES = 8 };

static int rank, size;
static exchange_case blocks;

/* Before anything else. */
static inline void refused_begin(int *argc, char ***argv) {
    MPI_Init(argc, argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    case_make(&blocks, CASE_UNIFORM, rank, size, ELEMENT_BYTES, 1);
}

/* Expects a plan of these layouts to be refused on all ranks. */
static inline void expect_refused(const ct_layout *send, const ct_layout *receive,
                                  const ct_exchange_options *options, ct_status wanted,
                                  const char *message) {
    ct_exchange_plan *plan = NULL;
    EXPECT_INT(ct_exchange_plan_create(MPI_COMM_WORLD, send, receive, options, &plan), wanted);
    EXPECT(plan == NULL);
    EXPECT_TEXT(ct_error_message(), message);
    ct_exchange_plan_destroy(&plan);
}

static inline void expect_served(void) {
    ct_exchange_plan *plan = NULL;
    EXPECT_INT(ct_exchange_plan_create(MPI_COMM_WORLD, &blocks.send, &blocks.receive, NULL, &plan),
               CT_OK);
    ct_exchange_plan_destroy(&plan);
}

#endif
