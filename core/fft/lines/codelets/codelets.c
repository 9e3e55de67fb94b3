#include "fft/lines/codelets/codelets.h"

#include "fft/lines/codelets/kernels/kernels.h"
#include "fft/lines/codelets/kernels/lengths.h"
#include "fft/numbers.h"
#include "kernels/cache.h"
#include "kernels/stream.h"
#include "kernels/vectors.h"

#include <stdlib.h>

enum {
    SHORT = 8,                    /* points of a row: two share a register or two */
    ROW_MULTIPLE = 16,            /* that is in whole registers when written */
    COLUMN_MOST = 32,             /* whose results stay in registers */
    FIELD_MOST_BYTES = 64 * 1024, /* with its result, small beside the second-level cache */
    AHEAD_LEAST_BYTES = 4 * 1024  /* of large fields half a field */
};

struct ct_fft_codelets {
    _Alignas(CT_LINE_BYTES) char factors[sizeof(double) * CT_CODELET_FACTORS]; /* of rows */
    char square[sizeof(double) * 2 * CT_CODELET_SQUARE]; /* of columns of 5 x 5 points */
    ct_codelet_pass pass[CT_FFT_CODELETS_AXES];
    int passes;
    ptrdiff_t fields, field_bytes;
    ptrdiff_t ahead_bytes; /* from what is read to what is fetched */
};

static ptrdiff_t points_of(const ct_fft_codelets_job *job) {
    ptrdiff_t points = 1;
    for (int a = 0; a < job->axes; a++) {
        points *= job->extent[a];
    }
    return points;
}

static ptrdiff_t number_bytes(const ct_fft_codelets_job *job) {
    return 2 * ct_real_bytes(job->precision);
}

/* Whether all axes have kernels. */
static int has_kernels(const ct_fft_codelets_job *job) {
    const int last = job->axes - 1;
    const ptrdiff_t extent = job->extent[last];
    const ptrdiff_t fields = last == 0 ? job->fields : 1; /* rows alone are one field */
    const ptrdiff_t rows = points_of(job) / extent * fields;
    /* Rows alone are written past the cache, one at a time, in vectors. */
    int has = ct_vectors_used() >= CT_VECTORS_AVX512 &&
              ct_codelet_rows(job->precision, extent, rows, job->direction) != NULL &&
              extent % (last > 0 ? ct_codelet_lanes(job->precision) : ROW_MULTIPLE) == 0;
    for (int a = 0; a < last; a++) {
        has = has && job->extent[a] <= COLUMN_MOST &&
              ct_codelet_columns(job->precision, job->extent[a], job->direction) != NULL;
    }
    return has && points_of(job) * number_bytes(job) <= FIELD_MOST_BYTES;
}

/* The pass over an axis of a field of so many points. */
static ct_codelet_pass pass_over(const ct_fft_codelets *codelets, const ct_fft_codelets_job *job,
                                 int axis, ptrdiff_t points) {
    const ptrdiff_t extent = job->extent[axis];
    ptrdiff_t beside = 1; /* points between two along the axis */
    ptrdiff_t times = 0;
    for (int a = axis + 1; a < job->axes; a++) {
        beside *= job->extent[a];
    }
    ct_codelet_pass pass = {.count = points / (extent * beside)};
    if (axis == job->axes - 1) {
        pass.kernel = ct_codelet_rows(job->precision, extent, pass.count, job->direction);
        pass.factors = codelets->factors;
        pass.from_step = pass.into_step = extent * number_bytes(job);
        pass.factor = job->factor;
        times = extent == SHORT ? pass.count / 2 : pass.count;
    } else {
        pass.kernel = ct_codelet_columns(job->precision, extent, job->direction);
        pass.factors = codelets->square;
        pass.width = beside * number_bytes(job);
        pass.from_step = pass.into_step = pass.width;
        times = pass.count * pass.width / CT_LINE_BYTES;
    }
    const ptrdiff_t lines = points * number_bytes(job) / CT_LINE_BYTES;
    const ptrdiff_t steps = times > 0 ? times * job->axes : 1; /* as if all passes had as many */
    pass.fetched = (lines + steps - 1) / steps * CT_LINE_BYTES;
    return pass;
}

ct_fft_codelets *ct_fft_codelets_create(const ct_fft_codelets_job *job) {
    ct_fft_codelets *codelets =
        has_kernels(job) ? aligned_alloc(CT_LINE_BYTES, sizeof *codelets) : NULL;
    if (codelets == NULL) {
        return NULL;
    }
    const ptrdiff_t half_bytes = points_of(job) * number_bytes(job) / 2;
    const ptrdiff_t points = points_of(job) * (job->axes == 1 ? job->fields : 1);
    *codelets = (ct_fft_codelets){
        .passes = job->axes,
        .fields = job->axes == 1 ? 1 : job->fields, /* rows alone are one field */
        .field_bytes = points * number_bytes(job),
        .ahead_bytes = half_bytes > AHEAD_LEAST_BYTES ? half_bytes : AHEAD_LEAST_BYTES,
    };
    ct_codelet_row_factors(job->precision, job->extent[job->axes - 1], job->direction,
                           codelets->factors);
    ct_codelet_inner_factors(job->precision, CT_CODELET_SQUARE, job->direction, codelets->square);
    for (int i = 0; i < job->axes && points > 0; i++) { /* from the last axis, in memory's order */
        codelets->pass[i] = pass_over(codelets, job, job->axes - 1 - i, points);
    }
    return codelets;
}

ptrdiff_t ct_fft_codelets_work_bytes(const ct_fft_codelets *codelets) {
    return codelets->passes > 1 ? codelets->field_bytes : 0;
}

void ct_fft_codelets_run(const ct_fft_codelets *codelets, const void *input, void *output,
                         void *work) {
    const ptrdiff_t bytes = codelets->fields * codelets->field_bytes;
    for (ptrdiff_t at = 0; at < bytes; at += codelets->field_bytes) {
        const ptrdiff_t next = at + codelets->ahead_bytes;
        const void *from = (const char *)input + at;
        ct_codelet_ahead ahead = {
            .from = (const char *)input + next,
            .into = (const char *)output + next,
            .streams = 1,
            .left = bytes - next < codelets->field_bytes ? bytes - next : codelets->field_bytes,
        };
        for (int i = 0; i < codelets->passes; i++) {
            const ct_codelet_pass *pass = &codelets->pass[i];
            const int is_last = i == codelets->passes - 1;
            pass->kernel(pass, from, is_last ? (char *)output + at : work, is_last, &ahead);
            from = work;
        }
    }
    ct_stream_fence();
}
