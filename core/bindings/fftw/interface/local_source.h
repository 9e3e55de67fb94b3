/* FFTW in the precision that REAL, FFTW and BACKEND tell: compiled once for each. */
#include "bindings/fftw/local.h"
#include "fft/lines/library/threads_source.h"

static void copy_spans(FFTW(iodim64) * into, const ct_fftw_span *from, int count) {
    for (int i = 0; i < count; i++) {
        into[i] = (FFTW(iodim64)){from[i].n, from[i].from, from[i].into};
    }
}

static void *plan_job(const ct_fftw_job *job, void *input, void *output) {
    FFTW(iodim64) axis[CT_FFTW_AXES_MOST + 1];
    FFTW(iodim64) loop[CT_FFTW_AXES_MOST + 1];
    FFTW(r2r_kind) kind[CT_FFTW_AXES_MOST];
    copy_spans(axis, job->axis, job->axes);
    copy_spans(loop, job->loop, job->loops);
    switch (job->type) {
    case CT_FFTW_DFT:
        return FFTW(plan_guru64_dft)(job->axes, axis, job->loops, loop, input, output, job->sign,
                                     job->flags);
    case CT_FFTW_R2C:
        return FFTW(plan_guru64_dft_r2c)(job->axes, axis, job->loops, loop, input, output,
                                         job->flags);
    case CT_FFTW_C2R:
        return FFTW(plan_guru64_dft_c2r)(job->axes, axis, job->loops, loop, input, output,
                                         job->flags);
    default:
        for (int i = 0; i < job->axes; i++) {
            kind[i] = (FFTW(r2r_kind))job->kind[i];
        }
        return FFTW(plan_guru64_r2r)(job->axes, axis, job->loops, loop, input, output, kind,
                                     job->flags);
    }
}

static void run_job(ct_fftw_type type, void *plan, void *input, void *output) {
    switch (type) {
    case CT_FFTW_DFT:
        FFTW(execute_dft)(plan, input, output);
        break;
    case CT_FFTW_R2C:
        FFTW(execute_dft_r2c)(plan, input, output);
        break;
    case CT_FFTW_C2R:
        FFTW(execute_dft_c2r)(plan, input, output);
        break;
    default:
        FFTW(execute_r2r)(plan, input, output);
    }
}

static void destroy_job(void *plan) {
    FFTW(destroy_plan)(plan);
}

static void count_operations(const void *plan, double *add, double *multiply, double *fused) {
    FFTW(flops)((FFTW(plan))plan, add, multiply, fused);
}

static char *wisdom_text(void) {
    return FFTW(export_wisdom_to_string)();
}

static int wisdom_learn(const char *text) {
    return FFTW(import_wisdom_from_string)(text);
}

const ct_fftw_backend BACKEND = {sizeof(REAL),     plan_job,        run_job,     destroy_job,
                                 count_operations, planner_threads, wisdom_text, wisdom_learn};
