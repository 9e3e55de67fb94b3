/* Broadcast, all-gather, gather and scatter called with MPI's arguments, against MPI's own; calls
 * and plans that are wrong, also on one rank only. */
#include "expect.h"

#include <cornerturn/collective.h>
#include <stdint.h>

static MPI_Comm world;
static int rank, size;

static const ct_pattern_kind movements[] = {CT_BROADCAST, CT_ALL_GATHER, CT_GATHER, CT_SCATTER};

/* A wrong plan, everywhere or on the last rank only. */
static void expect_no_plan(ct_pattern_kind movement, int root, ptrdiff_t bytes,
                           const ct_exchange_options *options, ct_status status, const char *text) {
    ct_exchange_plan *plan = NULL;
    EXPECT_INT(ct_collective_plan_create(world, movement, root, bytes, options, &plan), status);
    EXPECT(plan == NULL);
    EXPECT_TEXT(ct_error_message(), text);
}

static void expect_bad_plans(void) {
    int me = rank == size - 1;
    ct_exchange_options in_place = {.in_place = 1};
    ct_exchange_options unknown = {.algorithm = "brodcast"};
    ct_exchange_options other = {.algorithm = "adea"};
    expect_no_plan(CT_BROADCAST, me ? -1 : 0, 8, NULL, CT_ERROR_ARGUMENT,
                   "the root of a broadcast");
    expect_no_plan(CT_GATHER, me ? size : 0, 8, NULL, CT_ERROR_ARGUMENT, "the root of a gather");
    expect_no_plan(CT_ALL_GATHER, 1, 8, NULL, CT_ERROR_ARGUMENT, "allowed: 0 to 0");
    expect_no_plan(CT_SCATTER, 0, me ? -8 : 8, NULL, CT_ERROR_ARGUMENT, "a scatter of -8 bytes");
    expect_no_plan(CT_SCATTER, 0, PTRDIFF_MAX, NULL, CT_ERROR_ARGUMENT, "allowed: 0 to");
    expect_no_plan(CT_EXCHANGE, 0, 8, NULL, CT_ERROR_ARGUMENT,
                   "no collective plan is for exchange");
    expect_no_plan(CT_BROADCAST, 0, 8, &in_place, CT_ERROR_ARGUMENT, "in_place");
    expect_no_plan(CT_BROADCAST, 0, 8, &unknown, CT_ERROR_CONFIG,
                   "no broadcast algorithm is called \"brodcast\"; there are: auto");
    expect_no_plan(CT_GATHER, 0, 8, &other, CT_ERROR_CONFIG, "no gather algorithm is called");
    if (size > 1) {
        expect_no_plan(CT_BROADCAST, me ? 1 : 0, 8, NULL, CT_ERROR_ARGUMENT,
                       "movement or root differ between ranks");
        expect_no_plan(me ? CT_GATHER : CT_SCATTER, 0, 8, NULL, CT_ERROR_ARGUMENT,
                       "movement or root differ between ranks");
        expect_no_plan(CT_ALL_GATHER, 0, me ? 16 : 8, NULL, CT_ERROR_ARGUMENT, "expects");
    }
}

/* A missing array is refused on all ranks, and the plan goes on. */
static void expect_refusals(const char *name) {
    char one[8] = "1234567";
    char several[8 * 64] = "";
    ct_exchange_options options = {.algorithm = name};
    for (int m = 0; m < 4; m++) {
        ct_exchange_plan *plan = NULL;
        int is_scatter = movements[m] == CT_SCATTER;
        EXPECT_INT(ct_collective_plan_create(world, movements[m], 0, 8, &options, &plan), CT_OK);
        EXPECT_INT(ct_exchange_execute(plan, rank == 0 ? NULL : one, several), CT_ERROR_ARGUMENT);
        EXPECT_INT(
            ct_exchange_execute(plan, is_scatter ? several : one, is_scatter ? one : several),
            CT_OK);
        ct_exchange_plan_destroy(&plan);
    }
}

static int numbers[3][64 * 300];

static void fill_numbers(int seed) {
    for (int i = 0; i < 64 * 300; i++) {
        numbers[0][i] = i * 7 + rank * 1000 + seed;
        numbers[1][i] = numbers[2][i] = -i - rank;
    }
}

static void expect_same(ct_status status) {
    EXPECT_INT(status, CT_OK);
    EXPECT_INT(memcmp(numbers[1], numbers[2], sizeof numbers[1]), 0);
}

/* The calls with MPI's arguments; `type` has `ints` ints. */
static void expect_calls(int count, MPI_Datatype type, int root) {
    int *send = numbers[0];
    int *ours = numbers[1];
    int *wanted = numbers[2];
    int me = rank == root;
    fill_numbers(count);
    MPI_Bcast(wanted, count, type, root, world);
    expect_same(ct_broadcast(ours, count, type, root, world));
    fill_numbers(count + 1);
    MPI_Allgather(send, count, type, wanted, count, type, world);
    expect_same(ct_allgather(send, count, type, ours, count, type, world));
    fill_numbers(count + 2);
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, wanted, count, type, world);
    expect_same(ct_allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, ours, count, type, world));
    for (int in_place = 0; in_place < 2; in_place++) {
        const void *gathered = in_place && me ? MPI_IN_PLACE : send;
        fill_numbers(count + 3);
        MPI_Gather(gathered, count, type, me ? wanted : NULL, count, type, root, world);
        expect_same(ct_gather(gathered, count, type, me ? ours : NULL, count, type, root, world));
        fill_numbers(count + 4);
        MPI_Scatter(me ? send : NULL, count, type, in_place && me ? MPI_IN_PLACE : wanted, count,
                    type, root, world);
        expect_same(ct_scatter(me ? send : NULL, count, type, in_place && me ? MPI_IN_PLACE : ours,
                               count, type, root, world));
    }
}

static void expect_bad_calls(void) {
    int me = rank == size - 1;
    int *a = numbers[0];
    int *b = numbers[1];
    EXPECT_INT(ct_broadcast(me ? NULL : a, 3, MPI_INT, 0, world), CT_ERROR_ARGUMENT);
    EXPECT_TEXT(ct_error_message(), "ct_broadcast: the receive array is NULL");
    EXPECT_INT(ct_broadcast(a, 3, MPI_INT, me ? size : 0, world), CT_ERROR_ARGUMENT);
    EXPECT_TEXT(ct_error_message(), "the root is");
    EXPECT_INT(ct_broadcast(a, me ? -1 : 3, MPI_INT, 0, world), CT_ERROR_ARGUMENT);
    EXPECT_INT(ct_allgather(a, me ? 4 : 3, MPI_INT, b, 3, MPI_INT, world), CT_ERROR_ARGUMENT);
    EXPECT_TEXT(ct_error_message(), "16 bytes are sent, 12 received; allowed: equally many");
    EXPECT_INT(ct_gather(a, 3, me ? MPI_DATATYPE_NULL : MPI_INT, b, 3, MPI_INT, 0, world),
               CT_ERROR_ARGUMENT);
    EXPECT_INT(ct_scatter(a, 3, MPI_INT, me ? NULL : b, 3, MPI_INT, 0, world), CT_ERROR_ARGUMENT);
    EXPECT_INT(ct_scatter(MPI_IN_PLACE, 3, MPI_INT, b, 3, MPI_INT, 0, world), CT_ERROR_ARGUMENT);
    EXPECT_INT(ct_broadcast(a, 3, MPI_INT, 0, MPI_COMM_NULL), CT_ERROR_ARGUMENT);
    if (size > 1) {
        EXPECT_INT(ct_gather(me ? MPI_IN_PLACE : a, 3, MPI_INT, b, 3, MPI_INT, 0, world),
                   CT_ERROR_ARGUMENT);
        EXPECT_INT(ct_broadcast(a, 3, MPI_INT, me, world), CT_ERROR_ARGUMENT);
        EXPECT_INT(ct_broadcast(a, me ? 4 : 3, MPI_INT, 0, world), CT_ERROR_ARGUMENT);
        EXPECT_INT(me ? ct_broadcast(a, 3, MPI_INT, 0, world)
                      : ct_allgather(a, 3, MPI_INT, b, 3, MPI_INT, world),
                   CT_ERROR_ARGUMENT);
    }
}

int main(int argc, char **argv) {
    MPI_Datatype holes = MPI_DATATYPE_NULL;
    MPI_Init(&argc, &argv);
    MPI_Comm_dup(MPI_COMM_WORLD, &world);
    MPI_Comm_rank(world, &rank);
    MPI_Comm_size(world, &size);
    expect_bad_plans();
    expect_refusals("mpi");
    expect_refusals("direct");
    MPI_Type_vector(2, 1, 2, MPI_INT, &holes);
    MPI_Type_commit(&holes);
    expect_bad_calls();
    const int apart = size > 2 ? size - 2 : 1;
    for (int root = 0; root < size; root += apart) {
        expect_calls(5, MPI_INT, root);
        expect_calls(270, MPI_INT, root);
        if (size <= 4) {
            expect_calls(0, MPI_INT, root);
            expect_calls(3, holes, root);
        }
    }
    expect_bad_calls();
    MPI_Type_free(&holes);
    MPI_Comm_free(&world);
    MPI_Finalize();
    return expect_status();
}
