/* Transposes in place that need no second array; and what transposes refuse. */
#include "transposes.h"

/* Square matrices, and arrays whose permutation undoes itself, without a second array: by windows,
 * by messages, and from private arrays. Tiles of one element up to several across. With more ranks
 * than cores a quarter of them, another one for each number of ranks. */
static void expect_swaps(void) {
    static const int self_inverse[][4] = {{1, 0, 2}, {0, 2, 1}, {2, 1, 0}, {1, 0, 3, 2}};
    static const ptrdiff_t sides[] = {1, 2, 7, 64, 97, 150, 301};
    int number = 0;
    for (size_t side = 0; side < sizeof sides / sizeof *sides; side++) {
        for (int way = 0; way < 9; way++, number++) {
            const ptrdiff_t extent[2] = {sides[side], sides[side]};
            if (size > 2 && number % 4 != size % 4) {
                continue;
            }
            trial t = make_trial(2, extent, NULL, way / 3, way / 3, elements[below(ELEMENTS)]);
            const int more = below(3);
            pad(&t.from, more);
            pad(&t.into, more);
            t.options.exchange = (ct_exchange_options){
                .in_place = 1,
                .private_arrays = way % 3 == 1,
                .transport = way % 3 == 2 ? CT_TRANSPORT_MESSAGES : CT_TRANSPORT_AUTO};
            t.options.conjugate = below(2);
            expect_transposes(&t);
        }
    }
    for (int i = 0; i < 4; i++) {
        const ptrdiff_t extent[4] = {9, 9, i == 3 ? 5 : 9, 5};
        trial t = make_trial(i == 3 ? 4 : 3, extent, self_inverse[i], 1, 1, 8);
        memcpy(t.into.grid, t.from.grid, sizeof t.into.grid);
        t.options.exchange.in_place = 1;
        expect_transposes(&t);
    }
}

/* A rank without elements has no array, though rows have a pitch. */
static void expect_empty_ranks(void) {
    static const ptrdiff_t extent[3] = {6, 6, 1};
    static const int two_of_three[3] = {1, 0, 2};
    trial t = make_trial(3, extent, two_of_three, 2, 2, 8);
    ct_transpose_plan *plan = NULL;
    t.from.pitch = t.into.pitch = 3;
    t.options.exchange.in_place = 1;
    EXPECT_INT(ct_distribution_elements(&t.from, rank), rank == 0 ? 6 * 6 * 3 : 0);
    EXPECT_INT(ct_transpose_plan_create(MPI_COMM_WORLD, &t.from, two_of_three, &t.into, 8,
                                        &t.options, &plan),
               CT_OK);
    for (int pool = 0; pool < 2; pool++) {
        void *array = rank == 0 ? arrays[pool][0] : NULL;
        EXPECT_INT(ct_transpose_execute(plan, array, array), CT_OK);
    }
    ct_transpose_plan_destroy(&plan);
}

/* What cannot be swapped, for each reason there is. */
static void expect_no_swaps(void) {
    static const ptrdiff_t cube[3] = {6, 6, 6};
    static const ptrdiff_t matrix[2] = {6, 4};
    static const int around[3] = {1, 2, 0};
    static const int twice[3] = {1, 1, 0};
    static const int two_of_three[3] = {1, 0, 2};
    const trial good = make_trial(3, cube, two_of_three, 0, 0, 8);
    const trial oblong = make_trial(2, matrix, NULL, 0, 0, 8);
    trial bad = good;
    EXPECT(ct_transpose_swaps(&good.from, two_of_three, &good.into));
    EXPECT(ct_transpose_swaps(&good.from, NULL, &good.into));
    EXPECT(!ct_transpose_swaps(&good.from, around, &good.into));
    EXPECT(!ct_transpose_swaps(&good.from, twice, &good.into));
    EXPECT(!ct_transpose_swaps(&oblong.from, NULL, &oblong.into));
    EXPECT(!ct_transpose_swaps(&good.from, NULL, &oblong.into));
    EXPECT(!ct_transpose_swaps(&good.from, NULL, NULL));
    EXPECT(!ct_transpose_swaps(NULL, NULL, &good.into));
    bad.into.pitch = 7;
    EXPECT(!ct_transpose_swaps(&bad.from, NULL, &bad.into));
    bad = good;
    bad.into.grid[0] = 1;
    bad.into.grid[2] = size;
    EXPECT_INT(ct_transpose_swaps(&bad.from, NULL, &bad.into), size == 1);
}

/* A swap has no exchange, and less memory than a tenth of the array. */
static void expect_little_memory(void) {
    static const ptrdiff_t extent[2] = {700, 700};
    trial t = make_trial(2, extent, NULL, 1, 1, 8);
    ct_transpose_plan *plan = NULL;
    t.options.exchange.in_place = 1;
    EXPECT_INT(
        ct_transpose_plan_create(MPI_COMM_WORLD, &t.from, NULL, &t.into, 8, &t.options, &plan),
        CT_OK);
    EXPECT(ct_transpose_exchange(plan) == NULL);
    EXPECT(ct_transpose_plan_bytes(plan) < 0.1 * 8 * (double)ct_distribution_elements(&t.from, 0));
    ct_box mine = ct_distribution_box(&t.from, rank);
    double kept = 0; /* what this rank has on both sides stays */
    for (ptrdiff_t i = 0; i < mine.count[0]; i++) {
        ptrdiff_t row = mine.first[0] + i;
        for (ptrdiff_t j = 0; j < mine.count[1]; j++) {
            ptrdiff_t column = mine.first[1] + j;
            kept += row >= mine.first[1] && row < mine.first[1] + mine.count[1] &&
                    column >= mine.first[0] && column < mine.first[0] + mine.count[0];
        }
    }
    MPI_Allreduce(MPI_IN_PLACE, &kept, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    EXPECT(ct_transpose_total_bytes(plan) == 8 * (700.0 * 700.0 - kept));
    ct_transpose_plan_destroy(&plan);
}

static void expect_refused(const trial *t, const int *permutation, ct_status wanted,
                           const char *says) {
    ct_transpose_plan *plan = NULL;
    EXPECT_INT(ct_transpose_plan_create(MPI_COMM_WORLD, &t->from, permutation, &t->into,
                                        t->element_bytes, &t->options, &plan),
               wanted);
    EXPECT(plan == NULL);
    EXPECT_TEXT(ct_error_message(), says);
}

static void expect_refusals(void) {
    static const ptrdiff_t extent[2] = {6, 4};
    static const int twice[2] = {1, 1};
    static const int beyond[2] = {1, 2};
    static const int same[2] = {0, 1};
    const trial good = make_trial(2, extent, NULL, 0, 0, 8);
    trial bad = good;
    expect_refused(&good, twice, CT_ERROR_ARGUMENT, "axis 1");
    expect_refused(&good, beyond, CT_ERROR_ARGUMENT, "axis 2");
    expect_refused(&good, same, CT_ERROR_ARGUMENT, "positions");
    bad.into.axes = 1;
    expect_refused(&bad, NULL, CT_ERROR_ARGUMENT, "as many axes");
    bad = good;
    bad.element_bytes = 0;
    expect_refused(&bad, NULL, CT_ERROR_ARGUMENT, "0 bytes");
    bad = good;
    bad.options = (ct_transpose_options){.conjugate = 1, .sign_byte = 8};
    expect_refused(&bad, NULL, CT_ERROR_ARGUMENT, "byte 8");
    bad = good;
    bad.from.grid[1] = 2;
    expect_refused(&bad, NULL, CT_ERROR_ARGUMENT, "parts");
    bad = good;
    bad.options.exchange.algorithm = "fastest";
    expect_refused(&bad, NULL, CT_ERROR_CONFIG, "fastest");
    bad.options.exchange.in_place = 1; /* a swap takes no algorithm, but not any word either */
    bad.from.extent[0] = bad.into.extent[1] = 4;
    expect_refused(&bad, NULL, CT_ERROR_CONFIG, "fastest");
    bad = good;
    bad.options.exchange.in_place = rank == 0;
    if (size > 1) {
        expect_refused(&bad, NULL, CT_ERROR_ARGUMENT, "differ");
        bad = good;
        bad.element_bytes = rank == size - 1 ? 4 : 8;
        expect_refused(&bad, NULL, CT_ERROR_ARGUMENT, "differ");
        bad = good;
        bad.from.extent[1] = rank == size - 1 ? -1 : 4; /* on one rank alone */
        expect_refused(&bad, NULL, CT_ERROR_ARGUMENT, "extent -1");
    }
}

/* A missing array is everybody's failure, and the plan goes on. */
static void expect_missing_arrays(void) {
    static const ptrdiff_t extent[2] = {60, 60};
    for (int in_place = 0; in_place < 2; in_place++) {
        trial t = make_trial(2, extent, NULL, 0, 0, 8);
        ct_transpose_plan *plan = NULL;
        t.options.exchange.in_place = in_place;
        EXPECT_INT(
            ct_transpose_plan_create(MPI_COMM_WORLD, &t.from, NULL, &t.into, 8, &t.options, &plan),
            CT_OK);
        for (int i = 0; i < 2; i++) {
            memset(arrays[0][i], i, (size_t)60 * 60 * 8);
        }
        void *missing = rank == size - 1 ? NULL : arrays[0][1];
        EXPECT_INT(ct_transpose_execute(plan, in_place ? missing : arrays[0][0], missing),
                   CT_ERROR_ARGUMENT);
        EXPECT_TEXT(ct_error_message(), "no array");
        EXPECT_INT(ct_transpose_execute(plan, arrays[0][in_place], arrays[0][1]), CT_OK);
        EXPECT_INT(*(const char *)arrays[0][1], in_place);
        ct_transpose_plan_destroy(&plan);
    }
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    arrays_begin();
    expect_swaps();
    expect_empty_ranks();
    expect_no_swaps();
    expect_little_memory();
    expect_refusals();
    expect_missing_arrays();
    arrays_end();
    MPI_Finalize();
    return expect_status();
}
