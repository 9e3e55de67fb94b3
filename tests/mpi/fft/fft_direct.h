/* Transforms by direct sums over every axis, and what is compared with them: FFTW's arrays in
 * place, whose rows are padded. Filters of an array in a decomposition and of a whole one. */
#ifndef CT_TESTS_FFT_DIRECT_H
#define CT_TESTS_FFT_DIRECT_H

#include "decompositions.h"
#include "expect.h"
#include "fft/plan.h"

#include <complex.h>
#include <cornerturn/fft_filter.h>
#include <cornerturn/memory.h>
#include <math.h>
#include <stdlib.h>

enum { DIRECT_LONGEST = 512 };

/* Transforms the lines of n elements, `step` from each to the next, in place. */
static inline void direct_axis(double complex *values, ptrdiff_t elements, ptrdiff_t n,
                               ptrdiff_t step) {
    static const double turn = 6.283185307179586477;
    static double complex root[DIRECT_LONGEST], line[DIRECT_LONGEST];
    for (ptrdiff_t i = 0; i < n; i++) {
        root[i] = cexp(-I * turn * (double)i / (double)n);
    }
    for (ptrdiff_t first = 0; first < elements; first++) {
        if (first / step % n != 0) {
            continue;
        }
        for (ptrdiff_t k = 0; k < n; k++) {
            line[k] = 0;
            for (ptrdiff_t i = 0; i < n; i++) {
                line[k] += values[first + i * step] * root[i * k % n];
            }
        }
        for (ptrdiff_t k = 0; k < n; k++) {
            values[first + k * step] = line[k];
        }
    }
}

/* The spectrum of an array; both whole, in C order. */
static inline void direct_spectrum(const ct_fft_problem *problem, const double *array,
                                   double *spectrum) {
    ptrdiff_t extent[CT_MAX_AXES];
    ptrdiff_t modes[CT_MAX_AXES];
    ptrdiff_t elements = 1;
    ptrdiff_t kept = 0;
    const int is_complex = ct_fft_extents(problem, 0, extent);
    (void)ct_fft_extents(problem, 1, modes);
    for (int a = 0; a < problem->axes; a++) {
        elements *= extent[a];
    }
    double complex *values = malloc((size_t)elements * sizeof *values);
    for (ptrdiff_t i = 0; i < elements; i++) {
        values[i] = is_complex ? array[2 * i] + I * array[2 * i + 1] : array[i];
    }
    ptrdiff_t step = 1;
    for (int a = problem->axes - 1; a >= 0; a--) {
        if (problem->kind[a] != CT_FFT_NONE) {
            direct_axis(values, elements, extent[a], step);
        }
        step *= extent[a];
    }
    for (ptrdiff_t i = 0; i < elements; i++) {
        ptrdiff_t rest = i;
        int is_kept = 1;
        for (int a = problem->axes - 1; a >= 0; a--) {
            is_kept = is_kept && rest % extent[a] < modes[a];
            rest /= extent[a];
        }
        if (is_kept) {
            spectrum[2 * kept] = creal(values[i]);
            spectrum[2 * kept++ + 1] = cimag(values[i]);
        }
    }
    free(values);
}

static inline void expect_round_trip(const ct_fft_plan *plan, const void *input,
                                     const void *output) {
    double error = 1;
    EXPECT_INT(ct_fft_round_trip_error(plan, input, output, &error), CT_OK);
    EXPECT(error < 1e-14);
}

/* Slabs along the first axis of an array whose rows of n real numbers are padded to 2 (n / 2 + 1),
 * as FFTW's, and of its spectrum; both arrays whole, in C order. */
typedef struct padded {
    ct_fft_problem problem;
    ct_decomposition array, spectrum;
    ptrdiff_t n, row, rows, first; /* of rows: numbers in memory, this rank's, and its first one */
    double whole[7 * 5 * 20];      /* n: at most 20 */
    double wanted[7 * 5 * 22];
} padded;

/* This rank's numbers of the array, between which are NAN, or of the spectrum. */
static inline double padded_number(const padded *p, int of_spectrum, ptrdiff_t i) {
    return of_spectrum         ? p->wanted[p->first * p->row + i]
           : i % p->row < p->n ? p->whole[(p->first + i / p->row) * p->n + i % p->row]
                               : NAN;
}

static inline void fill_padded(const padded *p, int of_spectrum, double *numbers) {
    for (ptrdiff_t i = 0; i < p->rows * p->row; i++) {
        numbers[i] = padded_number(p, of_spectrum, i);
    }
}

static inline void compare_padded(const padded *p, int of_spectrum, const double *numbers,
                                  double allowed) {
    for (ptrdiff_t i = 0; i < p->rows * p->row; i++) {
        const double right = padded_number(p, of_spectrum, i);
        EXPECT(isnan(right) || fabs(numbers[i] - right) <= allowed);
    }
}

/* In one direction, in one array or from one that stays as it is into another. On one node no array
 * of the plan's is needed for either. */
static inline void transform_padded(const padded *p, const ct_fft_options *options,
                                    double *const array[2]) {
    const int is_back = options->direction == CT_INVERSE;
    double *input = array[0];
    double *output = array[!options->in_place];
    ct_fft_plan *plan = NULL;
    EXPECT_INT(ct_fft_plan_create(MPI_COMM_WORLD, &p->problem, options, &plan), CT_OK);
    EXPECT_INT(is_back ? ct_fft_output_bytes(plan) : ct_fft_input_bytes(plan),
               p->rows * p->row * 8);
    EXPECT(!plan->is_shared || plan->is_whole || plan->work_bytes[0] + plan->work_bytes[1] == 0);
    fill_padded(p, is_back, input);
    EXPECT_INT(ct_fft_execute(plan, input, output), CT_OK);
    compare_padded(p, !is_back, output, 1e-12);
    if (!options->in_place) {
        compare_padded(p, is_back, input, 0);
    }
    MPI_Barrier(MPI_COMM_WORLD); /* others may still read */
    ct_fft_plan_destroy(&plan);
}

/* Forward and back, by tiles and by FFTW's plans for planes, beside direct sums; what pads rows
 * stays out of all numbers. */
static inline void expect_padded(ptrdiff_t n) {
    const ptrdiff_t extent[3] = {7, 5, n};
    const ptrdiff_t modes[3] = {7, 5, n / 2 + 1};
    const int grid[3] = {size, 1, 1};
    padded p = {.problem = ct_fft_real(3, extent),
                .array = ct_decompose_blocks(3, extent, grid),
                .spectrum = ct_decompose_blocks(3, modes, grid),
                .n = n,
                .row = 2 * modes[2],
                .rows = 5 * ct_block_count(7, size, rank),
                .first = 5 * ct_block_first(7, size, rank)};
    double *array[2] = {NULL, NULL};
    p.array.pitch[2] = p.row;
    for (ptrdiff_t i = 0; i < extent[0] * extent[1] * n; i++) {
        p.whole[i] = cos(0.7 * (double)(i * i % 101));
    }
    direct_spectrum(&p.problem, p.whole, p.wanted);
    for (int i = 0; i < 2; i++) {
        EXPECT_INT(ct_alloc(MPI_COMM_WORLD, p.rows * p.row * 8, (void **)&array[i]), CT_OK);
    }
    for (int way = 0; way < 8; way++) {
        const ct_fft_options options = {.direction = way % 2 ? CT_INVERSE : CT_FORWARD,
                                        .in_place = way / 2 % 2,
                                        .rigour = way / 4 ? CT_MEASURE : CT_ESTIMATE,
                                        .array.decomposition = &p.array,
                                        .spectrum.decomposition = &p.spectrum};
        transform_padded(&p, &options, array);
    }
    ct_free((void **)&array[0]);
    ct_free((void **)&array[1]);
}

/* A hook: damps waves by their length, the same for k and -k, so that real arrays stay real. */
static inline void direct_damp(void *context, const ct_fft_tile *tile) {
    const ct_fft_problem *problem = context;
    const ptrdiff_t elements = ct_box_elements(&tile->box);
    for (ptrdiff_t i = 0; i < elements; i++) {
        ptrdiff_t rest = i;
        ptrdiff_t sum = 1;
        char *element = tile->values;
        for (int a = tile->box.axes - 1; a >= 0; a--) {
            const ptrdiff_t k = tile->box.first[a] + rest % tile->box.count[a];
            sum += (a + 1) * (k < problem->extent[a] - k ? k : problem->extent[a] - k);
            element += rest % tile->box.count[a] * tile->stride[a];
            rest /= tile->box.count[a];
        }
        for (ptrdiff_t part = 0; part < tile->element_bytes / 8; part++) {
            ((double *)(void *)element)[part] /= (double)sum;
        }
    }
}

/* Filters by `options` on the ranks of `comm`, into `result`. */
static inline void direct_filter(MPI_Comm comm, const ct_fft_problem *problem,
                                 const ct_fft_options *options, ptrdiff_t bytes, const void *input,
                                 void *result) {
    ct_fft_filter_plan *filter = NULL;
    ct_fft_problem about = *problem;
    EXPECT_INT(ct_fft_filter_plan_create(comm, problem, options, &filter), CT_OK);
    if (filter != NULL) {
        EXPECT_INT(ct_fft_filter_bytes(filter), bytes);
        EXPECT_INT(ct_fft_filter_execute(filter, input, result, direct_damp, &about), CT_OK);
        MPI_Barrier(comm); /* others may still read */
        ct_fft_filter_plan_destroy(&filter);
    }
}

#endif
