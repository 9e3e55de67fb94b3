/* Lines of cosine and sine transforms of every kind against the defining sums: those that are
 * transformed two at a time and those that are not, in rows and across, of real and of complex
 * numbers, odd numbers of lines, both precisions, there and back, with all vector instructions. */
#include "expect.h"
#include "fft_samples.h"

#include "fft/lines/library/library.h"
#include "fft/shape/roots.h"
#include "fft/shape/shape.h"
#include "kernels/vectors.h"

#include <fftw3.h>
#include <math.h>
#include <stdalign.h>

enum { POINTS_MOST = 1030, LINES_MOST = 7, NUMBERS = 2 * (POINTS_MOST + 4) * LINES_MOST };

typedef struct lines {
    const ct_fft_backend *fftw;
    ct_fft_lines_job job;
    ptrdiff_t points;
    ct_precision precision;
} lines;

static alignas(64) double input[NUMBERS], output[NUMBERS];
static double given[NUMBERS];

static void make_input(const lines *l) {
    for (ptrdiff_t i = 0; i < NUMBERS; i++) {
        ct_real_set(input, i, l->precision, sample_at(i));
        given[i] = ct_real_at(input, i, l->precision);
    }
}

/* Coefficient k sums cosines or sines of (j_factor j + j_more) (k_factor k + k_more) / order turns,
 * twice but for points about which lines are even and that have no mirror. */
typedef struct definition {
    ptrdiff_t j_factor, j_more, k_factor, k_more, orders, order_more;
    int is_sine, first_once, last_once;
} definition;

static const definition definitions[CT_FFT_KINDS] = {
    [CT_FFT_DCT1] = {1, 0, 1, 0, 2, -2, 0, 1, 1}, [CT_FFT_DCT2] = {2, 1, 1, 0, 4, 0, 0, 0, 0},
    [CT_FFT_DCT3] = {1, 0, 2, 1, 4, 0, 0, 1, 0},  [CT_FFT_DCT4] = {2, 1, 2, 1, 8, 0, 0, 0, 0},
    [CT_FFT_DST1] = {1, 1, 1, 1, 2, 2, 1, 0, 0},  [CT_FFT_DST2] = {2, 1, 1, 1, 4, 0, 1, 0, 0},
    [CT_FFT_DST3] = {1, 1, 2, 1, 4, 0, 1, 0, 1},  [CT_FFT_DST4] = {2, 1, 2, 1, 8, 0, 1, 0, 0}};

static double by_definition(const lines *l, ptrdiff_t first, ptrdiff_t k) {
    const int is_back = l->job.direction == CT_INVERSE;
    const definition *d = &definitions[is_back ? ct_fft_undoing(l->job.kind) : l->job.kind];
    const ptrdiff_t order = d->orders * l->points + d->order_more;
    double sum = 0;
    for (ptrdiff_t j = 0; j < l->points; j++) {
        const ptrdiff_t turns =
            (d->j_factor * j + d->j_more) * (d->k_factor * k + d->k_more) % order;
        const double complex root = ct_fft_root(turns, order);
        const int is_once = (j == 0 && d->first_once) || (j == l->points - 1 && d->last_once);
        sum += given[first + j * l->job.line.from] * (d->is_sine ? -cimag(root) : creal(root)) *
               (is_once ? 1 : 2);
    }
    return sum;
}

/* Some coefficients of every line. */
static void compare(const lines *l) {
    const ct_fft_span many = l->job.many[0];
    const ct_fft_span parts = l->job.many[1];
    const ptrdiff_t step = l->points > 300 ? 97 : l->points > 100 ? 13 : 1;
    const double allowed = 8 * (double)l->points * rounding_of(l->precision);
    for (ptrdiff_t line = 0; line < many.count * parts.count; line++) {
        const ptrdiff_t at = line / parts.count;
        const ptrdiff_t part = line % parts.count;
        for (ptrdiff_t i = 0; i < l->points; i += step) {
            const ptrdiff_t k = i + step < l->points ? i : l->points - 1; /* the last one always */
            const double found = ct_real_at(
                output, at * many.into + k * l->job.line.into + part * parts.into, l->precision);
            const double wanted = by_definition(l, at * many.from + part * parts.from, k);
            EXPECT(fabs(found - wanted) <= allowed);
        }
    }
}

static void transform(lines *l, ptrdiff_t count, ptrdiff_t parts, int is_across) {
    l->job.line = (ct_fft_span){l->points, parts * (is_across ? count : 1), parts};
    l->job.many[0] =
        (ct_fft_span){count, parts * (is_across ? 1 : l->points + 3), parts * (l->points + 1)};
    l->job.many[1] = (ct_fft_span){parts, 1, 1};
    void *plan = l->fftw->plan(&l->job, input, output, FFTW_ESTIMATE);
    EXPECT(plan != NULL);
    if (plan != NULL) {
        make_input(l);
        l->fftw->run(plan, input, output);
        compare(l);
    }
    l->fftw->destroy(plan);
}

/* All precisions, directions and ways to lie. */
static void transform_all(ct_fft_kind kind, ptrdiff_t points) {
    static const ptrdiff_t counts[] = {1, 2, 5, LINES_MOST};
    for (int way = 0; way < 16; way++) {
        lines l = {.fftw = way / 8 ? &ct_fft_float : &ct_fft_double,
                   .job = {.class = CT_CLASS_R2R,
                           .kind = kind,
                           .direction = way / 4 % 2 ? CT_INVERSE : CT_FORWARD},
                   .points = points,
                   .precision = way / 8 > 0 ? CT_FLOAT : CT_DOUBLE};
        transform(&l, counts[(points + way) % 4], 1 + way / 2 % 2, way % 2);
    }
}

/* Of a batch a NaN in a line is in that one only. */
static void transform_batch(void) {
    enum { POINTS = 63, NAN_LINE = 1 };
    lines l = {.fftw = &ct_fft_double, .points = POINTS};
    l.job = (ct_fft_lines_job){.class = CT_CLASS_R2R,
                               .kind = CT_FFT_DST1,
                               .line = {POINTS, 1, 1},
                               .many = {{LINES_MOST, POINTS, POINTS}, {1, 1, 1}},
                               .is_batch = 1};
    void *plan = l.fftw->plan(&l.job, input, output, FFTW_ESTIMATE);
    EXPECT(plan != NULL);
    if (plan == NULL) {
        return;
    }
    make_input(&l);
    input[NAN_LINE * POINTS + 2] = NAN;
    l.fftw->run(plan, input, output);
    for (ptrdiff_t i = 0; i < (ptrdiff_t)LINES_MOST * POINTS; i++) {
        EXPECT((isnan(output[i]) != 0) == (i / POINTS == NAN_LINE));
    }
    l.fftw->destroy(plan);
}

int main(int argc, char **argv) {
    static const ptrdiff_t lengths[] = {2,  7,  8,  9,  15, 16, 17,  18,  20,   21,
                                        31, 33, 63, 65, 96, 99, 127, 128, 1023, 1024};
    MPI_Init(&argc, &argv);
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        for (int kind = CT_FFT_DCT1; kind < CT_FFT_KINDS; kind++) {
            ct_vectors_limit((ct_vectors)((i + (size_t)kind) % 3));
            transform_all((ct_fft_kind)kind, lengths[i]);
        }
    }
    ct_vectors_limit(CT_VECTORS_AVX512);
    transform_batch();
    MPI_Finalize();
    return expect_status();
}
