#include "adi/problem/problem.h"

#include "base/arithmetic/hash.h"
#include "base/fail.h"

#include <limits.h>
#include <math.h>

ct_adi_problem ct_adi_box_problem(int axes, const ptrdiff_t *extent) {
    ct_adi_problem problem = {.axes = axes};
    for (int a = 0; a < axes && a < CT_ADI_AXES; a++) {
        problem.extent[a] = extent[a];
        problem.high[a] = 1;
        problem.diffusivity[a] = 1;
    }
    return problem;
}

static ct_status check_edges(const ct_adi_problem *problem, int a) {
    const double *edges = problem->edges[a];
    if (edges == NULL) {
        return isfinite(problem->low[a]) && isfinite(problem->high[a]) &&
                       problem->low[a] < problem->high[a]
                   ? CT_OK
                   : ct_raise(CT_ERROR_ARGUMENT,
                              "axis %d goes from %g to %g; allowed: finite, ascending", a,
                              problem->low[a], problem->high[a]);
    }
    for (ptrdiff_t i = 0; i < problem->extent[a]; i++) {
        if (!isfinite(edges[i]) || !isfinite(edges[i + 1]) || edges[i + 1] <= edges[i]) {
            return ct_raise(
                CT_ERROR_ARGUMENT,
                "edges %td and %td of axis %d are %g and %g; allowed: finite, ascending", i, i + 1,
                a, edges[i], edges[i + 1]);
        }
    }
    return CT_OK;
}

static ct_status check_face(const ct_adi_problem *problem, int a, int side) {
    const ct_adi_face *face = &problem->face[a][side];
    if (face->kind < CT_ADI_NEUMANN || face->kind >= CT_ADI_BOUNDARIES) {
        return ct_raise(CT_ERROR_ARGUMENT, "boundary kind %d of axis %d; allowed: 0 to %d",
                        (int)face->kind, a, CT_ADI_BOUNDARIES - 1);
    }
    if ((face->kind == CT_ADI_PERIODIC) != (problem->face[a][1 - side].kind == CT_ADI_PERIODIC)) {
        return ct_raise(CT_ERROR_ARGUMENT, "axis %d is periodic at one side only; allowed: both",
                        a);
    }
    if (face->kind == CT_ADI_ROBIN && (!isfinite(face->a) || !isfinite(face->b) ||
                                       face->a * face->b < 0 || (face->a == 0 && face->b == 0))) {
        return ct_raise(CT_ERROR_ARGUMENT,
                        "axis %d, side %d: a = %g, b = %g; allowed: of one sign, not both 0", a,
                        side, face->a, face->b);
    }
    if (face->kind == CT_ADI_TRANSFER && !(face->a >= 0 && isfinite(face->a))) {
        return ct_raise(CT_ERROR_ARGUMENT, "axis %d, side %d: a = %g; allowed: finite, from 0", a,
                        side, face->a);
    }
    return isfinite(face->value)
               ? CT_OK
               : ct_raise(CT_ERROR_ARGUMENT, "axis %d, side %d: value %g; allowed: finite numbers",
                          a, side, face->value);
}

static ct_status check_axis(const ct_adi_problem *problem, int a) {
    ct_status status = CT_OK;
    if (problem->extent[a] < 1 || problem->extent[a] > INT_MAX) {
        CT_FAIL(CT_ERROR_ARGUMENT, "%td cells along axis %d; allowed: 1 to %d", problem->extent[a],
                a, INT_MAX);
    }
    if (!isfinite(problem->diffusivity[a]) || problem->diffusivity[a] < 0) {
        CT_FAIL(CT_ERROR_ARGUMENT, "kappa is %g along axis %d; allowed: from 0",
                problem->diffusivity[a], a);
    }
    CT_TRY(check_edges(problem, a));
    CT_TRY(check_face(problem, a, 0));
    CT_TRY(check_face(problem, a, 1));
cleanup:
    return status;
}

static ct_status check_options(const ct_adi_problem *problem, const ct_adi_options *options) {
    if (options->scheme < CT_ADI_SCHEME_AUTO || options->scheme >= CT_ADI_SCHEMES ||
        options->method < CT_ADI_AUTO || options->method > CT_ADI_REDUCING ||
        options->mean < CT_ADI_HARMONIC || options->mean > CT_ADI_ARITHMETIC) {
        return ct_raise(CT_ERROR_ARGUMENT,
                        "scheme %d, method %d, mean %d; allowed: 0 to %d, 0 to %d, 0 to %d",
                        (int)options->scheme, (int)options->method, (int)options->mean,
                        CT_ADI_SCHEMES - 1, CT_ADI_REDUCING, CT_ADI_ARITHMETIC);
    }
    if (problem->precision == CT_FLOAT && options->exchange.precision != CT_MESSAGES_EXACT) {
        return ct_raise(CT_ERROR_ARGUMENT,
                        "precision %d of messages; allowed with floats: 0, for there is nothing to "
                        "round",
                        (int)options->exchange.precision);
    }
    if (options->scheme == CT_ADI_PEACEMAN_RACHFORD && problem->axes != 2) {
        return ct_raise(CT_ERROR_ARGUMENT,
                        "Peaceman-Rachford on %d axes; allowed: 2 (Douglas-Gunn does 3)",
                        problem->axes);
    }
    return CT_OK;
}

ct_status ct_adi_problem_check(const ct_adi_problem *problem, const ct_adi_options *options) {
    ct_status status = CT_OK;
    if (problem == NULL || problem->axes < 2 || problem->axes > CT_ADI_AXES) {
        CT_FAIL(CT_ERROR_ARGUMENT, "a problem of %d axes; allowed: 2, 3",
                problem != NULL ? problem->axes : 0);
    }
    for (int a = 0; a < problem->axes; a++) {
        CT_TRY(check_axis(problem, a));
    }
    if (!isfinite(problem->reaction) || !isfinite(problem->source)) {
        CT_FAIL(CT_ERROR_ARGUMENT, "sigma %g, f %g; allowed: finite numbers", problem->reaction,
                problem->source);
    }
    if (problem->precision != CT_DOUBLE && problem->precision != CT_FLOAT) {
        CT_FAIL(CT_ERROR_ARGUMENT, "precision %d; allowed: 0 (double), 1 (float)",
                (int)problem->precision);
    }
    CT_TRY(check_options(problem, options));
cleanup:
    return status;
}

static void mix(uint64_t *hash, double number) {
    union {
        double number;
        uint64_t bits;
    } as = {.number = number + 0.0}; /* -0 is 0 */
    *hash = ct_hash_number(*hash, as.bits);
    *hash ^= *hash >> 29;
}

static void mix_text(uint64_t *hash, const char *text) {
    for (const char *at = text; at != NULL && *at != '\0'; at++) {
        mix(hash, *at);
    }
}

/* Hashes the options that must be equal on all ranks. */
static void mix_exchange(uint64_t *hash, const ct_exchange_options *options) {
    const int numbers[] = {(int)options->planning, (int)options->transport,
                           options->steps_in_flight, options->tuning_read_only != 0,
                           (int)options->precision};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        mix(hash, numbers[i]);
    }
    mix_text(hash, options->algorithm);
    if (options->topology != NULL) {
        char text[CT_TOPOLOGY_TEXT];
        ct_topology_format(options->topology, text);
        mix_text(hash, text);
    }
}

uint64_t ct_adi_problem_hash(const ct_adi_problem *problem, const ct_adi_options *options) {
    uint64_t hash = CT_HASH_START;
    const int numbers[] = {problem->axes, (int)problem->precision, (int)options->scheme,
                           (int)options->method, (int)options->mean};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        mix(&hash, numbers[i]);
    }
    mix_exchange(&hash, &options->exchange);
    for (int a = 0; a < problem->axes; a++) {
        mix(&hash, (double)problem->extent[a]);
        mix(&hash, options->grid[a]);
        mix(&hash, problem->diffusivity[a]);
        for (int side = 0; side < CT_ADI_SIDES; side++) {
            const ct_adi_face *face = &problem->face[a][side];
            mix(&hash, (int)face->kind);
            mix(&hash, face->kind == CT_ADI_ROBIN || face->kind == CT_ADI_TRANSFER ? face->a : 0);
            mix(&hash, face->kind == CT_ADI_ROBIN ? face->b : 0);
            mix(&hash, face->value);
        }
        for (ptrdiff_t i = 0; i <= problem->extent[a] && problem->edges[a] != NULL; i++) {
            mix(&hash, problem->edges[a][i]);
        }
        mix(&hash, problem->edges[a] == NULL ? problem->low[a] : 0);
        mix(&hash, problem->edges[a] == NULL ? problem->high[a] : 0);
    }
    mix(&hash, problem->reaction);
    mix(&hash, problem->source);
    return hash;
}
