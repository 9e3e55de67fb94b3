#include "fft/lines/whole/rival.h"

#include "base/arithmetic/extremes.h"
#include "base/mpi.h"
#include "fft/lines/whole/whole.h"
#include "kernels/cache.h"
#include "trace/clock.h"

#include <cornerturn/agree.h>
#include <cornerturn/memory.h>

#include <math.h>
#include <stdlib.h>

enum { KERNELS, FFTW, RIVALS };

/* Some of the fields, in arrays that are there for that. The seconds of one execution. */
static double time_rival(ct_fft_plan *plan, int rival, ct_fft_fields *kernels) {
    plan->fields = rival == KERNELS ? kernels : NULL;
    const double begin_s = ct_clock_s();
    ct_fft_whole_run(plan);
    const double taken_s = ct_clock_s() - begin_s;
    plan->fields = kernels;
    return taken_s;
}

/* In turn, since other programs slow both then: the least seconds of a few times, of two if they
 * take long. */
static void time_in_turn(ct_fft_plan *plan, double least_s[RIVALS]) {
    enum { ROUNDS_LEAST = 2, ROUNDS_MOST = 10 };
    const double enough_s = 1e-2;
    double all_s = 0;
    for (int i = 0; i < ROUNDS_LEAST || (i < ROUNDS_MOST && all_s < enough_s); i++) {
        for (int rival = 0; rival < RIVALS; rival++) {
            const double taken_s = time_rival(plan, rival, plan->fields);
            least_s[rival] = i == 0 ? taken_s : fmin(least_s[rival], taken_s);
            all_s += taken_s;
        }
    }
}

/* The array, or NULL without memory: ones, since some processors write lines of zeros faster than
 * others. */
static char *array_of_ones(const ct_fft_plan *plan, ptrdiff_t bytes) {
    void *array = NULL;
    if (ct_alloc(MPI_COMM_SELF, bytes, &array) != CT_OK) {
        return NULL;
    }
    for (ptrdiff_t i = 0; plan->problem.precision == CT_DOUBLE && i < bytes / 8; i++) {
        ((double *)array)[i] = 1;
    }
    for (ptrdiff_t i = 0; plan->problem.precision == CT_FLOAT && i < bytes / 4; i++) {
        ((float *)array)[i] = 1;
    }
    return array;
}

/* Input of this rank that is timed: where kernels write past the cache so much that FFTW's results
 * do not stay in it either. */
static ptrdiff_t timed_bytes(const ct_fft_plan *plan) {
    enum { STAYING_BYTES = 8 << 20, MOST_BYTES = 32 << 20 };
    return ct_fft_fields_stream(plan->fields)
               ? ct_least(ct_cache_share_bytes(plan->context->node_size), MOST_BYTES)
               : STAYING_BYTES;
}

/* Of some of this rank's blocks. */
static ct_status time_both(ct_fft_plan *plan, double seconds[RIVALS]) {
    const ct_fft_blocks all = plan->blocks;
    plan->blocks.count = ct_least(all.count, ct_most(timed_bytes(plan) / all.bytes[0], 1));
    void *array[2] = {array_of_ones(plan, plan->blocks.count * all.bytes[0]), NULL};
    ct_status status = CT_OK;
    array[1] =
        plan->options.in_place ? array[0] : array_of_ones(plan, plan->blocks.count * all.bytes[1]);
    if (array[0] == NULL || array[1] == NULL) {
        CT_FAIL(CT_ERROR_MEMORY, "no memory to time transforms of %td bytes",
                plan->blocks.count * (all.bytes[0] + all.bytes[1]));
    }
    plan->address[CT_FFT_INPUT][0] = array[0]; /* executions set their own */
    plan->address[CT_FFT_OUTPUT][0] = array[1];
    time_in_turn(plan, seconds);
cleanup:
    if (!plan->options.in_place) {
        ct_free(&array[1]);
    }
    ct_free(&array[0]);
    plan->blocks = all;
    return status;
}

ct_status ct_fft_whole_decide(ct_fft_plan *plan) {
    double seconds[RIVALS] = {0, 0}; /* of ranks without fields */
    ct_status status = CT_OK;
    if (!plan->has_rival) {
        return CT_OK;
    }
    CT_TRY(ct_agree(plan->comm, plan->blocks.bytes[0] > 0 ? time_both(plan, seconds) : CT_OK));
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, seconds, RIVALS, MPI_DOUBLE, MPI_MAX, plan->comm));
    if (seconds[FFTW] < seconds[KERNELS]) {
        free(plan->fields);
        plan->fields = NULL;
    }
    plan->has_rival = 0;
cleanup:
    return status;
}
