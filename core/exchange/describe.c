/* The names an exchange may be asked for, and what a plan tells of itself. */
#include "exchange/plan.h"

#include <string.h>

static const char *const library_name = "mpi";

/* Names are "auto", the rows of the algorithm table, and "mpi". */
static int algorithms(void) {
    int count = 0;
    while (ct_algorithm_at(count) != NULL) {
        count++;
    }
    return count;
}

const ct_algorithm *ct_exchange_row(int index) {
    return ct_algorithm_at(index - 1);
}

const char *ct_exchange_name(int index) {
    const ct_algorithm *row = ct_exchange_row(index);
    if (row != NULL) {
        return row->name;
    }
    return index == 0 ? "auto" : index == algorithms() + 1 ? library_name : NULL;
}

const char *ct_exchange_summary(int index) {
    const ct_algorithm *row = ct_exchange_row(index);
    if (row != NULL) {
        return row->summary;
    }
    if (index == 0) {
        return "the fastest of the others for these sizes, by model or by measurement";
    }
    return ct_exchange_name(index) != NULL ? "the MPI library's own Alltoallv (or Alltoallw)"
                                           : NULL;
}

int ct_exchange_find(const char *name) {
    for (int i = 0; ct_exchange_name(i) != NULL; i++) {
        if (strcmp(ct_exchange_name(i), name) == 0) {
            return i;
        }
    }
    return -1;
}

const char *ct_exchange_algorithm(const ct_exchange_plan *plan) {
    return ct_exchange_name(plan->chosen);
}

const char *ct_exchange_reason(const ct_exchange_plan *plan) {
    return plan->reason;
}

const ct_candidate *ct_exchange_candidate(const ct_exchange_plan *plan, int index) {
    return index >= 0 && index < plan->candidate_count ? &plan->candidates[index] : NULL;
}

double ct_exchange_total_bytes(const ct_exchange_plan *plan) {
    return plan->total_bytes;
}
