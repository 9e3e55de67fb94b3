/* Lines of prime lengths and of even ones against the defining sum: those that are transformed by a
 * convolution, or real ones by complex ones of half the length, and their neighbours that are not,
 * of all classes, lines in rows and across, odd numbers of them, both precisions, both directions,
 * with all vector instructions. */
#include "expect.h"
#include "fft_samples.h"

#include "fft/lines/library/library.h"
#include "fft/shape/roots.h"
#include "kernels/vectors.h"

#include <fftw3.h>
#include <math.h>
#include <stdalign.h>

enum { POINTS_MOST = 2100, LINES_MOST = 30, NUMBERS = 2 * POINTS_MOST * LINES_MOST };

typedef struct lines {
    const ct_fft_backend *fftw;
    ct_fft_lines_job job;
    ptrdiff_t points, count;
    ct_precision precision;
} lines;

static alignas(64) double input[NUMBERS], output[NUMBERS];
static double given[NUMBERS];

static void set_number(const lines *l, ptrdiff_t i, double value) {
    ct_real_set(input, i, l->precision, value);
    given[i] = ct_real_at(input, i, l->precision);
}

/* Points of a line at one end. */
static ptrdiff_t points_at(const lines *l, int is_before) {
    const ct_fft_class class = l->job.class;
    const int is_half = class == (is_before ? CT_CLASS_C2R : CT_CLASS_R2C);
    return is_half ? l->points / 2 + 1 : l->points;
}

static void make_input(const lines *l) {
    const ptrdiff_t parts = l->job.class == CT_CLASS_R2C ? 1 : 2;
    for (ptrdiff_t i = 0; i < 2 * l->count * (l->points + 4); i++) {
        set_number(l, i, sample_at(i));
    }
    const int has_sums = l->job.class == CT_CLASS_C2R && l->points % 2 != 0;
    for (ptrdiff_t line = 0; line < l->count && has_sums; line++) {
        set_number(l, line * l->job.many[0].from * parts + 1, 0); /* the sum of real numbers */
    }
}

/* Point n of a line before the transform, all of it: of half a spectrum the rest are conjugates. */
static double complex before(const lines *l, ptrdiff_t line, ptrdiff_t n) {
    const int mirrors = l->job.class == CT_CLASS_C2R && n > l->points / 2;
    const ptrdiff_t at =
        line * l->job.many[0].from + (mirrors ? l->points - n : n) * l->job.line.from;
    if (l->job.class == CT_CLASS_R2C) {
        return given[at];
    }
    const int is_real =
        l->job.class == CT_CLASS_C2R && l->points % 2 == 0 && 2 * n % l->points == 0;
    return CMPLX(given[2 * at], is_real   ? 0 /* whatever is there */
                                : mirrors ? -given[2 * at + 1]
                                          : given[2 * at + 1]);
}

static double complex after(const lines *l, ptrdiff_t line, ptrdiff_t k) {
    const ptrdiff_t at = line * l->job.many[0].into + k * l->job.line.into;
    return l->job.class == CT_CLASS_C2R ? ct_real_at(output, at, l->precision)
                                        : CMPLX(ct_real_at(output, 2 * at, l->precision),
                                                ct_real_at(output, 2 * at + 1, l->precision));
}

static double complex by_definition(const lines *l, ptrdiff_t line, ptrdiff_t k) {
    double complex sum = 0;
    for (ptrdiff_t n = 0; n < l->points; n++) {
        const double complex root = ct_fft_root(n * k % l->points, l->points);
        sum += before(l, line, n) * (l->job.direction == CT_FORWARD ? root : conj(root));
    }
    return sum;
}

/* Some coefficients of every line. */
static void compare(const lines *l) {
    const ptrdiff_t results = points_at(l, 0);
    const ptrdiff_t step = results > 300 ? 97 : results > 100 ? 7 : 1;
    const double allowed = 4 * (double)l->points * rounding_of(l->precision);
    for (ptrdiff_t line = 0; line < l->count; line++) {
        for (ptrdiff_t i = 0; i < results; i += step) {
            const ptrdiff_t k = i + step < results ? i : results - 1; /* the last one always */
            EXPECT(cabs(after(l, line, k) - by_definition(l, line, k)) <= allowed);
        }
    }
}

static void transform(lines *l, int is_across) {
    const ptrdiff_t is_even = l->points % 2 == 0; /* so are distances of its real lines */
    const ptrdiff_t from = points_at(l, 1) + 3 + is_even;
    const ptrdiff_t into = points_at(l, 0) + 1 + is_even;
    l->job.line = (ct_fft_span){l->points, is_across ? l->count : 1, 1};
    l->job.many[0] = (ct_fft_span){l->count, is_across ? 1 : from, into};
    l->job.many[1] = (ct_fft_span){1, 1, 1};
    void *plan = l->fftw->plan(&l->job, input, output, FFTW_ESTIMATE);
    EXPECT(plan != NULL);
    if (plan != NULL) {
        make_input(l);
        l->fftw->run(plan, input, output);
        compare(l);
    }
    l->fftw->destroy(plan);
}

/* Lines of a batch: a NaN in one is in that one only, and small ones have as many digits as large
 * ones. */
static void transform_batch(ct_fft_class class) {
    enum { POINTS = 181, NAN_LINE = 1, SMALL_LINE = 2 };
    lines l = {.fftw = &ct_fft_double, .points = POINTS, .count = LINES_MOST};
    l.job = (ct_fft_lines_job){.class = class, .line = {POINTS, 1, 1}, .is_batch = 1};
    l.job.direction = class == CT_CLASS_C2R ? CT_INVERSE : CT_FORWARD;
    l.job.many[0] = (ct_fft_span){LINES_MOST, points_at(&l, 1), points_at(&l, 0)};
    l.job.many[1] = (ct_fft_span){1, 1, 1};
    void *plan = l.fftw->plan(&l.job, input, output, FFTW_ESTIMATE);
    EXPECT(plan != NULL);
    if (plan == NULL) {
        return;
    }
    make_input(&l);
    const ptrdiff_t parts = class == CT_CLASS_R2C ? 1 : 2;
    const ptrdiff_t length = l.job.many[0].from * parts;
    for (ptrdiff_t i = 0; i < length; i++) {
        set_number(&l, SMALL_LINE * length + i, given[SMALL_LINE * length + i] * 1e-200);
    }
    input[NAN_LINE * length + 2 * parts] = NAN;
    l.fftw->run(plan, input, output);
    for (ptrdiff_t line = 0; line < LINES_MOST; line++) {
        const double allowed = 4 * POINTS * DBL_EPSILON * (line == SMALL_LINE ? 1e-200 : 1);
        for (ptrdiff_t k = 0; k < points_at(&l, 0); k++) {
            EXPECT(line == NAN_LINE
                       ? isnan(cabs(after(&l, line, k)))
                       : cabs(after(&l, line, k) - by_definition(&l, line, k)) <= allowed);
        }
    }
    l.fftw->destroy(plan);
}

/* All classes, directions, precisions and ways to lie. */
static void transform_all(ptrdiff_t points, size_t number) {
    static const ptrdiff_t counts[] = {1, 2, 5, LINES_MOST};
    for (int way = 0; way < 2 * 2 * 4; way++) {
        const int kind = way % 4;
        lines l = {.fftw = way / 8 ? &ct_fft_float : &ct_fft_double,
                   .points = points,
                   .count = counts[(number + (size_t)way) % 4],
                   .precision = way / 8 > 0 ? CT_FLOAT : CT_DOUBLE};
        l.job.class = kind < 2 ? CT_CLASS_C2C : kind == 2 ? CT_CLASS_R2C : CT_CLASS_C2R;
        l.job.direction = kind % 2 == 0 ? CT_FORWARD : CT_INVERSE;
        transform(&l, way / 4 % 2);
    }
}

int main(int argc, char **argv) {
    static const ptrdiff_t primes[] = {3, 23, 29, 31, 37, 47, 181, 257, 361, 2017, 2027};
    static const ptrdiff_t even[] = {4,  14, 16, 18,  22,  30,  32,  34,  36,
                                     50, 64, 84, 100, 128, 256, 512, 2048};
    MPI_Init(&argc, &argv);
    for (size_t i = 0; i < 2 * sizeof primes / sizeof *primes; i++) { /* by lines and as columns */
        ct_vectors_limit(i % 2 == 0 ? CT_VECTORS_PORTABLE : CT_VECTORS_AVX512);
        transform_all(primes[i / 2], i);
    }
    for (size_t i = 0; i < 3 * sizeof even / sizeof *even; i++) {
        ct_vectors_limit((ct_vectors)(i % 3));
        transform_all(even[i / 3], i);
    }
    ct_vectors_limit(CT_VECTORS_AVX512);
    transform_batch(CT_CLASS_C2C);
    transform_batch(CT_CLASS_R2C);
    transform_batch(CT_CLASS_C2R);
    MPI_Finalize();
    return expect_status();
}
