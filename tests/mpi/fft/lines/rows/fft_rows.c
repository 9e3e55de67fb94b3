/* Rows straight from array to array, complex and real ones, by kernels in one step and in two,
 * beside the defining sums: in place and not, past the cache or not, wherever in a cache line they
 * begin; and these and short ones in transforms of one and of more ranks, there and back. */
#include "../codelet_sums.h"
#include "../kernel_vectors.h"
#include "expect.h"

#include "fft/lines/codelets/kernels/kernels.h"
#include "fft/lines/codelets/rows/rows.h"
#include "fft/plan.h"
#include "kernels/stream.h"
#include <cornerturn/memory.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int size;

typedef struct row_case {
    ct_fft_class class;
    ptrdiff_t points;
    ct_direction direction;       /* of complex ones */
    int in_place, streams, shift; /* numbers from the beginning of a cache line to the rows */
} row_case;

/* The row before and after: complex numbers of a real one, of which the second half is a mirror. */
static void sum_row(const row_case *c, double complex *before, double complex *after) {
    const ptrdiff_t half = c->points / 2;
    for (ptrdiff_t i = 0; i < c->points; i++) {
        before[i] = c->class == CT_CLASS_R2C ? real_sample(i) : sample(i);
        if (c->class == CT_CLASS_C2R) {
            before[i] = i % half == 0 ? real_sample(2 * i)
                        : i < half    ? sample(i)
                                      : conj(sample(c->points - i));
        }
        after[i] = before[i];
    }
    sum_axis(after, c->points, c->points, 1,
             c->class == CT_CLASS_R2C   ? CT_FORWARD
             : c->class == CT_CLASS_C2R ? CT_INVERSE
                                        : c->direction);
}

static void transform(const row_case *c, ct_precision precision) {
    static _Alignas(64) double memory[2][2 * LINE_MOST + 32];
    static double complex before[LINE_MOST];
    static double complex after[LINE_MOST];
    const ptrdiff_t real_bytes = ct_real_bytes(precision);
    const ptrdiff_t bytes = ct_fft_codelet_rows_bytes(c->class, c->points, 1, precision);
    const ptrdiff_t whole = c->class == CT_CLASS_C2C ? c->points : c->points / 2 + 1;
    const ptrdiff_t numbers[2] = {c->class == CT_CLASS_R2C ? c->points : 2 * whole, /* real ones */
                                  c->class == CT_CLASS_C2R ? c->points : 2 * whole};
    const ct_fft_lines_job lines = {.class = c->class,
                                    .direction = c->direction,
                                    .line = {c->points, 1, 1},
                                    .many = {{1, 0, 0}, {1, 1, 1}}};
    ct_fft_codelet_rows *rows = ct_fft_codelet_rows_create(&lines, 1, precision);
    void *work = aligned_alloc(64, (size_t)(bytes > 0 ? bytes : 64));
    char *const from = (char *)memory[0] + 2 * real_bytes * c->shift;
    char *const into = c->in_place ? from : (char *)memory[1] + 2 * real_bytes * c->shift;
    double most = 0;
    EXPECT(rows != NULL && work != NULL);
    memset(memory, 0xff, sizeof memory);
    memset(work, 0xff, (size_t)(bytes > 0 ? bytes : 64));
    sum_row(c, before, after);
    for (ptrdiff_t i = 0; i < numbers[0]; i++) {
        const double complex number = before[c->class == CT_CLASS_R2C ? i : i / 2];
        const int is_imaginary = c->class != CT_CLASS_R2C && i % 2 == 1;
        ct_real_set(from, i, precision, is_imaginary ? cimag(number) : creal(number));
    }
    const ct_fft_row_job job = {.from = from,
                                .next = c->shift % 2 == 0 ? from : NULL,
                                .into = into,
                                .work = work,
                                .streams = c->streams,
                                .factor = 0.25};
    if (rows != NULL && work != NULL) {
        ct_fft_codelet_rows_run(rows, &job);
        ct_stream_fence();
    }
    for (ptrdiff_t i = 0; i < numbers[1]; i++) {
        const double complex number = after[c->class == CT_CLASS_C2R ? i : i / 2];
        const int is_imaginary = c->class != CT_CLASS_C2R && i % 2 == 1;
        const double wanted = is_imaginary ? cimag(number) : creal(number);
        most = larger(most, fabs(ct_real_at(into, i, precision) - 0.25 * wanted));
    }
    EXPECT(most <= 0.25 * rounding_beside(after, c->points, precision));
    EXPECT(c->in_place || isnan(ct_real_at(into, numbers[1], precision)));
    EXPECT(c->shift == 0 || isnan(ct_real_at(into, -1, precision)));
    free(work);
    free(rows);
}

/* One step and two, of each class; 512 points too go in two where one step takes more rows. */
static void transform_rows(ct_precision precision) {
    static const ptrdiff_t points[] = {512, 1024, 1536, 1920};
    EXPECT_INT(ct_fft_codelet_rows_bytes(CT_CLASS_C2C, 256, 1, precision), 0);
    EXPECT_INT(ct_fft_codelet_rows_bytes(CT_CLASS_R2R, 1024, 1, precision), 0);
    EXPECT_INT(ct_fft_codelet_rows_bytes(CT_CLASS_R2C, 1025, 1, precision), 0);
    for (unsigned i = 0; i < 4 * sizeof points / sizeof *points; i++) {
        row_case c = {.class = CT_CLASS_C2C,
                      .points = points[i / 4],
                      .direction = i % 2 == 0 ? CT_FORWARD : CT_INVERSE,
                      .in_place = i % 4 == 1,
                      .streams = i % 4 > 1,
                      .shift = i % 4 == 3 ? 1 : 0};
        transform(&c, precision);
    }
    static const ptrdiff_t real_points[] = {1024, 2048};
    for (unsigned i = 0; i < 8; i++) {
        row_case c = {.class = CT_CLASS_R2C,
                      .points = real_points[i / 4],
                      .in_place = i % 4 == 1,
                      .streams = i % 4 > 1,
                      .shift = i % 4 == 3 ? 1 : 0};
        transform(&c, precision);
        c.class = CT_CLASS_C2R;
        transform(&c, precision);
    }
}

/* Number i of a plane wave: its phase goes round 2, 3 and 5 times along the axes. */
static double complex wave_at(const ptrdiff_t extent[3], ptrdiff_t i) {
    const ptrdiff_t x[3] = {i / extent[2] / extent[1], i / extent[2] % extent[1], i % extent[2]};
    const double complex first = ct_fft_root(2 * x[0] % extent[0], extent[0]);
    const double complex second = ct_fft_root(3 * x[1] % extent[1], extent[1]);
    return conj(ct_times(ct_times(first, second), ct_fft_root(5 * x[2] % extent[2], extent[2])));
}

/* What the transform makes of the wave (its real part) and a constant of one half. */
static double coefficient_at(const ptrdiff_t extent[3], ptrdiff_t i, int is_real) {
    const ptrdiff_t last = is_real ? extent[2] / 2 + 1 : extent[2];
    const ptrdiff_t wave = (2 % extent[0] * extent[1] + 3 % extent[1]) * last + 5;
    const double all = (double)(extent[0] * extent[1] * extent[2]);
    return (i == 0 ? 0.5 * all : 0) + (i == wave ? all / (is_real ? 2 : 1) : 0);
}

/* There and back. Of two axes the middle extent is 1. */
static void transform_field(const ptrdiff_t extent[3], int is_real, int in_place, int destroys) {
    const int axes = extent[1] > 1 ? 3 : 2;
    const ptrdiff_t shape[3] = {extent[0], axes == 3 ? extent[1] : extent[2], extent[2]};
    const ct_fft_problem problem = is_real ? ct_fft_real(axes, shape) : ct_fft_complex(axes, shape);
    double *memory[2] = {NULL, NULL};
    for (int way = 0; way < 2; way++) {
        const ct_fft_options options = {.direction = way == 0 ? CT_FORWARD : CT_INVERSE,
                                        .in_place = in_place,
                                        .destroys_input = destroys,
                                        .rigour = CT_ESTIMATE,
                                        .array.grid = {size, 1, 1},
                                        .spectrum.grid = {size, 1, 1}};
        ct_fft_plan *plan = NULL;
        double most = 0;
        EXPECT_INT(ct_fft_plan_create(MPI_COMM_WORLD, &problem, &options, &plan), CT_OK);
        const ct_box box = way == 0 ? ct_fft_input_box(plan) : ct_fft_output_box(plan);
        const ptrdiff_t rows = box.count[0] * extent[1];
        const ptrdiff_t half = is_real ? extent[2] / 2 + 1 : extent[2];
        const ptrdiff_t before = box.first[0] * extent[1];
        for (int i = 0; i < 2 && way == 0; i++) {
            EXPECT_INT(ct_alloc(MPI_COMM_WORLD, rows * 16 * (extent[2] + 2), (void **)&memory[i]),
                       CT_OK);
        }
        for (ptrdiff_t i = 0; i < rows * extent[2] && way == 0; i++) {
            const double complex wave = wave_at(extent, before * extent[2] + i);
            memory[0][is_real ? i : 2 * i] = creal(wave) + 0.5;
            if (!is_real) {
                memory[0][2 * i + 1] = cimag(wave);
            }
        }
        EXPECT_INT(ct_fft_execute(plan, memory[in_place ? 0 : way], memory[in_place ? 0 : 1 - way]),
                   CT_OK);
        MPI_Barrier(MPI_COMM_WORLD);
        const double *found = memory[in_place || way == 1 ? 0 : 1];
        for (ptrdiff_t i = 0; i < rows * half && way == 0; i++) {
            const double wanted = coefficient_at(extent, before * half + i, is_real);
            most = larger(most, fabs(found[2 * i] - wanted) + fabs(found[2 * i + 1]));
        }
        for (ptrdiff_t i = 0; i < rows * extent[2] && way == 1; i++) {
            const double complex wave = wave_at(extent, before * extent[2] + i);
            most = larger(most, fabs(found[is_real ? i : 2 * i] - creal(wave) - 0.5));
            most = is_real ? most : larger(most, fabs(found[2 * i + 1] - cimag(wave)));
        }
        EXPECT(most <= (way == 0 ? 1e-8 : 1e-12));
        MPI_Barrier(MPI_COMM_WORLD);
        ct_fft_plan_destroy(&plan);
    }
    ct_free((void **)&memory[0]);
    ct_free((void **)&memory[1]);
}

/* A measured plan of some long rows has them too, not FFTW's plan for all. */
static void look_at_measured(void) {
    static const ptrdiff_t extent[] = {4, 20000};
    ct_fft_problem problem = ct_fft_complex(2, extent);
    const ct_fft_options options = {.rigour = CT_MEASURE};
    ct_fft_plan *plan = NULL;
    problem.kind[0] = CT_FFT_NONE;
    EXPECT_INT(ct_fft_plan_create(MPI_COMM_WORLD, &problem, &options, &plan), CT_OK);
    EXPECT_INT(plan->is_whole, !have_kernels());
    ct_fft_plan_destroy(&plan);
}

int main(int argc, char **argv) {
    int rank = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = KERNEL_VECTORS - 1; i >= 0; i--) { /* the longest last, for the others */
        if (limit_to(kernel_vectors[i]) && rank == 0) {
            transform_rows(CT_DOUBLE);
            transform_rows(CT_FLOAT);
        }
    }
    /* Rows of two axes; rows of three and planes of the others, with kernels and not; short rows,
     * some at once; long ones. */
    static const ptrdiff_t extents[][3] = {
        {7, 1, 1024}, {20, 1, 2048}, {6, 1, 1000}, {4, 128, 1280}, {12, 100, 1300}, {5, 128, 1280},
        {40, 1, 100}, {9, 1, 62},    {70, 1, 256}, {3, 1, 40000},  {2, 4, 17000}};
    for (unsigned i = 0; i < sizeof extents / sizeof *extents; i++) {
        for (int is_real = 0; is_real < 2; is_real++) {
            transform_field(extents[i], is_real, 0, 0);
            transform_field(extents[i], is_real, 0, 1);
            transform_field(extents[i], is_real, 1, 0);
        }
    }
    look_at_measured();
    MPI_Finalize();
    return expect_status();
}
