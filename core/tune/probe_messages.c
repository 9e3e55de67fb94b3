#include "tune/probe_messages.h"

#include "base/mpi.h"
#include "trace/clock.h"
#include <cornerturn/agree.h>
#include <cornerturn/schedule.h>

#include <stdlib.h>

enum {
    SIZES = 7,
    SURE = 2,       /* sizes that are measured however slow the network is */
    RUNS = 7,       /* timed ones of a size, of which the median counts */
    LEAST_RUNS = 3, /* of one that takes longer than its share of the time */
    MOST_BYTES = 1 << 20
};

/* The first two give a line, the others the library's changes of protocol. */
static const int sizes[SIZES] = {8, 65536, 4096, 16384, 512, 262144, 1048576};

static const double budget_s = 10e-3;

typedef enum lane { MESSAGE, BARRIER } lane;

typedef struct probe {
    const ct_context *context;
    int partner; /* or CT_NOBODY */
    char *send, *receive;
} probe;

/* Pairs the ranks that have this one's place on their nodes, in ascending order. */
int ct_probe_partner(const int *leader, int size, int rank, int *count) {
    int place = 0;
    int found = 0;
    int previous = CT_NOBODY;
    for (int other = 0; other < size; other++) {
        count[other] = 0;
        place += other < rank && leader[other] == leader[rank];
    }
    for (int other = 0; other < size; other++) {
        if (count[leader[other]]++ != place) {
            continue;
        }
        if (found++ % 2 == 1 && (other == rank || previous == rank)) {
            return other == rank ? previous : other;
        }
        previous = other;
    }
    return CT_NOBODY;
}

static ct_status run(const probe *p, lane what, int bytes) {
    const MPI_Comm comm = p->context->comm;
    ct_status status = CT_OK;
    if (what == BARRIER) {
        CT_MPI(MPI_Barrier(comm));
    } else if (p->partner != CT_NOBODY) {
        CT_MPI(MPI_Sendrecv(p->send, bytes, MPI_BYTE, p->partner, CT_TAG_BLOCK, p->receive, bytes,
                            MPI_BYTE, p->partner, CT_TAG_BLOCK, comm, MPI_STATUS_IGNORE));
    }
cleanup:
    return status;
}

static int ascending(const void *a, const void *b) {
    const double left = *(const double *)a;
    const double right = *(const double *)b;
    return (left > right) - (left < right);
}

/* The median over runs of the slowest rank's time; the first, which opens connections, is left out.
 * Fewer runs of what takes long. Collective. */
static ct_status time_lane(const probe *p, lane what, int bytes, double *seconds) {
    const MPI_Comm comm = p->context->comm;
    double taken_s[RUNS + 1] = {0};
    int runs = RUNS;
    ct_status status = CT_OK;
    for (int i = 0; i <= runs; i++) {
        CT_MPI(MPI_Barrier(comm));
        const double start_s = ct_clock_s();
        CT_TRY(run(p, what, bytes));
        taken_s[i] = ct_clock_s() - start_s;
        if (i == 1) {
            runs = taken_s[1] > budget_s / SIZES / RUNS ? LEAST_RUNS : RUNS;
            CT_MPI(MPI_Bcast(&runs, 1, MPI_INT, 0, comm));
        }
    }
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, taken_s, runs + 1, MPI_DOUBLE, MPI_MAX, comm));
    qsort(taken_s + 1, (size_t)runs, sizeof *taken_s, ascending);
    *seconds = taken_s[1 + runs / 2];
cleanup:
    return status;
}

/* Measures sizes until rank 0's time is up. Collective. */
static ct_status measure_curve(const probe *p, ct_curve *curve) {
    double start_s = ct_clock_s();
    int is_left = 1;
    ct_status status = CT_OK;
    *curve = (ct_curve){.knots = 0};
    for (int i = 0; i < SIZES && is_left; i++) {
        double seconds = 0;
        CT_TRY(time_lane(p, MESSAGE, sizes[i], &seconds));
        (void)ct_curve_add(curve, sizes[i], seconds);
        start_s = i == 0 ? ct_clock_s() : start_s; /* connections are open by now */
        is_left = i + 1 < SURE || ct_clock_s() - start_s < budget_s;
        CT_MPI(MPI_Bcast(&is_left, 1, MPI_INT, 0, p->context->comm));
    }
    ct_curve_fit(curve);
cleanup:
    return status;
}

ct_status ct_probe_measure(const ct_context *context, ct_calibration *calibration) {
    const int size = context->size;
    int *count = malloc((size_t)size * sizeof *count);
    probe p = {.context = context, .send = calloc(2, MOST_BYTES)};
    ct_status status = CT_OK;
    const int is_ready = count != NULL && p.send != NULL;
    if (is_ready) {
        p.receive = p.send + MOST_BYTES;
        p.partner = ct_probe_partner(context->leader, size, context->rank, count);
    }
    CT_TRY(ct_agree(context->comm,
                    is_ready ? CT_OK : ct_raise(CT_ERROR_MEMORY, "no memory to probe a network")));
    CT_TRY(measure_curve(&p, &calibration->distant));
    calibration->library.knots = 0; /* as messages: between equals noise would choose */
    CT_TRY(time_lane(&p, BARRIER, 0, &calibration->barrier_s));
    CT_MPI(MPI_Bcast(calibration, (int)sizeof *calibration, MPI_BYTE, 0, context->comm));
cleanup:
    free(count);
    free(p.send);
    return status;
}
