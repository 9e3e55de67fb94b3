/* Large batches of small complex fields by codelets, beside the defining sums: all lengths along
 * rows and columns, one to three axes, both directions, numbers of fields that are no multiples of
 * anything; the input stays as it is, and nothing beside the output is written. Plans take them for
 * aligned arrays; unaligned ones and other vector instructions go by FFTW. Planes of larger arrays
 * likewise, in place and not, with gaps between rows, and in plans beside FFTW's. */
#include "expect.h"
#include "fft_samples.h"

#include "fft/lines/codelets/codelets.h"
#include "fft/lines/codelets/plane.h"
#include "fft/plan.h"
#include "fft/shape/roots.h"
#include "kernels/vectors.h"

#include <cornerturn/memory.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { APART_BYTES = 16, LINE_MOST = 64 };

/* Transforms the lines along one axis of a field by the sum; `beside` numbers lie between two of a
 * line. */
static void sum_axis(double complex *field, ptrdiff_t points, ptrdiff_t extent, ptrdiff_t beside,
                     ct_direction direction) {
    for (ptrdiff_t at = 0; at < points; at++) {
        double complex line[LINE_MOST];
        if (at / beside % extent != 0) {
            continue;
        }
        for (ptrdiff_t k = 0; k < extent; k++) {
            line[k] = 0;
            for (ptrdiff_t m = 0; m < extent; m++) {
                const double complex root = ct_fft_root(k * m % extent, extent);
                line[k] += field[at + m * beside] * (direction == CT_FORWARD ? root : conj(root));
            }
        }
        for (ptrdiff_t k = 0; k < extent; k++) {
            field[at + k * beside] = line[k];
        }
    }
}

static ptrdiff_t points_of(const ct_fft_codelets_job *job) {
    ptrdiff_t points = 1;
    for (int a = 0; a < job->axes; a++) {
        points *= job->extent[a];
    }
    return points;
}

static double complex sample(ptrdiff_t i) {
    return CMPLX(sample_at(2 * i), sample_at(2 * i + 1));
}

/* Of fields that begin with number `first`. */
static void expect_field(const ct_fft_codelets_job *job, ptrdiff_t first,
                         const double complex *found) {
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
    for (ptrdiff_t i = 0; i < points; i++) {
        wrong += !(cabs(found[i] - job->factor * wanted[i]) <=
                   job->factor * 4 * (double)points * rounding_of(CT_DOUBLE));
    }
    EXPECT_INT(wrong, 0);
    free(wanted);
}

/* Codelets as they are. */
static void transform(const ct_fft_codelets_job *job) {
    const ptrdiff_t points = points_of(job);
    const ptrdiff_t all = points * job->fields;
    const ptrdiff_t bytes = all * (ptrdiff_t)sizeof(double complex);
    double complex *array[3] = {NULL}; /* input, output, work */
    ct_fft_codelets *codelets = ct_fft_codelets_create(job);
    if (ct_vectors_used() < CT_VECTORS_AVX512) {
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
        array[0][i] = sample(i);
    }
    ct_fft_codelets_run(codelets, array[0], array[1], array[2]);
    for (ptrdiff_t field = 0; field < job->fields; field++) {
        expect_field(job, field * points, array[1] + field * points);
    }
    ptrdiff_t changed = 0;
    for (ptrdiff_t i = 0; i < all; i++) {
        changed += array[0][i] != sample(i);
    }
    EXPECT_INT(changed, 0);
    EXPECT(isnan(creal(array[1][all])) && isnan(cimag(array[1][all + 3])));
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
    EXPECT_INT(ct_fft_plan_create(MPI_COMM_WORLD, &problem, &options, &plan), CT_OK);
    EXPECT(plan->is_whole && (plan->codelets != NULL) == has_codelets);
    const ptrdiff_t bytes = ct_fft_input_bytes(plan);
    for (int i = 0; i < 2; i++) {
        EXPECT_INT(ct_alloc(MPI_COMM_SELF, bytes + APART_BYTES, (void **)&array[i]), CT_OK);
    }
    for (ptrdiff_t apart = 0; apart <= APART_BYTES; apart += APART_BYTES) {
        double complex *input = (double complex *)(void *)(array[0] + apart);
        const double complex *output = (const double complex *)(void *)(array[1] + apart);
        for (ptrdiff_t i = 0; i < points * job->fields; i++) {
            input[i] = sample(i);
        }
        memset(array[1], 0xff, (size_t)(bytes + APART_BYTES));
        EXPECT_INT(ct_fft_execute(plan, input, array[1] + apart), CT_OK);
        for (ptrdiff_t field = 0; field < job->fields; field += job->fields - 1) {
            expect_field(job, field * points, output + field * points);
        }
    }
    ct_free((void **)&array[0]);
    ct_free((void **)&array[1]);
    ct_fft_plan_destroy(&plan);
}

/* A plane whose rows are so many numbers apart at either end. */
static void transform_plane(ptrdiff_t rows, ptrdiff_t points, ptrdiff_t from, ptrdiff_t into,
                            ct_direction direction) {
    static double complex array[2][LINE_MOST * (LINE_MOST + 8)];
    static double complex found[LINE_MOST * LINE_MOST];
    static _Alignas(64) double complex work[LINE_MOST * (LINE_MOST + 4)];
    const int is_in_place = from == into;
    const ct_fft_whole_job job = {.class = CT_CLASS_C2C,
                                  .direction = direction,
                                  .axes = 2,
                                  .axis = {{rows, from, into}, {points, 1, 1}}};
    const ct_fft_codelets_job same = {2, {rows, points}, 1, direction, 0.25};
    double complex *output = array[!is_in_place];
    ct_fft_codelet_plane *plane = ct_fft_codelet_plane_create(&job, same.factor);
    EXPECT(plane != NULL && ct_fft_codelet_plane_bytes(&job) <= (ptrdiff_t)sizeof work);
    memset(array, 0xff, sizeof array);
    for (ptrdiff_t i = 0; i < rows * points; i++) {
        array[0][i / points * from + i % points] = sample(i);
    }
    ct_fft_codelet_plane_run(plane, array[0], output, work, is_in_place ? NULL : array[0]);
    ptrdiff_t changed = 0;
    for (ptrdiff_t i = 0; i < rows * points; i++) {
        found[i] = output[i / points * into + i % points];
        changed += !is_in_place && array[0][i / points * from + i % points] != sample(i);
    }
    expect_field(&same, 0, found);
    EXPECT_INT(changed, 0);
    EXPECT(into == points || isnan(creal(output[points])));
    free(plane);
}

/* The largest difference of a result with codelets and without. */
static double difference(ct_direction direction) {
    const ptrdiff_t extent[3] = {16, 64, 32};
    const ct_fft_problem problem = ct_fft_complex(3, extent);
    const ct_fft_options options = {.direction = direction, .rigour = CT_MEASURE};
    double complex *array[3] = {NULL};
    double most = 0;
    ptrdiff_t count = 0;
    for (int way = 1; way <= 2; way++) {
        ct_fft_plan *plan = NULL;
        ct_vectors_limit(way == 1 ? CT_VECTORS_AVX512 : CT_VECTORS_AVX2);
        EXPECT_INT(ct_fft_plan_create(MPI_COMM_WORLD, &problem, &options, &plan), CT_OK);
        int planes = 0;
        for (int i = 0; i < plan->steps; i++) {
            planes += plan->step[i].stage.planes.work_bytes > 0;
        }
        EXPECT(plan->size == 1 || planes == (way == 1 && ct_vectors_used() >= CT_VECTORS_AVX512));
        count = ct_fft_input_bytes(plan) / (ptrdiff_t)sizeof **array;
        for (int i = way == 1 ? 0 : 2; i <= way; i++) {
            const ptrdiff_t bytes = count * (ptrdiff_t)sizeof **array;
            EXPECT_INT(ct_alloc(MPI_COMM_WORLD, bytes, (void **)&array[i]), CT_OK);
        }
        for (ptrdiff_t i = 0; i < count; i++) {
            array[0][i] = sample(i);
        }
        EXPECT_INT(ct_fft_execute(plan, array[0], array[way]), CT_OK);
        ct_fft_plan_destroy(&plan);
    }
    MPI_Barrier(MPI_COMM_WORLD); /* others may still write */
    for (ptrdiff_t i = 0; i < count; i++) {
        most = fmax(most, cabs(array[1][i] - array[2][i]));
    }
    for (int i = 0; i < 3; i++) {
        ct_free((void **)&array[i]);
    }
    ct_vectors_limit(CT_VECTORS_AVX512);
    return most;
}

typedef struct shape {
    int axes;
    ptrdiff_t extent[CT_FFT_CODELETS_AXES], fields;
} shape;

static ct_fft_codelets_job job_of(const shape *s, ct_direction direction, double factor) {
    ct_fft_codelets_job job = {.axes = s->axes, .fields = s->fields, .direction = direction};
    memcpy(job.extent, s->extent, sizeof job.extent);
    job.factor = factor;
    return job;
}

static void transform_all(void) {
    static const shape shapes[] = {{1, {16}, 67},       {1, {32}, 1},       {1, {64}, 9},
                                   {1, {64}, 0},        {2, {8, 8}, 71},    {2, {16, 16}, 3},
                                   {2, {32, 32}, 3},    {2, {16, 64}, 2},   {3, {8, 8, 8}, 5},
                                   {3, {16, 8, 32}, 2}, {3, {32, 16, 8}, 3}};
    static const shape none[] = {
        {1, {8}, 4}, {1, {128}, 4}, {2, {64, 8}, 4}, {2, {12, 16}, 4}, {3, {32, 32, 32}, 4}};
    for (unsigned i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        ct_fft_codelets_job job = job_of(&shapes[i], CT_FORWARD, 1);
        transform(&job);
        job = job_of(&shapes[i], CT_INVERSE, 0.5);
        transform(&job);
    }
    for (unsigned i = 0; i < sizeof none / sizeof *none; i++) {
        const ct_fft_codelets_job job = job_of(&none[i], CT_FORWARD, 1);
        EXPECT(ct_fft_codelets_create(&job) == NULL);
    }
}

static void transform_planes(void) {
    static const ptrdiff_t extents[][2] = {{16, 16}, {64, 64}, {8, 64},
                                           {64, 8},  {32, 16}, {16, 32}};
    for (unsigned i = 0; i < sizeof extents / sizeof *extents; i++) {
        const ptrdiff_t rows = extents[i][0];
        const ptrdiff_t points = extents[i][1];
        for (int way = 0; way < 2; way++) {
            const ct_direction direction = way == 0 ? CT_FORWARD : CT_INVERSE;
            transform_plane(rows, points, points, points, direction);
            transform_plane(rows, points, points, points + 4, direction);
            transform_plane(rows, points, points + 4, points + 8, direction);
        }
    }
}

int main(int argc, char **argv) {
    int size = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size == 1) {
        transform_all();
    }
    const int has = ct_vectors_used() >= CT_VECTORS_AVX512;
    if (size == 1 && has) {
        transform_planes();
    }
    EXPECT(difference(CT_FORWARD) <= 1e-11);
    EXPECT(difference(CT_INVERSE) <= 1e-11);
    ct_fft_codelets_job job = job_of(&(shape){2, {16, 16}, 1031}, CT_FORWARD, 1. / 16);
    execute(&job, size, has);
    job.fields = 1023; /* small enough for the cache */
    execute(&job, size, 0);
    job = job_of(&(shape){1, {64}, 4099}, CT_INVERSE, 1. / 8);
    execute(&job, size, has);
    ct_vectors_limit(CT_VECTORS_AVX2);
    execute(&job, size, 0);
    MPI_Finalize();
    return expect_status();
}
