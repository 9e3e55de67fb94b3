/* Uses an installed Cornerturn: what each of its public parts gives is looked at, number by number.
 */
#include <cornerturn/adi.h>
#include <cornerturn/algorithm.h>
#include <cornerturn/alltoall.h>
#include <cornerturn/check.h>
#include <cornerturn/collective.h>
#include <cornerturn/exchange.h>
#include <cornerturn/fft.h>
#include <cornerturn/halo.h>
#include <cornerturn/memory.h>
#include <cornerturn/price.h>
#include <cornerturn/spectral.h>
#include <cornerturn/transpose.h>
#include <cornerturn/version.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RANKS_MOST = 8 };

static const double pi = 3.14159265358979323846;
static int rank, size;

/* Counts what differs; an error makes everything wrong. */
static int wrong(ct_status status, int differing) {
    if (status != CT_OK) {
        (void)fprintf(stderr, "outside: %s\n", ct_error_message());
    }
    return status != CT_OK || differing > 0;
}

static void *shared(ptrdiff_t bytes) {
    void *memory = NULL;
    if (ct_alloc(MPI_COMM_WORLD, bytes, &memory) != CT_OK) {
        (void)fprintf(stderr, "outside: %s\n", ct_error_message());
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return memory;
}

static int token(int from, int to) {
    return 100 * from + to + 1;
}

static int wrong_tokens(const int *received) {
    int differing = 0;
    for (int from = 0; from < size; from++) {
        differing += received[from] != token(from, rank);
    }
    return differing;
}

static int wrong_exchange(void) {
    ct_block block[RANKS_MOST];
    const ct_layout layout = {sizeof(int), block};
    int *send = shared((ptrdiff_t)(RANKS_MOST * sizeof *send));
    int *receive = shared((ptrdiff_t)(RANKS_MOST * sizeof *receive));
    ct_exchange_plan *plan = NULL;
    for (int to = 0; to < size; to++) {
        block[to] = ct_block_contiguous(to * (ptrdiff_t)sizeof(int), 1, sizeof(int));
        send[to] = token(rank, to);
    }
    ct_status status = ct_exchange_plan_create(MPI_COMM_WORLD, &layout, &layout, NULL, &plan);
    status = status == CT_OK ? ct_exchange_execute(plan, send, receive) : status;
    int differing = wrong(status, wrong_tokens(receive));
    memset(receive, 0, RANKS_MOST * sizeof *receive);
    MPI_Barrier(MPI_COMM_WORLD);
    status = ct_alltoall(send, 1, MPI_INT, receive, 1, MPI_INT, MPI_COMM_WORLD);
    differing += wrong(status, wrong_tokens(receive));
    ct_exchange_plan_destroy(&plan);
    MPI_Barrier(MPI_COMM_WORLD);
    ct_free((void **)&send);
    ct_free((void **)&receive);
    return differing;
}

static int wrong_collectives(void) {
    int all[RANKS_MOST] = {0};
    int of_root[RANKS_MOST];
    int mine = token(rank, 0);
    int said = rank == size - 1 ? 77 : 0;
    int dealt = 0;
    ct_status status = ct_broadcast(&said, 1, MPI_INT, size - 1, MPI_COMM_WORLD);
    int differing = wrong(status, said != 77);
    status = ct_allgather(&mine, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD);
    for (int from = 0; from < size; from++) {
        differing += all[from] != token(from, 0);
        of_root[from] = token(0, from);
    }
    differing = wrong(status, differing);
    memset(all, 0, sizeof all);
    status = ct_gather(&mine, 1, MPI_INT, all, 1, MPI_INT, 0, MPI_COMM_WORLD);
    for (int from = 0; from < size && rank == 0; from++) {
        differing += all[from] != token(from, 0);
    }
    differing = wrong(status, differing);
    status = ct_scatter(of_root, 1, MPI_INT, &dealt, 1, MPI_INT, 0, MPI_COMM_WORLD);
    return wrong(status, differing + (dealt != token(0, rank)));
}

/* A matrix of 7 rows and 5 columns in slabs: entry (i, j) becomes entry (j, i). */
static int wrong_transpose(void) {
    enum { ROWS = 7, COLUMNS = 5 };
    static const int swapped[2] = {1, 0};
    const ct_distribution from = {2, {ROWS, COLUMNS}, {size, 1}, 0};
    const ct_distribution into = {2, {COLUMNS, ROWS}, {size, 1}, 0};
    const ct_box box = ct_distribution_box(&from, rank);
    const ct_box transposed = ct_distribution_box(&into, rank);
    double *input = shared((ptrdiff_t)(ROWS * COLUMNS * sizeof *input));
    double *output = shared((ptrdiff_t)(ROWS * COLUMNS * sizeof *output));
    ct_transpose_plan *plan = NULL;
    int differing = 0;
    for (ptrdiff_t k = 0; k < ct_box_elements(&box); k++) {
        input[k] = (double)(10 * (box.first[0] + k / COLUMNS) + k % COLUMNS);
    }
    ct_status status = ct_transpose_plan_create(MPI_COMM_WORLD, &from, swapped, &into,
                                                sizeof(double), NULL, &plan);
    status = status == CT_OK ? ct_transpose_execute(plan, input, output) : status;
    for (ptrdiff_t k = 0; k < ct_box_elements(&transposed); k++) {
        differing += output[k] != (double)(10 * (k % ROWS) + transposed.first[0] + k / ROWS);
    }
    ct_transpose_plan_destroy(&plan);
    MPI_Barrier(MPI_COMM_WORLD);
    ct_free((void **)&input);
    ct_free((void **)&output);
    return wrong(status, differing);
}

/* Two numbers a rank, around which those of its neighbours come. */
static int wrong_halo(void) {
    const ptrdiff_t extent[1] = {2 * (ptrdiff_t)size};
    const ct_halo_array numbers = {.element_bytes = sizeof(double)};
    const ct_halo_options options = {.periodic = {1}};
    ct_decomposition line = ct_decompose_blocks(1, extent, &size);
    ct_halo_plan *plan = NULL;
    line.ghosts[0][0] = line.ghosts[0][1] = 1;
    double *array = shared(ct_decomposition_elements(&line, rank) * (ptrdiff_t)sizeof *array);
    void *arrays[] = {array};
    array[1] = 2 * rank;
    array[2] = 2 * rank + 1;
    ct_status status = ct_halo_plan_create(MPI_COMM_WORLD, &line, 1, &numbers, &options, &plan);
    status = status == CT_OK ? ct_halo_execute(plan, arrays, NULL) : status;
    const int differing = array[0] != (2 * rank + 2 * size - 1) % (2 * size) ||
                          array[3] != (2 * rank + 2) % (2 * size);
    ct_halo_plan_destroy(&plan);
    MPI_Barrier(MPI_COMM_WORLD);
    ct_free((void **)&array);
    return wrong(status, differing);
}

/* The derivative of a wave by its spectrum, there and back. */
static int wrong_derivative(void) {
    const ptrdiff_t extent[2] = {16, 6};
    const double k = 2 * pi * 2 / 16;
    const ct_filter gradient = {.kind = CT_FILTER_GRADIENT, .axis = 0};
    ct_spectrum spectrum = {.problem = ct_fft_real(2, extent), .spacing = {1, 1}};
    ct_fft_options options = {.direction = CT_FORWARD};
    ct_fft_plan *forward = NULL;
    ct_fft_plan *inverse = NULL;
    ct_status status = ct_fft_plan_create(MPI_COMM_WORLD, &spectrum.problem, &options, &forward);
    if (status != CT_OK) {
        return wrong(status, 1);
    }
    ct_fft_grids(forward, options.array.grid, options.spectrum.grid);
    options.direction = CT_INVERSE;
    status = ct_fft_plan_create(MPI_COMM_WORLD, &spectrum.problem, &options, &inverse);
    const ct_box box = ct_fft_input_box(forward);
    double *array = shared(ct_fft_input_bytes(forward));
    void *modes = shared(ct_fft_output_bytes(forward));
    int differing = 0;
    for (ptrdiff_t i = 0; i < ct_box_elements(&box); i++) {
        array[i] = sin(k * (double)(box.first[0] + i / box.count[1]));
    }
    status = status == CT_OK ? ct_fft_execute(forward, array, modes) : status;
    spectrum.box = ct_fft_output_box(forward);
    status = status == CT_OK ? ct_filter_check(&spectrum, &gradient) : status;
    if (status == CT_OK) {
        ct_filter_apply(&spectrum, &gradient, modes);
        status = ct_fft_execute(inverse, modes, array);
    }
    for (ptrdiff_t i = 0; i < ct_box_elements(&box); i++) {
        const double place = (double)(box.first[0] + i / box.count[1]);
        differing += !(fabs(array[i] - k * cos(k * place)) < 1e-12);
    }
    ct_fft_plan_destroy(&forward);
    ct_fft_plan_destroy(&inverse);
    MPI_Barrier(MPI_COMM_WORLD);
    ct_free((void **)&array);
    ct_free(&modes);
    return wrong(status, differing);
}

/* With nothing flowing out a source of 2 makes 2 of 1 in half a second. */
static int wrong_diffusion(void) {
    const ptrdiff_t extent[2] = {9, 8};
    const ct_adi_quantity one = {.number = 1};
    ct_adi_problem problem = ct_adi_box_problem(2, extent);
    ct_adi_plan *plan = NULL;
    int differing = 0;
    problem.source = 2;
    ct_status status = ct_adi_plan_create(MPI_COMM_WORLD, &problem, NULL, &plan);
    status = status == CT_OK ? ct_adi_set_state(plan, &one) : status;
    status = status == CT_OK ? ct_adi_step(plan, 0.5) : status;
    if (status == CT_OK) {
        const ct_box box = ct_adi_state_box(plan);
        const double *state = ct_adi_state(plan);
        for (ptrdiff_t i = 0; i < ct_box_elements(&box); i++) {
            differing += !(fabs(state[i] - 2) < 1e-12);
        }
    }
    ct_adi_plan_destroy(&plan);
    return wrong(status, differing);
}

/* Seven messages of 100 bytes to seven others, each in 1 s and 1 s of bytes. */
static int wrong_price(void) {
    const ct_machine machine = {.start_up_s = 1, .byte_s = 0.01};
    const ct_algorithm *direct = ct_algorithm_find("direct");
    ct_topology topology = ct_topology_flat(8);
    ct_check_report report;
    ct_price price = {0};
    ct_status status = ct_check_algorithm(direct, &topology, NULL, &report);
    int differing = status != CT_OK || report.steps != 7 || report.total.messages != 56;
    ct_check_report_clear(&report);
    status = status == CT_OK ? ct_price_algorithm(direct, &topology, NULL, &machine, 100, &price)
                             : status;
    return wrong(status, differing + !(fabs(price.total_s - 14) < 1e-12));
}

int main(int argc, char **argv) {
    static int (*const tests[])(void) = {wrong_exchange, wrong_collectives, wrong_transpose,
                                         wrong_halo,     wrong_derivative,  wrong_diffusion,
                                         wrong_price};
    static const char *const names[] = {"exchange",   "collectives", "transpose", "halo",
                                        "derivative", "diffusion",   "price"};
    int bad = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) {
        if (tests[i]()) {
            (void)printf("rank %d: %s is wrong\n", rank, names[i]);
            bad = 1;
        }
    }
    MPI_Finalize();
    (void)printf("cornerturn %s: %s\n", ct_version(), bad ? "wrong" : "good");
    return bad;
}
