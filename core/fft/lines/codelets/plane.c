#include "fft/lines/codelets/plane.h"

#include "fft/lines/codelets/kernels.h"
#include "kernels/cache.h"
#include "kernels/vectors.h"

#include <complex.h>
#include <stdlib.h>

struct ct_fft_codelet_plane {
    _Alignas(CT_LINE_BYTES) double row_factors[CT_CODELET_FACTORS];
    double column_factors[CT_CODELET_FACTORS];
    ct_codelet_pass rows, columns;
    ptrdiff_t bytes;
};

/* The axis whose points are side by side; negative: there is none at both ends. */
static int row_axis(const ct_fft_whole_job *job) {
    for (int a = 0; a < job->axes; a++) {
        if (job->axis[a].from == 1 && job->axis[a].into == 1) {
            return a;
        }
    }
    return -1;
}

/* Complex numbers from row to row of the work array: an odd number of cache lines. */
static ptrdiff_t pitch_of(ptrdiff_t points) {
    return points + CT_CODELET_LANES;
}

ptrdiff_t ct_fft_codelet_plane_bytes(const ct_fft_whole_job *job) {
    const int row = row_axis(job);
    if (job->class != CT_CLASS_C2C || job->axes != 2 || job->batches > 0 || row < 0 ||
        ct_vectors_used() < CT_VECTORS_AVX512) {
        return 0;
    }
    const ct_fft_span *rows = &job->axis[row];
    const ct_fft_span *columns = &job->axis[!row];
    const int suits = ct_codelet_rows(rows->count, job->direction) != NULL &&
                      ct_codelet_columns(columns->count, job->direction) != NULL &&
                      columns->from % CT_CODELET_LANES == 0 &&
                      columns->into % CT_CODELET_LANES == 0;
    return suits ? columns->count * pitch_of(rows->count) * (ptrdiff_t)sizeof(double complex) : 0;
}

ct_fft_codelet_plane *ct_fft_codelet_plane_create(const ct_fft_whole_job *job, double factor) {
    ct_fft_codelet_plane *plane =
        ct_fft_codelet_plane_bytes(job) > 0 ? aligned_alloc(CT_LINE_BYTES, sizeof *plane) : NULL;
    if (plane == NULL) {
        return NULL;
    }
    const ct_fft_span *rows = &job->axis[row_axis(job)];
    const ct_fft_span *columns = &job->axis[!row_axis(job)];
    const ptrdiff_t row_bytes = rows->count * (ptrdiff_t)sizeof(double complex);
    *plane = (ct_fft_codelet_plane){.bytes = columns->count * row_bytes};
    plane->rows = (ct_codelet_pass){
        .kernel = ct_codelet_rows(rows->count, job->direction),
        .count = columns->count,
        .from_step = 2 * columns->from,
        .into_step = 2 * pitch_of(rows->count),
        .fetched = row_bytes,
        .factors = plane->row_factors,
        .factor = factor,
    };
    plane->columns = (ct_codelet_pass){
        .kernel = ct_codelet_columns(columns->count, job->direction),
        .count = 1,
        .width = rows->count / CT_CODELET_LANES,
        .from_step = plane->rows.into_step,
        .into_step = 2 * columns->into,
        .factors = plane->column_factors,
    };
    ct_codelet_row_factors(rows->count, job->direction, plane->row_factors);
    ct_codelet_column_factors(columns->count, job->direction, plane->column_factors);
    return plane;
}

void ct_fft_codelet_plane_run(const ct_fft_codelet_plane *plane, const void *input, void *output,
                              void *work, const void *next) {
    ct_codelet_ahead ahead = {
        .from = next != NULL ? next : input, .into = output, .left = plane->bytes};
    plane->rows.kernel(&plane->rows, input, work, 0, &ahead);
    ahead.left = 0;
    plane->columns.kernel(&plane->columns, work, output, 0, &ahead);
}
