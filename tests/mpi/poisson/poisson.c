/*
 * Poisson's and Helmholtz's equation against solutions known in advance: the order of convergence
 * of every symbol between all kinds of ends, which is printed; derivatives; right sides without a
 * solution; what is refused.
 */
#include "expect.h"
#include <cornerturn/memory.h>
#include <cornerturn/poisson.h>

#include <math.h>
#include <string.h>

static const double pi = 3.14159265358979323846;
static int rank, size;
static int is_reversed; /* the axes in memory */

/* Two waves that satisfy a boundary on 0 .. 1: their value, first and second derivative. */
static void waves_of(ct_boundary boundary, double x, double value[3]) {
    const int is_sine =
        boundary == CT_BOUNDARY_DIRICHLET || boundary == CT_BOUNDARY_DIRICHLET_NEUMANN;
    const int is_half =
        boundary == CT_BOUNDARY_DIRICHLET_NEUMANN || boundary == CT_BOUNDARY_NEUMANN_DIRICHLET;
    value[0] = boundary == CT_BOUNDARY_NONE ? 1 + x : 0;
    value[1] = value[2] = 0;
    for (int wave = 1; wave <= 2 && boundary != CT_BOUNDARY_NONE; wave++) {
        const double phase = boundary == CT_BOUNDARY_PERIODIC ? 0.7 * wave : is_sine ? -pi / 2 : 0;
        const double k = boundary == CT_BOUNDARY_PERIODIC ? 2 * pi * wave
                         : is_half                        ? pi * (wave - 0.5)
                                                          : pi * wave;
        value[0] += cos(k * x + phase) / wave;
        value[1] -= k * sin(k * x + phase) / wave;
        value[2] -= k * k * cos(k * x + phase) / wave;
    }
}

/* u, f or the derivative of u along an axis, at a place. */
enum { SOLUTION = -1, RIGHT_SIDE = -2 };
static double value_at(const ct_poisson *p, const ptrdiff_t *at, int what) {
    double each[CT_MAX_AXES][3];
    double u = 1;
    double sum = 0;
    for (int a = 0; a < p->axes; a++) {
        waves_of(p->boundary[a],
                 ((double)at[a] + ct_poisson_offset(p->boundary[a], p->points)) * p->spacing[a],
                 each[a]);
        u *= each[a][0];
    }
    for (int a = 0; a < p->axes; a++) {
        double product = what == a ? each[a][1] : -each[a][2];
        for (int b = 0; b < p->axes; b++) {
            product *= b != a ? each[b][0] : 1;
        }
        if (what == a) {
            return product;
        }
        sum += product;
    }
    return what == SOLUTION ? u : sum + p->shift * u;
}

/* Writes a function, or returns the largest difference from it. The imaginary part is half. */
static double visit(const ct_poisson *p, const ct_box *box, void *array, int what, int writes) {
    const int parts = p->is_complex ? 2 : 1;
    double worst = 0;
    for (ptrdiff_t i = 0; i < ct_box_elements(box) * parts; i++) {
        ptrdiff_t at[CT_MAX_AXES];
        ptrdiff_t left = i / parts;
        for (int k = p->axes - 1; k >= 0; k--) {
            const int a = is_reversed ? p->axes - 1 - k : k;
            at[a] = box->first[a] + left % box->count[a];
            left /= box->count[a];
        }
        const double value = value_at(p, at, what) / (double)(1 + i % parts);
        double *doubles = array;
        float *floats = array;
        if (writes && p->precision == CT_FLOAT) {
            floats[i] = (float)value;
        } else if (writes) {
            doubles[i] = value;
        }
        const double found = p->precision == CT_FLOAT ? (double)floats[i] : doubles[i];
        const double error = fabs(found - value);
        worst = error <= worst ? worst : error;
    }
    return worst;
}

/* The largest error of u, or of its derivative along `what`, on n points from end to end. */
static double error_of(ct_poisson p, ptrdiff_t points, int what, int in_place) {
    ct_fft_options options = {.in_place = in_place};
    ct_poisson_plan *plan = NULL;
    void *f = NULL;
    void *u = NULL;
    for (int a = 0; a < p.axes && is_reversed; a++) {
        options.array.order[a] = p.axes - 1 - a;
    }
    for (int a = 0; a < p.axes; a++) {
        const double ends = ct_poisson_ends(p.boundary[a], p.points);
        p.extent[a] = p.boundary[a] == CT_BOUNDARY_NONE ? 3 : points - (ptrdiff_t)ends;
        p.spacing[a] = 1 / (double)points;
    }
    EXPECT_INT(ct_poisson_plan_create(MPI_COMM_WORLD, &p, &options, &plan), CT_OK);
    if (plan == NULL) {
        (void)fprintf(stderr, "%s\n", ct_error_message());
        return NAN;
    }
    const ct_box box = ct_poisson_box(plan);
    ct_alloc(MPI_COMM_WORLD, ct_poisson_bytes(plan), &f);
    ct_alloc(MPI_COMM_WORLD, ct_poisson_bytes(plan), &u);
    void *result = in_place ? f : u;
    (void)visit(&p, &box, f, RIGHT_SIDE, 1);
    EXPECT_INT(what < 0 ? ct_poisson_solve(plan, f, result)
                        : ct_poisson_gradient(plan, what, f, result),
               CT_OK);
    double worst = visit(&p, &box, result, what, 0);
    MPI_Allreduce(MPI_IN_PLACE, &worst, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    ct_free(&f);
    ct_free(&u);
    ct_poisson_plan_destroy(&plan);
    return worst;
}

static void expect_order(const ct_poisson *p, int what, int in_place) {
    const double wanted[] = {0, 2, 4};
    const double coarse = error_of(*p, 24, what, in_place);
    const double fine = error_of(*p, 48, what, in_place);
    if (p->symbol == CT_POISSON_SPECTRAL) {
        EXPECT(fine < (p->precision == CT_FLOAT ? 2e-4 : 1e-11));
        return;
    }
    const double order = log2(coarse / fine);
    EXPECT(order > wanted[p->symbol] - 0.15 && order < wanted[p->symbol] + 0.3);
    if (rank == 0) {
        (void)printf("symbol %d ends %d %d points %d shift %g, %s %d: errors %.2e %.2e, order "
                     "%.2f\n",
                     (int)p->symbol, (int)p->boundary[0], (int)p->boundary[1], (int)p->points,
                     p->shift, what < 0 ? "solution" : "derivative", what, coarse, fine, order);
    }
}

/* All pairs of ends, with a third axis now and then. */
static void expect_orders(void) {
    for (int number = 0; number < 5 * 5 * 2 * 3; number += size) {
        ct_poisson p = {.axes = 2 + (number % 4 == 0),
                        .points = number / 25 % 2 ? CT_POINTS_NODE : CT_POINTS_CELL,
                        .symbol = (ct_poisson_symbol)(number / 50),
                        .shift = number % 3 == 0 ? 2.5 : 0};
        p.boundary[0] = (ct_boundary)(1 + number % 5);
        p.boundary[1] = (ct_boundary)(1 + number / 5 % 5);
        p.boundary[2] = number % 8 == 0 ? CT_BOUNDARY_NONE : CT_BOUNDARY_DIRICHLET;
        p.is_complex = number % 7 == 0;
        expect_order(&p, SOLUTION, number % 2);
        if (size == 1 || number % 4 < 2) {
            is_reversed = number % 5 == 3;
            expect_order(&p, number / 4 % 2, number % 2);
            is_reversed = 0;
        }
    }
    for (int symbol = 0; symbol < CT_POISSON_SYMBOLS; symbol++) {
        ct_poisson p = {.axes = 2,
                        .symbol = (ct_poisson_symbol)symbol,
                        .boundary = {CT_BOUNDARY_PERIODIC, CT_BOUNDARY_NEUMANN}};
        expect_order(&p, 0, 0);
        p.boundary[1] = CT_BOUNDARY_PERIODIC;
        expect_order(&p, 1, 0);
    }
    const ct_poisson floats = {.axes = 2,
                               .boundary = {CT_BOUNDARY_DIRICHLET, CT_BOUNDARY_PERIODIC},
                               .precision = CT_FLOAT};
    expect_order(&floats, SOLUTION, 0);
}

/* Solves with f = value everywhere plus a wave. */
static void expect_null(ct_poisson p, double value, ct_status wanted) {
    ct_poisson_plan *plan = NULL;
    void *f = NULL;
    EXPECT_INT(ct_poisson_plan_create(MPI_COMM_WORLD, &p, &(ct_fft_options){.in_place = 1}, &plan),
               CT_OK);
    const ct_box box = ct_poisson_box(plan);
    ct_alloc(MPI_COMM_WORLD, ct_poisson_bytes(plan), &f);
    (void)visit(&p, &box, f, RIGHT_SIDE, 1);
    for (ptrdiff_t i = 0; i < ct_box_elements(&box); i++) {
        ((double *)f)[i] += value;
    }
    EXPECT_INT(ct_poisson_solve(plan, f, f), wanted);
    if (wanted == CT_OK) {
        EXPECT(visit(&p, &box, f, SOLUTION, 0) < 1e-10);
    } else {
        EXPECT_TEXT(ct_error_message(), "no u solves the equation");
    }
    ct_free(&f);
    ct_poisson_plan_destroy(&plan);
}

static void expect_incompatible(void) {
    for (int a = 1; a <= 3; a += 2) { /* periodic, Neumann */
        ct_poisson p = {.axes = 2, .extent = {12, 14}, .spacing = {1. / 12, 1. / 14}};
        p.boundary[0] = (ct_boundary)a;
        p.boundary[1] = CT_BOUNDARY_NEUMANN;
        expect_null(p, 0, CT_OK);
        expect_null(p, 0.01, CT_ERROR_ARGUMENT);
        p.removes_mean = 1;
        expect_null(p, 0.01, CT_OK);
    }
    ct_poisson resonant = {.axes = 1, /* f has a part with sin(pi x), which the shift makes 0 */
                           .extent = {16},
                           .spacing = {1. / 16},
                           .boundary = {CT_BOUNDARY_DIRICHLET},
                           .shift = -pi * pi};
    expect_null(resonant, 0.01, CT_ERROR_ARGUMENT);
}

static void expect_refusal(const ct_poisson *p, const char *says) {
    ct_poisson_plan *plan = NULL;
    EXPECT_INT(ct_poisson_plan_create(MPI_COMM_WORLD, p, NULL, &plan), CT_ERROR_ARGUMENT);
    EXPECT(plan == NULL);
    EXPECT_TEXT(ct_error_message(), says);
}

static void expect_refusals(void) {
    const ct_poisson good = {
        .axes = 1, .extent = {8}, .spacing = {1}, .boundary = {CT_BOUNDARY_DIRICHLET}};
    ct_poisson bad = good;
    ct_poisson_plan *plan = NULL;
    double numbers[8] = {0};
    expect_refusal(NULL, "needs a problem");
    bad.axes = 5;
    expect_refusal(&bad, "5 axes; allowed: 1 to 4");
    bad = good;
    bad.spacing[0] = 0;
    expect_refusal(&bad, "spacing 0 along axis 0");
    bad = good;
    bad.boundary[0] = CT_BOUNDARY_NONE;
    expect_refusal(&bad, "no axis has a derivative");
    bad = good;
    bad.shift = NAN;
    expect_refusal(&bad, "shift nan");
    bad = good;
    bad.extent[0] = 0;
    expect_refusal(&bad, "");
    bad = good;
    bad.shift = rank;
    if (size > 1) {
        expect_refusal(&bad, "differs between ranks");
    }
    EXPECT_INT(ct_poisson_plan_create(MPI_COMM_WORLD, &good, NULL, &plan), CT_OK);
    EXPECT_INT(ct_poisson_gradient(plan, 1, numbers, numbers), CT_ERROR_UNSUPPORTED);
    EXPECT_TEXT(ct_error_message(), "axis 1; allowed: an axis from 0 to 0");
    EXPECT(ct_poisson_transform(plan) != NULL);
    ct_poisson_plan_destroy(&plan);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    expect_refusals();
    expect_incompatible();
    expect_orders();
    const int failed = expect_status();
    MPI_Finalize();
    return failed;
}
