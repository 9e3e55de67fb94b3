#include "apps/exchange/bench/rounds.h"

#include "base/arithmetic/random.h"
#include "base/mpi.h"
#include "trace/clock.h"
#include <cornerturn/agree.h>

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

enum { ROUNDS_LEAST = 5, ROUNDS_MOST = 1001, BATCH_MOST = 1 << 20 };
static const double batch_s = 50e-6;

static int ascending(const void *left, const void *right) {
    double a = *(const double *)left;
    double b = *(const double *)right;
    return (a > b) - (a < b);
}

/* A batch of one entrant: its seconds on this rank. A run before leaves the caches as it finds them
 * in a loop, whoever ran last. */
static ct_status time_batch(const exchange_rounds *r, int entrant, int batch, double *seconds) {
    ct_status status = CT_OK;
    CT_TRY(r->run(r->context, entrant));
    CT_MPI(MPI_Barrier(r->comm));
    double start_s = ct_clock_s();
    for (int i = 0; i < batch; i++) {
        CT_TRY(r->run(r->context, entrant));
    }
    *seconds = ct_clock_s() - start_s;
cleanup:
    return status;
}

/* Finds the batch that lasts long enough, which warms up as well. */
static ct_status choose_batch(const exchange_rounds *r, int entrant, int *batch) {
    enum { GROWTH_MOST = 16 };
    ct_status status = CT_OK;
    double seconds = 0;
    for (*batch = 1;; *batch = *batch < BATCH_MOST ? *batch : BATCH_MOST) {
        CT_TRY(time_batch(r, entrant, *batch, &seconds));
        CT_MPI(MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_MAX, r->comm));
        if (seconds >= batch_s || *batch == BATCH_MOST) {
            return CT_OK;
        }
        double growth = 1.2 * batch_s / (seconds + 1e-12);
        growth = growth < GROWTH_MOST ? growth : GROWTH_MOST;
        *batch = 1 + (int)(*batch * growth);
    }
cleanup:
    return status;
}

/* One round: the time of a run of each goes to its place in `times_s`, `stride` apart. */
static ct_status run_round(const exchange_rounds *r, const int *order,
                           const exchange_timing *timings, double *times_s, ptrdiff_t stride) {
    ct_status status = CT_OK;
    for (int i = 0; i < r->entrants; i++) {
        int entrant = order[i];
        int batch = timings[entrant].batch;
        double seconds = 0;
        CT_TRY(time_batch(r, entrant, batch, &seconds));
        times_s[entrant * stride] = seconds / batch;
    }
cleanup:
    return status;
}

/* Rounds until there are as many as wanted, or rank 0 finds that the time is over. Where the same
 * entrants always follow a copy past the cache, exchanges between hosts take 4 % longer than those
 * that never do, in spite of the run that is not timed (1 MiB, TCP): each round has its own order.
 */
static ct_status run_rounds(const exchange_rounds *r, const exchange_timing *timings, int *order,
                            double *times_s, int most_rounds, int *done) {
    ct_status status = CT_OK;
    uint64_t state = 0;
    double start_s = ct_clock_s();
    int goes_on = 1;
    for (*done = 0; goes_on;) {
        ct_random_order(order, r->entrants, &state);
        CT_TRY(run_round(r, order, timings, times_s + *done, most_rounds));
        ++*done;
        goes_on = *done < most_rounds &&
                  (r->rounds > 0 || *done < ROUNDS_LEAST || ct_clock_s() - start_s < r->budget_s);
        CT_MPI(MPI_Bcast(&goes_on, 1, MPI_INT, 0, r->comm));
    }
cleanup:
    return status;
}

/* The value a quarter, half or three quarters up the sorted times. */
static double quartile(const double *sorted_s, int count, int quarter) {
    double place = quarter / 4.0 * (count - 1);
    int below = (int)place;
    int above = below + 1 < count ? below + 1 : below;
    return sorted_s[below] + (place - below) * (sorted_s[above] - sorted_s[below]);
}

/* Of sorted ratios. The number of rounds below the true median is binomial, about count/2 with a
 * deviation of sqrt(count)/2. */
static void take_ratios(const double *sorted, int count, exchange_timing *timing) {
    const double low = floor((count - 1.96 * sqrt(count)) / 2);
    const int from = low > 0 ? (int)low : 0;
    timing->ratio = quartile(sorted, count, 2);
    timing->ratio_low = sorted[from];
    timing->ratio_high = sorted[count - 1 - from];
}

/* The times of one entrant, which are sorted, beside those of the first, which are not. */
static void take_times(const double *first_s, double *own_s, double *ratios, int rounds,
                       exchange_timing *timing) {
    for (int i = 0; i < rounds; i++) {
        ratios[i] = own_s[i] > 0 ? first_s[i] / own_s[i] : 1;
    }
    qsort(ratios, (size_t)rounds, sizeof *ratios, ascending);
    take_ratios(ratios, rounds, timing);
    qsort(own_s, (size_t)rounds, sizeof *own_s, ascending);
    timing->rounds = rounds;
    timing->low_s = quartile(own_s, rounds, 1);
    timing->median_s = quartile(own_s, rounds, 2);
    timing->high_s = quartile(own_s, rounds, 3);
}

ct_status exchange_rounds_run(const exchange_rounds *r, exchange_timing *timings) {
    const int most_rounds = r->rounds > 0 ? r->rounds : ROUNDS_MOST;
    const size_t rows = (size_t)r->entrants + 1; /* the last is for ratios */
    double *times_s = calloc(rows * (size_t)most_rounds, sizeof *times_s);
    int *order = calloc((size_t)r->entrants, sizeof *order);
    int rounds = 0;
    ct_status status = CT_OK;
    CT_TRY(ct_agree(r->comm, times_s != NULL && order != NULL
                                 ? CT_OK
                                 : ct_raise(CT_ERROR_MEMORY, "no memory for %d rounds of %d times",
                                            most_rounds, r->entrants)));
    for (int i = 0; i < r->entrants; i++) {
        CT_TRY(choose_batch(r, i, &timings[i].batch));
    }
    CT_TRY(run_rounds(r, timings, order, times_s, most_rounds, &rounds));
    for (int i = 0; i < r->entrants; i++) {
        CT_MPI(MPI_Allreduce(MPI_IN_PLACE, times_s + (ptrdiff_t)i * most_rounds, rounds, MPI_DOUBLE,
                             MPI_MAX, r->comm));
    }
    for (int i = r->entrants - 1; i >= 0; i--) { /* the first last: it is sorted then */
        take_times(times_s, times_s + (ptrdiff_t)i * most_rounds,
                   times_s + (ptrdiff_t)r->entrants * most_rounds, rounds, &timings[i]);
    }
cleanup:
    free(order);
    free(times_s);
    return status;
}
