/* Coefficients that depend on u: orders in space and in time on a manufactured solution, printed as
 * a table; steps of any length where f falls steeply with u; and what is refused. */
#include "adi/query.h"
#include "expect.h"

#include <cornerturn/adi_heat.h>
#include <cornerturn/adi_law.h>
#include <cornerturn/adi_steady.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846

static int rank, size;

/* u = 2 + sin(t + 1/2) product of cos(k x + p), kappa = 0.3 + 0.2 u^2, C = 1 + u^2 / 10, and an f
 * to it that falls with u: f(u, x, t) = F(x, t) - steepness (u - u(x, t)) - (u^3 - u(x, t)^3) / 4.
 */
typedef struct made {
    int axes;
    double wave[CT_ADI_AXES], shift[CT_ADI_AXES], sigma, steepness;
} made;

static double product_of(const made *m, const double *at, int without) {
    double product = 1;
    for (int a = 0; a < m->axes; a++) {
        product *= a == without ? 1 : cos(m->wave[a] * at[a] + m->shift[a]);
    }
    return product;
}

static double value_at(const made *m, const double *at, double t) {
    return 2 + sin(t + 0.5) * product_of(m, at, -1);
}

static double kappa_of(double u) {
    return 0.3 + 0.2 * u * u;
}

static double capacity_of(double u) {
    return 1 + 0.1 * u * u;
}

/* C u_t - div(kappa grad u) + sigma u */
static double rest_at(const made *m, const double *at, double t) {
    const double u = value_at(m, at, t);
    double all = capacity_of(u) * cos(t + 0.5) * product_of(m, at, -1) + m->sigma * u;
    for (int a = 0; a < m->axes; a++) {
        const double k = m->wave[a];
        const double slope =
            -k * sin(k * at[a] + m->shift[a]) * product_of(m, at, a) * sin(t + 0.5);
        all += kappa_of(u) * k * k * (u - 2) - 0.4 * u * slope * slope;
    }
    return all;
}

static void take_point(const made *m, const double *const position[], ptrdiff_t i, double *at) {
    for (int a = 0; a < m->axes; a++) {
        at[a] = position[a][i];
    }
}

static void made_value(void *context, double t, ptrdiff_t count, const double *const position[],
                       double *values) {
    double at[CT_ADI_AXES];
    for (ptrdiff_t i = 0; i < count; i++) {
        take_point(context, position, i, at);
        values[i] = value_at(context, at, t);
    }
}

static void made_kappa(void *context, double t, ptrdiff_t count, const double *const position[],
                       const double *u, double *values) {
    (void)context;
    (void)t;
    (void)position;
    for (ptrdiff_t i = 0; i < count; i++) {
        values[i] = kappa_of(u[i]);
    }
}

static void made_capacity(void *context, double t, ptrdiff_t count, const double *const position[],
                          const double *u, double *values) {
    (void)context;
    (void)t;
    (void)position;
    for (ptrdiff_t i = 0; i < count; i++) {
        values[i] = capacity_of(u[i]);
    }
}

static void made_source(void *context, double t, ptrdiff_t count, const double *const position[],
                        const double *u, double *values) {
    const made *m = context;
    double at[CT_ADI_AXES];
    for (ptrdiff_t i = 0; i < count; i++) {
        take_point(m, position, i, at);
        const double wanted = value_at(m, at, t);
        values[i] = rest_at(m, at, t) - m->steepness * (u[i] - wanted) -
                    (u[i] * u[i] * u[i] - wanted * wanted * wanted) / 4;
    }
}

/* Axis 0 with Dirichlet faces, 1 insulated, 2 periodic; an axis of one cell is insulated and u does
 * not vary along it. */
typedef struct test_case {
    int axes, is_line;
    ct_adi_scheme scheme;
    const char *name;
    double steepness;
} test_case;

static ct_adi_plan *create(const test_case *c, ptrdiff_t scale, made *m) {
    const ptrdiff_t extent[CT_ADI_AXES] = {7 * scale, c->is_line ? 1 : 6 * scale, 5 * scale};
    const ct_adi_options options = {.scheme = c->scheme};
    ct_adi_problem problem = ct_adi_box_problem(c->axes, extent);
    ct_adi_plan *plan = NULL;
    *m = (made){.axes = c->axes,
                .wave = {1.7, c->is_line ? 0 : PI, 2 * PI},
                .shift = {0.4, 0, 0.3},
                .sigma = 0.6,
                .steepness = c->steepness};
    problem.face[0][0].kind = problem.face[0][1].kind = CT_ADI_DIRICHLET;
    problem.face[2][0].kind = problem.face[2][1].kind = CT_ADI_PERIODIC;
    problem.reaction = m->sigma;
    const ct_adi_quantity value = {.kind = CT_ADI_FUNCTION, .function = made_value, .context = m};
    const ct_adi_laws laws = {.kappa = made_kappa,
                              .source = made_source,
                              .capacity = made_capacity,
                              .kappa_context = m,
                              .source_context = m};
    EXPECT_INT(ct_adi_plan_create(MPI_COMM_WORLD, &problem, &options, &plan), CT_OK);
    EXPECT_INT(ct_adi_set_boundary(plan, 0, 0, &value), CT_OK);
    EXPECT_INT(ct_adi_set_boundary(plan, 0, 1, &value), CT_OK);
    EXPECT_INT(ct_adi_set_laws(plan, &laws), CT_OK);
    EXPECT_INT(ct_adi_set_state(plan, &value), CT_OK);
    return plan;
}

static void run(ct_adi_plan *plan, double end, int steps) {
    for (int i = 0; i < steps; i++) {
        EXPECT_INT(ct_adi_step(plan, end / steps), CT_OK);
    }
}

/* The error after a short time, twice as many cells, a quarter of the step. */
static double space_order(const test_case *c, double error[2]) {
    for (int i = 0; i < 2; i++) {
        made m;
        double largest = 0;
        ct_adi_plan *plan = create(c, (c->axes == 3 ? 1 : 2) << i, &m);
        const ct_adi_quantity wanted = {
            .kind = CT_ADI_FUNCTION, .function = made_value, .context = &m};
        run(plan, 0.05, (c->scheme == CT_ADI_LOD || c->steepness > 0 ? 16 : 4) << (2 * i));
        EXPECT_INT(ct_adi_difference(plan, &wanted, &largest, &error[i]), CT_OK);
        ct_adi_plan_destroy(&plan);
    }
    return log2(error[0] / error[1]);
}

/* The state at time 1 after so many steps on one grid; the caller frees it. */
static double *state_after(const test_case *c, int steps) {
    made m;
    ct_adi_plan *plan = create(c, 1, &m);
    run(plan, 1, steps);
    const ct_box box = ct_adi_state_box(plan);
    const size_t bytes = (size_t)ct_box_elements(&box) * sizeof(double);
    double *state = malloc(bytes + 1);
    if (state != NULL) {
        memcpy(state, ct_adi_state(plan), bytes);
    }
    ct_adi_plan_destroy(&plan);
    return state;
}

/* Against ever so many steps on the same grid. */
static double time_order(const test_case *c, double error[2]) {
    const int steps = c->scheme == CT_ADI_SCHEME_AUTO ? 16 : 48;
    double *wanted = state_after(c, 16 * steps);
    const ct_adi_quantity reference = {.kind = CT_ADI_FIELD, .field = wanted};
    for (int i = 0; i < 2; i++) {
        made m;
        double largest = 0;
        ct_adi_plan *plan = create(c, 1, &m);
        run(plan, 1, steps << i);
        EXPECT_INT(ct_adi_difference(plan, &reference, &largest, &error[i]), CT_OK);
        ct_adi_plan_destroy(&plan);
    }
    free(wanted);
    return log2(error[0] / error[1]);
}

static void expect_orders(const test_case *c) {
    double space[2];
    double time[2] = {0};
    const double in_space = space_order(c, space);
    /* So few cells take long on ranks that share a core. */
    const int is_long = size > 2 || (size > 1 && c->scheme == CT_ADI_SCHEME_AUTO);
    const double in_time = is_long ? 2 : time_order(c, time);
    if (rank == 0) {
        (void)printf("%4s  %-17s  %5g  %7.1e  %7.1e  %5.2f  %7.1e  %7.1e  %5.2f\n",
                     c->is_line     ? "1"
                     : c->axes == 2 ? "2"
                                    : "3",
                     c->name, c->steepness, space[0], space[1], in_space, time[0], time[1],
                     in_time);
    }
    EXPECT(fabs(in_space - 2) <= 0.2);
    EXPECT(fabs(in_time - (c->scheme == CT_ADI_LOD ? 1 : 2)) <= 0.2);
}

/* Steps far beyond 2 / steepness: u stays within `most` of f's zero. A split scheme lags behind. */
static void expect_stability(ct_adi_scheme scheme, double most) {
    const test_case c = {.axes = 2, .scheme = scheme, .steepness = 1e5};
    made m;
    double largest = 0;
    double mean = 0;
    ct_adi_plan *plan = create(&c, 4, &m);
    const ct_adi_quantity wanted = {.kind = CT_ADI_FUNCTION, .function = made_value, .context = &m};
    run(plan, 1, 10);
    EXPECT_INT(ct_adi_difference(plan, &wanted, &largest, &mean), CT_OK);
    EXPECT(largest < most);
    ct_adi_plan_destroy(&plan);
}

static void negative_kappa(void *context, double t, ptrdiff_t count, const double *const position[],
                           const double *u, double *values) {
    (void)context;
    (void)t;
    (void)position;
    for (ptrdiff_t i = 0; i < count; i++) {
        values[i] = u[i] - 2.5;
    }
}

static void expect_refusals(void) {
    const test_case c = {.axes = 2, .scheme = CT_ADI_SCHEME_AUTO};
    const ct_adi_laws negative = {.kappa = negative_kappa};
    const ct_adi_laws none = {.kappa = NULL};
    const ct_adi_steady_options options = {.tolerance = 1e-6, .most_iterations = 10};
    const ct_adi_quantity one = {.number = 1};
    ct_adi_steady_result result;
    made m;
    double before[2];
    double after[2];
    ct_adi_plan *plan = create(&c, 2, &m);
    EXPECT_INT(ct_adi_scheme_used(plan), CT_ADI_CRANK_NICOLSON_CG);
    EXPECT_INT(ct_adi_set_laws(plan, &negative), CT_OK);
    EXPECT_INT(ct_adi_range(plan, &before[0], &before[1]), CT_OK);
    EXPECT_INT(ct_adi_step(plan, 0.1), CT_ERROR_UNSUPPORTED);
    EXPECT_TEXT(ct_error_message(), "kappa is -");
    EXPECT_INT(ct_adi_steady(plan, &options, &result), CT_ERROR_UNSUPPORTED);
    EXPECT_TEXT(ct_error_message(), "kappa is -");
    EXPECT_INT(ct_adi_range(plan, &after[0], &after[1]), CT_OK);
    EXPECT(before[0] == after[0] && before[1] == after[1] && ct_adi_time(plan) == 0);
    EXPECT_INT(ct_adi_set_diffusivity(plan, &one), CT_OK); /* ends the law */
    EXPECT_INT(ct_adi_step(plan, 0.1), CT_OK);
    EXPECT_INT(ct_adi_set_laws(plan, &none), CT_OK);
    EXPECT_INT(ct_adi_set_capacity(plan, &one), CT_OK);
    EXPECT_INT(ct_adi_scheme_used(plan), CT_ADI_DOUGLAS_GUNN);
    ct_adi_plan_destroy(&plan);
}

int main(int argc, char **argv) {
    static const test_case cases[] = {{2, 1, CT_ADI_SCHEME_AUTO, "by gradients", 0},
                                      {2, 0, CT_ADI_SCHEME_AUTO, "by gradients", 0},
                                      {2, 0, CT_ADI_DOUGLAS_GUNN, "Douglas-Gunn", 0},
                                      {2, 0, CT_ADI_DOUGLAS_GUNN, "Douglas-Gunn", 80},
                                      {2, 0, CT_ADI_CRANK_NICOLSON, "Crank-Nicolson", 0},
                                      {2, 0, CT_ADI_LOD, "LOD", 0},
                                      {3, 0, CT_ADI_DOUGLAS_GUNN, "Douglas-Gunn", 0},
                                      {3, 0, CT_ADI_SCHEME_AUTO, "by gradients", 0}};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0) {
        (void)printf("axes  scheme             steep  errors in space   order  errors in time    "
                     "order\n");
    }
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (size < 3 || i == 3 || i == 6) {
            expect_orders(&cases[i]);
        }
    }
    if (size < 3) {
        expect_stability(CT_ADI_SCHEME_AUTO, 0.2);
    }
    expect_stability(CT_ADI_DOUGLAS_GUNN, 2);
    expect_refusals();
    MPI_Finalize();
    return expect_status();
}
