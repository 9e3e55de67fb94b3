/* Plans of nodes that can share less memory than they want, or can share it for some of their
 * arrays only: all are there, and transform as where nothing at all is shared. */
#include "expect.h"
#include "fft_arrays.h"

#include <cornerturn/fft.h>
#include <cornerturn/fft_filter.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, size;
static int warnings, filter_warnings; /* that a plan is slower for it */

static int warns(const ct_fft_plan *plan) {
    const char *warning = ct_fft_warning(plan);
    return warning != NULL && strstr(warning, "no shared memory left") != NULL;
}

static void fill(void *array, ptrdiff_t bytes) {
    for (ptrdiff_t i = 0; i < bytes / (ptrdiff_t)sizeof(double); i++) {
        ((double *)array)[i] = sin(0.37 * (double)i + rank);
    }
}

static double difference(const void *a, const void *b, ptrdiff_t bytes) {
    double worst = 0;
    for (ptrdiff_t i = 0; i < bytes / (ptrdiff_t)sizeof(double); i++) {
        worst = fmax(worst, fabs(((const double *)a)[i] - ((const double *)b)[i]));
    }
    return worst;
}

/* What one array of a node may have of its shared memory; less than 0: any. */
static void allow(ptrdiff_t bytes) {
    char text[32];
    (void)snprintf(text, sizeof text, "%td", bytes);
    EXPECT_INT(bytes >= 0 ? setenv("CT_SHARED_BYTES", text, 1) : unsetenv("CT_SHARED_BYTES"), 0);
}

/* Transforms, and the error there and back, whose plan finds as little to share. */
static void expect_transform(const ct_fft_problem *problem, const ct_fft_options *options,
                             ptrdiff_t allowed_bytes) {
    ct_fft_options reference_options = *options;
    ct_fft_plan *plan = NULL;
    ct_fft_plan *reference = NULL;
    double error = 1;
    reference_options.exchange.private_arrays = 1;
    EXPECT_INT(ct_fft_plan_create(MPI_COMM_WORLD, problem, &reference_options, &reference), CT_OK);
    allow(allowed_bytes);
    EXPECT_INT(ct_fft_plan_create(MPI_COMM_WORLD, problem, options, &plan), CT_OK);
    if (plan != NULL && reference != NULL) {
        warnings += warns(plan);
        const ptrdiff_t bytes[2] = {ct_fft_input_bytes(plan), ct_fft_output_bytes(plan)};
        void *input = array_create(bytes[0], 1);
        void *output = array_create(bytes[1], 1);
        void *wanted = array_create(bytes[1], 1);
        EXPECT_INT(ct_fft_input_bytes(reference), bytes[0]);
        EXPECT_INT(ct_fft_output_bytes(reference), bytes[1]);
        fill(input, bytes[0]);
        EXPECT_INT(ct_fft_execute(reference, input, wanted), CT_OK);
        EXPECT_INT(ct_fft_execute(plan, input, output), CT_OK);
        EXPECT(difference(output, wanted, bytes[1]) < 1e-9);
        EXPECT_INT(ct_fft_round_trip_error(plan, input, output, &error), CT_OK);
        EXPECT(error < 1e-14);
        array_destroy(input, 1);
        array_destroy(output, 1);
        array_destroy(wanted, 1);
    }
    allow(-1);
    ct_fft_plan_destroy(&plan);
    ct_fft_plan_destroy(&reference);
}

static void pass_on(void *context, const ct_fft_tile *tile) {
    (void)context;
    (void)tile;
}

/* A filter that lets everything through. */
static void expect_filter(const ct_fft_problem *problem, const ct_fft_options *options,
                          ptrdiff_t allowed_bytes) {
    ct_fft_filter_plan *plan = NULL;
    allow(allowed_bytes);
    EXPECT_INT(ct_fft_filter_plan_create(MPI_COMM_WORLD, problem, options, &plan), CT_OK);
    if (plan != NULL) {
        const ptrdiff_t bytes = ct_fft_filter_bytes(plan);
        void *input = array_create(bytes, 1);
        void *output = array_create(bytes, 1);
        filter_warnings += warns(ct_fft_filter_transform(plan));
        fill(input, bytes);
        EXPECT_INT(ct_fft_filter_execute(plan, input, output, pass_on, NULL), CT_OK);
        EXPECT(difference(output, input, bytes) < 1e-12);
        array_destroy(input, 1);
        array_destroy(output, 1);
    }
    allow(-1);
    ct_fft_filter_plan_destroy(&plan);
}

/* With less than each of the arrays of the plan has, from the smallest to the largest. */
static void expect_problem(const ct_fft_problem *problem, const ct_fft_options *options) {
    for (ptrdiff_t bytes = 8 << 10; bytes < 4 << 20; bytes *= 4) {
        expect_transform(problem, options, bytes);
        expect_filter(problem, options, bytes);
    }
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const ptrdiff_t box[] = {24, 30, 36};
    const ptrdiff_t composite = 90000;
    const ptrdiff_t prime = 65537;
    const ct_fft_options grids = {
        .array = {.grid = {size, 1, 1}}, .spectrum = {.grid = {1, size, 1}}, .rigour = CT_ESTIMATE};
    const ct_fft_options line = {.rigour = CT_ESTIMATE};
    const ct_fft_problem problems[] = {ct_fft_complex(3, box), ct_fft_real(3, box),
                                       ct_fft_complex(1, &composite), ct_fft_complex(1, &prime),
                                       ct_fft_real(1, &prime)};
    for (size_t k = 0; k < sizeof problems / sizeof *problems; k++) {
        expect_problem(&problems[k], k < 2 ? &grids : &line);
    }
    EXPECT((warnings > 0 && filter_warnings > 0) || rank > 0 || size == 1);
    MPI_Finalize();
    return expect_status();
}
