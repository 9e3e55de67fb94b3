#include "fft/lines/codelets/columns.h"

#include "fft/lines/codelets/kernels/factors.h"
#include "fft/lines/codelets/kernels/kernels.h"
#include "fft/lines/codelets/kernels/steps.h"
#include "fft/numbers.h"

#include <stdlib.h>

/* FFTW, or placed columns (straight.h), take no longer for fewer (c2c, two ranks, so and not, ms:
 * 24 x 500 x 500 13.2 and 15.6, 60^3 0.38 and 0.49, but 16 x 128 x 128 0.46 and 0.41, 12 x 96 x 96
 * 0.14 and 0.12), but for primes of which it has no codelet. */
enum { POINTS_LEAST = 20 };

struct ct_fft_codelet_columns {
    ct_codelet_pass pass;
    _Alignas(ct_codelet_steps) char factors[sizeof(double) * CT_CODELET_INNER_FACTORS];
};

int ct_fft_has_columns(ptrdiff_t points, ct_precision precision) {
    return (points >= POINTS_LEAST || ct_codelet_is_summed(points)) &&
           ct_codelet_columns(precision, points, CT_FORWARD) != NULL;
}

static int suits(const ct_fft_lines_job *job, ct_precision precision) {
    const ct_fft_span *line = &job->line;
    const ct_fft_span *many = job->many;
    const ptrdiff_t lanes = ct_codelet_lanes(precision);
    return job->class == CT_CLASS_C2C && ct_fft_has_columns(line->count, precision) &&
           many[0].from == 1 && many[0].into == 1 && many[1].count == 1 &&
           many[0].count % lanes == 0 && line->from % lanes == 0 && line->into % lanes == 0;
}

ct_fft_codelet_columns *ct_fft_codelet_columns_create(const ct_fft_lines_job *job,
                                                      ct_precision precision) {
    ct_fft_codelet_columns *made = suits(job, precision) ? malloc(sizeof *made) : NULL;
    const ptrdiff_t number_bytes = 2 * ct_real_bytes(precision);
    if (made == NULL) {
        return NULL;
    }
    made->pass = (ct_codelet_pass){
        .kernel = ct_codelet_columns(precision, job->line.count, job->direction),
        .count = 1,
        .width = job->many[0].count * number_bytes,
        .from_step = number_bytes * job->line.from,
        .into_step = number_bytes * job->line.into,
        .factors = made->factors,
    };
    ct_codelet_inner_factors(precision, job->line.count, job->direction, made->factors);
    return made;
}

void ct_fft_codelet_columns_run(const ct_fft_codelet_columns *columns, const void *input,
                                void *output, ct_fetch_rows *coming) {
    ct_codelet_ahead ahead = {.rows = coming};
    columns->pass.kernel(&columns->pass, input, output, 0, &ahead);
}
