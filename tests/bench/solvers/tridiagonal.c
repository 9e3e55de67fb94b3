/*
 * Times tridiagonal systems along each axis of a cube in slabs along the first one, in double
 * precision: a line for each axis, kind of matrix and method, medians of the times of the slowest
 * rank.
 *
 * usage: tridiagonal [N [ROUNDS]]
 */
#include "../median.h"
#include "../together.h"

#include <cornerturn/memory.h>
#include <cornerturn/tridiagonal.h>

#include <stdio.h>
#include <stdlib.h>

enum { ROUNDS_MOST = 101 };

/* Fills an array of coefficients, or one matrix. */
static void fill(double *array, ptrdiff_t count, double value) {
    for (ptrdiff_t i = 0; i < count; i++) {
        array[i] = value + 0.1 * (double)(i % 7) / 7;
    }
}

static void time_one(const ct_tridiagonal_problem *problem, ct_tridiagonal_method method,
                     int rounds, int rank, ptrdiff_t elements) {
    static const char *const names[] = {"auto", "transposing", "reducing"};
    const ptrdiff_t n = problem->is_variable ? elements : problem->array.extent[problem->axis];
    const ct_tridiagonal_options options = {.method = method};
    ct_tridiagonal_plan *plan = NULL;
    double seconds[ROUNDS_MOST];
    void *memory[4] = {NULL}; /* lower, diagonal, upper, x */
    for (int k = 0; k < 4; k++) {
        const ptrdiff_t count = k == 3 ? elements : n;
        if (ct_alloc(MPI_COMM_WORLD, count * (ptrdiff_t)sizeof(double), &memory[k]) != CT_OK) {
            MPI_Abort(MPI_COMM_WORLD, 1);
        }
        fill(memory[k], count, k == 1 ? 3 : k == 3 ? 0.5 : -1);
    }
    if (ct_tridiagonal_plan_create(MPI_COMM_WORLD, problem, &options, &plan) != CT_OK ||
        ct_tridiagonal_factorise(plan, memory[0], memory[1], memory[2]) != CT_OK) {
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    for (int round = -2; round < rounds; round++) {
        const double begin_s = together_begin_s();
        (void)ct_tridiagonal_solve(plan, 1, &memory[3]);
        seconds[round > 0 ? round : 0] = together_taken_s(begin_s);
    }
    const double middle_s = median(seconds, rounds);
    if (rank == 0) {
        (void)printf("axis %d %s %-11s %8.2f ms\n", problem->axis,
                     problem->is_variable ? "a matrix a line" : "one matrix     ",
                     names[ct_tridiagonal_method_used(plan)], 1e3 * middle_s);
    }
    ct_tridiagonal_plan_destroy(&plan);
    for (int k = 0; k < 4; k++) {
        ct_free(&memory[k]);
    }
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    const ptrdiff_t n = argc > 1 ? strtol(argv[1], NULL, 10) : 256;
    const int asked = argc > 2 ? (int)strtol(argv[2], NULL, 10) : 15;
    const int rounds = asked < 1 ? 1 : asked < ROUNDS_MOST ? asked : ROUNDS_MOST;
    int rank = 0;
    int size = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const ptrdiff_t extent[3] = {n, n, n};
    const int grid[3] = {size, 1, 1};
    ct_tridiagonal_problem problem = {.array = ct_decompose_blocks(3, extent, grid), .parts = 1};
    const ptrdiff_t elements = ct_decomposition_elements(&problem.array, rank);
    for (problem.axis = 0; problem.axis < 3; problem.axis++) {
        for (problem.is_variable = 0; problem.is_variable < 2; problem.is_variable++) {
            const int methods = problem.axis == 0 && size > 1 ? 2 : 1;
            for (int method = 1; method <= methods; method++) {
                time_one(&problem, (ct_tridiagonal_method)method, rounds, rank, elements);
            }
        }
    }
    MPI_Finalize();
    return 0;
}
