/* Measures the constants of this machine. Curves come from exchanges by this library's plans
 * between pairs of ranks, all pairs at once. */
#include "calibrate/calibrate.h"
#include "base/mpi.h"
#include "calibrate/lanes.h"
#include "kernels/stream.h"
#include "kernels/strided.h"
#include "trace/clock.h"
#include "tune/race.h"
#include "tune/tuning.h"
#include <cornerturn/agree.h>
#include <cornerturn/memory.h>

#include <string.h>
#include <unistd.h>

enum { LEAST_BYTES = 8, SIZES = 21 /* octaves */, PERMUTED_SIZES = 8 /* double octaves */ };

/* With more ranks than cores rounds exceed their budget: later sizes are then skipped; the first
 * ones span the whole range. */
static const double curves_budget_s = 4;
static const double other_budget_s = 0.2;

/* Measures one size on all lanes. Collective. */
static ct_status measure_size(ct_lanes *lanes, ptrdiff_t bytes, double budget_s,
                              ct_calibration *calibration) {
    ct_race_result results[CT_LANES];
    ct_race race = {.comm = lanes->comm,
                    .entrants = lanes->count,
                    .run = ct_lanes_run,
                    .context = lanes,
                    .budget_s = budget_s,
                    .finalists = lanes->count};
    ct_status status = CT_OK;
    CT_TRY(ct_lanes_prepare(lanes, bytes));
    CT_TRY(ct_race_run(&race, results));
    for (int i = 0; i < lanes->count; i++) {
        if (lanes->lane[i].runs) {
            (void)ct_curve_add(ct_lane_curve(calibration, &lanes->lane[i]), (double)bytes,
                               results[i].seconds / lanes->lane[i].messages);
        }
    }
cleanup:
    return status;
}

/* Measures every eighth octave first, then those half way between, and so on, until rank 0's time
 * is up. Collective. */
static ct_status measure_curves(ct_lanes *lanes, double budget_s, ct_calibration *calibration) {
    ct_status status = CT_OK;
    double start_s = ct_clock_s();
    int is_left = lanes->count > 0;
    for (int stride = 8; stride > 0 && is_left; stride /= 2) {
        for (int size = 0; size < SIZES && is_left; size += stride) {
            if (stride < 8 && size % (2 * stride) == 0) {
                continue; /* has been */
            }
            CT_TRY(
                measure_size(lanes, (ptrdiff_t)LEAST_BYTES << size, budget_s / SIZES, calibration));
            is_left = stride == 8 || ct_clock_s() - start_s < budget_s;
            CT_MPI(MPI_Bcast(&is_left, 1, MPI_INT, 0, lanes->comm));
        }
    }
cleanup:
    return status;
}

/* Measurements other than between two ranks: copies, permutations, barriers. */
typedef struct local_work {
    MPI_Comm comm;
    ptrdiff_t copied_bytes; /* bytes copied by a rank */
    char *from, *into;
} local_work;

static ptrdiff_t permuted_bytes(int index) {
    return (ptrdiff_t)LEAST_BYTES << 2 * index;
}

/* Blocks of a permutation: gathered from every other position of an array as large as the cache. */
static ptrdiff_t permuted_blocks(ptrdiff_t bytes) {
    const ptrdiff_t total_bytes = 65536;
    return bytes * 8 > total_bytes ? 8 : total_bytes / bytes;
}

static ct_status run_permutation(void *context, int entrant) {
    const local_work *y = context;
    const ptrdiff_t bytes = permuted_bytes(entrant);
    ct_block rows =
        ct_block_rows(0, permuted_blocks(bytes), bytes / LEAST_BYTES, 2 * bytes, LEAST_BYTES);
    ct_strided pack = ct_strided_pack(&rows, 0, LEAST_BYTES);
    ct_strided_copy(&pack, y->from, y->into);
    return CT_OK;
}

enum { BARRIER, COPY, SHARED_THINGS };

static ct_status run_shared(void *context, int entrant) {
    const local_work *y = context;
    ct_status status = CT_OK;
    if (entrant == COPY) {
        ct_stream_copy(y->into, y->from, (size_t)y->copied_bytes);
        ct_stream_fence();
    } else {
        CT_MPI(MPI_Barrier(y->comm));
    }
cleanup:
    return status;
}

static ct_status measure_others(MPI_Comm comm, ct_calibration *calibration) {
    const ptrdiff_t node_bytes = (ptrdiff_t)128 << 20; /* larger than any cache */
    const ptrdiff_t least_bytes = (ptrdiff_t)4 << 20;  /* enough for the permutations */
    ct_race_result results[PERMUTED_SIZES];
    int node_ranks = 1;
    void *memory = NULL;
    ct_status status = CT_OK;
    CT_TRY(ct_most_node_ranks(comm, &node_ranks));
    local_work y = {.comm = comm, .copied_bytes = node_bytes / node_ranks};
    y.copied_bytes = y.copied_bytes > least_bytes ? y.copied_bytes : least_bytes;
    CT_TRY(ct_agree(comm, ct_alloc(MPI_COMM_SELF, 2 * y.copied_bytes, &memory)));
    y.from = memory;
    y.into = y.from + y.copied_bytes;
    memset(memory, 1, 2 * (size_t)y.copied_bytes); /* touch the pages before timing */
    ct_race permutations = {comm, PERMUTED_SIZES, run_permutation,
                            &y,   other_budget_s, PERMUTED_SIZES};
    CT_TRY(ct_race_run(&permutations, results));
    for (int i = 0; i < PERMUTED_SIZES; i++) {
        ptrdiff_t bytes = permuted_bytes(i);
        (void)ct_curve_add(&calibration->permute, (double)bytes,
                           results[i].seconds / (double)permuted_blocks(bytes));
    }
    ct_race shared = {comm, SHARED_THINGS, run_shared, &y, other_budget_s, SHARED_THINGS};
    CT_TRY(ct_race_run(&shared, results));
    calibration->barrier_s = results[BARRIER].seconds;
    /* more ranks than cores do not copy at once */
    int cores = (int)sysconf(_SC_NPROCESSORS_ONLN);
    int at_once = cores > 0 && cores < node_ranks ? cores : node_ranks;
    calibration->memory_bytes_per_s =
        2.0 * at_once * (double)y.copied_bytes / results[COPY].seconds;
cleanup:
    ct_free(&memory);
    return status;
}

ct_status ct_calibrate_within(MPI_Comm comm, const ct_topology *network, double budget_s,
                              ct_calibration *calibration) {
    ct_status status = CT_OK;
    ct_lanes lanes = {.count = 0};
    memset(calibration, 0, sizeof *calibration);
    CT_TRY(ct_lanes_create(comm, (ptrdiff_t)LEAST_BYTES << (SIZES - 1), &lanes));
    CT_TRY(measure_others(lanes.comm, calibration));
    CT_TRY(measure_curves(&lanes, budget_s, calibration));
    ct_curve_fit(&calibration->permute);
    for (int i = 0; i < lanes.count; i++) {
        ct_curve_fit(ct_lane_curve(calibration, &lanes.lane[i]));
    }
    CT_MPI(MPI_Bcast(calibration, (int)sizeof *calibration, MPI_BYTE, 0, lanes.comm));
    if (network != NULL) {
        CT_TRY(ct_links_calibrate(lanes.comm, network, calibration));
    }
cleanup:
    ct_lanes_destroy(&lanes);
    return status;
}

ct_status ct_calibrate(MPI_Comm comm, const ct_topology *network, ct_calibration *calibration) {
    return ct_calibrate_within(comm, network, curves_budget_s, calibration);
}
