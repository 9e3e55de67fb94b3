/* Large batches of small complex fields by codelets, beside the defining sums: all lengths along
 * rows and columns, one to three axes, both directions, numbers of fields that are no multiples of
 * anything; the input stays as it is, and nothing beside the output is written. Plans take them for
 * aligned arrays; unaligned ones and other vector instructions go by FFTW. */
#include "codelet_sums.h"
#include "expect.h"
#include "fft_samples.h"

#include "fft/lines/codelets/codelets.h"
#include "fft/lines/codelets/kernels/kernels.h"
#include "fft/plan.h"
#include "kernels/vectors.h"

#include <cornerturn/memory.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { APART_BYTES = 16 };

static ptrdiff_t points_of(const ct_fft_codelets_job *job) {
    ptrdiff_t points = 1;
    for (int a = 0; a < job->axes; a++) {
        points *= job->extent[a];
    }
    return points;
}

/* Of fields that begin with number `first`. */
static void expect_field(const ct_fft_codelets_job *job, ptrdiff_t first, const void *found) {
    const ptrdiff_t points = points_of(job);
    double complex *wanted = malloc((size_t)points * sizeof *wanted);
    ptrdiff_t beside = 1;
    ptrdiff_t wrong = 0;
    EXPECT(wanted != NULL);
    for (ptrdiff_t i = 0; i < points; i++) {
        wanted[i] = sample(first + i);
    }
    for (int a = job->axes - 1; a >= 0; a--) {
        sum_axis(wanted, points, job->extent[a], beside, job->direction);
        beside *= job->extent[a];
    }
    const double rounding = rounding_beside(wanted, points, job->precision);
    for (ptrdiff_t i = 0; i < points; i++) {
        const double complex number = number_at(found, i, job->precision);
        wrong += !(cabs(number - job->factor * wanted[i]) <= job->factor * rounding);
    }
    EXPECT_INT(wrong, 0);
    free(wanted);
}

/* Rows are whole vectors; two rows of floats are in one. */
static int has_none(const ct_fft_codelets_job *job) {
    const ptrdiff_t rows = job->axes > 1 ? 2 : job->fields;
    return ct_vectors_used() < CT_VECTORS_AVX512 ||
           job->extent[job->axes - 1] % ct_codelet_lanes(job->precision) != 0 ||
           (rows == 1 && job->precision == CT_FLOAT);
}

/* Codelets as they are. */
static void transform(const ct_fft_codelets_job *job) {
    const ptrdiff_t points = points_of(job);
    const ptrdiff_t all = points * job->fields;
    const ptrdiff_t number_bytes = 2 * ct_real_bytes(job->precision);
    const ptrdiff_t bytes = all * number_bytes;
    char *array[3] = {NULL}; /* input, output, work */
    ct_fft_codelets *codelets = ct_fft_codelets_create(job);
    if (has_none(job)) {
        EXPECT(codelets == NULL);
        return;
    }
    EXPECT(codelets != NULL);
    for (int i = 0; i < 3; i++) {
        const ptrdiff_t needed = i < 2 ? bytes + 64 : ct_fft_codelets_work_bytes(codelets);
        EXPECT_INT(ct_alloc(MPI_COMM_SELF, needed, (void **)&array[i]), CT_OK);
    }
    memset(array[1], 0xff, (size_t)bytes + 64); /* NaNs */
    for (ptrdiff_t i = 0; i < all; i++) {
        set_number(array[0], i, job->precision, sample(i));
    }
    ct_fft_codelets_run(codelets, array[0], array[1], array[2]);
    for (ptrdiff_t field = 0; field < job->fields; field++) {
        expect_field(job, field * points, array[1] + field * points * number_bytes);
    }
    ptrdiff_t changed = 0;
    for (ptrdiff_t i = 0; i < all; i++) {
        changed += number_at(array[0], i, job->precision) != sample(i);
    }
    EXPECT_INT(changed, 0);
    EXPECT(isnan(creal(number_at(array[1], all, job->precision))) &&
           isnan(cimag(number_at(array[1], all + 3, job->precision))));
    for (int i = 0; i < 3; i++) {
        ct_free((void **)&array[i]);
    }
    free(codelets);
}

/* A plan on all ranks, whose first and last fields are compared. */
static void execute(const ct_fft_codelets_job *job, int size, int has_codelets) {
    const ptrdiff_t points = points_of(job);
    ct_fft_options options = {
        .direction = job->direction, .scaling = CT_SCALING_UNITARY, .rigour = CT_MEASURE};
    ptrdiff_t extent[CT_MAX_AXES] = {job->fields * size};
    ct_fft_plan *plan = NULL;
    char *array[2] = {NULL};
    memcpy(extent + 1, job->extent, sizeof job->extent);
    ct_fft_problem problem = ct_fft_complex(job->axes + 1, extent);
    problem.kind[0] = CT_FFT_NONE;
    problem.precision = job->precision;
    EXPECT_INT(ct_fft_plan_create(MPI_COMM_WORLD, &problem, &options, &plan), CT_OK);
    EXPECT(plan->is_whole && (plan->codelets != NULL) == has_codelets);
    const ptrdiff_t bytes = ct_fft_input_bytes(plan);
    for (int i = 0; i < 2; i++) {
        EXPECT_INT(ct_alloc(MPI_COMM_SELF, bytes + APART_BYTES, (void **)&array[i]), CT_OK);
    }
    for (ptrdiff_t apart = 0; apart <= APART_BYTES; apart += APART_BYTES) {
        char *input = array[0] + apart;
        const char *output = array[1] + apart;
        for (ptrdiff_t i = 0; i < points * job->fields; i++) {
            set_number(input, i, job->precision, sample(i));
        }
        memset(array[1], 0xff, (size_t)(bytes + APART_BYTES));
        EXPECT_INT(ct_fft_execute(plan, input, array[1] + apart), CT_OK);
        for (ptrdiff_t field = 0; field < job->fields; field += job->fields - 1) {
            expect_field(job, field * points,
                         output + field * points * 2 * ct_real_bytes(job->precision));
        }
    }
    ct_free((void **)&array[0]);
    ct_free((void **)&array[1]);
    ct_fft_plan_destroy(&plan);
}

typedef struct shape {
    int axes;
    ptrdiff_t extent[CT_FFT_CODELETS_AXES], fields;
} shape;

static ct_fft_codelets_job job_of(const shape *s, ct_precision precision, ct_direction direction,
                                  double factor) {
    ct_fft_codelets_job job = {
        .precision = precision, .axes = s->axes, .fields = s->fields, .direction = direction};
    memcpy(job.extent, s->extent, sizeof job.extent);
    job.factor = factor;
    return job;
}

static void transform_all(ct_precision precision) {
    static const shape shapes[] = {
        {1, {128}, 5},       {1, {256}, 3},       {1, {512}, 2},       {1, {16}, 67},
        {1, {32}, 1},        {1, {64}, 9},        {1, {64}, 0},        {2, {8, 8}, 71},
        {2, {16, 16}, 3},    {2, {32, 32}, 3},    {2, {16, 64}, 2},    {3, {8, 8, 8}, 5},
        {3, {16, 8, 32}, 2}, {3, {32, 16, 8}, 3}, {2, {10, 100}, 3},   {1, {384}, 3},
        {2, {12, 16}, 5},    {2, {20, 96}, 2},    {3, {10, 12, 8}, 3}, {2, {25, 24}, 3},
        {3, {9, 15, 24}, 2}, {2, {30, 72}, 2},    {3, {12, 9, 24}, 3}, {1, {144}, 5},
        {1, {480}, 3}};
    static const shape none[] = {{1, {8}, 4},     {1, {100}, 4},    {1, {1024}, 4},
                                 {2, {64, 8}, 4}, {2, {16, 12}, 4}, {3, {32, 32, 32}, 4}};
    for (unsigned i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        ct_fft_codelets_job job = job_of(&shapes[i], precision, CT_FORWARD, 1);
        transform(&job);
        job = job_of(&shapes[i], precision, CT_INVERSE, 0.5);
        transform(&job);
    }
    for (unsigned i = 0; i < sizeof none / sizeof *none; i++) {
        const ct_fft_codelets_job job = job_of(&none[i], precision, CT_FORWARD, 1);
        EXPECT(ct_fft_codelets_create(&job) == NULL);
    }
}

/* Fields as large as so many of doubles, and one more, so that rows of floats are an odd number. */
static ptrdiff_t fields_of(ptrdiff_t doubles, ct_precision precision) {
    return precision == CT_FLOAT ? 2 * doubles + 1 : doubles;
}

static void execute_all(int size, ct_precision precision, int has) {
    ct_fft_codelets_job job =
        job_of(&(shape){2, {16, 16}, fields_of(1031, precision)}, precision, CT_FORWARD, 1. / 16);
    execute(&job, size, has);
    job.fields = fields_of(1023, precision) - 2; /* small enough for the cache */
    execute(&job, size, 0);
    job = job_of(&(shape){1, {64}, fields_of(4099, precision)}, precision, CT_INVERSE, 1. / 8);
    execute(&job, size, has);
}

int main(int argc, char **argv) {
    int size = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int limited = 0; limited < 2; limited++) {
        ct_vectors_limit(limited ? CT_VECTORS_AVX2 : CT_VECTORS_AVX512);
        for (int way = 0; way < 2; way++) {
            const ct_precision precision = way == 0 ? CT_DOUBLE : CT_FLOAT;
            if (size == 1) {
                transform_all(precision);
            }
            execute_all(size, precision, ct_vectors_used() >= CT_VECTORS_AVX512);
        }
    }
    MPI_Finalize();
    return expect_status();
}
