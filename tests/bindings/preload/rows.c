/* A program that knows nothing of this project: transposes a matrix, distributed by rows, there and
 * back by MPI_Alltoall, and prints a checksum. The same in Fortran: rows.f90. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 64, ROUNDS = 200 }; /* rows a rank */

/* Blocks for all ranks, each transposed, then exchanged. */
static void transpose(const double *from, double *packed, double *into, int size) {
    const int columns = ROWS * size;
    for (int peer = 0; peer < size; peer++) {
        for (int row = 0; row < ROWS; row++) {
            for (int column = 0; column < ROWS; column++) {
                packed[(peer * ROWS + column) * ROWS + row] =
                    from[row * columns + peer * ROWS + column];
            }
        }
    }
    MPI_Alltoall(packed, ROWS * ROWS, MPI_DOUBLE, into, ROWS * ROWS, MPI_DOUBLE, MPI_COMM_WORLD);
    for (int peer = 0; peer < size; peer++) {
        for (int row = 0; row < ROWS; row++) {
            for (int column = 0; column < ROWS; column++) {
                packed[row * columns + peer * ROWS + column] =
                    into[(peer * ROWS + row) * ROWS + column];
            }
        }
    }
    for (int i = 0; i < ROWS * columns; i++) {
        into[i] = packed[i];
    }
}

int main(int argc, char **argv) {
    int rank = 0;
    int size = 1;
    double sum = 0;
    double total = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const int count = ROWS * ROWS * size;
    double *memory = malloc(3 * (size_t)count * sizeof *memory);
    if (memory == NULL) {
        MPI_Abort(MPI_COMM_WORLD, 1);
        return 1;
    }
    double *matrix = memory;
    for (int i = 0; i < count; i++) {
        matrix[i] = rank * count + i;
    }
    for (int round = 0; round < ROUNDS; round++) {
        transpose(matrix, memory + count, memory + 2 * count, size);
        for (int i = 0; i < count; i++) {
            matrix[i] = memory[2 * count + i] + round;
        }
    }
    for (int i = 0; i < count; i++) {
        sum += matrix[i] * (i % 17 + 1);
    }
    MPI_Reduce(&sum, &total, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        printf("%.17g\n", total);
    }
    free(memory);
    MPI_Finalize();
    return 0;
}
