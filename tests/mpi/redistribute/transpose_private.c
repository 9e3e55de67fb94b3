/* Transposes of arrays that other ranks of the node cannot reach: right, by way of one array of the
 * plan's that stands in for what is sent, and by pieces where memory cannot be shared any more. */
#include "expect.h"

#include <cornerturn/exchange.h>
#include <cornerturn/memory.h>
#include <cornerturn/transpose.h>
#include <stdlib.h>

enum { ROWS = 210, COLUMNS = 330 };

static int rank, size;

static void expect_transposed(ct_transpose_plan *plan, const ct_distribution *from,
                              const ct_distribution *into, double *input, double *output) {
    const ct_box sent = ct_distribution_box(from, rank);
    const ct_box box = ct_distribution_box(into, rank);
    int wrong = 0;
    for (int round = 0; round < 3; round++) {
        for (ptrdiff_t i = 0; i < ct_box_elements(&sent); i++) {
            input[i] = (double)(sent.first[0] * COLUMNS + i) + 0.25 * round;
        }
        EXPECT_INT(ct_transpose_execute(plan, input, output), CT_OK);
        for (ptrdiff_t k = 0; k < ct_box_elements(&box); k++) {
            const ptrdiff_t j = box.first[0] + k / ROWS;
            wrong += output[k] != (double)(k % ROWS * COLUMNS + j) + 0.25 * round;
        }
    }
    EXPECT_INT(wrong, 0);
}

static void expect_case(int is_shared, int is_full) {
    const ct_distribution from = {2, {ROWS, COLUMNS}, {size, 1}, 0};
    const ct_distribution into = {2, {COLUMNS, ROWS}, {size, 1}, 0};
    const ptrdiff_t bytes[2] = {ct_distribution_elements(&from, rank) * 8,
                                ct_distribution_elements(&into, rank) * 8};
    void *arrays[2] = {NULL, NULL};
    ct_transpose_plan *plan = NULL;
    EXPECT_INT(ct_transpose_plan_create(MPI_COMM_WORLD, &from, NULL, &into, 8, NULL, &plan), CT_OK);
    for (int i = 0; i < 2; i++) {
        if (is_shared) {
            EXPECT_INT(ct_alloc(MPI_COMM_WORLD, bytes[i], &arrays[i]), CT_OK);
        } else {
            arrays[i] = malloc((size_t)bytes[i]);
        }
    }
    if (is_full) {
        EXPECT_INT(setenv("CT_SHARED_BYTES", "0", 1), 0);
    }
    const double before = ct_exchange_plan_bytes(ct_transpose_exchange(plan));
    if (size > 1) { /* one without an array decides with the others */
        EXPECT_INT(ct_transpose_execute(plan, rank == size - 1 ? NULL : arrays[0], arrays[1]),
                   CT_ERROR_ARGUMENT);
    }
    expect_transposed(plan, &from, &into, arrays[0], arrays[1]);
    const double more = ct_exchange_plan_bytes(ct_transpose_exchange(plan)) - before;
    EXPECT_INT((long long)more, size == 1 || is_shared || is_full ? 0 : bytes[0]);
    EXPECT_INT(unsetenv("CT_SHARED_BYTES"), 0);
    ct_transpose_plan_destroy(&plan);
    for (int i = 0; i < 2; i++) {
        if (is_shared) {
            ct_free(&arrays[i]);
        } else {
            free(arrays[i]);
        }
    }
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    expect_case(1, 0);
    expect_case(0, 0);
    expect_case(0, 1);
    MPI_Finalize();
    return expect_status();
}
