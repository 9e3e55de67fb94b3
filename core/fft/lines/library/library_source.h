/* FFTW in the precision given by REAL, PRECISION, FFTW, HALVES and LIBRARY; compiled
 * once for each. */
#include "fft/lines/codelets/columns.h"
#include "fft/lines/codelets/plane.h"
#include "fft/lines/codelets/tall.h"
#include "fft/lines/halves/odd_source.h"
#include "fft/lines/halves/pairs_source.h"
#include "fft/lines/halves/plane_source.h"
#include "fft/lines/lengths/prime_source.h"
#include "fft/lines/library/library.h"
#include "fft/lines/library/planner_source.h"
#include "fft/lines/library/way_source.h"

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

/* A plan: a way for lines or arrays, or one for planes, with what it needs besides. */
typedef struct prepared {
    way way;
    void (*run_plane)(void *made, void *input, void *output, void *work, const void *next,
                      const ct_sequence_piece *piece);
} prepared;

static void destroy(void *made) {
    if (made != NULL) {
        planner_take();
        way_destroy(&((prepared *)made)->way);
        planner_give();
        free(made);
    }
}

/* NULL where nothing was made, or without memory. */
static void *wrap(prepared made) {
    prepared *p = made.way.made != NULL ? calloc(1, sizeof *p) : NULL;
    if (p == NULL) {
        way_destroy(&made.way);
        return NULL;
    }
    *p = made;
    return p;
}

static void *wrap_way(void *made, void (*run_made)(void *, void *, void *),
                      void (*destroy_made)(void *)) {
    return wrap((prepared){.way = {made, run_made, destroy_made}});
}

static void *wrap_fftw(FFTW(plan) made, ct_fft_class class) {
    return wrap((prepared){.way = by_fftw(made, class)});
}

/* Flags by which FFTW tries less of what takes it seconds with long lines: not what it tries in
 * vain, and with real lines, or even longer ones, of what is alike only the first. By all, by the
 * former, and by both, s and ms: c2c 65537 2.4 and 1.08, 1.5 and 1.13, 0.06 and 1.20, 100003 2.5
 * and 2.76, 1.8 and 2.68, 0.10 and 2.95; r2c 131072 1.8 and 0.27, 1.2 and 0.27, 0.4 and 0.26,
 * 300000 7.2 and 0.91, 5.4 and 0.67, 1.7 and 0.77. */
enum { BOUNDED_FROM = 1 << 16, PRUNED_FROM = 1 << 17 };
static unsigned bounded(unsigned flags, int is_real, ptrdiff_t points) {
    static const unsigned lean = FFTW_BELIEVE_PCOST | FFTW_NO_DFT_R2HC | FFTW_NO_NONTHREADED |
                                 FFTW_NO_RANK_SPLITS | FFTW_NO_VRANK_SPLITS | FFTW_NO_INDIRECT_OP;
    if (points <= BOUNDED_FROM || (flags & (FFTW_ESTIMATE | FFTW_PATIENT | FFTW_EXHAUSTIVE)) != 0) {
        return flags;
    }
    return flags | lean | (is_real || points >= PRUNED_FROM ? FFTW_ALLOW_PRUNING : 0);
}

/* Whether FFTW transforms lines by long real ones: unlike cosines and sines of other kinds. */
static int is_real(const ct_fft_lines_job *job) {
    return job->class != CT_CLASS_C2C &&
           (job->class != CT_CLASS_R2R || job->kind == CT_FFT_DCT1 || job->kind == CT_FFT_DST1);
}

static FFTW(plan)
    plan_lines(const ct_fft_lines_job *job, void *input, void *output, unsigned flags) {
    const FFTW(iodim64) line = dimension(job->line);
    const FFTW(iodim64) many[2] = {dimension(job->many[0]), dimension(job->many[1])};
    int sign = job->direction == CT_FORWARD ? FFTW_FORWARD : FFTW_BACKWARD;
    fftw_r2r_kind kind = FFTW_R2HC;
    flags = bounded(flags, is_real(job), job->line.count) | FFTW_DESTROY_INPUT;
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

static void run_codelet_columns(void *made, void *input, void *output) {
    ct_fft_codelet_columns_run(made, input, output, NULL);
}

static void run_codelet_plane(void *made, void *input, void *output, void *work, const void *next,
                              const ct_sequence_piece *piece) {
    ct_fft_codelet_plane_run(made, input, output, work, next, piece);
}

/* By kernels of ours, a convolution for prime lengths, matrices for long lines, complex lines for
 * real ones or pairs of them, or FFTW. */
static void *make_lines(const ct_fft_lines_job *job, void *input, void *output, unsigned flags) {
    const ct_fft_whole_job rows = {.class = job->class,
                                   .axes = 1,
                                   .batches = 2,
                                   .axis[0] = job->line,
                                   .many = {job->many[0], job->many[1]}};
    ct_fft_codelet_columns *columns = ct_fft_codelet_columns_create(job, PRECISION);
    if (columns != NULL) {
        return wrap_way(columns, run_codelet_columns, free);
    }
    ct_fft_codelet_tall *tall = ct_fft_codelet_tall_create(job, PRECISION);
    if (tall != NULL) {
        return wrap_way(tall, NULL, free);
    }
    if (suits_odd(job)) {
        return wrap_way(odd_plan(job), odd_run, odd_destroy);
    }
    if (suits_prime(job)) {
        return wrap_way(prime_plan(job, flags), prime_run, prime_destroy);
    }
    if (suits_pairs(job)) {
        return wrap_way(pairs_plan(job, flags), pairs_run, pairs_destroy);
    }
    if (suits_long(job) && input != output) {
        return wrap_way(long_plan(job, input, output, flags), long_run, long_destroy);
    }
    if (job->class == CT_CLASS_C2C && suits_decimated(&job->line, flags) && input != output) {
        return wrap_way(
            decimated_plan(job->line.count, job->many[0], job->direction, 0, input, output, flags),
            decimated_run, decimated_destroy);
    }
    return suits_real(&rows, input, output)
               ? wrap_way(real_plan(&rows, input, output, flags), real_run, real_destroy)
               : wrap_fftw(plan_lines(job, input, output, flags), job->class);
}

static FFTW(plan)
    plan_axes(const ct_fft_whole_job *job, void *input, void *output, unsigned flags) {
    FFTW(iodim64) axis[CT_MAX_AXES];
    FFTW(iodim64) many[CT_MAX_AXES];
    ptrdiff_t longest = 0;
    int sign = job->direction == CT_FORWARD ? FFTW_FORWARD : FFTW_BACKWARD;
    for (int i = 0; i < CT_MAX_AXES; i++) {
        axis[i] = dimension(job->axis[i]);
        many[i] = dimension(job->many[i]);
    }
    for (int i = 0; i < job->axes; i++) {
        longest = job->axis[i].count > longest ? job->axis[i].count : longest;
    }
    flags = bounded(flags, job->class != CT_CLASS_C2C, longest);
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

/* The axis along which a job has several arrays; negative: along more than one. */
static int only_batch(const ct_fft_whole_job *job) {
    int found = 0;
    int several = 0;
    for (int i = 0; i < job->batches; i++) {
        found = job->many[i].count > 1 ? i : found;
        several += job->many[i].count > 1;
    }
    return several > 1 || job->batches == 0 ? -1 : found;
}

static void *make_whole(const ct_fft_whole_job *job, void *input, void *output, unsigned flags) {
    const int batch = only_batch(job);
    if (job->is_alone && job->class == CT_CLASS_C2C && job->axes == 1 && batch >= 0 &&
        suits_decimated(&job->axis[0], flags)) {
        return wrap_way(decimated_plan(job->axis[0].count, job->many[batch], job->direction, 1,
                                       input, output, flags),
                        decimated_run, decimated_destroy);
    }
    return suits_real_arrays(job, input, output, flags)
               ? wrap_way(real_plan(job, input, output, flags), real_run, real_destroy)
               : wrap_fftw(plan_axes(job, input, output, flags), job->class);
}

static void *make_plane(const ct_fft_whole_job *job, double scale, int streams, void *input,
                        void *output, void *work, unsigned flags) {
    if (ct_fft_codelet_plane_bytes(job, PRECISION) > 0) {
        return wrap(
            (prepared){.way = {.made = ct_fft_codelet_plane_create(job, PRECISION, scale, streams),
                               .destroy = free},
                       .run_plane = run_codelet_plane});
    }
    return wrap(
        (prepared){.way = {.made = plane_plan(job, scale, streams, input, output, work, flags),
                           .destroy = plane_destroy},
                   .run_plane = plane_run});
}

static void *plan(const ct_fft_lines_job *job, void *input, void *output, unsigned flags) {
    planner_take();
    void *made = make_lines(job, input, output, flags);
    planner_give();
    return made;
}

static void *plan_whole(const ct_fft_whole_job *job, void *input, void *output, unsigned flags) {
    planner_take();
    void *made = make_whole(job, input, output, flags);
    planner_give();
    return made;
}

static void *plan_plane(const ct_fft_whole_job *job, double scale, int streams, void *input,
                        void *output, void *work, unsigned flags) {
    planner_take();
    void *made = make_plane(job, scale, streams, input, output, work, flags);
    planner_give();
    return made;
}

static void run_plane(const void *made, void *input, void *output, void *work, const void *next,
                      const ct_sequence_piece *piece) {
    const prepared *p = made;
    p->run_plane(p->way.made, input, output, work, next, piece);
}

static void run(const void *made, void *input, void *output) {
    way_run(&((const prepared *)made)->way, input, output);
}

static void run_fetching(const void *made, void *input, void *output, ct_fetch_rows *coming) {
    const prepared *p = made;
    if (p->way.run == run_codelet_columns) {
        ct_fft_codelet_columns_run(p->way.made, input, output, coming);
    } else {
        run(made, input, output);
    }
}

static void run_tall(const void *made, const ct_fft_rows_job *job) {
    ct_fft_codelet_tall_run(((const prepared *)made)->way.made, job);
}

static void scale(void *numbers, ptrdiff_t count, double factor) {
    REAL *number = numbers;
    for (ptrdiff_t i = 0; i < count; i++) {
        number[i] *= (REAL)factor;
    }
}

static void twiddle(const ct_fft_twiddled *tile, const ct_fft_twiddles *twiddles,
                    ct_direction direction) {
    HALVES().twiddle(tile, twiddles, direction);
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

const ct_fft_backend LIBRARY = {
    plan,  plan_whole, plan_plane, run_plane,   destroy,      run,         run_fetching, run_tall,
    scale, twiddle,    pair,       wisdom_read, wisdom_write, wisdom_text, wisdom_learn, SUFFIX};
