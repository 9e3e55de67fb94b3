/* Exchanges, transposes, redistributions, halos and transforms on communicators of the caller:
 * parts of the world in reverse, Cartesian ones that MPI may reorder and rows of them, with ranks
 * that hold nothing, in arrays at odd addresses (of transforms: at any of real numbers), private
 * and shared. */
#include "expect.h"

#include <cornerturn/fft.h>
#include <cornerturn/halo.h>
#include <cornerturn/memory.h>
#include <cornerturn/redistribute.h>
#include <cornerturn/transpose.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 9, COLUMNS = 7, ROOM = 4096, SHIFTS = 3 };

/* What is tried on one communicator. */
typedef struct trial {
    MPI_Comm comm;
    int rank, size;
    char *input, *output; /* ROOM bytes each from an address of any kind on */
} trial;

/* A number at any address. */
static void put(char *array, ptrdiff_t index, double number) {
    memcpy(array + index * (ptrdiff_t)sizeof number, &number, sizeof number);
}

static double get(const char *array, ptrdiff_t index) {
    double number = 0;
    memcpy(&number, array + index * (ptrdiff_t)sizeof number, sizeof number);
    return number;
}

static void expect_exchanged(const trial *t) {
    ct_block *block = malloc((size_t)t->size * sizeof *block);
    const ct_layout layout = {8, block};
    int wrong = 0;
    for (int peer = 0; peer < t->size; peer++) {
        block[peer] = ct_block_contiguous((ptrdiff_t)peer * 80, 10, 8);
        for (int i = 0; i < 10; i++) {
            put(t->input, 10 * peer + i, 100 * t->rank + peer);
        }
    }
    EXPECT_INT(ct_exchange(t->comm, &layout, t->input, &layout, t->output, NULL), CT_OK);
    for (int i = 0; i < 10 * t->size; i++) {
        const int peer = i / 10;
        wrong += get(t->output, i) != 100 * peer + t->rank;
    }
    EXPECT_INT(wrong, 0);
    free(block);
}

/* Rows over all but one of the ranks, if there are two: the last one holds nothing. */
static int parts_of(const trial *t) {
    return t->size > 1 ? t->size - 1 : 1;
}

static ptrdiff_t fill_rows(const trial *t, ptrdiff_t *first) {
    const int parts = parts_of(t);
    const ptrdiff_t rows = t->rank < parts ? ct_block_count(ROWS, parts, t->rank) : 0;
    *first = t->rank < parts ? ct_block_first(ROWS, parts, t->rank) : 0;
    for (ptrdiff_t i = 0; i < rows * COLUMNS; i++) {
        put(t->input, i, (double)(*first * COLUMNS + i));
    }
    return rows;
}

/* Element (j, i) of the result is element (i, j). */
static void expect_transposed(const trial *t) {
    const ct_distribution from = {2, {ROWS, COLUMNS}, {parts_of(t), 1}, 0};
    const ct_distribution into = {2, {COLUMNS, ROWS}, {t->size, 1}, 0};
    const ct_box box = ct_distribution_box(&into, t->rank);
    ct_transpose_plan *plan = NULL;
    ptrdiff_t first = 0;
    int wrong = 0;
    (void)fill_rows(t, &first);
    EXPECT_INT(ct_transpose_plan_create(t->comm, &from, NULL, &into, 8, NULL, &plan), CT_OK);
    EXPECT_INT(ct_transpose_execute(plan, t->input, t->output), CT_OK);
    for (ptrdiff_t k = 0; k < ct_box_elements(&box); k++) {
        const ptrdiff_t j = box.first[0] + k / ROWS;
        wrong += get(t->output, k) != (double)(k % ROWS * COLUMNS + j);
    }
    EXPECT_INT(wrong, 0);
    ct_transpose_plan_destroy(&plan);
}

/* To block-cyclic columns on all ranks and back. */
static void expect_redistributed(const trial *t) {
    const ptrdiff_t extent[2] = {ROWS, COLUMNS};
    const ptrdiff_t width[2] = {2, 2};
    const int rows_grid[2] = {parts_of(t), 1};
    const int columns_grid[2] = {1, t->size};
    const ct_decomposition rows = ct_decompose_blocks(2, extent, rows_grid);
    const ct_decomposition cyclic = ct_decompose_cyclic(2, extent, columns_grid, width);
    ct_redistribute_plan *there = NULL;
    ct_redistribute_plan *back = NULL;
    ptrdiff_t first = 0;
    int wrong = 0;
    const ptrdiff_t held = fill_rows(t, &first);
    EXPECT_INT(ct_redistribute_plan_create(t->comm, &rows, NULL, &cyclic, 8, NULL, &there), CT_OK);
    EXPECT_INT(ct_redistribute_plan_create(t->comm, &cyclic, NULL, &rows, 8, NULL, &back), CT_OK);
    EXPECT_INT(ct_redistribute_execute(there, t->input, t->output), CT_OK);
    for (ptrdiff_t k = 0; t->rank == 0 && k < 2; k++) { /* the first two columns are its own */
        wrong += get(t->output, k) != (double)k;
    }
    memset(t->input, 0, ROOM);
    EXPECT_INT(ct_redistribute_execute(back, t->output, t->input), CT_OK);
    for (ptrdiff_t i = 0; i < held * COLUMNS; i++) {
        wrong += get(t->input, i) != (double)(first * COLUMNS + i);
    }
    EXPECT_INT(wrong, 0);
    ct_redistribute_plan_destroy(&there);
    ct_redistribute_plan_destroy(&back);
}

/* A ring of two numbers a part. */
static void expect_haloed(const trial *t) {
    const int parts = parts_of(t);
    const ptrdiff_t extent[1] = {2 * (ptrdiff_t)parts};
    const ct_halo_array numbers = {.element_bytes = 8};
    const ct_halo_options options = {.periodic = {1}};
    ct_decomposition line = ct_decompose_blocks(1, extent, &parts);
    ct_halo_plan *plan = NULL;
    void *array = t->input;
    line.ghosts[0][0] = line.ghosts[0][1] = 1;
    put(t->input, 1, 2 * t->rank);
    put(t->input, 2, 2 * t->rank + 1);
    EXPECT_INT(ct_halo_plan_create(t->comm, &line, 1, &numbers, &options, &plan), CT_OK);
    EXPECT_INT(ct_halo_execute(plan, &array, NULL), CT_OK);
    if (t->rank < parts) {
        EXPECT_INT(get(t->input, 0), (2 * t->rank + 2 * parts - 1) % (2 * parts));
        EXPECT_INT(get(t->input, 3), (2 * t->rank + 2) % (2 * parts));
    }
    ct_halo_plan_destroy(&plan);
}

/* Of a wave with the wavenumbers 2 and 3 one number is left; back it is the wave. */
static void expect_transformed(const trial *t, int in_place, int many) {
    const double pi = acos(-1);
    const ptrdiff_t extent[2] = {ROWS, COLUMNS};
    const ct_fft_problem problem = ct_fft_complex(2, extent);
    ct_fft_options options = {.in_place = in_place, .array.grid = {parts_of(t), 1}};
    ct_fft_plan *plan = NULL;
    EXPECT_INT(ct_fft_plan_create(t->comm, &problem, &options, &plan), CT_OK);
    if (plan == NULL) {
        return;
    }
    char *input = t->input - (uintptr_t)t->input % 8; /* as real numbers are aligned */
    char *output = in_place ? input : t->output - (uintptr_t)t->output % 8;
    const void *inputs[2] = {input, input};
    void *outputs[2] = {output, output};
    const ct_box box = ct_fft_input_box(plan);
    const ct_box spectrum = ct_fft_output_box(plan);
    double error = 0;
    for (ptrdiff_t k = 0; k < ct_box_elements(&box); k++) {
        const ptrdiff_t row = box.first[0] + k / box.count[1];
        const ptrdiff_t column = box.first[1] + k % box.count[1];
        const double phase = 2 * pi * (2 * (double)row / ROWS + 3 * (double)column / COLUMNS);
        put(input, 2 * k, cos(phase));
        put(input, 2 * k + 1, sin(phase));
    }
    EXPECT_INT(many ? ct_fft_execute_many(plan, 1 + !in_place, inputs, outputs)
                    : ct_fft_execute(plan, input, output),
               CT_OK);
    for (ptrdiff_t k = 0; k < ct_box_elements(&spectrum); k++) {
        const ptrdiff_t row = spectrum.first[0] + k / spectrum.count[1];
        const ptrdiff_t column = spectrum.first[1] + k % spectrum.count[1];
        const double wanted = row == 2 && column == 3 ? ROWS * COLUMNS : 0;
        error = fmax(error, hypot(get(output, 2 * k) - wanted, get(output, 2 * k + 1)));
    }
    EXPECT(error < 1e-12 * ROWS * COLUMNS);
    ct_fft_plan_destroy(&plan);
}

/* All of it on a communicator, which is freed. */
static void try_on(MPI_Comm comm) {
    static const int shifts[SHIFTS] = {0, 1, 13};
    trial t = {.comm = comm};
    if (comm == MPI_COMM_NULL) {
        return;
    }
    MPI_Comm_rank(comm, &t.rank);
    MPI_Comm_size(comm, &t.size);
    for (int i = 0; i < 2 * SHIFTS; i++) {
        void *memory[2] = {NULL, NULL};
        for (int k = 0; k < 2; k++) {
            if (i < SHIFTS) {
                EXPECT_INT(ct_alloc(comm, ROOM + 64, &memory[k]), CT_OK);
            } else {
                memory[k] = malloc(ROOM + 64);
            }
        }
        t.input = (char *)memory[0] + shifts[i % SHIFTS];
        t.output = (char *)memory[1] + shifts[(i + (t.rank == 0)) % SHIFTS];
        expect_exchanged(&t);
        expect_transposed(&t);
        expect_redistributed(&t);
        expect_haloed(&t);
        for (int how = 0; how < 4; how++) {
            expect_transformed(&t, how % 2, how / 2);
        }
        for (int k = 0; k < 2; k++) {
            if (i < SHIFTS) {
                ct_free(&memory[k]);
            } else {
                free(memory[k]);
            }
        }
    }
    MPI_Comm_free(&comm);
}

int main(int argc, char **argv) {
    static const int periods[2] = {1, 0};
    static const int rows_stay[2] = {0, 1};
    int rank = 0;
    int size = 1;
    int dims[2] = {0, 0};
    MPI_Comm comm = MPI_COMM_NULL;
    MPI_Comm row = MPI_COMM_NULL;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &comm); /* two halves, each in reverse */
    try_on(comm);
    MPI_Comm_split(MPI_COMM_WORLD, rank > 0 || size == 1 ? 0 : MPI_UNDEFINED, rank, &comm);
    try_on(comm); /* all but one */
    MPI_Dims_create(size, 2, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 1, &comm);
    MPI_Cart_sub(comm, rows_stay, &row);
    try_on(row);
    try_on(comm);
    MPI_Finalize();
    return expect_status();
}
