/* Rows of vectors, whose components lie side by side, complex and real, in one step and in two,
 * beside the defining sums: in place and not, wherever they begin in a cache line, past the cache
 * or not. */
#include "../codelet_sums.h"
#include "../kernel_vectors.h"
#include "expect.h"

#include "fft/lines/codelets/rows/rows.h"
#include "kernels/cache.h"
#include "kernels/stream.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS_MOST = 2048, COMPONENTS_MOST = 7, WAYS = 6 };
static const double FACTOR = 0.25;

typedef struct vector_row {
    ct_fft_class class;
    ptrdiff_t points, components;
    ct_precision precision;
    int way;
} vector_row;

/* Of a component before and after: of real ones as many complex numbers, with all coefficients. */
static void sum_component(const vector_row *r, ptrdiff_t c, double complex *before,
                          double complex *after) {
    const int is_back = r->class == CT_CLASS_C2R;
    double complex *const field = is_back ? after : before;
    double complex *const sums = is_back ? before : after;
    const int is_inverse = r->class == CT_CLASS_C2C && r->way % 2 == 1;
    for (ptrdiff_t i = 0; i < r->points; i++) {
        const ptrdiff_t at = i * r->components + c;
        field[i] = sums[i] = r->class == CT_CLASS_C2C ? sample(at) : real_sample(at);
    }
    sum_axis(sums, r->points, r->points, 1, is_inverse ? CT_INVERSE : CT_FORWARD);
    for (ptrdiff_t i = 0; i < r->points; i++) {
        after[i] *= FACTOR * (is_back ? (double)r->points : 1);
    }
}

/* Numbers of a component at an end, and whether they are real. */
static ptrdiff_t numbers_of(const vector_row *r, int is_after) {
    return r->class == (is_after ? CT_CLASS_R2C : CT_CLASS_C2R) ? r->points / 2 + 1 : r->points;
}

static int are_real(const vector_row *r, int is_after) {
    return r->class == (is_after ? CT_CLASS_C2R : CT_CLASS_R2C);
}

static double complex number_of(const vector_row *r, int is_after, const char *row, ptrdiff_t i) {
    return are_real(r, is_after) ? ct_real_at(row, i, r->precision)
                                 : number_at(row, i, r->precision);
}

static void transform_row(const vector_row *r) {
    static double complex before[COMPONENTS_MOST][POINTS_MOST];
    static double complex after[COMPONENTS_MOST][POINTS_MOST];
    static _Alignas(64) char array[2][(COMPONENTS_MOST * POINTS_MOST + 16) * sizeof **before];
    const ct_fft_lines_job job = {.class = r->class,
                                  .direction = r->way % 2 == 0 ? CT_FORWARD : CT_INVERSE,
                                  .line = {r->points, r->components, r->components},
                                  .many = {{r->components, 1, 1}, {1, 1, 1}}};
    const ptrdiff_t bytes =
        ct_fft_codelet_rows_bytes(r->class, r->points, r->components, r->precision);
    const ptrdiff_t shift = 2 * ct_real_bytes(r->precision);
    ct_fft_codelet_rows *rows = ct_fft_codelet_rows_create(&job, r->components, r->precision);
    char *work = aligned_alloc(64, (size_t)ct_in_lines(bytes));
    char *const from = array[0] + 64 + r->way % 3 * shift;
    char *const into = r->way == 3 ? from : array[1] + 64 + r->way % 4 * shift;
    double most = 0;
    double largest = 0;
    EXPECT(rows != NULL && work != NULL);
    memset(array, 0xff, sizeof array);
    memset(work, 0xff, (size_t)ct_in_lines(bytes));
    for (ptrdiff_t c = 0; c < r->components; c++) {
        sum_component(r, c, before[c], after[c]);
        for (ptrdiff_t i = 0; i < numbers_of(r, 0); i++) {
            const ptrdiff_t at = i * r->components + c;
            if (are_real(r, 0)) {
                ct_real_set(from, at, r->precision, creal(before[c][i]));
            } else {
                set_number(from, at, r->precision, before[c][i]);
            }
        }
    }
    const ct_fft_row_job row = {.from = from,
                                .next = r->way < 2 ? from : NULL,
                                .into = into,
                                .work = work,
                                .streams = r->way > 3,
                                .factor = FACTOR};
    ct_fft_codelet_rows_run(rows, &row);
    ct_stream_fence();
    const ptrdiff_t all = numbers_of(r, 1) * r->components;
    for (ptrdiff_t i = 0; i < all; i++) {
        const double complex wanted = after[i % r->components][i / r->components];
        most = larger(most, cabs(number_of(r, 1, into, i) - wanted));
        largest = larger(largest, cabs(wanted));
    }
    EXPECT(most <= 32 * rounding_of(r->precision) * largest);
    EXPECT(r->way == 3 || isnan(creal(number_of(r, 1, into, all))));
    EXPECT(r->way == 3 || isnan(creal(number_of(r, 1, into, -1))));
    free(work);
    free(rows);
}

static void transform_rows(ct_precision precision) {
    static const ptrdiff_t extents[][2] = {{64, 3}, {100, 2}, {512, 7}, {1024, 3}, {1000, 4}};
    for (unsigned i = 0; i < 3 * sizeof extents / sizeof *extents; i++) {
        const ct_fft_class class =
            (ct_fft_class[]){CT_CLASS_C2C, CT_CLASS_R2C, CT_CLASS_C2R}[i % 3];
        vector_row r = {.class = class,
                        .points = extents[i / 3][0] * (class == CT_CLASS_C2C ? 1 : 2),
                        .components = extents[i / 3][1],
                        .precision = precision};
        if (ct_fft_codelet_rows_bytes(class, r.points, r.components, precision) == 0) {
            EXPECT(extents[i / 3][0] < 512); /* more rows are wanted at once */
            continue;
        }
        for (r.way = 0; r.way < WAYS; r.way++) {
            transform_row(&r);
        }
    }
    EXPECT_INT(ct_fft_codelet_rows_bytes(CT_CLASS_R2R, 1024, 3, precision), 0);
    EXPECT_INT(ct_fft_codelet_rows_bytes(CT_CLASS_R2C, 1025, 3, precision), 0);
    EXPECT_INT(ct_fft_codelet_rows_bytes(CT_CLASS_R2C, 64, 3, precision), 0);
    EXPECT_INT(ct_fft_codelet_rows_bytes(CT_CLASS_C2C, 32, 3, precision), 0);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    for (int way = 0; way < 2 * KERNEL_VECTORS; way++) {
        if (limit_to(kernel_vectors[way / 2])) {
            transform_rows(way % 2 == 0 ? CT_DOUBLE : CT_FLOAT);
        }
    }
    MPI_Finalize();
    return expect_status();
}
