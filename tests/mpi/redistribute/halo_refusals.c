/* Halos that are refused, on all ranks, and arrays that are missing. */
#include "expect.h"

#include <cornerturn/halo.h>

static int rank, size;

static void expect_refused(const ct_decomposition *d, int arrays, const ct_halo_array *array,
                           const ct_halo_options *options, const char *message) {
    ct_halo_plan *plan = NULL;
    EXPECT_INT(ct_halo_plan_create(MPI_COMM_WORLD, d, arrays, array, options, &plan),
               CT_ERROR_ARGUMENT);
    EXPECT_TEXT(ct_error_message(), message);
    EXPECT(plan == NULL);
    ct_halo_plan_destroy(&plan);
}

static void expect_refusals(void) {
    const ptrdiff_t extent[2] = {8, 6};
    const ptrdiff_t width[2] = {2, 2};
    const int grid[2] = {size, 1};
    const int is_last = rank == size - 1;
    const ct_halo_array numbers = {.element_bytes = 8};
    const ct_halo_array nothing = {.element_bytes = 0};
    ct_decomposition d = ct_decompose_cyclic(2, extent, grid, width);
    expect_refused(&d, 1, &numbers, NULL, "allowed: blocks, bounds and boxes");
    d = ct_decompose_blocks(2, extent, grid);
    d.ghosts[0][1] = 1;
    expect_refused(NULL, 1, &numbers, NULL, "needs a decomposition");
    expect_refused(&d, 0, &numbers, NULL, "a halo of 0 arrays");
    expect_refused(&d, 1, NULL, NULL, "none described");
    expect_refused(&d, 1, &nothing, NULL, "elements of 0 bytes");
    const ct_halo_options wide = {.has_width = 1, .width = {{0, 2}}};
    expect_refused(&d, 1, &numbers, &wide, "2 layers after axis 0, which has 1 ghosts");
    const ct_halo_options corners = {.apart = 1, .has_width = 1};
    expect_refused(&d, 1, &numbers, &corners, "with faces_only and has_width");
    const ct_halo_options nowhere = {.exchange = {.algorithm = "nothing"}};
    ct_halo_plan *plan = NULL;
    EXPECT_INT(ct_halo_plan_create(MPI_COMM_WORLD, &d, 1, &numbers, &nowhere, &plan),
               CT_ERROR_CONFIG);
    if (size > 1) {
        const ct_halo_options differs = {.periodic = {is_last}};
        expect_refused(&d, 1, &numbers, &differs, "differ between ranks");
        d.ghosts[0][1] = 1 + is_last;
        expect_refused(&d, 1, &numbers, NULL, "differ between ranks");
    }
}

/* An array is missing on rank 0: it and its neighbours say so, and the plan goes on. */
static void expect_missing(const char *algorithm, int everybody) {
    const ptrdiff_t extent[1] = {4 * (ptrdiff_t)size};
    const int grid[1] = {size};
    const ct_halo_array numbers = {.element_bytes = 400};
    const ct_halo_options options = {.periodic = {1}, .exchange.algorithm = algorithm};
    static char memory[6 * 400];
    void *array = memory;
    void *missing = rank == 0 ? NULL : memory;
    ct_halo_plan *plan = NULL;
    ct_decomposition d = ct_decompose_blocks(1, extent, grid);
    d.ghosts[0][0] = d.ghosts[0][1] = 1;
    EXPECT_INT(ct_halo_plan_create(MPI_COMM_WORLD, &d, 1, &numbers, &options, &plan), CT_OK);
    const ct_status status = ct_halo_execute(plan, &missing, NULL);
    if (everybody || rank <= 1 || rank == size - 1) {
        EXPECT_INT(status, CT_ERROR_ARGUMENT);
    }
    for (int i = 0; i < 400; i++) {
        memory[400 + i] = memory[1600 + i] = (char)(rank + 1);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    EXPECT_INT(ct_halo_execute(plan, &array, NULL), CT_OK);
    EXPECT_INT(memory[0], (rank + size - 1) % size + 1);
    EXPECT_INT(memory[5 * 400 + 399], (rank + 1) % size + 1);
    ct_halo_plan_destroy(&plan);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    expect_refusals();
    expect_missing(NULL, 0);
    expect_missing("mpi", 1);
    MPI_Finalize();
    return expect_status();
}
