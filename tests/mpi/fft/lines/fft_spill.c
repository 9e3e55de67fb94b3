/*
 * Plans whose result between stages lies in the output but for what spills (spill.h): c2r that
 * keeps its input gives back what r2c was given, and filters what they were, with arrays of the
 * plan that are a part of that result, whether other ranks reach the arrays or not, on one thread
 * and on several; and those where it must not.
 */
#include "expect.h"
#include "fft_arrays.h"

#include "fft/numbers.h"
#include "fft/plan.h"
#include "fft/stages/spill.h"

#include <cornerturn/fft.h>
#include <cornerturn/fft_filter.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What spills. */
enum { NOTHING, PLANES, NUMBERS };

/* What lies behind a result, and stays as it is. */
enum { BEYOND_BYTES = 32, BEYOND = 77 };

static int rank, size;

/* What is transformed, in both precisions; along the first axis 0: as much as there are ranks. */
typedef struct shape {
    int axes;
    ptrdiff_t extent[CT_MAX_AXES];
    ct_rigour rigour;
    int has_planes; /* of doubles */
} shape;

/* By passes; by passes, of odd rows; by planes that have a work array; by planes of codelets; last,
 * ranks of which all spills, a plane or a row each. */
static const shape shapes[] = {
    {3, {12, 8, 10}, CT_ESTIMATE, 0}, {3, {13, 10, 15}, CT_MEASURE, 0},
    {3, {12, 20, 20}, CT_MEASURE, 1}, {3, {10, 128, 128}, CT_MEASURE, 1},
    {3, {9, 8, 700}, CT_ESTIMATE, 0}, {2, {40, 64}, CT_ESTIMATE, 0},
    {2, {41, 27}, CT_MEASURE, 0},     {4, {11, 6, 4, 10}, CT_ESTIMATE, 0},
    {3, {0, 6, 10}, CT_ESTIMATE, 0},  {2, {0, 10}, CT_ESTIMATE, 0},
    {3, {0, 1, 15}, CT_ESTIMATE, 0},
};

static void fill(void *array, ptrdiff_t numbers, ct_precision precision) {
    for (ptrdiff_t i = 0; i < numbers; i++) {
        const double value = cos(0.7 * (double)(i * i % 1009) + rank);
        if (precision == CT_FLOAT) {
            ((float *)array)[i] = (float)value;
        } else {
            ((double *)array)[i] = value;
        }
    }
}

static void compare(const void *found, const void *wanted, ptrdiff_t numbers,
                    ct_precision precision) {
    double worst = 0;
    for (ptrdiff_t i = 0; i < numbers; i++) {
        const double difference =
            ct_real_at(found, i, precision) - ct_real_at(wanted, i, precision);
        worst = difference == difference ? fmax(worst, fabs(difference)) : HUGE_VAL;
    }
    EXPECT(worst < (precision == CT_FLOAT ? 1e-5 : 1e-13));
}

/* Whether a part of what the first stage leaves spills, on any rank. */
static int does_spill(const ct_fft_plan *plan) {
    int spills = 0;
    for (int i = 0; i < plan->step[0].stage.into.count; i++) {
        spills = spills || plan->step[0].stage.into.piece[i].is_spilled;
    }
    EXPECT_INT(MPI_Allreduce(MPI_IN_PLACE, &spills, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD),
               MPI_SUCCESS);
    return spills;
}

/* Where it does, arrays of the plan have that alone: planes that do not fit, or a number a row. */
static void expect_little(const ct_fft_plan *plan, int cuts_rows) {
    const ct_decomposition *whole = &plan->array.decomposition;
    const ptrdiff_t rows =
        ct_ownership_elements(&plan->array, rank) / whole->extent[whole->axes - 1];
    const ptrdiff_t planes = ct_ownership_box(&plan->array, rank).count[0];
    const ptrdiff_t fit = ct_ownership_bytes(&plan->array, rank);
    const ptrdiff_t plane = planes > 0 ? ct_ownership_bytes(&plan->spectrum, rank) / planes : 0;
    const ptrdiff_t spilled = plane > 0 ? plane * (planes - fit / plane) : 0;
    EXPECT_INT((long long)(plan->work_bytes[0] + plan->work_bytes[1]),
               (long long)(cuts_rows ? rows * plan->spectrum.element_bytes : spilled));
}

/* FFTW's planes would write what they have still to read; those with a work array may not be lost.
 */
static void expect_planes(const ct_fft_plan *plan, int has_planes) {
    const ct_fft_planes *planes = &plan->step[plan->steps - 1].stage.planes;
    EXPECT(!planes->is_used || planes->work_bytes > 0);
    EXPECT(!has_planes || planes->is_used);
}

/* There and, by `back`, back again, twice. */
static void expect_kept(const ct_fft_problem *problem, ct_rigour rigour, int is_shared,
                        const ct_fft_options *back, int spills, int has_planes) {
    ct_fft_options there = {.rigour = rigour, .array = back->array};
    ct_fft_plan *plan[2] = {NULL, NULL};
    EXPECT_INT(ct_fft_plan_create(MPI_COMM_WORLD, problem, &there, &plan[0]), CT_OK);
    EXPECT_INT(ct_fft_plan_create(MPI_COMM_WORLD, problem, back, &plan[1]), CT_OK);
    const ptrdiff_t bytes[2] = {ct_fft_input_bytes(plan[0]), ct_fft_output_bytes(plan[0])};
    const ptrdiff_t numbers = bytes[0] / (problem->precision == CT_FLOAT ? 4 : 8);
    EXPECT_INT(does_spill(plan[1]), spills != NOTHING);
    if (spills != NOTHING) {
        expect_little(plan[1], spills == NUMBERS);
        expect_planes(plan[1], has_planes);
    }
    for (int round = 0; round < 2; round++) {
        void *array = array_create(bytes[0], is_shared);
        void *spectrum = array_create(bytes[1], is_shared);
        void *kept = malloc((size_t)bytes[1] + 1);
        void *result = array_create(bytes[0] + BEYOND_BYTES, is_shared);
        char *beyond = (char *)result + bytes[0];
        memset(beyond, BEYOND, BEYOND_BYTES);
        fill(array, numbers, problem->precision);
        EXPECT_INT(ct_fft_execute(plan[0], array, spectrum), CT_OK);
        memcpy(kept, spectrum, (size_t)bytes[1]);
        EXPECT_INT(ct_fft_execute(plan[1], spectrum, result), CT_OK);
        EXPECT_INT(memcmp(kept, spectrum, (size_t)bytes[1]), 0);
        compare(result, array, numbers, problem->precision);
        for (int i = 0; i < BEYOND_BYTES; i++) {
            EXPECT_INT(beyond[i], BEYOND);
        }
        array_destroy(array, is_shared);
        array_destroy(spectrum, is_shared);
        free(kept);
        array_destroy(result, is_shared);
    }
    ct_fft_plan_destroy(&plan[0]);
    ct_fft_plan_destroy(&plan[1]);
}

static void keep(void *context, const ct_fft_tile *tile) {
    (void)context;
    (void)tile;
}

static void expect_filter(const ct_fft_problem *problem, ct_rigour rigour, int is_shared,
                          int threads) {
    const ct_fft_options options = {.rigour = rigour, .threads = threads};
    ct_fft_filter_plan *plan = NULL;
    EXPECT_INT(ct_fft_filter_plan_create(MPI_COMM_WORLD, problem, &options, &plan), CT_OK);
    const ptrdiff_t bytes = ct_fft_filter_bytes(plan);
    const ptrdiff_t numbers = bytes / (problem->precision == CT_FLOAT ? 4 : 8);
    void *array = array_create(bytes, is_shared);
    void *result = array_create(bytes, is_shared);
    EXPECT_INT(does_spill(ct_fft_filter_transform(plan)), 1);
    fill(array, numbers, problem->precision);
    EXPECT_INT(ct_fft_filter_execute(plan, array, result, keep, NULL), CT_OK);
    compare(result, array, numbers, problem->precision);
    array_destroy(array, is_shared);
    array_destroy(result, is_shared);
    ct_fft_filter_plan_destroy(&plan);
}

/* The same by ranks that may destroy the input, whose planes are small: not of two axes. */
static void expect_unharmed(const shape *s, const ct_fft_problem *problem, ct_fft_options back,
                            int is_shared, int has_planes) {
    back.destroys_input = 1;
    if (size > 1 && s->axes > 2) { /* one rank alone has one transform for all */
        expect_kept(problem, s->rigour, is_shared, &back, PLANES, has_planes);
    }
}

static void expect_shape(const shape *s, ct_precision precision, int threads) {
    ct_fft_problem problem = ct_fft_real(s->axes, s->extent);
    const int has_planes = s->has_planes && precision == CT_DOUBLE;
    problem.precision = precision;
    problem.extent[0] = problem.extent[0] > 0 ? problem.extent[0] : size;
    for (int is_shared = 0; is_shared < 2; is_shared++) {
        ct_fft_options back = {.direction = CT_INVERSE, .rigour = s->rigour, .threads = threads};
        expect_kept(&problem, s->rigour, is_shared, &back, PLANES, has_planes);
        expect_unharmed(s, &problem, back, is_shared, has_planes);
        expect_filter(&problem, s->rigour, is_shared, threads);
    }
}

/* Planes that have their columns side by side; blocks that are not planes one after the other, of
 * which each row's last number spills, if rows are even; and rows of which ranks have parts. */
static void expect_apart(void) {
    static const int columns[3] = {0, 2, 1};
    static const int order[3] = {1, 0, 2};
    static const int turned[3] = {2, 1, 0};
    for (int is_shared = 0; is_shared < 2; is_shared++) {
        ct_fft_problem problem = ct_fft_real(3, (const ptrdiff_t[]){12, 8, 10});
        ct_fft_options back = {.direction = CT_INVERSE, .rigour = CT_MEASURE};
        ct_fft_spill_set_least(1 << 20); /* more than there are */
        back.threads = 2;
        expect_kept(&problem, CT_MEASURE, is_shared, &back, NOTHING, 0);
        ct_fft_spill_set_least(0);
        back.threads = 1;
        memcpy(back.array.order, columns, sizeof columns);
        expect_kept(&problem, CT_MEASURE, is_shared, &back, PLANES, 0);
        memcpy(back.array.order, order, sizeof order);
        expect_kept(&problem, CT_MEASURE, is_shared, &back, NUMBERS, 0);
        memcpy(back.array.order, turned, sizeof turned);
        expect_kept(&problem, CT_MEASURE, is_shared, &back, NOTHING, 0);
        memcpy(back.array.order, order, sizeof order);
        problem.extent[2] = 11;
        expect_kept(&problem, CT_ESTIMATE, is_shared, &back, NOTHING, 0);
        problem = ct_fft_real(3, (const ptrdiff_t[]){6, 601, 500});
        back = (ct_fft_options){.direction = CT_INVERSE, .rigour = CT_ESTIMATE, .threads = 2};
        if (is_shared || size == 2) { /* by slots more ranks than cores are slow */
            expect_kept(&problem, CT_ESTIMATE, is_shared, &back, NUMBERS, 0);
        }
    }
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    ct_fft_spill_set_least(0); /* arrays here are small */
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        expect_shape(&shapes[i], CT_DOUBLE, 1);
        if (shapes[i].rigour == CT_MEASURE) {
            expect_shape(&shapes[i], CT_DOUBLE, 3);
        }
        expect_shape(&shapes[i], CT_FLOAT, 1);
    }
    expect_apart();
    MPI_Finalize();
    return expect_status();
}
