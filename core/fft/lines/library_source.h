/* FFTW in the precision given by REAL, PRECISION, FFTW, HALVES, HAS_CODELETS and LIBRARY; compiled
 * once for each. */
#include "fft/lines/codelets/columns.h"
#include "fft/lines/codelets/plane.h"
#include "fft/lines/halves/pairs_source.h"
#include "fft/lines/halves/plane_source.h"
#include "fft/lines/lengths/long_source.h"
#include "fft/lines/lengths/prime_source.h"
#include "fft/lines/library.h"

#include <complex.h>
#include <fftw3.h>
#include <string.h>

static fftw_r2r_kind real_kind(ct_fft_kind kind, ct_direction direction) {
    static const fftw_r2r_kind kinds[] = {
        [CT_FFT_DCT1] = FFTW_REDFT00, [CT_FFT_DCT2] = FFTW_REDFT10, [CT_FFT_DCT3] = FFTW_REDFT01,
        [CT_FFT_DCT4] = FFTW_REDFT11, [CT_FFT_DST1] = FFTW_RODFT00, [CT_FFT_DST2] = FFTW_RODFT10,
        [CT_FFT_DST3] = FFTW_RODFT01, [CT_FFT_DST4] = FFTW_RODFT11};
    return kinds[direction == CT_INVERSE ? ct_fft_undoing(kind) : kind];
}

static FFTW(iodim64) dimension(ct_fft_span span) {
    return (FFTW(iodim64)){span.count, span.from, span.into};
}

/* A plan: a convolution for lines of prime lengths, complex lines for real ones or pairs of them,
 * matrices for long lines, codelets of ours for planes and columns, else FFTW's. */
typedef struct prepared {
    FFTW(plan) fftw;
    prime *prime;
    real_lines *real;
    real_plane *plane;
    real_pairs *pairs;
    long_line *longs;
    ct_fft_codelet_plane *codelet_plane;
    ct_fft_codelet_columns *columns;
} prepared;

static void destroy(void *made) {
    prepared *p = made;
    if (p != NULL) {
        FFTW(destroy_plan)(p->fftw);
        prime_destroy(p->prime);
        real_destroy(p->real);
        plane_destroy(p->plane);
        pairs_destroy(p->pairs);
        long_destroy(p->longs);
        free(p->codelet_plane);
        free(p->columns);
        free(p);
    }
}

static FFTW(plan)
    plan_lines(const ct_fft_lines_job *job, void *input, void *output, unsigned flags) {
    const FFTW(iodim64) line = dimension(job->line);
    const FFTW(iodim64) many[2] = {dimension(job->many[0]), dimension(job->many[1])};
    int sign = job->direction == CT_FORWARD ? FFTW_FORWARD : FFTW_BACKWARD;
    fftw_r2r_kind kind = FFTW_R2HC;
    flags |= FFTW_DESTROY_INPUT;
    switch (job->class) {
    case CT_CLASS_C2C:
        return FFTW(plan_guru64_dft)(1, &line, 2, many, input, output, sign, flags);
    case CT_CLASS_R2C:
        return FFTW(plan_guru64_dft_r2c)(1, &line, 2, many, input, output, flags);
    case CT_CLASS_C2R:
        return FFTW(plan_guru64_dft_c2r)(1, &line, 2, many, input, output, flags);
    default:
        kind = real_kind(job->kind, job->direction);
        return FFTW(plan_guru64_r2r)(1, &line, 2, many, input, output, &kind, flags);
    }
}

/* Wraps one of them as a plan; NULL if there is none. */
static void *wrap(prepared made) {
    const int is_there = made.fftw != NULL || made.prime != NULL || made.real != NULL ||
                         made.plane != NULL || made.pairs != NULL || made.codelet_plane != NULL ||
                         made.columns != NULL || made.longs != NULL;
    prepared *p = is_there ? calloc(1, sizeof *p) : NULL;
    if (p == NULL) {
        FFTW(destroy_plan)(made.fftw);
        prime_destroy(made.prime);
        real_destroy(made.real);
        plane_destroy(made.plane);
        pairs_destroy(made.pairs);
        long_destroy(made.longs);
        free(made.codelet_plane);
        free(made.columns);
        return NULL;
    }
    *p = made;
    return p;
}

static void *plan(const ct_fft_lines_job *job, void *input, void *output, unsigned flags) {
    const ct_fft_whole_job rows = {.class = job->class,
                                   .axes = 1,
                                   .batches = 2,
                                   .axis[0] = job->line,
                                   .many = {job->many[0], job->many[1]}};
    ct_fft_codelet_columns *columns = HAS_CODELETS ? ct_fft_codelet_columns_create(job) : NULL;
    if (columns != NULL) {
        return wrap((prepared){.columns = columns});
    }
    if (suits_prime(job)) {
        return wrap((prepared){.prime = prime_plan(job, flags)});
    }
    if (suits_pairs(job)) {
        return wrap((prepared){.pairs = pairs_plan(job, flags)});
    }
    if (suits_long(job) && input != output) {
        return wrap((prepared){.longs = long_plan(job, input, output, flags)});
    }
    return suits_real(&rows, input, output)
               ? wrap((prepared){.real = real_plan(&rows, input, output, flags)})
               : wrap((prepared){.fftw = plan_lines(job, input, output, flags)});
}

static FFTW(plan)
    plan_axes(const ct_fft_whole_job *job, void *input, void *output, unsigned flags) {
    FFTW(iodim64) axis[CT_MAX_AXES];
    FFTW(iodim64) many[CT_MAX_AXES];
    int sign = job->direction == CT_FORWARD ? FFTW_FORWARD : FFTW_BACKWARD;
    for (int i = 0; i < CT_MAX_AXES; i++) {
        axis[i] = dimension(job->axis[i]);
        many[i] = dimension(job->many[i]);
    }
    flags |= job->preserves_input ? FFTW_PRESERVE_INPUT : FFTW_DESTROY_INPUT;
    switch (job->class) {
    case CT_CLASS_R2C:
        return FFTW(plan_guru64_dft_r2c)(job->axes, axis, job->batches, many, input, output, flags);
    case CT_CLASS_C2R:
        return FFTW(plan_guru64_dft_c2r)(job->axes, axis, job->batches, many, input, output, flags);
    default:
        return FFTW(plan_guru64_dft)(job->axes, axis, job->batches, many, input, output, sign,
                                     flags);
    }
}

static void *plan_whole(const ct_fft_whole_job *job, void *input, void *output, unsigned flags) {
    return suits_real_arrays(job, input, output)
               ? wrap((prepared){.real = real_plan(job, input, output, flags)})
               : wrap((prepared){.fftw = plan_axes(job, input, output, flags)});
}

static void *plan_plane(const ct_fft_whole_job *job, double scale, int streams, void *input,
                        void *output, void *work, unsigned flags) {
    if (HAS_CODELETS && ct_fft_codelet_plane_bytes(job) > 0) {
        return wrap((prepared){.codelet_plane = ct_fft_codelet_plane_create(job, scale, streams)});
    }
    return wrap((prepared){.plane = plane_plan(job, scale, streams, input, output, work, flags)});
}

static void run_plane(const void *made, void *input, void *output, void *work, const void *next) {
    const prepared *p = made;
    if (p->codelet_plane != NULL) {
        ct_fft_codelet_plane_run(p->codelet_plane, input, output, work, next);
    } else {
        plane_run(p->plane, input, output, work, next);
    }
}

static void run(ct_fft_class class, void *made, void *input, void *output) {
    const prepared *p = made;
    if (p->columns != NULL) {
        ct_fft_codelet_columns_run(p->columns, input, output);
        return;
    }
    if (p->prime != NULL) {
        prime_run(p->prime, input, output);
        return;
    }
    if (p->real != NULL) {
        real_run(p->real, input, output);
        return;
    }
    if (p->pairs != NULL) {
        pairs_run(p->pairs, input, output);
        return;
    }
    if (p->longs != NULL) {
        long_run(p->longs, input, output);
        return;
    }
    switch (class) {
    case CT_CLASS_C2C:
        FFTW(execute_dft)(p->fftw, input, output);
        break;
    case CT_CLASS_R2C:
        FFTW(execute_dft_r2c)(p->fftw, input, output);
        break;
    case CT_CLASS_C2R:
        FFTW(execute_dft_c2r)(p->fftw, input, output);
        break;
    default:
        FFTW(execute_r2r)(p->fftw, input, output);
    }
}

static void scale(void *numbers, ptrdiff_t count, double factor) {
    REAL *number = numbers;
    for (ptrdiff_t i = 0; i < count; i++) {
        number[i] *= (REAL)factor;
    }
}

static void twiddle(void *tile, ptrdiff_t pitch, ptrdiff_t rows, ptrdiff_t columns, ptrdiff_t row,
                    const double *coarse, const double *fine, ptrdiff_t fine_count,
                    ct_direction direction) {
    HALVES().twiddle(tile, pitch, rows, columns, row, coarse, fine, fine_count, direction);
}

static void pair(void *tile, ptrdiff_t pitch, ptrdiff_t lines, ptrdiff_t first, ptrdiff_t second,
                 ct_direction direction) {
    REAL complex *number = tile;
    for (ptrdiff_t line = 0; line < lines; line++, number += pitch) {
        if (direction == CT_FORWARD) {
            number[second] += number[first];
        } else {
            number[second] *= (REAL)0.5;
            number[first] = number[second];
        }
    }
}

static int wisdom_read(const char *path) {
    return FFTW(import_wisdom_from_filename)(path);
}

static int wisdom_write(const char *path) {
    return FFTW(export_wisdom_to_filename)(path);
}

static char *wisdom_text(void) {
    return FFTW(export_wisdom_to_string)();
}

static int wisdom_learn(const char *text) {
    return FFTW(import_wisdom_from_string)(text);
}

const ct_fft_backend LIBRARY = {plan,         plan_whole,  plan_plane,   run_plane, destroy,
                                run,          scale,       twiddle,      pair,      wisdom_read,
                                wisdom_write, wisdom_text, wisdom_learn, SUFFIX};
