/* What the model says of grids and pipelines of an FFT, on machines made up for it: pencils where
 * messages take long to start, slabs where bytes do; slices that pay between nodes and nowhere
 * else; work that is divided unevenly. And that a plan takes the best of what it compared. */
#include "expect.h"
#include "fft/predict.h"
#include "tests/mpi/made_curve.h"

#include <math.h>

enum { RANKS = 64 };

static ct_calibration machine_of(double start_up_s, double byte_s) {
    ct_calibration machine = *ct_calibration_default();
    machine.distant = curve_of(start_up_s, byte_s);
    machine.local_messages = machine.local_shared = machine.distant;
    return machine;
}

/* Seconds of an FFT of these extents, c2c, on a grid, by so many slices, `node_ranks` a node. */
static double predict(const ct_calibration *machine, const ptrdiff_t *extent, int node_ranks,
                      const int *grid, int slices) {
    int leader[RANKS];
    const ct_fft_problem problem = ct_fft_complex(3, extent);
    ct_fft_options options = {.pipeline = slices,
                              .exchange.algorithm = "direct --transport messages"};
    ct_fft_plan plan = {.threads = 1, .leader = leader};
    memcpy(options.array.grid, grid, 3 * sizeof *grid);
    plan.size = grid[0] * grid[1] * grid[2];
    plan.shape = ct_fft_shape_of(&problem, plan.size);
    for (int rank = 0; rank < plan.size; rank++) {
        leader[rank] = rank / node_ranks * node_ranks;
    }
    const double seconds = ct_fft_predict(&plan, &options, machine);
    EXPECT(seconds > 0 && isfinite(seconds));
    return seconds;
}

static const int slabs[3] = {64, 1, 1};
static const int pencils[3] = {8, 8, 1};

/* Natural order: slabs exchange twice, with 63 others; pencils twice in rows, with 7, and at last
 * each with 8 of all. */
static void expect_grids(void) {
    static const ptrdiff_t extent[3] = {128, 128, 128};
    const ct_calibration slow_start = machine_of(1e-3, 1e-11);
    const ct_calibration slow_bytes = machine_of(1e-8, 1e-7);
    EXPECT(predict(&slow_start, extent, 1, pencils, 1) < predict(&slow_start, extent, 1, slabs, 1));
    EXPECT(predict(&slow_bytes, extent, 1, slabs, 1) < predict(&slow_bytes, extent, 1, pencils, 1));
    double ratio =
        predict(&slow_start, extent, 1, slabs, 1) / predict(&slow_start, extent, 1, pencils, 1);
    EXPECT(fabs(ratio / (2 * 63 / (2 * 7 + 8.0)) - 1) < 0.05);
}

/* 70 planes leave most of 64 ranks with one, six with two: all wait for these. */
static void expect_uneven(void) {
    static const ptrdiff_t even[3] = {64, 64, 64};
    static const ptrdiff_t uneven[3] = {70, 64, 64};
    const ct_calibration fast = machine_of(1e-9, 1e-14);
    double ratio = predict(&fast, uneven, 1, slabs, 1) / predict(&fast, even, 1, slabs, 1);
    EXPECT(ratio > 1.3 && ratio < 2);
    EXPECT(predict(&fast, even, 1, slabs, 1) < predict(&fast, even, 1, pencils, 1));
    EXPECT(predict(&fast, uneven, 1, pencils, 1) < predict(&fast, uneven, 1, slabs, 1));
}

/* Bytes that take about as long as transforms hide behind these, start-ups do not. */
static void expect_slices(void) {
    static const ptrdiff_t extent[3] = {256, 256, 256};
    const ct_calibration balanced = machine_of(1e-7, 1e-9);
    const ct_calibration slow_start = machine_of(1e-3, 1e-11);
    for (int slices = 2; slices <= 8; slices *= 2) {
        EXPECT(predict(&balanced, extent, 1, slabs, slices) <
               predict(&balanced, extent, 1, slabs, slices / 2));
        EXPECT(predict(&slow_start, extent, 1, slabs, slices) >
               predict(&slow_start, extent, 1, slabs, slices / 2));
        EXPECT(predict(&balanced, extent, RANKS, slabs, slices) >= /* all on one node */
               predict(&balanced, extent, RANKS, slabs, slices / 2));
    }
}

/* Best first, those that were measured before the others; the plan has the grid of the first. */
static void expect_choice(ct_planning planning, int pipeline, const int *grid) {
    static const ptrdiff_t extent[3] = {8, 9, 10};
    const ct_fft_problem problem = ct_fft_complex(3, extent);
    ct_fft_options options = {.pipeline = pipeline,
                              .exchange = {.planning = planning, .private_arrays = 1}};
    ct_fft_plan *plan = NULL;
    memcpy(options.array.grid, grid, 3 * sizeof *grid);
    EXPECT_INT(ct_fft_plan_create(MPI_COMM_WORLD, &problem, &options, &plan), CT_OK);
    const ct_score *best = ct_fft_score(plan, 0);
    const int is_open = plan->size > 1 && (pipeline == 0 || grid[0] == 0);
    EXPECT_INT(best != NULL, is_open);
    if (best != NULL) {
        char wanted[80];
        int used[CT_MAX_AXES];
        int spectrum[CT_MAX_AXES];
        ct_fft_grids(plan, used, spectrum);
        (void)snprintf(wanted, sizeof wanted, "%dx%dx%d, %d slice", used[0], used[1], used[2],
                       plan->options.pipeline);
        EXPECT_TEXT(best->algorithm, wanted);
        EXPECT_TEXT(ct_fft_reason(plan), wanted);
        EXPECT_TEXT(ct_fft_reason(plan), planning == CT_PLAN_ESTIMATE ? "predicted" : "measured");
        EXPECT_INT(best->measured_s >= 0, planning != CT_PLAN_ESTIMATE);
        EXPECT(pipeline == 0 || plan->options.pipeline == pipeline);
        EXPECT(grid[0] == 0 || memcmp(used, grid, 3 * sizeof *grid) == 0);
    }
    const ct_score *next = NULL;
    for (int i = 1; (next = ct_fft_score(plan, i)) != NULL; i++) {
        const ct_score *last = ct_fft_score(plan, i - 1);
        EXPECT(planning != CT_PLAN_EXHAUSTIVE || next->measured_s >= 0);
        EXPECT(next->measured_s >= 0
                   ? last->measured_s >= 0
                   : last->measured_s >= 0 || next->predicted_s >= last->predicted_s * (1 - 1e-9));
    }
    ct_fft_plan_destroy(&plan);
}

int main(int argc, char **argv) {
    int size = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const int open[3] = {0};
    const int given[3] = {1, size, 1};
    expect_grids();
    expect_uneven();
    expect_slices();
    expect_choice(CT_PLAN_ESTIMATE, 0, open);
    expect_choice(CT_PLAN_ESTIMATE, 3, open);
    expect_choice(CT_PLAN_ESTIMATE, 0, given);
    expect_choice(CT_PLAN_ESTIMATE, 2, given);
    expect_choice(CT_PLAN_MEASURE, 3, open);
    expect_choice(CT_PLAN_MEASURE, 0, given);
    expect_choice(CT_PLAN_EXHAUSTIVE, size > 2 ? 1 : 0, open); /* the more take their time */
    MPI_Finalize();
    return expect_status();
}
