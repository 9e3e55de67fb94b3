/* Which algorithm an exchange takes, and the sentence that says why. Every number that a decision
 * rests on is the same on all ranks before it is compared, so that all ranks decide alike. */
#include "exchange/plan.h"

#include "base/mpi.h"
#include <cornerturn/agree.h>
#include <cornerturn/memory.h>

#include <stdlib.h>
#include <string.h>

enum { ROUNDS_LEAST = 3, ROUNDS_MOST = 25 };
static const double rounds_s = 0.3;                             /* spent on timing, about */
static const ptrdiff_t scratch_most_bytes = (ptrdiff_t)1 << 30; /* for timing, a rank */

/* Constants of a message-passing node: seconds a message and a byte, and for a whole call. */
typedef struct cost {
    double call_s, startup_s, per_byte_s;
} cost;

/* Of our executor and of MPICH's Alltoallv through shared memory, 2 ranks (least squares over 8 B
 * .. 8 MiB); in the naive order all ranks address the same one at once, which halves the bandwidth.
 */
static const cost engine_cost = {0.2e-6, 1.0e-6, 0.11e-9};
static const cost library_cost = {0.1e-6, 0.7e-6, 0.13e-9};
static const double naive_slowdown = 2.0;

static double predicted_s(const ct_exchange_plan *plan, int index) {
    const ct_algorithm *algorithm = ct_exchange_row(index);
    cost c = algorithm != NULL ? engine_cost : library_cost;
    double time_s = c.call_s;
    for (int peer = 0; peer < plan->size; peer++) {
        ptrdiff_t out = plan->send.bytes[peer];
        ptrdiff_t in = plan->receive.bytes[peer];
        if (peer != plan->rank && (out > 0 || in > 0)) {
            time_s += c.startup_s + c.per_byte_s * (double)(out > in ? out : in);
        }
    }
    return algorithm != NULL && strcmp(algorithm->name, "naive") == 0 ? naive_slowdown * time_s
                                                                      : time_s;
}

/* Fills the candidates with model times of the slowest rank. Collective. */
static ct_status predict(ct_exchange_plan *plan, int first, int count) {
    double times_s[CT_CANDIDATES];
    ct_status status = CT_OK;
    for (int i = 0; i < count; i++) {
        times_s[i] = predicted_s(plan, first + i);
    }
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, times_s, count, MPI_DOUBLE, MPI_MAX, plan->comm));
    for (int i = 0; i < count; i++) {
        plan->candidates[i] = (ct_candidate){ct_exchange_name(first + i), times_s[i], -1};
    }
    plan->candidate_count = count;
cleanup:
    return status;
}

static double deciding_s(const ct_candidate *candidate) {
    return candidate->measured_s >= 0 ? candidate->measured_s : candidate->predicted_s;
}

static int faster_first(const void *a, const void *b) {
    double left = deciding_s(a);
    double right = deciding_s(b);
    return (left > right) - (left < right);
}

static int ascending(const void *a, const void *b) {
    double left = *(const double *)a;
    double right = *(const double *)b;
    return (left > right) - (left < right);
}

static ptrdiff_t end_of(const ct_layout *layout, int size) {
    ptrdiff_t end = 0;
    for (int peer = 0; peer < size; peer++) {
        ptrdiff_t here = layout->offset[peer] + layout->bytes[peer];
        end = layout->bytes[peer] > 0 && here > end ? here : end;
    }
    return end;
}

/* One execution by candidate `index` of the ranking: seconds of the slowest rank. Collective. */
static ct_status time_once(ct_exchange_plan *plan, int index, const void *send, void *receive,
                           double *seconds) {
    ct_status status = CT_OK;
    CT_TRY(ct_exchange_prepare(plan, ct_exchange_find(plan->candidates[index].algorithm)));
    CT_MPI(MPI_Barrier(plan->comm));
    double start_s = MPI_Wtime();
    CT_TRY(ct_exchange_execute(plan, send, receive));
    *seconds = MPI_Wtime() - start_s;
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, seconds, 1, MPI_DOUBLE, MPI_MAX, plan->comm));
cleanup:
    return status;
}

/* Rounds in which every candidate runs once, so that a disturbance hits all alike; the first round
 * warms up and says how many more there is time for. Collective. */
static ct_status time_candidates(ct_exchange_plan *plan, const void *send, void *receive) {
    double times_s[CT_CANDIDATES][ROUNDS_MOST];
    ct_status status = CT_OK;
    double round_s = 0;
    for (int i = 0; i < plan->candidate_count; i++) {
        CT_TRY(time_once(plan, i, send, receive, &times_s[i][0]));
        round_s += times_s[i][0];
    }
    double affordable = rounds_s / (round_s + 1e-9);
    int rounds = affordable < ROUNDS_LEAST  ? ROUNDS_LEAST
                 : affordable > ROUNDS_MOST ? ROUNDS_MOST
                                            : (int)affordable;
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < plan->candidate_count; i++) {
            CT_TRY(time_once(plan, i, send, receive, &times_s[i][round]));
        }
    }
    for (int i = 0; i < plan->candidate_count; i++) {
        qsort(times_s[i], (size_t)rounds, sizeof times_s[i][0], ascending);
        plan->candidates[i].measured_s = times_s[i][rounds / 2];
    }
cleanup:
    return status;
}

/* Times all candidates on scratch arrays; leaves them unmeasured where those would be too large or
 * there is no memory for them. Collective. */
static ct_status measure(ct_exchange_plan *plan) {
    void *send = NULL;
    void *receive = NULL;
    ptrdiff_t send_bytes = end_of(&plan->send, plan->size);
    ptrdiff_t receive_bytes = end_of(&plan->receive, plan->size);
    int possible = send_bytes + receive_bytes <= scratch_most_bytes &&
                   ct_alloc(send_bytes, &send) == CT_OK &&
                   ct_alloc(receive_bytes, &receive) == CT_OK;
    ct_status status = CT_OK;
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, &possible, 1, MPI_INT, MPI_MIN, plan->comm));
    if (possible && send != NULL && receive != NULL) {
        memset(send, 1, (size_t)send_bytes); /* pages exist before they are timed */
        memset(receive, 1, (size_t)receive_bytes);
        CT_TRY(time_candidates(plan, send, receive));
    }
cleanup:
    ct_free(send);
    ct_free(receive);
    return status;
}

/* Writes a time in the unit that suits it. */
static const char *time_text(double seconds, char text[32]) {
    double scale = seconds < 1e-3 ? 1e6 : seconds < 1 ? 1e3 : 1;
    const char *unit = seconds < 1e-3 ? "us" : seconds < 1 ? "ms" : "s";
    (void)snprintf(text, 32, "%.3g %s", seconds * scale, unit);
    return text;
}

static void explain(ct_exchange_plan *plan, int asked, double mean_block_bytes) {
    const ct_candidate *best = &plan->candidates[0];
    const ct_candidate *next = &plan->candidates[1];
    if (asked != 0) {
        (void)snprintf(plan->reason, sizeof plan->reason, "asked for by name");
    } else if (plan->total_bytes <= 0) {
        (void)snprintf(plan->reason, sizeof plan->reason, "no block leaves its rank");
    } else {
        const char *how = best->measured_s >= 0 ? "measured" : "predicted";
        const char *limit = plan->options.planning == CT_PLAN_MEASURE && best->measured_s < 0
                                ? "; too large to measure"
                                : "";
        char mine[32];
        char others[32];
        (void)snprintf(plan->reason, sizeof plan->reason,
                       "%s %s for blocks of %.0f bytes (mean); next best is %s with %s%s", how,
                       time_text(deciding_s(best), mine), mean_block_bytes, next->algorithm,
                       time_text(deciding_s(next), others), limit);
    }
}

ct_status ct_exchange_choose(ct_exchange_plan *plan, int asked) {
    int names = 0;
    ct_status status = CT_OK;
    while (names < CT_CANDIDATES && ct_exchange_name(1 + names) != NULL) {
        names++;
    }
    CT_TRY(asked != 0 ? predict(plan, asked, 1) : predict(plan, 1, names));
    if (asked == 0 && plan->options.planning == CT_PLAN_MEASURE && plan->total_bytes > 0) {
        CT_TRY(measure(plan));
    }
    qsort(plan->candidates, (size_t)plan->candidate_count, sizeof *plan->candidates, faster_first);
    explain(plan, asked, plan->total_bytes / ((double)plan->size * (plan->size - 1)));
    CT_TRY(ct_exchange_prepare(plan, ct_exchange_find(plan->candidates[0].algorithm)));
cleanup:
    return status;
}
