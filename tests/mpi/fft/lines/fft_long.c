/* Long lines, which are transformed as matrices, against FFTW's own transform of each: square
 * matrices, with odd rows, and others, both precisions, a direction each, several lines, with all
 * vector instructions. */
#include "expect.h"
#include "fft_samples.h"

#include "fft/lines/library.h"
#include "fft/shape/roots.h"
#include "kernels/vectors.h"

#include <fftw3.h>
#include <math.h>
#include <stdlib.h>

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
        fftw->run(job.class, plan, input, output);
        EXPECT(error_of(points, line * pitch, precision) <= 4 * rounding_of(precision));
    }
    fftw->destroy(plan);
}

int main(int argc, char **argv) {
    static const ptrdiff_t points[] = {1 << 19, (ptrdiff_t)750 * 800, POINTS_MOST};
    const size_t bytes = (size_t)LINES * (POINTS_MOST + PAD) * sizeof *expected;
    MPI_Init(&argc, &argv);
    input = aligned_alloc(64, (bytes + 63) / 64 * 64);
    output = aligned_alloc(64, (bytes + 63) / 64 * 64);
    expected = aligned_alloc(64, (bytes + 63) / 64 * 64);
    EXPECT(input != NULL && output != NULL && expected != NULL);
    for (int v = 0; input != NULL && output != NULL && expected != NULL && v < 3; v++) {
        ct_vectors_limit((ct_vectors)v);
        transform(points[v], CT_FORWARD, CT_DOUBLE);
        transform(points[v], CT_INVERSE, CT_FLOAT);
    }
    free(input);
    free(output);
    free(expected);
    MPI_Finalize();
    return expect_status();
}
