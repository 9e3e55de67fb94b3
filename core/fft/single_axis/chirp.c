/* Bluestein's transform (1970), for lengths that cannot be split over the ranks: by j k = (j^2 +
 * k^2 - (k - j)^2) / 2 it is a product with a chirp, a convolution with the conjugate chirp and
 * another product; the convolution may be cyclic with zero padding, of any length from 2 N - 1
 * on. */
#include "fft/single_axis/chirp.h"

#include "base/fail.h"
#include "fft/numbers.h"
#include "fft/stages/run.h"
#include <cornerturn/agree.h>

#include <stdlib.h>

/* Numbers that a thread multiplies at a time. */
enum { STRETCH = 1024 };

static double complex number_at(const void *array, ptrdiff_t i, ct_precision precision) {
    return CMPLX(ct_real_at(array, 2 * i, precision), ct_real_at(array, 2 * i + 1, precision));
}

static void set_number(void *array, ptrdiff_t i, ct_precision precision, double complex number) {
    ct_real_set(array, 2 * i, precision, creal(number));
    ct_real_set(array, 2 * i + 1, precision, cimag(number));
}

/* Computes the chirp from number `first` on, zero from `points` on. Its phase is j^2 / (2 points)
 * turns, with j^2 updated by sums modulo whole turns. */
static void make_chirp(const ct_fft_chirp *chirp, ptrdiff_t first, ptrdiff_t count,
                       double complex *number) {
    const ptrdiff_t turn = 2 * chirp->points;
    ptrdiff_t square = first < chirp->points ? first * first % turn : 0;
    for (ptrdiff_t i = 0; i < count; i++) {
        ptrdiff_t j = first + i;
        double complex root = j < chirp->points ? ct_fft_roots_at(&chirp->roots, square) : 0;
        number[i] = chirp->inverse ? conj(root) : root;
        square += 2 * j + 1;
        square -= square >= turn ? turn : 0;
    }
}

/* The conjugate chirp, divided by the points of the convolution; even and cyclic. */
static void make_inverse(const ct_fft_chirp *chirp, ptrdiff_t cycle, ct_precision precision,
                         void *numbers) {
    const ptrdiff_t turn = 2 * chirp->points;
    for (ptrdiff_t i = 0; i < chirp->array.count; i++) {
        ptrdiff_t j = chirp->array.first + i;
        ptrdiff_t from_0 = j < cycle - j ? j : cycle - j;
        double complex number = 0;
        if (from_0 < chirp->points) {
            double complex root = ct_fft_roots_at(&chirp->roots, from_0 * from_0 % turn);
            number = (chirp->inverse ? root : conj(root)) / (double)cycle;
        }
        set_number(numbers, i, precision, number);
    }
}

ct_status ct_fft_chirp_keep_kernel(const ct_fft_plan *plan, ct_fft_plan *convolution,
                                   ct_fft_chirp *chirp) {
    const ct_box spectrum = ct_fft_output_box(convolution);
    ct_status status = CT_OK;
    chirp->kernel_count = spectrum.count[0];
    chirp->kernel = malloc(((size_t)chirp->kernel_count + 1) * sizeof *chirp->kernel);
    if (chirp->kernel == NULL) {
        status =
            ct_raise(CT_ERROR_MEMORY, "no memory for a kernel of %td numbers", chirp->kernel_count);
    }
    status = ct_agree(plan->comm, status);
    if (status != CT_OK || chirp->kernel == NULL) {
        goto cleanup;
    }
    CT_TRY(ct_fft_steps_execute(convolution, plan->work[0], plan->work[0]));
    for (ptrdiff_t i = 0; i < chirp->kernel_count; i++) {
        chirp->kernel[i] = number_at(plan->work[0], i, plan->problem.precision);
    }
cleanup:
    return status;
}

ct_status ct_fft_chirp_create(const ct_fft_plan *plan, ct_fft_plan *convolution, int inverse,
                              ct_fft_chirp *chirp) {
    const ct_box array = ct_fft_input_box(convolution);
    ct_status status = ct_fft_roots_create(2 * plan->shape.reduced_points, &chirp->roots);
    chirp->points = plan->shape.reduced_points;
    chirp->inverse = inverse;
    chirp->array = (ct_fft_interval){array.first[0], array.count[0]};
    CT_TRY(ct_agree(plan->comm, status));
    make_inverse(chirp, plan->shape.chirp_points, plan->problem.precision, plan->work[0]);
    CT_TRY(ct_fft_chirp_keep_kernel(plan, convolution, chirp));
cleanup:
    return status;
}

void ct_fft_chirp_destroy(ct_fft_chirp *chirp) {
    ct_fft_roots_destroy(&chirp->roots);
    free(chirp->kernel);
}

/* Multiplies numbers by the kernel, or by the chirp if NULL. */
static void multiply(const ct_fft_chirp *chirp, const double complex *kernel, ptrdiff_t count,
                     ct_precision precision, int threads, void *numbers) {
    const ptrdiff_t stretches = (count + STRETCH - 1) / STRETCH;
#if defined(_OPENMP)
#pragma omp parallel for num_threads(threads)
#else
    (void)threads; /* one without OpenMP */
#endif
    for (ptrdiff_t s = 0; s < stretches; s++) {
        double complex some[STRETCH];
        ptrdiff_t first = s * STRETCH;
        ptrdiff_t end = first + STRETCH < count ? first + STRETCH : count;
        const double complex *by = kernel != NULL ? kernel + first : some;
        if (kernel == NULL) {
            make_chirp(chirp, chirp->array.first + first, end - first, some);
        }
        for (ptrdiff_t i = first; i < end; i++) {
            set_number(numbers, i, precision,
                       ct_times(number_at(numbers, i, precision), by[i - first]));
        }
    }
}

void ct_fft_chirp_multiply(const ct_fft_chirp *chirp, ct_precision precision, int threads,
                           void *numbers) {
    multiply(chirp, NULL, chirp->array.count, precision, threads, numbers);
}

void ct_fft_chirp_filter(const ct_fft_chirp *chirp, ct_precision precision, int threads,
                         void *coefficients) {
    multiply(chirp, chirp->kernel, chirp->kernel_count, precision, threads, coefficients);
}
