#include "fft/lines/codelets/columns.h"

#include "fft/lines/codelets/kernels.h"
#include "kernels/vectors.h"

#include <stdlib.h>

/* FFTW takes no longer for fewer. */
enum { POINTS_LEAST = 96 };

struct ct_fft_codelet_columns {
    ct_codelet_pass pass;
    double factors[2 * CT_CODELET_MOST];
};

int ct_fft_has_columns(ptrdiff_t points) {
    return points >= POINTS_LEAST && ct_vectors_used() >= CT_VECTORS_AVX512 &&
           ct_codelet_columns(points, CT_FORWARD) != NULL;
}

static int suits(const ct_fft_lines_job *job) {
    const ct_fft_span *line = &job->line;
    const ct_fft_span *many = job->many;
    return job->class == CT_CLASS_C2C && ct_fft_has_columns(line->count) && many[0].from == 1 &&
           many[0].into == 1 && many[1].count == 1 && many[0].count % CT_CODELET_LANES == 0 &&
           line->from % CT_CODELET_LANES == 0 && line->into % CT_CODELET_LANES == 0;
}

ct_fft_codelet_columns *ct_fft_codelet_columns_create(const ct_fft_lines_job *job) {
    ct_fft_codelet_columns *made = suits(job) ? malloc(sizeof *made) : NULL;
    if (made == NULL) {
        return NULL;
    }
    made->pass = (ct_codelet_pass){
        .kernel = ct_codelet_columns(job->line.count, job->direction),
        .count = 1,
        .width = job->many[0].count / CT_CODELET_LANES,
        .from_step = 2 * job->line.from,
        .into_step = 2 * job->line.into,
        .factors = made->factors,
    };
    ct_codelet_inner_factors(job->line.count, job->direction, made->factors);
    return made;
}

void ct_fft_codelet_columns_run(const ct_fft_codelet_columns *columns, const void *input,
                                void *output) {
    ct_codelet_ahead ahead = {0};
    columns->pass.kernel(&columns->pass, input, output, 0, &ahead);
}
