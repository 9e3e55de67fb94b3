/*
 * Arrays that other ranks could reach on some ranks only, as where uneven blocks lie on both sides
 * of the size from which fftw_malloc shares: all ranks must treat them as private. Each rank in
 * turn is the one whose arrays are, or are not, those of fftw_malloc.
 */
#include <fftw3-mpi.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int rank, size, failures;

/* A transpose of rows x columns elements of DEPTH numbers, 96 KiB a rank and more on 4 ranks. */
enum { ROWS = 128, COLUMNS = 96, DEPTH = 4 };

static double number(ptrdiff_t row, ptrdiff_t column, int k) {
    return (double)((row * COLUMNS + column) * DEPTH + k);
}

static double *allocate(ptrdiff_t count, int is_shared) {
    return is_shared ? fftw_alloc_real((size_t)count) : malloc((size_t)count * sizeof(double));
}

static void release(double *array, int is_shared) {
    if (is_shared) {
        fftw_free(array);
    } else {
        free(array);
    }
}

static void check(int in_shared, int out_shared) {
    const ptrdiff_t n[2] = {ROWS, COLUMNS};
    ptrdiff_t part[4];
    const ptrdiff_t count = fftw_mpi_local_size_many_transposed(
        2, n, DEPTH, FFTW_MPI_DEFAULT_BLOCK, FFTW_MPI_DEFAULT_BLOCK, MPI_COMM_WORLD, &part[0],
        &part[1], &part[2], &part[3]);
    double *in = allocate(count, in_shared);
    double *out = allocate(count, out_shared);
    fftw_plan plan = fftw_mpi_plan_many_transpose(ROWS, COLUMNS, DEPTH, FFTW_MPI_DEFAULT_BLOCK,
                                                  FFTW_MPI_DEFAULT_BLOCK, in, out, MPI_COMM_WORLD,
                                                  FFTW_ESTIMATE);
    for (ptrdiff_t i = 0; i < part[0] * COLUMNS * DEPTH; i++) {
        in[i] = number(part[1], 0, 0) + (double)i;
    }
    for (ptrdiff_t i = 0; i < part[2] * ROWS * DEPTH; i++) {
        out[i] = -1;
    }
    fftw_execute(plan);
    const double *at = out;
    int wrong = 0;
    for (ptrdiff_t column = part[3]; column < part[3] + part[2]; column++) {
        for (ptrdiff_t row = 0; row < ROWS; row++) {
            for (int k = 0; k < DEPTH; k++) {
                wrong += *at++ != number(row, column, k);
            }
        }
    }
    if (wrong > 0) {
        (void)fprintf(stderr, "rank %d: %d numbers are wrong (input %s, output %s)\n", rank, wrong,
                      in_shared ? "shared" : "private", out_shared ? "shared" : "private");
        failures++;
    }
    fftw_destroy_plan(plan);
    release(in, in_shared);
    release(out, out_shared);
}

int main(int count, char **arguments) {
    MPI_Init(&count, &arguments);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    fftw_mpi_init();
    for (int odd = 0; odd < size; odd++) {
        check(rank == odd, rank == odd);
        check(rank != odd, rank == odd);
        check(1, rank == odd);
        check(rank != odd, 1);
        check(1, 1);
    }
    int all = 0;
    MPI_Allreduce(&failures, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    fftw_mpi_cleanup();
    MPI_Finalize();
    return all > 0;
}
