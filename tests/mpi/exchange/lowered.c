/* Lowering by itself, for one rank of many: how few copies and how little scratch schedules need,
 * and what wrong schedules are refused with. */
#include "expect.h"

#include "exchange/lower/lowered.h"
#include <cornerturn/algorithm.h>
#include <stdlib.h>

enum { SIZE = 64, BLOCK_BYTES = 16 };

static ct_lowering_problem uniform(int window) {
    static ct_elements bytes;
    const ct_blocks blocks = ct_blocks_uniform(SIZE, BLOCK_BYTES, BLOCK_BYTES, 1);
    EXPECT_INT(ct_elements_create(NULL, 1, CT_MESSAGES_EXACT, &bytes), CT_OK);
    return (ct_lowering_problem){.comm = MPI_COMM_SELF,
                                 .send = blocks,
                                 .receive = blocks,
                                 .elements = &bytes,
                                 .block_elements = BLOCK_BYTES,
                                 .steps_in_flight = window};
}

static void expect_lowered(const char *text, int window, int copies_most, int scratch_most_blocks) {
    const ct_algorithm *algorithm = NULL;
    ct_parameters parameters;
    ct_schedule *schedule = NULL;
    ct_lowered lowered;
    ct_topology topology = ct_topology_flat(SIZE);
    ct_lowering_problem problem = uniform(window);
    EXPECT_INT(ct_algorithm_parse(text, &topology, &algorithm, &parameters), CT_OK);
    EXPECT_INT(ct_algorithm_generate(algorithm, &topology, &parameters, 5, &schedule), CT_OK);
    problem.pattern = ct_algorithm_pattern(algorithm, &topology, &parameters);
    EXPECT_INT(ct_lowered_create(schedule, &problem, &lowered), CT_OK);
    (void)printf("%-40s window %2d: %3d copies, %5td blocks of scratch\n", text, window,
                 lowered.copy_count, lowered.scratch_bytes / BLOCK_BYTES);
    EXPECT(lowered.copy_count <= copies_most);
    EXPECT(lowered.scratch_bytes / BLOCK_BYTES <= scratch_most_blocks);
    ct_lowered_destroy(&lowered);
    ct_schedule_destroy(&schedule);
}

/* Builds a schedule of rank 0 of SIZE by `build` and expects lowering to refuse it. */
static void expect_refusal(void (*build)(ct_schedule *), ct_pattern pattern, const char *message) {
    ct_schedule *schedule = NULL;
    ct_lowered lowered;
    ct_lowering_problem problem = uniform(0);
    problem.pattern = pattern;
    EXPECT_INT(ct_schedule_create(SIZE, 0, 2, &schedule), CT_OK);
    build(schedule);
    EXPECT_INT(ct_schedule_finish(schedule), CT_OK);
    EXPECT_INT(ct_lowered_create(schedule, &problem, &lowered), CT_ERROR_INTERNAL);
    EXPECT_TEXT(ct_error_message(), message);
    ct_schedule_destroy(&schedule);
}

static void sends_what_never_came(ct_schedule *schedule) {
    ct_schedule_move(schedule, 1, 1, CT_NOBODY, 0);
    ct_schedule_sends(schedule, 3, 1);
}

static void sends_twice(ct_schedule *schedule) {
    ct_schedule_move(schedule, 1, CT_NOBODY, 3, 0);
    ct_schedule_receives(schedule, 3, 1);
    for (int step = 2; step <= 3; step++) {
        ct_schedule_move(schedule, step, 1, CT_NOBODY, 0);
        ct_schedule_sends(schedule, 3, 1);
    }
}

static void receives_twice(ct_schedule *schedule) {
    for (int step = 1; step <= 2; step++) {
        ct_schedule_move(schedule, step, CT_NOBODY, 3, 0);
        ct_schedule_receives(schedule, 3, 1);
    }
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    expect_lowered("direct", 0, 0, 0);
    expect_lowered("direct", 1, 0, 0);
    expect_lowered("naive", 4, 0, 0);
    /* 6 steps of half of all blocks each, most of them one or a few strided runs. */
    expect_lowered("standard", 1, 12 * 6, 4 * SIZE);
    expect_lowered("standard", 0, 12 * 6, 6 * SIZE);
    expect_lowered("bruck --radix 2", 1, 10 * 6, 3 * SIZE);
    expect_lowered("mixed --factors 8,8", 0, 2 * 14, 3 * SIZE);
    /* Vectors lie side by side at their places from the first step on. */
    expect_lowered("adea", 0, 0, 0);
    expect_lowered("dc", 1, 0, 0);
    expect_lowered("sba --packets 4", 0, 0, 0);
    expect_lowered("broadcast-pipelined --root 9 --packets 16", 0, 0, 0);
    expect_lowered("tea1", 0, 2 * SIZE, 8 * SIZE); /* of what comes again nothing is unpacked */
    expect_lowered("gather --root 5", 0, 6, SIZE);
    const ct_pattern exchange = {.kind = CT_EXCHANGE};
    const ct_pattern once = {.kind = CT_ALL_GATHER, .packets = SIZE};
    expect_refusal(sends_what_never_came, exchange, "step 1 sends a block that is not here");
    expect_refusal(sends_what_never_came, once, "step 1 sends a block that is not here");
    expect_refusal(sends_twice, exchange, "step 3 sends a block that is not here");
    expect_refusal(receives_twice, exchange, "step 2 brings a block that is here already");
    expect_refusal(receives_twice, once, "step 2 brings a block that is here already");
    MPI_Finalize();
    return expect_status();
}
