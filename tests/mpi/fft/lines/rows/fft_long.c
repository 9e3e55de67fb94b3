/* Long lines, which are transformed as matrices, against FFTW's own transform of each: square
 * matrices, with odd rows, and others, both precisions, a direction each, several lines, with all
 * vector instructions; and as batches, which keep their input, and in place. */
#include "../fft_samples.h"
#include "expect.h"

#include "fft/lines/library/library.h"
#include "fft/shape/roots.h"
#include "kernels/vectors.h"

#include <fftw3.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LINES = 2, PAD = 4, POINTS_MOST = 945 * 945 };

static double *input, *output;
static double complex *expected;

/* Between -1 and 1; sample_at has a period, by which most coefficients would be zero. */
static double noise_at(ptrdiff_t i) {
    return (double)((unsigned)i * 2654435761U >> 8) / (double)(1 << 23) - 1;
}

/* FFTW's transform of a line of the input as doubles. */
static void transform_by_fftw(ptrdiff_t points, ptrdiff_t at, const ct_fft_lines_job *job,
                              ct_precision precision) {
    for (ptrdiff_t i = 0; i < points; i++) {
        expected[i] = CMPLX(ct_real_at(input, 2 * (at + i), precision),
                            ct_real_at(input, 2 * (at + i) + 1, precision));
    }
    fftw_complex *line = (fftw_complex *)expected;
    const int sign = job->direction == CT_FORWARD ? FFTW_FORWARD : FFTW_BACKWARD;
    fftw_plan plan = fftw_plan_dft_1d((int)points, line, line, sign, FFTW_ESTIMATE);
    EXPECT(plan != NULL);
    fftw_execute(plan);
    fftw_destroy_plan(plan);
}

/* Root mean square difference of a line, relative to its coefficients. */
static double error_of(ptrdiff_t points, ptrdiff_t at, ct_precision precision) {
    double difference = 0;
    double size = 0;
    for (ptrdiff_t k = 0; k < points; k++) {
        const double re = ct_real_at(output, 2 * (at + k), precision) - creal(expected[k]);
        const double im = ct_real_at(output, 2 * (at + k) + 1, precision) - cimag(expected[k]);
        difference += re * re + im * im;
        size += creal(expected[k]) * creal(expected[k]) + cimag(expected[k]) * cimag(expected[k]);
    }
    return sqrt(difference / size);
}

static void transform(ptrdiff_t points, ct_direction direction, ct_precision precision) {
    const ct_fft_backend *fftw = precision == CT_FLOAT ? &ct_fft_float : &ct_fft_double;
    const ptrdiff_t pitch = (points + PAD) / PAD * PAD;
    const ct_fft_lines_job job = {.class = CT_CLASS_C2C,
                                  .direction = direction,
                                  .line = {points, 1, 1},
                                  .many = {{LINES, pitch, pitch}, {1, 1, 1}}};
    void *plan = fftw->plan(&job, input, output, FFTW_ESTIMATE);
    EXPECT(plan != NULL);
    for (ptrdiff_t line = 0; plan != NULL && line < LINES; line++) {
        for (ptrdiff_t i = 0; i < LINES * pitch * 2; i++) { /* each time: it is overwritten */
            ct_real_set(input, i, precision, noise_at(i));
        }
        transform_by_fftw(points, line * pitch, &job, precision);
        fftw->run(plan, input, output);
        EXPECT(error_of(points, line * pitch, precision) <= 4 * rounding_of(precision));
    }
    fftw->destroy(plan);
}

/* A batch, to another array, whose input is kept, or in place. */
static void transform_batch(ptrdiff_t points, ct_direction direction, ct_precision precision,
                            int is_in_place) {
    const ct_fft_backend *fftw = precision == CT_FLOAT ? &ct_fft_float : &ct_fft_double;
    const ptrdiff_t pitch = (points + 1) / 2 * 2 + 1; /* so that lines are aligned differently */
    const ct_fft_lines_job line = {.direction = direction};
    const ct_fft_whole_job job = {.class = CT_CLASS_C2C,
                                  .direction = direction,
                                  .preserves_input = !is_in_place,
                                  .is_alone = 1,
                                  .axes = 1,
                                  .batches = 1,
                                  .axis = {{points, 1, 1}},
                                  .many = {{LINES, pitch, pitch}}};
    double *into = is_in_place ? input : output;
    double *result = output;
    void *plan = fftw->plan_whole(&job, input, into, FFTW_ESTIMATE);
    EXPECT(plan != NULL);
    for (ptrdiff_t i = 0; i < LINES * pitch * 2; i++) {
        ct_real_set(input, i, precision, noise_at(i));
    }
    for (ptrdiff_t at = 0; plan != NULL && at < LINES; at++) {
        transform_by_fftw(points, at * pitch, &line, precision);
        for (ptrdiff_t i = 0; is_in_place && i < LINES * pitch * 2; i++) {
            ct_real_set(input, i, precision, noise_at(i));
        }
        fftw->run(plan, input, into);
        output = into;
        EXPECT(error_of(points, at * pitch, precision) <= 4 * rounding_of(precision));
        output = result;
        for (ptrdiff_t i = 0; i < LINES * pitch * 2; i++) {
            EXPECT(is_in_place || ct_real_at(input, i, precision) ==
                                      (precision == CT_FLOAT ? (float)noise_at(i) : noise_at(i)));
            ct_real_set(input, i, precision, noise_at(i));
        }
    }
    fftw->destroy(plan);
}

/* Real lines, by complex ones of half the length, there and back; as lines that may be
 * overwritten, or as a batch whose input is kept. */
static void transform_real(ptrdiff_t points, ct_precision precision, int is_batch) {
    const ct_fft_backend *fftw = precision == CT_FLOAT ? &ct_fft_float : &ct_fft_double;
    const ptrdiff_t half = points / 2 + 1;
    const ptrdiff_t pitch = half / 2 * 2 + 1; /* so that lines are aligned differently */
    ct_fft_whole_job batch = {.class = CT_CLASS_R2C,
                              .preserves_input = 1,
                              .is_alone = 1,
                              .axes = 1,
                              .batches = 1,
                              .axis = {{points, 1, 1}},
                              .many = {{LINES, 2 * pitch, pitch}}};
    ct_fft_lines_job lines = {
        .class = CT_CLASS_R2C, .line = batch.axis[0], .many = {batch.many[0], {1, 1, 1}}};
    void *plan = is_batch ? fftw->plan_whole(&batch, input, output, FFTW_ESTIMATE)
                          : fftw->plan(&lines, input, output, FFTW_ESTIMATE);
    lines.class = CT_CLASS_C2R;
    lines.direction = CT_INVERSE;
    lines.many[0] = (ct_fft_span){LINES, pitch, 2 * pitch};
    ct_fft_whole_job batch_back = batch;
    batch_back.class = CT_CLASS_C2R;
    batch_back.direction = CT_INVERSE;
    batch_back.preserves_input = 0;
    batch_back.many[0] = lines.many[0];
    void *back = is_batch ? fftw->plan_whole(&batch_back, output, input, FFTW_ESTIMATE)
                          : fftw->plan(&lines, output, input, FFTW_ESTIMATE);
    EXPECT(plan != NULL && back != NULL);
    for (ptrdiff_t i = 0; i < LINES * pitch * 2; i++) {
        ct_real_set(input, i, precision, noise_at(i));
    }
    fftw->run(plan, input, output);
    for (ptrdiff_t line = 0; line < LINES; line++) {
        double *real = (double *)expected;
        for (ptrdiff_t i = 0; i < points; i++) {
            const double number = noise_at(2 * pitch * line + i);
            real[i] = precision == CT_FLOAT ? (float)number : number;
            EXPECT(!is_batch || ct_real_at(input, 2 * pitch * line + i, precision) == real[i]);
        }
        fftw_plan theirs =
            fftw_plan_dft_r2c_1d((int)points, real, (fftw_complex *)expected, FFTW_ESTIMATE);
        fftw_execute(theirs);
        fftw_destroy_plan(theirs);
        EXPECT(error_of(half, line * pitch, precision) <= 4 * rounding_of(precision));
    }
    fftw->run(back, output, input);
    for (ptrdiff_t i = 0; i < 2 * pitch * LINES; i++) {
        const double found = ct_real_at(input, i, precision) / (double)points;
        EXPECT(i % (2 * pitch) >= points ||
               fabs(found - noise_at(i)) <= 40 * rounding_of(precision));
    }
    fftw->destroy(plan);
    fftw->destroy(back);
}

/* Long lines are not measured by FFTW as a whole: its wisdom has none afterwards. */
static void plan_in_parts(void) {
    enum { POINTS = 1 << 17 };
    const ct_fft_lines_job job = {
        .class = CT_CLASS_C2C, .line = {POINTS, 1, 1}, .many = {{1, POINTS, POINTS}, {1, 1, 1}}};
    void *plan = ct_fft_double.plan(&job, input, output, FFTW_MEASURE);
    char *wisdom = ct_fft_double.wisdom_text();
    const unsigned flags = FFTW_MEASURE | FFTW_ALLOW_PRUNING | FFTW_NO_INDIRECT_OP |
                           FFTW_DESTROY_INPUT | FFTW_WISDOM_ONLY;
    fftw_plan whole = fftw_plan_dft_1d(POINTS, (fftw_complex *)input, (fftw_complex *)output,
                                       FFTW_FORWARD, flags);
    EXPECT(plan != NULL);
    EXPECT(wisdom != NULL && strstr(wisdom, "fftw_codelet") != NULL); /* but some of its parts */
    EXPECT(whole == NULL);
    fftw_destroy_plan(whole);
    ct_fft_double.destroy(plan);
    free(wisdom);
}

int main(int argc, char **argv) {
    static const ptrdiff_t points[] = {1 << 19, (ptrdiff_t)750 * 800, POINTS_MOST, 300000, 1 << 17,
                                       99225,   (1 << 16) * 5 / 4,    262144,      72000};
    const size_t bytes = (size_t)LINES * (POINTS_MOST + PAD) * sizeof *expected;
    MPI_Init(&argc, &argv);
    input = aligned_alloc(64, (bytes + 63) / 64 * 64);
    output = aligned_alloc(64, (bytes + 63) / 64 * 64);
    expected = aligned_alloc(64, (bytes + 63) / 64 * 64);
    EXPECT(input != NULL && output != NULL && expected != NULL);
    for (int v = 0; input != NULL && output != NULL && expected != NULL && v < 9; v++) {
        ct_vectors_limit((ct_vectors)(v % 3));
        transform(points[v], CT_FORWARD, CT_DOUBLE);
        transform(points[v], CT_INVERSE, CT_FLOAT);
        for (int way = 0; v >= 3 && way < 2; way++) {
            transform_batch(points[v], CT_INVERSE, CT_DOUBLE, way);
            transform_batch(points[v], CT_FORWARD, CT_FLOAT, way);
        }
    }
    for (int is_batch = 0; input != NULL && output != NULL && is_batch < 2; is_batch++) {
        transform_real(144000, CT_DOUBLE, is_batch);
        transform_real(1 << 18, CT_FLOAT, is_batch);
    }
    transform_real(1 << 20, CT_DOUBLE, 0);
    plan_in_parts();
    free(input);
    free(output);
    free(expected);
    MPI_Finalize();
    return expect_status();
}
