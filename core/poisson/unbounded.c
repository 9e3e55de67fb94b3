#include "poisson/unbounded.h"

#include "base/fail.h"
#include "fft/lines/library/library.h"

#include <fftw3.h>
#include <math.h>
#include <stdlib.h>

static const double pi = 3.14159265358979323846;
static const double euler_gamma = 0.57721566490153286061;

ct_status ct_poisson_unbounded_check(const ct_poisson *p) {
    int unbounded = 0;
    for (int a = 0; a < p->axes; a++) {
        unbounded += p->boundary[a] == CT_BOUNDARY_UNBOUNDED;
    }
    if (p->order < 0 || p->order > 8 || p->order % 2 != 0) {
        return ct_raise(CT_ERROR_ARGUMENT, "order %d along unbounded axes; allowed: 0, 2, 4, 6, 8",
                        p->order);
    }
    if (unbounded > 0 && (unbounded > 3 || p->symbol != CT_POISSON_SPECTRAL || !(p->shift >= 0))) {
        return ct_raise(CT_ERROR_ARGUMENT,
                        "%d unbounded axes, symbol %d, shift %g; allowed: up to 3 unbounded axes, "
                        "with them symbol 0 (spectral) and a shift from 0",
                        unbounded, (int)p->symbol, p->shift);
    }
    return CT_OK;
}

/* Lengths that decide the quadrature. Gaussians of exp(-t k^2) are exp(-tau^2 x^2 / 4), tau being
 * 1 / sqrt(t). */
typedef struct scales {
    double shortest, diagonal; /* of the box of unbounded axes */
    double spacing;            /* the widest of them */
    double least;              /* the least k above 0 of all that is bounded; 0: there is none */
    double from, to;           /* tau: of the first part, of the cut */
    int parts;
} scales;

enum { POINTS = 16 };

static scales scales_of(const ct_poisson *p, const ct_poisson_unbounded *u) {
    scales s = {.shortest = INFINITY, .least = p->shift > 0 ? p->shift : INFINITY};
    for (int a = 0; a < p->axes; a++) {
        const double length = (double)p->extent[a] * p->spacing[a];
        if (u->is_unbounded[a]) {
            s.shortest = fmin(s.shortest, length);
            s.diagonal = hypot(s.diagonal, length);
            s.spacing = fmax(s.spacing, p->spacing[a]);
        }
        for (ptrdiff_t i = 0; i < u->modes[a] && !u->is_unbounded[a]; i++) {
            s.least = u->value[a][i] > 0 ? fmin(s.least, u->value[a][i]) : s.least;
        }
    }
    s.least = isfinite(s.least) ? sqrt(s.least) : 0;
    /* At the cut exp(-36) is left at the distance of the next period, and at the Nyquist
     * wavenumber; of few points as much here as there. */
    const double cut = fmax(s.shortest * s.shortest / 144, s.shortest * s.spacing / (2 * pi));
    s.to = 1 / sqrt(cut);
    s.from = fmin(4 / s.diagonal, s.to);
    s.from = s.least > 0 ? fmin(s.from, s.least / 6.3) : s.from;
    s.parts = 1;
    s.parts += (int)ceil(log2(s.to / s.from));
    return s;
}

/* Gauss and Legendre's points in the parts from 0 to `from`, then twice as far each. Sets tau and
 * the weights of the integral over t, 2 (4 pi)^(-d/2) tau^(d-3) d tau. */
static void place(const scales *s, int dimensions, double *tau, double *weight) {
    static const double point[POINTS / 2] = {
        0.09501250983763745, 0.2816035507792589, 0.45801677765722737, 0.6178762444026438,
        0.755404408355003,   0.8656312023878318, 0.9445750230732326,  0.9894009349916499};
    static const double share[POINTS / 2] = {
        0.18945061045506859, 0.1826034150449236,  0.16915651939500262,  0.14959598881657676,
        0.12462897125553403, 0.09515851168249259, 0.062253523938647706, 0.027152459411754037};
    double from = 0;
    double to = s->from;
    for (int part = 0; part < s->parts; part++) {
        for (int i = 0; i < POINTS; i++) {
            const double at = i % 2 ? -point[i / 2] : point[i / 2];
            const double t = (from + to) / 2 + (to - from) / 2 * at;
            tau[part * POINTS + i] = t;
            weight[part * POINTS + i] = (to - from) / 2 * share[i / 2] * 2 *
                                        pow(4 * pi, -0.5 * dimensions) * pow(t, dimensions - 3);
        }
        from = to;
        to = fmin(2 * to, s->to);
    }
}

/* In one and two dimensions the integral to infinite t diverges where all else is 0: exp() - 1 has
 * one within the first part, and a constant makes it -|x| / 2 and -ln |x| / (2 pi). */
static double constant_of(const scales *s, int dimensions, const double *weight) {
    double sum = 0;
    for (int i = 0; i < POINTS; i++) {
        sum += weight[i];
    }
    switch (dimensions) {
    case 1:
        return -sum - 1 / (sqrt(pi) * s->from);
    case 2:
        return -sum + (log(s->from / 2) + euler_gamma / 2) / (2 * pi);
    default:
        return 0;
    }
}

/* The transform of Gaussians cut off at the ends of the doubled domain, whose length is even: they
 * are even, so it is a cosine transform (type 1) of half of it, O(n log n) for each. */
static ct_status transform_gaussians(const ct_poisson *p, int axis, ptrdiff_t length,
                                     const double *tau, ct_poisson_unbounded *u) {
    const ptrdiff_t half = length / 2;
    const ptrdiff_t modes = u->modes[axis];
    const double h = p->spacing[axis];
    const ct_fft_lines_job job = {.class = CT_CLASS_R2R,
                                  .kind = CT_FFT_DCT1,
                                  .direction = CT_FORWARD,
                                  .line = {half + 1, 1, 1},
                                  .many = {{1, 0, 0}, {1, 0, 0}}};
    double *at = calloc((size_t)half + 1, sizeof *at);
    double *sum = calloc((size_t)half + 1, sizeof *sum);
    void *plan = NULL;
    ct_status status = CT_OK;
    if (at != NULL && sum != NULL) {
        plan = ct_fft_double.plan(&job, at, sum, FFTW_ESTIMATE);
    }
    if (plan == NULL) {
        CT_FAIL(CT_ERROR_MEMORY, "no memory for the Green's function of %td points", length);
    }
    for (int q = 0; q < u->terms; q++) {
        double *row = u->far[axis] + q * modes;
        for (ptrdiff_t j = 0; j <= half; j++) {
            const double x = tau[q] * (double)j * h;
            at[j] = h * exp(-x * x / 4);
        }
        ct_fft_double.run(plan, at, sum);
        for (ptrdiff_t m = 0; m < modes && m <= half; m++) {
            row[m] = sum[m];
            if (m > 0 && length - m < modes) {
                row[length - m] = sum[m];
            }
        }
    }
cleanup:
    if (plan != NULL) {
        ct_fft_double.destroy(plan);
    }
    free(at);
    free(sum);
    return status;
}

/* The tables of an axis. */
static ct_status tabulate_axis(const ct_poisson *p, const ct_fft_problem *transform, int axis,
                               const double *tau, ct_poisson_unbounded *u) {
    ct_status status = CT_OK;
    for (ptrdiff_t i = 0; i < u->modes[axis]; i++) {
        u->near[axis][i] = exp(-u->cut * u->value[axis][i]);
        for (int q = 0; q < u->terms && !u->is_unbounded[axis]; q++) {
            u->far[axis][q * u->modes[axis] + i] = exp(-u->value[axis][i] / (tau[q] * tau[q]));
        }
    }
    if (u->is_unbounded[axis]) {
        CT_TRY(transform_gaussians(p, axis, transform->length[axis], tau, u));
    }
    for (int q = 0; q < u->terms; q++) {
        for (ptrdiff_t i = 0; i < u->modes[axis]; i++) {
            u->largest[axis][q] =
                fmax(u->largest[axis][q], fabs(u->far[axis][q * u->modes[axis] + i]));
        }
    }
cleanup:
    return status;
}

/* Cuts the memory into tables; returns how many numbers they take. */
static size_t lay(ct_poisson_unbounded *u, double *memory) {
    size_t used = (size_t)u->terms;
    u->weight = memory;
    for (int a = 0; a < u->axes; a++) {
        u->near[a] = memory != NULL ? memory + used : NULL;
        used += (size_t)u->modes[a];
        u->far[a] = memory != NULL ? memory + used : NULL;
        used += (size_t)u->modes[a] * (size_t)u->terms;
        u->largest[a] = memory != NULL ? memory + used : NULL;
        used += (size_t)u->terms;
    }
    return used;
}

ct_status ct_poisson_unbounded_tabulate(const ct_poisson *p, const ct_fft_problem *transform,
                                        double *const value[CT_MAX_AXES],
                                        const ptrdiff_t modes[CT_MAX_AXES],
                                        ct_poisson_unbounded *u) {
    double *tau = NULL;
    double volume = 1;
    ct_status status = CT_OK;
    *u = (ct_poisson_unbounded){.axes = p->axes, .order = p->order, .shift = p->shift};
    for (int a = 0; a < p->axes; a++) {
        u->is_unbounded[a] = p->boundary[a] == CT_BOUNDARY_UNBOUNDED;
        u->dimensions += u->is_unbounded[a];
        u->modes[a] = modes[a];
        u->value[a] = value[a];
        volume *= u->is_unbounded[a] ? p->spacing[a] * (double)transform->length[a] : 1;
    }
    if (u->dimensions == 0) {
        return CT_OK;
    }
    const scales s = scales_of(p, u);
    u->cut = 1 / (s.to * s.to);
    u->width = 2 * s.spacing * s.spacing;
    u->negligible = 1e-18 * s.spacing * s.spacing;
    u->terms = s.parts * POINTS;
    tau = calloc((size_t)u->terms, sizeof *tau);
    u->memory = calloc(lay(u, NULL), sizeof *u->memory);
    if (tau == NULL || u->memory == NULL) {
        CT_FAIL(CT_ERROR_MEMORY, "no memory for the Green's function");
    }
    (void)lay(u, u->memory);
    place(&s, u->dimensions, tau, u->weight);
    u->constant = volume * constant_of(&s, u->dimensions, u->weight);
    for (int q = 0; q < u->terms; q++) {
        u->weight[q] *= exp(-p->shift / (tau[q] * tau[q]));
    }
    for (int a = 0; a < p->axes; a++) {
        CT_TRY(tabulate_axis(p, transform, a, tau, u));
    }
cleanup:
    free(tau);
    return status;
}

/* 1 - exp(-x) sum_{j < order / 2} x^j / j!, what a regularisation takes away. */
static double taken(int order, double x) {
    double term = 1;
    double sum = 1;
    for (int j = 1; j < order / 2; j++) {
        term *= x / j;
        sum += term;
    }
    return 1 - exp(-x) * sum;
}

/* The part below the cut. `sum` is s of all but the inner axis, `square` the k^2 of the unbounded
 * ones, `near` exp(-cut sum). */
static void add_near(const ct_poisson_unbounded *u, double sum, double square, double near,
                     int inner, ptrdiff_t first, ptrdiff_t count, double *green) {
    const double *value = u->value[inner] + first;
    const double *gaussian = u->near[inner] + first;
    for (ptrdiff_t i = 0; i < count; i++) {
        const double s = sum + value[i];
        if (s * u->cut < 0.1) { /* without the cancellation of 1 - exp(-cut s) */
            green[i] = s > 0 ? -expm1(-u->cut * s) / s : u->cut + u->constant;
        } else {
            green[i] = (1 - near * gaussian[i]) / s;
        }
    }
    for (ptrdiff_t i = 0; i < count && u->order > 0; i++) {
        const double s = sum + value[i];
        const double k2 = square + (u->is_unbounded[inner] ? value[i] : 0);
        green[i] -= s > 0 ? taken(u->order, u->width * k2) / s : 0;
    }
}

void ct_poisson_unbounded_row(const ct_poisson_unbounded *u, const ptrdiff_t at[CT_MAX_AXES],
                              int inner, ptrdiff_t first, ptrdiff_t count, double *green) {
    double sum = u->shift;
    double square = 0;
    double near = exp(-u->cut * u->shift);
    for (int a = 0; a < u->axes; a++) {
        if (a != inner) {
            sum += u->value[a][at[a]];
            square += u->is_unbounded[a] ? u->value[a][at[a]] : 0;
            near *= u->near[a][at[a]];
        }
    }
    add_near(u, sum, square, near, inner, first, count, green);
    for (int q = 0; q < u->terms; q++) {
        const double *restrict row = u->far[inner] + q * u->modes[inner] + first;
        double factor = u->weight[q];
        for (int a = 0; a < u->axes; a++) {
            factor *= a != inner ? u->far[a][q * u->modes[a] + at[a]] : 1;
        }
        if (fabs(factor) * u->largest[inner][q] < u->negligible) {
            continue;
        }
        for (ptrdiff_t i = 0; i < count; i++) {
            green[i] += factor * row[i];
        }
    }
}

void ct_poisson_unbounded_free(ct_poisson_unbounded *u) {
    free(u->memory);
    *u = (ct_poisson_unbounded){.dimensions = 0};
}
