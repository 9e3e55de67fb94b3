/* Bluestein's transform (1970), for lengths that cannot be split over the ranks: by j k = (j^2 +
 * k^2 - (k - j)^2) / 2 it is a product with a chirp, a convolution with the conjugate chirp and
 * another product; the convolution may be cyclic with zero padding, of any length from 2 N - 1
 * on. */
#include "fft/single_axis/chirp.h"

#include "base/arithmetic/extremes.h"
#include "base/fail.h"
#include "fft/numbers.h"

#include <stdlib.h>

/* A stretch in rows. */
enum { STRETCH = CT_FFT_CHIRP_STRETCH, ROW = 32, ROWS = STRETCH / ROW };

typedef struct stretch {
    double re[STRETCH], im[STRETCH];
} stretch;

/* Computes `count` numbers from `first` on. The phase is j^2 / (2 points) turns, and that of j =
 * first + row + t is first^2 + 2 first row, which varies from row to row, + 2 first t, which is the
 * same in all rows, + (row + t)^2, which is the same in all stretches. All three are roots of unity
 * of whole numbers, so nothing accumulates from row to row; looked up for each number, roots
 * take three times as long. */
static void make_chirp(const ct_fft_chirp *chirp, ptrdiff_t first, ptrdiff_t count, stretch *made) {
    const ptrdiff_t turn = 2 * chirp->points;
    const ptrdiff_t step = 2 * first % turn;
    const ptrdiff_t row_step = ROW * step % turn;
    const double sign = chirp->inverse ? -1 : 1;
    ptrdiff_t phase = 0;
    double re[ROW];
    double im[ROW];
    for (int t = 0; t < ROW; t++) {
        const double complex root = ct_fft_roots_at(&chirp->roots, phase);
        re[t] = creal(root);
        im[t] = cimag(root);
        phase += step - (phase + step >= turn ? turn : 0);
    }
    phase = first % turn * (first % turn) % turn;
    for (ptrdiff_t row = 0; row < count; row += ROW) {
        const double complex root = ct_fft_roots_at(&chirp->roots, phase);
        const double c = creal(root);
        const double s = cimag(root);
        for (int t = 0; t < ROW; t++) {
            const double x = c * re[t] - s * im[t];
            const double y = c * im[t] + s * re[t];
            const double a = chirp->start[row + t];
            const double b = chirp->start[STRETCH + row + t];
            made->re[row + t] = x * a - y * b;
            made->im[row + t] = sign * (x * b + y * a);
        }
        phase += row_step - (phase + row_step >= turn ? turn : 0);
    }
}

/* The conjugate chirp from position `at` on, as many numbers as are computed in one way: rising,
 * zeros, or falling. Returns their number. */
static ptrdiff_t make_conjugate(const ct_fft_chirp *chirp, ptrdiff_t cycle, ptrdiff_t at,
                                ptrdiff_t most, stretch *made) {
    const ptrdiff_t falls_from = cycle - chirp->points + 1;
    ptrdiff_t count = ct_least(most, STRETCH);
    stretch some;
    if (at < chirp->points) {
        count = ct_least(count, chirp->points - at);
        make_chirp(chirp, at, count, &some);
    } else if (at >= falls_from) {
        make_chirp(chirp, cycle - at - count + 1, count, &some);
    } else {
        count = ct_least(count, falls_from - at);
        some = (stretch){.re = {0}};
    }
    for (ptrdiff_t i = 0; i < count; i++) {
        const ptrdiff_t from = at >= falls_from ? count - 1 - i : i;
        made->re[i] = some.re[from];
        made->im[i] = -some.im[from];
    }
    return count;
}

ct_status ct_fft_chirp_create(const ct_fft_plan *plan, const ct_fft_plan *convolution, int inverse,
                              ct_fft_chirp *chirp) {
    const ct_box array = ct_fft_input_box(convolution);
    const ptrdiff_t turn = 2 * plan->shape.reduced_points;
    ct_status status = CT_OK;
    chirp->points = plan->shape.reduced_points;
    chirp->inverse = inverse;
    chirp->array = (ct_fft_interval){array.first[0], array.count[0]};
    CT_TRY(ct_fft_roots_create(turn, &chirp->roots));
    chirp->start = malloc(2 * (size_t)STRETCH * sizeof *chirp->start);
    if (chirp->start == NULL) {
        CT_FAIL(CT_ERROR_MEMORY, "no memory for a chirp");
    }
    for (ptrdiff_t t = 0; t < STRETCH; t++) {
        const double complex root = ct_fft_root(t * t % turn, turn);
        chirp->start[t] = creal(root);
        chirp->start[STRETCH + t] = cimag(root);
    }
cleanup:
    return status;
}

void ct_fft_chirp_destroy(ct_fft_chirp *chirp) {
    ct_fft_roots_destroy(&chirp->roots);
    free(chirp->start);
}

void ct_fft_chirp_kernel(const ct_fft_chirp *chirp, ptrdiff_t cycle, ct_precision precision,
                         void *numbers) {
    const double factor = 1 / (double)cycle;
    stretch made;
    for (ptrdiff_t i = 0, count = 0; i < chirp->array.count; i += count) {
        count = make_conjugate(chirp, cycle, chirp->array.first + i, chirp->array.count - i, &made);
        for (ptrdiff_t k = 0; k < count; k++) {
            ct_real_set(numbers, 2 * (i + k), precision, made.re[k] * factor);
            ct_real_set(numbers, 2 * (i + k) + 1, precision, made.im[k] * factor);
        }
    }
}

void ct_fft_chirp_multiply(const ct_fft_chirp *chirp, ct_precision precision, int threads,
                           void *numbers) {
    const ptrdiff_t count = chirp->array.count;
    const ptrdiff_t stretches = (count + STRETCH - 1) / STRETCH;
#if defined(_OPENMP)
#pragma omp parallel for num_threads(threads)
#else
    (void)threads; /* one without OpenMP */
#endif
    for (ptrdiff_t s = 0; s < stretches; s++) {
        const ptrdiff_t at = s * STRETCH;
        const ptrdiff_t left = ct_least(count - at, STRETCH);
        const ptrdiff_t here = ct_least(left, chirp->points - chirp->array.first - at);
        stretch by;
        if (here > 0) {
            make_chirp(chirp, chirp->array.first + at, here, &by);
        }
        for (ptrdiff_t i = 0; i < left; i++) {
            const ptrdiff_t n = 2 * (at + i);
            const double re = ct_real_at(numbers, n, precision);
            const double im = ct_real_at(numbers, n + 1, precision);
            ct_real_set(numbers, n, precision, i < here ? re * by.re[i] - im * by.im[i] : 0);
            ct_real_set(numbers, n + 1, precision, i < here ? re * by.im[i] + im * by.re[i] : 0);
        }
    }
}
