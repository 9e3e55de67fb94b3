/* Planes of real numbers from their coefficients, both axes at once, against the defining sums:
 * with all vector instructions, in both precisions, past the cache and not, in place and apart,
 * where the coefficients stay as they are, with imaginary parts where real lines have none, and
 * with a factor. */
#include "../fft_samples.h"
#include "expect.h"

#include "fft/lines/halves/halves.h"
#include "fft/lines/library/library.h"
#include "fft/shape/roots.h"
#include "kernels/vectors.h"

#include <fftw3.h>
#include <math.h>
#include <stdalign.h>
#include <string.h>

enum { ROWS_MOST = 48, POINTS_MOST = 100, HALF_MOST = POINTS_MOST / 2 + 1 };
enum { NUMBERS = 2 * ROWS_MOST * (HALF_MOST + 3) };

typedef struct plane {
    ptrdiff_t rows, points, from, into; /* distances of rows, in elements at either end */
    ct_precision precision;
    double scale;
    int streams, is_in_place;
} plane;

static alignas(64) char input[8 * NUMBERS], output[8 * NUMBERS], work[16 * NUMBERS];
static double given[NUMBERS], half_way[NUMBERS], wanted[NUMBERS];

static void fill(const plane *p) {
    for (ptrdiff_t i = 0; i < 2 * p->rows * p->from; i++) {
        ct_real_set(input, i, p->precision, sample_at(i));
        given[i] = ct_real_at(input, i, p->precision);
    }
}

/* Columns by the sum, into half_way. */
static void sum_columns(const plane *p) {
    for (ptrdiff_t k = 0; k <= p->points / 2; k++) {
        for (ptrdiff_t i = 0; i < p->rows; i++) {
            double complex sum = 0;
            for (ptrdiff_t m = 0; m < p->rows; m++) {
                const double *at = &given[2 * (m * p->from + k)];
                sum += CMPLX(at[0], at[1]) * conj(ct_fft_root(i * m % p->rows, p->rows));
            }
            half_way[2 * (i * HALF_MOST + k)] = creal(sum);
            half_way[2 * (i * HALF_MOST + k) + 1] = cimag(sum);
        }
    }
}

/* Then rows, of which the first and the last coefficient count as real, into wanted. */
static void sum_rows(const plane *p) {
    for (ptrdiff_t i = 0; i < p->rows; i++) {
        const double *at = &half_way[2 * i * HALF_MOST];
        for (ptrdiff_t n = 0; n < p->points; n++) {
            double sum = at[0] + (n % 2 == 0 ? at[p->points] : -at[p->points]);
            for (ptrdiff_t k = 1; k < p->points / 2; k++) {
                const double complex root = ct_fft_root(n * k % p->points, p->points);
                sum += 2 * creal(CMPLX(at[2 * k], at[2 * k + 1]) * conj(root));
            }
            wanted[i * p->into + n] = sum;
        }
    }
}

static void compare(const plane *p, const void *result) {
    const double size = 2 * (double)(p->rows * p->points);
    const double allowed = size * rounding_of(p->precision);
    for (ptrdiff_t i = 0; i < p->rows; i++) {
        for (ptrdiff_t n = 0; n < p->points; n++) {
            const ptrdiff_t at = i * p->into + n;
            EXPECT(fabs(ct_real_at(result, at, p->precision) - p->scale * wanted[at]) <=
                   p->scale * allowed);
        }
    }
    for (ptrdiff_t i = 0; i < 2 * p->rows * p->from && !p->is_in_place; i++) {
        EXPECT(ct_real_at(input, i, p->precision) == given[i]);
    }
}

static void transform(const plane *p) {
    const ct_fft_backend *fftw = p->precision == CT_FLOAT ? &ct_fft_float : &ct_fft_double;
    const ct_fft_whole_job job = {
        .class = CT_CLASS_C2R,
        .direction = CT_INVERSE,
        .axes = 2,
        .axis = {{p->rows, p->from, p->into}, {p->points, 1, 1}},
    };
    void *result = p->is_in_place ? input : output;
    EXPECT(ct_fft_plane_bytes(p->rows, p->points / 2 + 1, 2 * ct_real_bytes(p->precision)) <=
           (ptrdiff_t)sizeof work);
    void *plan = fftw->plan_plane(&job, p->scale, p->streams, input, result, work, FFTW_ESTIMATE);
    EXPECT(plan != NULL);
    if (plan != NULL) {
        fill(p);
        memset(work, 0xff, sizeof work); /* NaNs */
        fftw->run_plane(plan, input, result, work, p->streams ? given : NULL,
                        &(ct_sequence_piece){.sequence = NULL});
        compare(p, result);
    }
    fftw->destroy(plan);
}

/* How real rows lie: side by side, padded to their coefficients, or further apart; multiples of 16
 * bytes. */
enum { DENSE, PADDED, APART, WAYS };

static plane plane_of(ptrdiff_t rows, ptrdiff_t points, int way, ct_precision precision) {
    const ptrdiff_t least = points / 2 + 1 + (way == APART);
    const ptrdiff_t from = way != DENSE && precision == CT_FLOAT ? (least + 1) / 2 * 2 : least;
    return (plane){.rows = rows,
                   .points = points,
                   .from = from,
                   .into = way == DENSE ? points : 2 * from,
                   .precision = precision};
}

static void transform_all(ptrdiff_t rows, ptrdiff_t points) {
    for (int i = 0; i < 2 * WAYS; i++) {
        plane p = plane_of(rows, points, i / 2, (ct_precision)(i % 2));
        if (p.precision == CT_FLOAT && p.into % 4 != 0) {
            continue;
        }
        fill(&p);
        sum_columns(&p);
        sum_rows(&p);
        for (int vectors = CT_VECTORS_PORTABLE; vectors <= CT_VECTORS_AVX512; vectors++) {
            ct_vectors_limit((ct_vectors)vectors);
            p.is_in_place = 0;
            p.scale = 1 / (double)(p.rows * p.points);
            p.streams = vectors != CT_VECTORS_AVX2;
            transform(&p);
            p.is_in_place = i / 2 == PADDED;
            p.scale = 1;
            p.streams = 0;
            transform(&p);
        }
    }
}

int main(int argc, char **argv) {
    static const ptrdiff_t sizes[][2] = {{1, 2},   {2, 4},   {3, 6},   {5, 10}, {16, 18},
                                         {20, 32}, {9, 100}, {48, 14}, {25, 40}};
    MPI_Init(&argc, &argv);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        transform_all(sizes[i][0], sizes[i][1]);
    }
    MPI_Finalize();
    return expect_status();
}
