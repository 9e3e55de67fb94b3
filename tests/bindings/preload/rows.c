/* A program that knows nothing of this project: transposes a matrix, distributed by rows, by
 * MPI_Alltoall, or exchanges its blocks by other collectives, and prints a checksum. By
 * MPI_Alltoall in Fortran: rows.f90.
 *
 * usage: rows [types | rooted | begun] */
#include <locale.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* As many columns of all rows go to each rank, where they become rows; `begun`: by a call that
 * others complete. */
static void exchange_columns(double *from, double *into, int size, int begun) {
    enum { RANKS_MOST = 16 };
    int counts[2][RANKS_MOST];
    int places[2][RANKS_MOST];
    MPI_Datatype types[2][RANKS_MOST];
    MPI_Datatype columns = MPI_DATATYPE_NULL;
    MPI_Type_vector(ROWS, ROWS, ROWS * size, MPI_DOUBLE, &columns);
    MPI_Type_commit(&columns);
    for (int peer = 0; peer < size && peer < RANKS_MOST; peer++) {
        counts[0][peer] = 1;
        counts[1][peer] = ROWS * ROWS;
        places[0][peer] = peer * ROWS * (int)sizeof(double);
        places[1][peer] = peer * ROWS * ROWS * (int)sizeof(double);
        types[0][peer] = columns;
        types[1][peer] = MPI_DOUBLE;
    }
    if (begun) {
        MPI_Request request = MPI_REQUEST_NULL;
        MPI_Ialltoallw(from, counts[0], places[0], types[0], into, counts[1], places[1], types[1],
                       MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        MPI_Alltoallw(from, counts[0], places[0], types[0], into, counts[1], places[1], types[1],
                      MPI_COMM_WORLD);
    }
    MPI_Type_free(&columns);
}

/* Blocks are exchanged as they are, by calls that others complete. */
static void exchange_begun(double *from, double *packed, double *into, int size) {
    const int block = ROWS * ROWS;
    MPI_Request request = MPI_REQUEST_NULL;
    exchange_columns(from, packed, size, 1);
    MPI_Ialltoall(packed, block, MPI_DOUBLE, into, block, MPI_DOUBLE, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

/* The last rank's first block to all, all blocks to rank 0, and those back. */
static void exchange_by_root(double *from, double *packed, double *into, int size) {
    const int block = ROWS * ROWS;
    MPI_Bcast(from, block, MPI_DOUBLE, size - 1, MPI_COMM_WORLD);
    MPI_Gather(from, block, MPI_DOUBLE, packed, block, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Scatter(packed, block, MPI_DOUBLE, into, block, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
    int rank = 0;
    int size = 1;
    double sum = 0;
    double total = 0;
    setlocale(LC_NUMERIC, "");
    MPI_Init(&argc, &argv);
    setlocale(LC_ALL, ""); /* not before: UCX does not begin in a Turkish locale */
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const int count = ROWS * ROWS * size;
    double *memory = calloc(3 * (size_t)count, sizeof *memory);
    if (memory == NULL) {
        MPI_Abort(MPI_COMM_WORLD, 1);
        return 1;
    }
    double *matrix = memory;
    for (int i = 0; i < count; i++) {
        matrix[i] = rank * count + i;
    }
    for (int round = 0; round < ROUNDS; round++) {
        if (argc == 1) {
            transpose(matrix, memory + count, memory + 2 * count, size);
        } else if (strcmp(argv[1], "types") == 0) {
            exchange_columns(matrix, memory + 2 * count, size, 0);
        } else if (strcmp(argv[1], "begun") == 0) {
            exchange_begun(matrix, memory + count, memory + 2 * count, size);
        } else {
            exchange_by_root(matrix, memory + count, memory + 2 * count, size);
        }
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
