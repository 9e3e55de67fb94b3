/*
 * Times Poisson's equation on a cube, periodic but for its first UNBOUNDED axes, beside its forward
 * transform alone, real and double, in turn: medians of the slowest rank, and their ratio.
 *
 * usage: poisson [N [ROUNDS [UNBOUNDED]]]
 */
#include "../median.h"
#include "../together.h"

#include <cornerturn/memory.h>
#include <cornerturn/poisson.h>

#include <stdio.h>
#include <stdlib.h>

enum { ROUNDS_MOST = 101 };

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    const ptrdiff_t n = argc > 1 ? strtol(argv[1], NULL, 10) : 256;
    const int asked = argc > 2 ? (int)strtol(argv[2], NULL, 10) : 15;
    const int rounds = asked < 1 ? 1 : asked < ROUNDS_MOST ? asked : ROUNDS_MOST;
    ct_poisson problem = {
        .axes = 3,
        .extent = {n, n, n},
        .spacing = {1, 1, 1},
        .boundary = {CT_BOUNDARY_PERIODIC, CT_BOUNDARY_PERIODIC, CT_BOUNDARY_PERIODIC},
        .removes_mean = 1};
    for (int a = 0; a < 3 && argc > 3 && a < strtol(argv[3], NULL, 10); a++) {
        problem.boundary[a] = CT_BOUNDARY_UNBOUNDED;
    }
    const ct_fft_problem transform =
        ct_poisson_problem(3, problem.extent, problem.boundary, problem.points, 0);
    const ct_fft_options options = {.rigour = CT_MEASURE};
    ct_poisson_plan *poisson = NULL;
    ct_fft_plan *forward = NULL;
    double seconds[2][ROUNDS_MOST];
    void *memory[3] = {NULL};
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (ct_poisson_plan_create(MPI_COMM_WORLD, &problem, &options, &poisson) != CT_OK ||
        ct_fft_plan_create(MPI_COMM_WORLD, &transform, &options, &forward) != CT_OK) {
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    const ptrdiff_t bytes[3] = {ct_poisson_bytes(poisson), ct_poisson_bytes(poisson),
                                ct_fft_output_bytes(forward)};
    for (int k = 0; k < 3; k++) {
        if (ct_alloc(MPI_COMM_WORLD, bytes[k], &memory[k]) != CT_OK) {
            MPI_Abort(MPI_COMM_WORLD, 1);
        }
        for (ptrdiff_t i = 0; i < bytes[k] / (ptrdiff_t)sizeof(double); i++) {
            ((double *)memory[k])[i] = (double)(i % 11);
        }
    }
    for (int round = -2; round < rounds; round++) {
        for (int what = 0; what < 2; what++) {
            const double begin_s = together_begin_s();
            (void)(what == 0 ? ct_poisson_solve(poisson, memory[0], memory[1])
                             : ct_fft_execute(forward, memory[0], memory[2]));
            seconds[what][round > 0 ? round : 0] = together_taken_s(begin_s);
        }
    }
    const double solved_s = median(seconds[0], rounds);
    const double forward_s = median(seconds[1], rounds);
    if (rank == 0) {
        (void)printf("Poisson %.2f ms, forward transform %.2f ms: %.2f\n", 1e3 * solved_s,
                     1e3 * forward_s, solved_s / forward_s);
    }
    for (int k = 0; k < 3; k++) {
        ct_free(&memory[k]);
    }
    ct_poisson_plan_destroy(&poisson);
    ct_fft_plan_destroy(&forward);
    MPI_Finalize();
    return 0;
}
