/*
 * Real lines by complex ones of half their length (halves.h), where FFTW has codelets for those:
 * its own transforms of real lines are not vectorised. 16 lines in the cache, ns a line, by FFTW
 * and here: r2c 32 points 31 and 15, 64 59 and 30, 96 75 and 60, 100 80 and 78, 128 107 and 70, 240
 * 175 and 132, 256 198 and 157, 720 618 and 566, 1000 951 and 839, 4000 4020 and 3700, c2r about
 * the same; lines of fewer than 16 points are not faster. In the precision given by REAL and FFTW.
 */
#include "fft/lines/halves/halves.h"
#include "fft/lines/lengths/decimated_source.h"
#include "fft/lines/lengths/long_source.h"
#include "fft/lines/library/library.h"
#include "fft/lines/library/way_source.h"
#include "fft/shape/shape.h"

#include <complex.h>
#include <fftw3.h>
#include <stdlib.h>

/* Lines that are transformed at once stay in the first-level cache. */
enum { REAL_LEAST = 16, AT_ONCE_MOST = 24, AT_ONCE_LEAST = 8, FFTW_ALIGNMENT = 16 };

typedef struct real_lines {
    ct_fft_whole_job job;
    way complex_lines; /* of half the length, at_once of them */
    ptrdiff_t at_once; /* along many[0] */
    ct_fft_halves halves;
} real_lines;

/* Whether lines are rows along a real axis, at distances that are whole complex numbers. */
static int suits_real(const ct_fft_whole_job *job, const void *input, const void *output) {
    const ptrdiff_t half = job->axis[0].count / 2;
    const int is_forward = job->class == CT_CLASS_R2C;
    const ptrdiff_t aligned = FFTW_ALIGNMENT / (ptrdiff_t)sizeof(FFTW(complex));
    int suits = (is_forward || (job->class == CT_CLASS_C2R && !job->preserves_input)) &&
                job->axes == 1 && job->axis[0].count % 2 == 0 && job->axis[0].count >= REAL_LEAST &&
                job->axis[0].from == 1 && job->axis[0].into == 1 &&
                (ct_fft_is_codelet(half) || ct_fft_is_smooth(half));
    for (int i = 0; suits && i < job->batches; i++) {
        const ptrdiff_t real = is_forward ? job->many[i].from : job->many[i].into;
        const ptrdiff_t coefficients = is_forward ? job->many[i].into : job->many[i].from;
        const ptrdiff_t unit = i > 0 ? aligned : 1; /* many[0] goes by even numbers of lines */
        suits = job->many[i].count == 1 || (real % (2 * unit) == 0 && coefficients % unit == 0 &&
                                            (input != output || real == 2 * coefficients));
    }
    return suits && job->batches > 0;
}

/* Whether that pays in arrays that need not be in the cache: coefficients that are written to other
 * memory are read again at once. First stage of r2c out of place, two ranks, by FFTW and so, us:
 * 64^3 167 and 133, 128^3 1740 and 2200; in place 128^3 1600 and 1390. */
static int suits_real_arrays(const ct_fft_whole_job *job, const void *input, const void *output,
                             unsigned flags) {
    enum { OTHER_MEMORY_MOST = 64 };
    const ct_fft_span half = {job->axis[0].count / 2, 1, 1};
    return suits_real(job, input, output) && (job->class == CT_CLASS_C2R || input == output ||
                                              job->axis[0].count <= OTHER_MEMORY_MOST ||
                                              (job->is_alone && suits_decimated(&half, flags)));
}

static void real_destroy(void *made) {
    real_lines *lines = made;
    if (lines != NULL) {
        way_destroy(&lines->complex_lines);
        ct_fft_halves_destroy(&lines->halves);
        free(lines);
    }
}

/* An even number, for FFTW's alignment, that divides the lines; or all. */
static ptrdiff_t lines_at_once(ptrdiff_t count) {
    for (ptrdiff_t lines = AT_ONCE_MOST; lines >= AT_ONCE_LEAST; lines -= 2) {
        if (count % lines == 0) {
            return lines;
        }
    }
    return count;
}

/* The strides of real numbers, in complex ones. */
static ct_fft_span in_complex(const ct_fft_whole_job *job, ct_fft_span span) {
    const int is_forward = job->class == CT_CLASS_R2C;
    return (ct_fft_span){span.count, is_forward ? span.from / 2 : span.from,
                         is_forward ? span.into : span.into / 2};
}

/* The complex lines, so that FFTW does not plan too long. */
static way plan_halves(const real_lines *made, void *input, void *output, unsigned flags) {
    const ct_fft_whole_job *job = &made->job;
    const ct_direction direction = job->class == CT_CLASS_R2C ? CT_FORWARD : CT_INVERSE;
    const ct_fft_lines_job half = {
        .class = CT_CLASS_C2C,
        .direction = direction,
        .line = {job->axis[0].count / 2, 1, 1},
        .many = {{made->at_once, job->many[0].from, job->many[0].into}, {1, 1, 1}}};
    const FFTW(iodim64) line = {half.line.count, 1, 1};
    const FFTW(iodim64) many = {half.many[0].count, half.many[0].from, half.many[0].into};
    const int sign = direction == CT_FORWARD ? FFTW_FORWARD : FFTW_BACKWARD;
    const int may_overwrite = !job->preserves_input && input != output;
    if (may_overwrite && suits_long(&half)) {
        return (way){long_plan(&half, input, output, flags), long_run, long_destroy};
    }
    if (input != output && (job->is_alone || may_overwrite) && suits_decimated(&half.line, flags)) {
        return (way){decimated_plan(half.line.count, half.many[0], direction, job->preserves_input,
                                    input, output, flags),
                     decimated_run, decimated_destroy};
    }
    flags |= job->preserves_input ? FFTW_PRESERVE_INPUT : FFTW_DESTROY_INPUT;
    return by_fftw(FFTW(plan_guru64_dft)(1, &line, 1, &many, input, output, sign, flags),
                   CT_CLASS_C2C);
}

/* NULL without FFTW's plan or without memory. */
static real_lines *real_plan(const ct_fft_whole_job *job, void *input, void *output,
                             unsigned flags) {
    const int is_forward = job->class == CT_CLASS_R2C;
    const ptrdiff_t half = job->axis[0].count / 2;
    real_lines *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return NULL;
    }
    made->job = *job;
    for (int i = 0; i < job->batches; i++) {
        made->job.many[i] = in_complex(job, job->many[i]);
    }
    made->at_once = lines_at_once(job->many[0].count);
    made->complex_lines = plan_halves(made, input, output, flags);
    if (!ct_fft_halves_create(half, is_forward ? CT_FORWARD : CT_INVERSE, PRECISION, 1,
                              &made->halves) ||
        made->complex_lines.made == NULL) {
        real_destroy(made);
        return NULL;
    }
    return made;
}

static void real_run_rows(const real_lines *lines, FFTW(complex) * input, FFTW(complex) * output) {
    const ct_fft_span many = lines->job.many[0];
    for (ptrdiff_t i = 0; i < many.count; i += lines->at_once) {
        FFTW(complex) *from = input + i * many.from;
        FFTW(complex) *into = output + i * many.into;
        if (lines->job.class == CT_CLASS_C2R) {
            lines->halves.run.rows(&lines->halves, from, many.from, lines->at_once);
        }
        way_run(&lines->complex_lines, from, into);
        if (lines->job.class == CT_CLASS_R2C) {
            lines->halves.run.rows(&lines->halves, into, many.into, lines->at_once);
        }
    }
}

/* For all positions along many[1] and further ones. */
static void real_run(void *made, void *input, void *output) {
    const real_lines *lines = made;
    ptrdiff_t rest = 1;
    for (int i = 1; i < lines->job.batches; i++) {
        rest *= lines->job.many[i].count;
    }
    for (ptrdiff_t number = 0; number < rest; number++) {
        FFTW(complex) *from = input;
        FFTW(complex) *into = output;
        ptrdiff_t left = number;
        for (int i = 1; i < lines->job.batches; i++) {
            const ct_fft_span span = lines->job.many[i];
            from += left % span.count * span.from;
            into += left % span.count * span.into;
            left /= span.count;
        }
        real_run_rows(lines, from, into);
    }
}
