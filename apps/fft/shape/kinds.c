#include "apps/fft/shape/kinds.h"

#include "apps/common/lists.h"
#include "base/fail.h"
#include <string.h>

double fft_transformed(const ct_fft_problem *problem) {
    double points = 1;
    for (int a = 0; a < problem->axes; a++) {
        const ptrdiff_t length = problem->length[a] > 0 ? problem->length[a] : problem->extent[a];
        points *= problem->kind[a] != CT_FFT_NONE ? (double)length : 1;
    }
    return points;
}

const char *fft_kinds_text(const fft_shape *shape, char text[FFT_KINDS_BYTES]) {
    text[0] = '\0';
    for (int a = 0; a < shape->problem.axes; a++) {
        const size_t used = strlen(text);
        (void)snprintf(text + used, FFT_KINDS_BYTES - used, "%s%s", a > 0 ? " " : "",
                       fft_kinds[a == shape->mirror ? CT_FFT_C2C : shape->problem.kind[a]]);
    }
    return text;
}

ct_status fft_shape_kinds(const fft_config *config, int is_real, fft_shape *shape) {
    const int axes = shape->problem.axes;
    int indices[CT_MAX_AXES] = {0};
    int count = 1;
    int has_fourier = 0;
    ct_status status = CT_OK;
    if (strcmp(config->kinds, "auto") == 0) {
        const int halves = is_real && config->operation != FFT_TRANSFORM;
        indices[0] = halves ? CT_FFT_R2C : CT_FFT_C2C;
        for (int a = 1; a < axes; a++) {
            indices[a] = indices[0];
        }
    } else {
        CT_TRY(job_read_words("transform.kinds", config->kinds, fft_kinds, axes, indices, &count));
    }
    for (int a = 0; a < axes; a++) {
        shape->problem.kind[a] = (ct_fft_kind)indices[a];
        has_fourier = has_fourier || indices[a] == CT_FFT_C2C || indices[a] == CT_FFT_R2C;
        /* r2c for all axes is the transform of real data: the last one makes it complex. */
        if (count == 1 && indices[a] == CT_FFT_R2C && a < axes - 1) {
            shape->problem.kind[a] = CT_FFT_C2C;
        }
    }
    shape->problem.is_complex = !is_real && !has_fourier;
cleanup:
    return status;
}

ct_status fft_check_problem(const char *section, const ct_fft_problem *problem) {
    return ct_fft_problem_check(problem) == CT_OK
               ? CT_OK
               : ct_raise(CT_ERROR_CONFIG, "section %s: %s", section, ct_error_message());
}
