/*
 * Transforms of prime lengths p as cyclic convolutions of p - 1 points (Rader, Proceedings of the
 * IEEE 56, 1968): with a generator g modulo p, coefficient g^-q is x(0) + sum over r of x(g^r)
 * w(g^(r-q)). FFTW's own version is not vectorised over lines, and for real data does not halve the
 * work: here two real lines form one complex line. 181 points, us by FFTW and here: c2c 1.73 and
 * 0.61, r2c 1.97 and 0.34. In the precision given by REAL and FFTW.
 */
#include "fft/lines/library/library.h"
#include "fft/shape/roots.h"
#include "fft/shape/shape.h"

#include <fftw3.h>
#include <stdlib.h>
#include <string.h>
#include <tgmath.h>

typedef struct prime {
    ct_fft_lines_job job;
    ptrdiff_t terms;      /* of the convolution: p - 1 */
    short *power;         /* g^r, 0 <= r < terms */
    short *low;           /* index of the smaller of g^r and g^(r + terms/2), which are k and p -
                             k */
    REAL complex *kernel; /* transform of w(g^-r), divided by terms */
    FFTW(plan) cyclic;    /* of the terms, forward */
} prime;

/* Workspace of one line. */
typedef struct prime_workspace {
    _Alignas(64) REAL complex at[2][CT_FFT_CYCLIC_MOST];
} prime_workspace;

static int suits_prime(const ct_fft_lines_job *job) {
    return job->class != CT_CLASS_R2R && ct_fft_is_cyclic(job->line.count);
}

static void find_kernel(prime *p) {
    const ptrdiff_t points = p->terms + 1;
    prime_workspace workspace;
    for (ptrdiff_t r = 0; r < p->terms; r++) {
        const double complex root =
            ct_fft_root_of(p->power[r > 0 ? p->terms - r : 0], points, p->job.direction);
        workspace.at[0][r] = (REAL complex)(root / (double)p->terms);
    }
    FFTW(execute_dft)(p->cyclic, workspace.at[0], workspace.at[1]);
    memcpy(p->kernel, workspace.at[1], (size_t)p->terms * sizeof *p->kernel);
}

static void prime_destroy(void *made) {
    prime *p = made;
    if (p != NULL) {
        FFTW(destroy_plan)(p->cyclic);
        free(p->power);
        free(p->low);
        free(p->kernel);
        free(p);
    }
}

/* NULL without FFTW's plan or without memory. */
static prime *prime_plan(const ct_fft_lines_job *job, unsigned flags) {
    const ptrdiff_t terms = job->line.count - 1;
    prime *p = calloc(1, sizeof *p);
    prime_workspace workspace;
    if (p == NULL) {
        return NULL;
    }
    p->job = *job;
    p->terms = terms;
    p->power = malloc((size_t)terms * sizeof *p->power);
    p->low = malloc((size_t)terms / 2 * sizeof *p->low);
    p->kernel = malloc((size_t)terms * sizeof *p->kernel);
    p->cyclic = FFTW(plan_dft_1d)((int)terms, workspace.at[0], workspace.at[1], FFTW_FORWARD,
                                  flags | FFTW_DESTROY_INPUT);
    if (p->power == NULL || p->low == NULL || p->kernel == NULL || p->cyclic == NULL) {
        prime_destroy(p);
        return NULL;
    }
    ct_fft_find_powers(terms + 1, p->power);
    for (ptrdiff_t r = 0; r < terms / 2; r++) {
        p->low[r] = (short)(p->power[r] <= terms / 2 ? r : r + terms / 2);
    }
    find_kernel(p);
    return p;
}

/* Convolves the first array, which then has coefficient g^r at r. Returns coefficient 0. */
static REAL complex convolve(const prime *p, prime_workspace *workspace, REAL complex first) {
    const REAL *kernel = (const REAL *)p->kernel;
    REAL *product = (REAL *)workspace->at[1];
    FFTW(execute_dft)(p->cyclic, workspace->at[0], workspace->at[1]);
    const REAL complex sum = first + workspace->at[1][0];
    for (ptrdiff_t i = 0; i < 2 * p->terms; i += 2) {
        const REAL re = product[i] * kernel[i] - product[i + 1] * kernel[i + 1];
        const REAL im = product[i] * kernel[i + 1] + product[i + 1] * kernel[i];
        product[i] = re;
        product[i + 1] = im;
    }
    workspace->at[1][0] += first; /* added to all coefficients */
    FFTW(execute_dft)(p->cyclic, workspace->at[1], workspace->at[0]);
    return sum;
}

static void run_complex(const prime *p, const REAL complex *in, REAL complex *out,
                        prime_workspace *workspace) {
    const ct_fft_span line = p->job.line;
    for (ptrdiff_t r = 0; r < p->terms; r++) {
        workspace->at[0][r] = in[p->power[r] * line.from];
    }
    out[0] = convolve(p, workspace, in[0]);
    for (ptrdiff_t r = 0; r < p->terms; r++) {
        out[p->power[r] * line.into] = workspace->at[0][r];
    }
}

/* Combines two real lines into one complex line. */
static REAL complex both(REAL one, REAL other) {
    return one + I * other;
}

/* Two real lines; of one alone both are the same. */
static void run_forward(const prime *p, const REAL *in[2], REAL complex *out[2],
                        prime_workspace *workspace) {
    const ct_fft_span line = p->job.line;
    const ptrdiff_t half = p->terms / 2;
    for (ptrdiff_t r = 0; r < p->terms; r++) {
        const ptrdiff_t at = p->power[r] * line.from;
        workspace->at[0][r] = both(in[0][at], in[1][at]);
    }
    const REAL complex sum = convolve(p, workspace, both(in[0][0], in[1][0]));
    out[0][0] = creal(sum);
    out[1][0] = cimag(sum);
    for (ptrdiff_t r = 0; r < half; r++) {
        const ptrdiff_t low = p->low[r];
        const ptrdiff_t high = low < half ? low + half : low - half;
        const REAL complex one = workspace->at[0][low];
        const REAL complex other = conj(workspace->at[0][high]);
        const ptrdiff_t at = p->power[low] * line.into;
        out[0][at] = (one + other) * (REAL)0.5;
        out[1][at] = (one - other) * (REAL)0.5 * -I;
    }
}

static void run_back(const prime *p, const REAL complex *in[2], REAL *out[2],
                     prime_workspace *workspace) {
    const ct_fft_span line = p->job.line;
    const ptrdiff_t half = p->terms / 2;
    for (ptrdiff_t r = 0; r < half; r++) {
        const ptrdiff_t low = p->low[r];
        const ptrdiff_t at = p->power[low] * line.from;
        workspace->at[0][low] = in[0][at] + I * in[1][at];
        workspace->at[0][low < half ? low + half : low - half] =
            conj(in[0][at]) + I * conj(in[1][at]);
    }
    const REAL complex sum = convolve(p, workspace, both(creal(in[0][0]), creal(in[1][0])));
    out[0][0] = creal(sum);
    out[1][0] = cimag(sum);
    for (ptrdiff_t r = 0; r < p->terms; r++) {
        const ptrdiff_t at = p->power[r] * line.into;
        out[0][at] = creal(workspace->at[0][r]);
        out[1][at] = cimag(workspace->at[0][r]);
    }
}

static void prime_run(void *made, void *input, void *output) {
    const prime *p = made;
    const ct_fft_span many = p->job.many[0];
    const int step = p->job.class == CT_CLASS_C2C || p->job.is_batch ? 1 : 2;
    prime_workspace workspace;
    for (ptrdiff_t i = 0; i < many.count; i += step) {
        const ptrdiff_t next = i + step - 1 < many.count ? i + step - 1 : i;
        if (p->job.class == CT_CLASS_C2C) {
            run_complex(p, (const REAL complex *)input + i * many.from,
                        (REAL complex *)output + i * many.into, &workspace);
        } else if (p->job.class == CT_CLASS_R2C) {
            const REAL *in[2] = {(const REAL *)input + i * many.from,
                                 (const REAL *)input + next * many.from};
            REAL complex *out[2] = {(REAL complex *)output + i * many.into,
                                    (REAL complex *)output + next * many.into};
            run_forward(p, in, out, &workspace);
        } else {
            const REAL complex *in[2] = {(const REAL complex *)input + i * many.from,
                                         (const REAL complex *)input + next * many.from};
            REAL *out[2] = {(REAL *)output + i * many.into, (REAL *)output + next * many.into};
            run_back(p, in, out, &workspace);
        }
    }
}
