/* Timing choices against each other on scratch arrays. */
#include "exchange/plan.h"

#include "base/mpi.h"
#include <cornerturn/memory.h>

#include <stdlib.h>
#include <string.h>

enum { ROUNDS_LEAST = 3, ROUNDS_MOST = 25 };
static const double budget_s = 0.3;                             /* for all rounds, about */
static const ptrdiff_t scratch_most_bytes = (ptrdiff_t)1 << 30; /* a rank */

static int ascending(const void *a, const void *b) {
    double left = *(const double *)a;
    double right = *(const double *)b;
    return (left > right) - (left < right);
}

static ptrdiff_t end_of(const ct_layout *layout, int size) {
    ptrdiff_t end = 0;
    for (int peer = 0; peer < size; peer++) {
        ptrdiff_t here = ct_block_end(&layout->block[peer], layout->element_bytes);
        end = here > end ? here : end;
    }
    return end;
}

/* One execution: seconds of the slowest rank. Collective. */
static ct_status time_once(ct_exchange_plan *plan, const ct_prepared *prepared, const void *send,
                           void *receive, double *seconds) {
    ct_status status = CT_OK;
    CT_MPI(MPI_Barrier(plan->comm));
    double start_s = MPI_Wtime();
    CT_TRY(ct_prepared_execute(plan, prepared, send, receive));
    *seconds = MPI_Wtime() - start_s;
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, seconds, 1, MPI_DOUBLE, MPI_MAX, plan->comm));
cleanup:
    return status;
}

/* Rounds in which every choice runs once, so that a disturbance hits all alike; the first round
 * warms up and says how many more there is time for. Collective. */
static ct_status time_rounds(ct_exchange_plan *plan, const ct_prepared *prepared, int count,
                             const void *send, void *receive, double *seconds) {
    double times_s[CT_CANDIDATES][ROUNDS_MOST];
    ct_status status = CT_OK;
    double round_s = 0;
    for (int i = 0; i < count; i++) {
        CT_TRY(time_once(plan, &prepared[i], send, receive, &times_s[i][0]));
        round_s += times_s[i][0];
    }
    double affordable = budget_s / (round_s + 1e-9);
    int rounds = affordable < ROUNDS_LEAST  ? ROUNDS_LEAST
                 : affordable > ROUNDS_MOST ? ROUNDS_MOST
                                            : (int)affordable;
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < count; i++) {
            CT_TRY(time_once(plan, &prepared[i], send, receive, &times_s[i][round]));
        }
    }
    for (int i = 0; i < count; i++) {
        qsort(times_s[i], (size_t)rounds, sizeof times_s[i][0], ascending);
        seconds[i] = times_s[i][rounds / 2];
    }
cleanup:
    return status;
}

ct_status ct_exchange_measure(ct_exchange_plan *plan, const ct_choice *choices, int count,
                              double *seconds, int *possible) {
    ct_prepared prepared[CT_CANDIDATES];
    int made = 0;
    void *send = NULL;
    void *receive = NULL;
    ptrdiff_t send_bytes = end_of(&plan->send, plan->size);
    ptrdiff_t receive_bytes = end_of(&plan->receive, plan->size);
    ct_status status = CT_OK;
    *possible = send_bytes + receive_bytes <= scratch_most_bytes;
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, possible, 1, MPI_INT, MPI_MIN, plan->comm));
    MPI_Comm owners = plan->options.private_arrays ? MPI_COMM_SELF : plan->comm;
    *possible = *possible && ct_alloc(owners, send_bytes, &send) == CT_OK &&
                ct_alloc(owners, receive_bytes, &receive) == CT_OK;
    if (*possible && send != NULL && receive != NULL) {
        memset(send, 1, (size_t)send_bytes); /* pages exist before they are timed */
        memset(receive, 1, (size_t)receive_bytes);
        while (made < count) {
            made++; /* also what some other rank failed to prepare is destroyed */
            CT_TRY(ct_prepared_create(plan, &choices[made - 1], &prepared[made - 1]));
        }
        CT_TRY(time_rounds(plan, prepared, count, send, receive, seconds));
    }
cleanup:
    for (int i = 0; i < made; i++) {
        ct_prepared_destroy(&prepared[i]);
    }
    ct_free(&send);
    ct_free(&receive);
    return status;
}
