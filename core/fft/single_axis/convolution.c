#include "fft/single_axis/convolution.h"

#include "base/fail.h"
#include "base/pages.h"
#include "fft/numbers.h"
#include "fft/shape/roots.h"
#include "fft/stages/run.h"
#include "redistribute/box.h"
#include <cornerturn/agree.h>

#include <stdlib.h>

/* The coefficients of a plan that this rank has where it turns. */
static ct_box box_of(const ct_fft_plan *plan) {
    ct_box box = {.axes = plan->shape.axes};
    for (int i = 0; i < plan->steps; i++) {
        const ct_fft_stage *stage = &plan->step[i].stage;
        box = ct_fft_stage_turns(stage) ? stage->work : box;
    }
    return box;
}

/* A row of a tile: its numbers, one after the other, and those of the kernel. */
typedef struct row {
    char *values;
    double complex *kernel;
    ptrdiff_t count;
} row;

static row row_of(const ct_fft_convolution *convolution, const ct_fft_tile *tile, ptrdiff_t i) {
    const ct_box *box = &convolution->box;
    const ptrdiff_t at = (tile->box.first[0] + i - box->first[0]) * box->count[1];
    return (row){(char *)tile->values + i * tile->stride[0],
                 convolution->kernel + at + tile->box.first[1] - box->first[1], tile->box.count[1]};
}

static void keep(void *context, const ct_fft_tile *tile) {
    const ct_fft_convolution *convolution = context;
    const ct_precision precision = convolution->precision;
    for (ptrdiff_t i = 0; i < tile->box.count[0]; i++) {
        const row r = row_of(convolution, tile, i);
        for (ptrdiff_t k = 0; k < r.count; k++) {
            r.kernel[k] = CMPLX(ct_real_at(r.values, 2 * k, precision),
                                ct_real_at(r.values, 2 * k + 1, precision));
        }
    }
}

ct_status ct_fft_convolution_create(ct_fft_plan *plan, void *numbers,
                                    ct_fft_convolution *convolution) {
    ct_status status = CT_OK;
    convolution->precision = plan->problem.precision;
    convolution->box = box_of(plan);
    const ptrdiff_t count = ct_box_elements(&convolution->box);
    convolution->kernel = ct_pages_alloc((size_t)count * sizeof *convolution->kernel);
    if (convolution->kernel == NULL) {
        status = ct_raise(CT_ERROR_MEMORY, "no memory for a kernel of %td numbers", count);
    }
    CT_TRY(ct_agree(plan->comm, status));
    plan->turn = (ct_fft_turn){.hook = keep, .context = convolution, .is_end = 1};
    CT_TRY(ct_fft_steps_execute(plan, numbers, numbers));
cleanup:
    return status;
}

void ct_fft_convolution_destroy(ct_fft_convolution *convolution) {
    free(convolution->kernel);
}

/* Interleaved parts of both: C's product of complex numbers checks for infinities. */
static void multiply_double(double *value, const double *by, ptrdiff_t count) {
    for (ptrdiff_t k = 0; k < 2 * count; k += 2) {
        const double re = value[k] * by[k] - value[k + 1] * by[k + 1];
        const double im = value[k] * by[k + 1] + value[k + 1] * by[k];
        value[k] = re;
        value[k + 1] = im;
    }
}

static void multiply_float(float *value, const double *by, ptrdiff_t count) {
    for (ptrdiff_t k = 0; k < 2 * count; k += 2) {
        const double re = value[k] * by[k] - value[k + 1] * by[k + 1];
        const double im = value[k] * by[k + 1] + value[k + 1] * by[k];
        value[k] = (float)re;
        value[k + 1] = (float)im;
    }
}

void ct_fft_convolution_multiply(const ct_fft_convolution *convolution, const ct_fft_tile *tile) {
    for (ptrdiff_t i = 0; i < tile->box.count[0]; i++) {
        const row r = row_of(convolution, tile, i);
        if (convolution->precision == CT_FLOAT) {
            multiply_float((float *)r.values, (const double *)r.kernel, r.count);
        } else {
            multiply_double((double *)r.values, (const double *)r.kernel, r.count);
        }
    }
}
