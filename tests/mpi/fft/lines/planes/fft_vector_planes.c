/* Planes of vectors, whose components lie side by side, beside those of each component alone:
 * complex and real, columns in one step and in two, in place and not, with gaps between rows,
 * wherever they begin in a cache line, past the cache or not. */
#include "../codelet_sums.h"
#include "../kernel_vectors.h"
#include "expect.h"

#include "fft/lines/codelets/plane.h"
#include "kernels/cache.h"
#include "kernels/stream.h"

#include <fenv.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double FACTOR = 0.25;
static const double UNTOUCHED = 0x1p100;

typedef struct vector_plane {
    ct_fft_class class;
    ct_direction direction; /* of complex ones */
    ct_precision precision;
    ptrdiff_t rows, points, components;
    ptrdiff_t gap;   /* vectors between rows of the output; in place of real ones, of both */
    ptrdiff_t begin; /* numbers of the output before it, which then begins inside a line */
    int in_place, streams;
} vector_plane;

/* Numbers of a row of one component at an end, and real ones of each. */
static ptrdiff_t numbers_of(const vector_plane *p, int is_after) {
    const int is_half = p->class == (is_after ? CT_CLASS_R2C : CT_CLASS_C2R);
    return is_half ? p->points / 2 + 1 : p->points;
}

static ptrdiff_t reals_of(const vector_plane *p, int is_after) {
    return p->class == (is_after ? CT_CLASS_C2R : CT_CLASS_R2C) ? 1 : 2;
}

/* Real numbers from row to row. In place rows of both ends are equally long. */
static ptrdiff_t row_of(const vector_plane *p, int is_after) {
    const ptrdiff_t reals[2] = {numbers_of(p, 0) * reals_of(p, 0),
                                numbers_of(p, 1) * reals_of(p, 1)};
    const ptrdiff_t most = reals[0] > reals[1] ? reals[0] : reals[1];
    return p->components * (p->in_place ? most : reals[is_after]) +
           (is_after || p->in_place ? p->gap * p->components * 2 : 0);
}

static ct_fft_whole_job job_of(const vector_plane *p, ptrdiff_t from, ptrdiff_t into) {
    return (ct_fft_whole_job){.class = p->class,
                              .direction = p->direction,
                              .axes = 2,
                              .axis = {{p->rows, from / reals_of(p, 0), into / reals_of(p, 1)},
                                       {p->points, p->components, p->components}},
                              .batches = 1,
                              .many[0] = {p->components, 1, 1}};
}

/* Real number i of row r of a component. */
static double given_at(const vector_plane *p, ptrdiff_t component, ptrdiff_t r, ptrdiff_t i) {
    return real_sample(((component + 1) * p->rows + r) * p->points * 2 + i);
}

/* The plane of one component, dense. */
static double *plane_alone(const vector_plane *p, ptrdiff_t component, double *largest) {
    vector_plane alone = *p;
    const ptrdiff_t real_bytes = ct_real_bytes(p->precision);
    alone.components = 1;
    alone.gap = alone.in_place = 0;
    const ptrdiff_t from = row_of(&alone, 0);
    const ptrdiff_t into = row_of(&alone, 1);
    const ct_fft_whole_job job = job_of(&alone, from, into);
    const ptrdiff_t bytes = ct_fft_codelet_plane_bytes(&job, p->precision);
    ct_fft_codelet_plane *plane = ct_fft_codelet_plane_create(&job, p->precision, FACTOR, 0);
    char *work = aligned_alloc(64, (size_t)ct_in_lines(bytes));
    char *input = aligned_alloc(64, (size_t)ct_in_lines(p->rows * from * real_bytes));
    char *output = aligned_alloc(64, (size_t)ct_in_lines(p->rows * into * real_bytes));
    double *result = malloc((size_t)(p->rows * into) * sizeof *result);
    EXPECT(plane != NULL && work != NULL && input != NULL && output != NULL && result != NULL);
    for (ptrdiff_t i = 0; i < p->rows * from; i++) {
        ct_real_set(input, i, p->precision, given_at(p, component, i / from, i % from));
    }
    ct_fft_codelet_plane_run(plane, input, output, work, NULL,
                             &(ct_sequence_piece){.sequence = NULL});
    for (ptrdiff_t i = 0; i < p->rows * into; i++) {
        result[i] = ct_real_at(output, i, p->precision);
        *largest = larger(*largest, fabs(result[i]));
    }
    free(output);
    free(input);
    free(work);
    free(plane);
    return result;
}

/* Place in its array of real number i of row r of a component, at an end. */
static ptrdiff_t place_of(const vector_plane *p, int is_after, ptrdiff_t component, ptrdiff_t r,
                          ptrdiff_t i) {
    const ptrdiff_t reals = reals_of(p, is_after);
    return r * row_of(p, is_after) + (i / reals * p->components + component) * reals + i % reals;
}

/* Arrays have this many real numbers before and after, which are left alone. */
enum { AROUND = 64 };

static void transform_plane(const vector_plane *p) {
    const ptrdiff_t real_bytes = ct_real_bytes(p->precision);
    const ptrdiff_t count[2] = {p->rows * row_of(p, 0), p->rows * row_of(p, 1)};
    const ct_fft_whole_job job = job_of(p, row_of(p, 0), row_of(p, 1));
    const ptrdiff_t bytes = ct_in_lines(ct_fft_codelet_plane_bytes(&job, p->precision));
    ct_fft_codelet_plane *plane =
        ct_fft_codelet_plane_create(&job, p->precision, FACTOR, p->streams);
    char *work = aligned_alloc(64, (size_t)bytes + 64);
    char *array[2];
    char *at[2];
    EXPECT(plane != NULL && work != NULL);
    set_signalling(work, bytes, p->precision);
    memset(work + bytes, 0x55, 64);
    for (int e = 0; e < 2; e++) {
        const ptrdiff_t all = count[e] + 2 * AROUND;
        array[e] = aligned_alloc(64, (size_t)ct_in_lines(all * real_bytes));
        EXPECT(array[e] != NULL);
        for (ptrdiff_t i = 0; i < all; i++) {
            ct_real_set(array[e], i, p->precision, UNTOUCHED);
        }
        at[e] = array[e] + (AROUND - 16 + 2 * p->begin * e) * real_bytes;
    }
    at[1] = p->in_place ? at[0] : at[1];
    for (ptrdiff_t c = 0; c < p->components; c++) {
        for (ptrdiff_t r = 0; r < p->rows; r++) {
            for (ptrdiff_t i = 0; i < numbers_of(p, 0) * reals_of(p, 0); i++) {
                ct_real_set(at[0], place_of(p, 0, c, r, i), p->precision, given_at(p, c, r, i));
            }
        }
    }
    EXPECT_INT(feclearexcept(FE_ALL_EXCEPT), 0);
    ct_fft_codelet_plane_run(plane, at[0], at[1], work, p->in_place ? NULL : at[0],
                             &(ct_sequence_piece){.sequence = NULL});
    EXPECT_INT(fetestexcept(FE_INVALID), 0);
    double most = 0;
    double largest = 0;
    ptrdiff_t changed = 0;
    for (ptrdiff_t c = 0; c < p->components; c++) {
        const ptrdiff_t row = numbers_of(p, 1) * reals_of(p, 1);
        double *wanted = plane_alone(p, c, &largest);
        for (ptrdiff_t i = 0; i < p->rows * row; i++) {
            const ptrdiff_t place = place_of(p, 1, c, i / row, i % row);
            most = larger(most, fabs(ct_real_at(at[1], place, p->precision) - wanted[i]));
            ct_real_set(at[1], place, p->precision, UNTOUCHED);
        }
        for (ptrdiff_t i = 0; i < count[0] && !p->in_place; i++) {
            const ptrdiff_t in_row = i % row_of(p, 0);
            const ptrdiff_t vector = in_row / (p->components * reals_of(p, 0));
            const ptrdiff_t k = vector * reals_of(p, 0) + in_row % reals_of(p, 0);
            const int is_of = in_row / reals_of(p, 0) % p->components == c;
            changed += is_of && ct_real_at(at[0], i, p->precision) !=
                                    (p->precision == CT_FLOAT
                                         ? (double)(float)given_at(p, c, i / row_of(p, 0), k)
                                         : given_at(p, c, i / row_of(p, 0), k));
        }
        free(wanted);
    }
    for (ptrdiff_t i = 0; i < count[1] + 2 * AROUND && !p->in_place; i++) { /* all else is */
        changed += ct_real_at(array[1], i, p->precision) != UNTOUCHED;
    }
    for (int i = 0; i < 64; i++) {
        changed += work[bytes + i] != 0x55;
    }
    EXPECT(most <= 32 * rounding_of(p->precision) * largest);
    EXPECT_INT(changed, 0);
    free(array[0]);
    free(array[1]);
    free(work);
    free(plane);
}

static void transform_planes(ct_precision precision) {
    static const ptrdiff_t extents[][3] = {
        {8, 16, 2},   {16, 32, 3},  {64, 64, 3},  {100, 48, 2}, {128, 64, 4}, {15, 100, 5},
        {9, 20, 6},   {72, 30, 7},  {250, 40, 3}, {36, 54, 3},  {13, 26, 2},  {88, 44, 3},
        {128, 16, 7}, {32, 512, 2}, {20, 200, 3}, {169, 22, 3}, {7, 56, 3},   {96, 18, 5}};
    for (unsigned i = 0; i < sizeof extents / sizeof *extents; i++) {
        for (int way = 0; way < 8; way++) {
            for (int class = CT_CLASS_C2C; class <= CT_CLASS_C2R; class ++) {
                const int is_real = class != CT_CLASS_C2C;
                const vector_plane p = {.class = (ct_fft_class) class,
                                        .direction = way % 2 == 0 ? CT_FORWARD : CT_INVERSE,
                                        .precision = precision,
                                        .rows = extents[i][0],
                                        .points = extents[i][1] * (1 + is_real),
                                        .components = extents[i][2],
                                        .gap = way == 5 || way == 6 ? 1 : 0,
                                        .begin = way % 4,
                                        .in_place = way == 4 || way == 5,
                                        .streams = way % 3 == 0 && way != 0};
                transform_plane(&p);
            }
        }
    }
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    for (int way = 0; way < 2 * KERNEL_VECTORS; way++) {
        const ct_precision precision = way % 2 == 0 ? CT_DOUBLE : CT_FLOAT;
        if (limit_to(kernel_vectors[way / 2])) {
            transform_planes(precision);
        }
    }
    MPI_Finalize();
    return expect_status();
}
