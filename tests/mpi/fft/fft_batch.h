/* A case of fft_cases once more, in batches: results are those of single executions, bit by bit, or
 * but for rounding where FFTW measures twice. */
#ifndef CT_TESTS_FFT_BATCH_H
#define CT_TESTS_FFT_BATCH_H

#include "expect.h"
#include "lines/fft_samples.h"

#include <cornerturn/fft.h>
#include <math.h>
#include <string.h>

enum { BATCH_MOST = 5 };

/* Fields are multiples of one, by powers of 2, with which results are multiplied exactly. */
static const double batch_factor[BATCH_MOST] = {1, -2, 0.5, 4, -1};

static inline void batch_multiply(ct_precision precision, double factor, const void *from,
                                  ptrdiff_t bytes, void *into) {
    ptrdiff_t count = bytes / (ptrdiff_t)(precision == CT_FLOAT ? sizeof(float) : sizeof(double));
    for (ptrdiff_t i = 0; i < count; i++) {
        if (precision == CT_FLOAT) {
            ((float *)into)[i] = (float)factor * ((const float *)from)[i];
        } else {
            ((double *)into)[i] = factor * ((const double *)from)[i];
        }
    }
}

/* Zeros of either sign are the same. */
static inline int batch_is_same(ct_precision precision, int measures, const void *a, const void *b,
                                ptrdiff_t bytes) {
    const ptrdiff_t count = bytes / ct_real_bytes(precision);
    double largest = 0;
    double most = 0;
    for (ptrdiff_t i = 0; i < count; i++) {
        const double wanted = ct_real_at(b, i, precision);
        const double difference = fabs(ct_real_at(a, i, precision) - wanted);
        largest = fmax(largest, fabs(wanted));
        most = isnan(most) || difference <= most ? most : difference;
    }
    return most <= (measures ? 32 * rounding_of(precision) * largest : 0);
}

/* Of `n` fields, in arrays that all have room for `bytes`: the first is `input` of an execution,
 * and becomes `output`. The arrays of the results are those of the inputs, or the next ones. */
static inline void expect_batch(ct_fft_plan *plan, ct_precision precision,
                                const ct_fft_options *options, int n, const void *input,
                                const void *output, void **arrays) {
    const void *inputs[BATCH_MOST];
    void *outputs[BATCH_MOST];
    const ptrdiff_t in_bytes = ct_fft_input_bytes(plan);
    const ptrdiff_t out_bytes = ct_fft_output_bytes(plan);
    for (int f = 0; f < n; f++) {
        void *from = arrays[options->in_place ? f : 2 * f];
        outputs[f] = arrays[options->in_place ? f : 2 * f + 1];
        memset(outputs[f], 0xff, (size_t)out_bytes);
        batch_multiply(precision, batch_factor[f], input, in_bytes, from);
        inputs[f] = from;
    }
    EXPECT_INT(ct_fft_execute_many(plan, n, inputs, outputs), CT_OK);
    MPI_Barrier(MPI_COMM_WORLD); /* others may still read */
    for (int f = 0; f < n; f++) {
        void *wanted = arrays[(ptrdiff_t)2 * BATCH_MOST];
        batch_multiply(precision, batch_factor[f], output, out_bytes, wanted);
        EXPECT(batch_is_same(precision, options->rigour != CT_ESTIMATE, outputs[f], wanted,
                             out_bytes));
    }
}

#endif
