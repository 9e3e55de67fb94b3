/* Parameters that a row is given without measuring on networks with links: the least of all its
 * values' predictions, which are not all computed; and that a plan which the model chooses for one
 * of 4096 ranks takes less than a megabyte besides its blocks. */
#include "expect.h"

#include "exchange/choose/listing.h"
#include "exchange/lower/lowered.h"
#include <cornerturn/calibration.h>
#include <math.h>

static ct_model model_of(const char *network, double block_bytes) {
    static ct_calibration calibration;
    calibration = *ct_calibration_default();
    calibration.distant = calibration.local_messages; /* was measured on one node */
    ct_model model = {.calibration = &calibration, .node_ranks = 1, .block_bytes = block_bytes};
    EXPECT_INT(ct_topology_parse(network, &model.topology), CT_OK);
    return model;
}

static int serves(const ct_algorithm *row, const ct_model *model) {
    return ct_row_serves(row, CT_EXCHANGE, &model->topology) &&
           ct_algorithm_fits(row, &model->topology) == CT_OK && row->cost != NULL;
}

static void expect_least(const char *network, double block_bytes) {
    const ct_model model = model_of(network, block_bytes);
    for (int i = 0; ct_algorithm_at(i) != NULL; i++) {
        ct_choice tuned = {.row = ct_algorithm_at(i)};
        ct_choice tried = tuned;
        double least_s = HUGE_VAL;
        if (!serves(tuned.row, &model)) {
            continue;
        }
        const double tuned_s = ct_choice_tune(&model, &tuned);
        int more = ct_parameters_first_choice(tuned.row, &model.topology, &tried.parameters);
        for (; more;
             more = ct_parameters_next_choice(tuned.row, &model.topology, &tried.parameters)) {
            least_s = fmin(least_s, ct_choice_predict(&model, &tried));
        }
        EXPECT(tuned_s == ct_choice_predict(&model, &tuned));
        EXPECT(tuned_s <= least_s * (1 + 1e-6));
    }
}

/* Rank 0's plan of contiguous blocks, as the row with the least prediction makes it. */
static void expect_small_plan(const char *network, ptrdiff_t block_bytes) {
    const ct_model model = model_of(network, (double)block_bytes);
    const int size = model.topology.size;
    ct_choice best = {.row = NULL};
    double least_s = HUGE_VAL;
    for (int i = 0; ct_algorithm_at(i) != NULL; i++) {
        ct_choice tuned = {.row = ct_algorithm_at(i)};
        const double tuned_s =
            serves(tuned.row, &model) ? ct_choice_tune(&model, &tuned) : HUGE_VAL;
        if (tuned_s < least_s) {
            least_s = tuned_s;
            best = tuned;
        }
    }
    const ct_blocks blocks = ct_blocks_uniform(size, block_bytes, block_bytes, 1);
    ct_elements elements;
    ct_schedule *schedule = NULL;
    ct_lowered lowered;
    EXPECT_INT(ct_elements_create(NULL, 1, CT_MESSAGES_EXACT, &elements), CT_OK);
    const ct_lowering_problem problem = {.comm = MPI_COMM_SELF,
                                         .send = blocks,
                                         .receive = blocks,
                                         .elements = &elements,
                                         .block_elements = block_bytes};
    EXPECT_INT(ct_algorithm_generate(best.row, &model.topology, &best.parameters, 0, &schedule),
               CT_OK);
    EXPECT_INT(ct_lowered_create(schedule, &problem, &lowered), CT_OK);
    const double bytes = ct_lowered_bytes(&lowered) - (double)lowered.scratch_bytes;
    (void)printf("%-20s %6td B: %-12s %8.0f bytes\n", network, block_bytes, best.row->name, bytes);
    EXPECT(bytes < 1e6);
    ct_lowered_destroy(&lowered);
    ct_schedule_destroy(&schedule);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    static const char *const networks[] = {"mesh:16",   "mesh:8x4",    "torus:3x5",
                                           "torus:4x4", "hypercube:4", "dragonfly:2x2x4"};
    for (size_t i = 0; i < sizeof networks / sizeof *networks; i++) {
        expect_least(networks[i], 8);
        expect_least(networks[i], 300);
        expect_least(networks[i], 65536);
    }
    expect_small_plan("flat:4096", 8);
    expect_small_plan("flat:4096", 65536);
    expect_small_plan("nodes:128x32", 65536);
    expect_small_plan("hypercube:12", 64);
    expect_small_plan("torus:16x16x16", 4096);
    expect_small_plan("mesh:64x64", 65536);
    MPI_Finalize();
    return expect_status();
}
