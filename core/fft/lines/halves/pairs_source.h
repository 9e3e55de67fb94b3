/*
 * Cosine and sine transforms of two real lines at once. They are linear: of a + i b they give what
 * they give of a, and i times that of b, by a complex transform, which FFTW vectorises as it does
 * not its own of real lines. Kinds 1 extend lines to their period, evenly or oddly; kinds 2 and 3
 * take every other point from either end (Makhoul, IEEE Transactions on Acoustics, Speech, and
 * Signal Processing 28, 1980), for which y(k) = w^k V(k) + w^-k V(N-k), w = exp(-i pi / 2N), and
 * sines are cosines with every other sign and in reverse order. By FFTW's lines and so, two ranks,
 * ms: dct2 1024^2 5.8 and 2.5, 128^3 11.4 and 5.7, dst1 127^3 20.1 and 8.3. In the precision given
 * by REAL and FFTW.
 */
#include "fft/lines/halves/halves.h"
#include "fft/lines/library/library.h"
#include "fft/shape/shape.h"

#include <complex.h>
#include <fftw3.h>
#include <stdlib.h>
#include <string.h>

/* FFTW is as fast for shorter lines; longer ones exceed the first-level caches. */
enum { PAIR_LEAST = 16, PAIR_MOST = 4096 };

typedef struct real_pairs {
    ct_fft_lines_job job;
    ct_fft_kind kind;
    ptrdiff_t terms;       /* of the complex transform */
    FFTW(plan) one;        /* of one complex line */
    ct_fft_halves cosines; /* of kinds 2 and 3 */
} real_pairs;

/* Workspace of one complex line. */
typedef struct pair_workspace {
    _Alignas(64) REAL at[2][2 * PAIR_MOST];
} pair_workspace;

/* The kind that is computed: of an inverse the one that undoes. */
static ct_fft_kind pair_kind(const ct_fft_lines_job *job) {
    return job->direction == CT_INVERSE ? ct_fft_undoing(job->kind) : job->kind;
}

static ptrdiff_t pair_terms(const ct_fft_lines_job *job) {
    const ct_fft_kind kind = pair_kind(job);
    const ptrdiff_t points = job->line.count;
    return kind == CT_FFT_DCT1 ? 2 * (points - 1) : kind == CT_FFT_DST1 ? 2 * (points + 1) : points;
}

static int suits_pairs(const ct_fft_lines_job *job) {
    const ct_fft_kind kind = pair_kind(job);
    const ptrdiff_t terms = pair_terms(job);
    return job->class == CT_CLASS_R2R && !job->is_batch && kind != CT_FFT_DCT4 &&
           kind != CT_FFT_DST4 && terms >= PAIR_LEAST && terms <= PAIR_MOST &&
           ct_fft_is_smooth(terms);
}

static void pairs_destroy(void *made) {
    real_pairs *pairs = made;
    if (pairs != NULL) {
        FFTW(destroy_plan)(pairs->one);
        ct_fft_halves_destroy(&pairs->cosines);
        free(pairs);
    }
}

/* Kinds 3 and their sines undo kinds 2. */
static int is_third(ct_fft_kind kind) {
    return kind == CT_FFT_DCT3 || kind == CT_FFT_DST3;
}

static int is_sine(ct_fft_kind kind) {
    return kind >= CT_FFT_DST1;
}

static int is_first(ct_fft_kind kind) {
    return kind == CT_FFT_DCT1 || kind == CT_FFT_DST1;
}

/* NULL without FFTW's plan or without memory. */
static real_pairs *pairs_plan(const ct_fft_lines_job *job, unsigned flags) {
    pair_workspace workspace;
    real_pairs *p = calloc(1, sizeof *p);
    if (p == NULL) {
        return NULL;
    }
    p->job = *job;
    p->kind = pair_kind(job);
    p->terms = pair_terms(job);
    const int is_back = is_third(p->kind);
    p->one = FFTW(plan_dft_1d)((int)p->terms, (FFTW(complex) *)workspace.at[0],
                               (FFTW(complex) *)workspace.at[1],
                               is_back ? FFTW_BACKWARD : FFTW_FORWARD, flags | FFTW_DESTROY_INPUT);
    if (p->one == NULL ||
        (!is_first(p->kind) && !ct_fft_cosines_create(p->terms, is_back ? CT_INVERSE : CT_FORWARD,
                                                      PRECISION, &p->cosines))) {
        pairs_destroy(p);
        return NULL;
    }
    return p;
}

/* One real number of each line, `step` apart, to and from complex ones, `way` (1, -1) apart. */
static void take(const REAL *const line[2], ptrdiff_t step, ptrdiff_t count, REAL *into,
                 ptrdiff_t way) {
    for (ptrdiff_t i = 0; i < count; i++) {
        into[2 * way * i] = line[0][i * step];
        into[2 * way * i + 1] = line[1][i * step];
    }
}

static void put(const REAL *from, ptrdiff_t way, ptrdiff_t count, REAL *const line[2],
                ptrdiff_t step) {
    for (ptrdiff_t i = 0; i < count; i++) {
        line[0][i * step] = from[2 * way * i];
        line[1][i * step] = from[2 * way * i + 1];
    }
}

static void negate(REAL *numbers, ptrdiff_t count) {
    for (ptrdiff_t i = 0; i < count; i++) {
        numbers[i] = -numbers[i];
    }
}

/* A period of lines that are even, or odd: b + i a, by what its transform is a + i b. */
static void extend(const real_pairs *p, const REAL *const line[2], REAL *period) {
    const ptrdiff_t points = p->job.line.count;
    REAL *high = period + 2 * p->terms;
    if (!is_sine(p->kind)) {
        take(line, p->job.line.from, points, period, 1);
        for (ptrdiff_t j = 1; j < points - 1; j++) {
            high[-2 * j] = period[2 * j];
            high[-2 * j + 1] = period[2 * j + 1];
        }
        return;
    }
    take((const REAL *const[2]){line[1], line[0]}, p->job.line.from, points, period + 2, 1);
    period[0] = period[1] = period[p->terms] = period[p->terms + 1] = 0;
    for (ptrdiff_t j = 1; j <= points; j++) {
        high[-2 * j] = period[2 * j];
        high[-2 * j + 1] = -period[2 * j + 1];
        period[2 * j] = -period[2 * j];
    }
}

/* Every other point from the low end up, the ones between from the high end down. */
static void take_halves(const real_pairs *p, const REAL *const line[2], REAL *numbers) {
    const ptrdiff_t step = p->job.line.from;
    const ptrdiff_t even = (p->terms + 1) / 2;
    const ptrdiff_t odd = p->terms / 2;
    take(line, 2 * step, even, numbers, 1);
    take((const REAL *const[2]){line[0] + step, line[1] + step}, 2 * step, odd,
         numbers + 2 * (p->terms - 1), -1);
    if (is_sine(p->kind)) {
        negate(numbers + 2 * even, 2 * odd);
    }
}

static void put_halves(const real_pairs *p, REAL *numbers, REAL *const line[2]) {
    const ptrdiff_t step = p->job.line.into;
    const ptrdiff_t even = (p->terms + 1) / 2;
    const ptrdiff_t odd = p->terms / 2;
    if (is_sine(p->kind)) {
        negate(numbers + 2 * even, 2 * odd);
    }
    put(numbers, 1, even, line, 2 * step);
    put(numbers + 2 * (p->terms - 1), -1, odd, (REAL *const[2]){line[0] + step, line[1] + step},
        2 * step);
}

/* Two lines, or one of which both are the same. */
static void run_pair(const real_pairs *p, const REAL *const in[2], REAL *const out[2],
                     pair_workspace *workspace) {
    REAL *before = workspace->at[0];
    REAL *after = workspace->at[1];
    const ptrdiff_t last = 2 * (p->terms - 1);
    const int is_reversed = is_sine(p->kind);
    if (is_first(p->kind)) {
        extend(p, in, before);
    } else if (is_third(p->kind)) {
        take(in, p->job.line.from, p->terms, before + (is_reversed ? last : 0),
             is_reversed ? -1 : 1);
        p->cosines.run.cosines(&p->cosines, before, 0, 1);
    } else {
        take_halves(p, in, before);
    }
    FFTW(execute_dft)(p->one, (FFTW(complex) *)before, (FFTW(complex) *)after);
    if (is_first(p->kind)) {
        put(after + (is_reversed ? 2 : 0), 1, p->job.line.count, out, p->job.line.into);
    } else if (is_third(p->kind)) {
        put_halves(p, after, out);
    } else {
        p->cosines.run.cosines(&p->cosines, after, 0, 1);
        put(after + (is_reversed ? last : 0), is_reversed ? -1 : 1, p->terms, out,
            p->job.line.into);
    }
}

/* Pairs of neighbours; or, of complex lines, their real and imaginary parts. */
static void pairs_run(void *made, void *input, void *output) {
    const real_pairs *p = made;
    const ct_fft_span many = p->job.many[0];
    const ct_fft_span parts = p->job.many[1];
    const ptrdiff_t lines = many.count * parts.count;
    pair_workspace workspace;
    for (ptrdiff_t i = 0; i < lines; i += 2) {
        const REAL *in[2];
        REAL *out[2];
        for (ptrdiff_t k = 0; k < 2; k++) {
            const ptrdiff_t line = i + k < lines ? i + k : i;
            const ptrdiff_t part = line % parts.count;
            in[k] = (const REAL *)input + line / parts.count * many.from + part * parts.from;
            out[k] = (REAL *)output + line / parts.count * many.into + part * parts.into;
        }
        run_pair(p, in, out, &workspace);
    }
}
