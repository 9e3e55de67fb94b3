/* Faces of every kind on manufactured solutions, with kappa by axis that is a number, varies in
 * space or with u, and with a capacity: orders in space and in time, printed as tables. */
#include "adi/query.h"
#include "adi_faces_made.h"
#include "expect.h"

#include <cornerturn/adi_heat.h>
#include <cornerturn/adi_law.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int rank, size;

static const char *const kind_names[KINDS] = {"neumann", "dirichlet", "robin",     "periodic",
                                              "flux",    "transfer",  "radiation", "h(x,t)"};
static const char *const kappa_names[] = {"number", "k(x)", "k(u,x)"};

typedef struct test_case {
    int axes, is_line, kind, kappa;
    ct_adi_scheme scheme;
} test_case;

typedef struct job {
    made m;
    part along[CT_ADI_AXES], face[CT_ADI_AXES][CT_ADI_SIDES];
    ct_adi_plan *plan;
} job;

static ct_adi_quantity function_of(ct_adi_function function, void *context) {
    return (ct_adi_quantity){.kind = CT_ADI_FUNCTION, .function = function, .context = context};
}

static void set_material(const test_case *c, job *j) {
    const ct_adi_quantity capacity = function_of(made_capacity, &j->m);
    const ct_adi_quantity source = function_of(made_source, &j->m);
    const ct_adi_laws laws = {.kappa = law_kappa,
                              .capacity = law_capacity,
                              .kappa_context = &j->m,
                              .capacity_context = &j->m};
    EXPECT_INT(ct_adi_set_source(j->plan, &source), CT_OK);
    if (c->kappa == LAW) {
        EXPECT_INT(ct_adi_set_laws(j->plan, &laws), CT_OK);
        return;
    }
    EXPECT_INT(ct_adi_set_capacity(j->plan, &capacity), CT_OK);
    for (int a = 0; a < c->axes; a++) {
        j->along[a] = (part){.m = &j->m, .axis = a};
        const ct_adi_quantity kappa = function_of(made_kappa, &j->along[a]);
        EXPECT_INT(ct_adi_set_diffusivity_along(j->plan, a, &kappa), CT_OK);
    }
}

static void set_faces(const test_case *c, job *j) {
    for (int k = 0; k < c->axes * CT_ADI_SIDES; k++) {
        const int a = k / CT_ADI_SIDES;
        const int side = k % CT_ADI_SIDES;
        if (c->is_line && a == 1) {
            continue;
        }
        j->face[a][side] = (part){.m = &j->m, .axis = a, .side = side, .kind = c->kind};
        const ct_adi_quantity value = function_of(made_condition, &j->face[a][side]);
        EXPECT_INT(ct_adi_set_boundary(j->plan, a, side, &value), CT_OK);
        if (c->kind == RADIATION) {
            EXPECT_INT(ct_adi_set_radiation(j->plan, a, side, radiance, absolute_zero), CT_OK);
        }
        if (c->kind == VARYING) {
            const ct_adi_quantity transfer = function_of(made_transfer, &j->face[a][side]);
            EXPECT_INT(ct_adi_set_transfer(j->plan, a, side, &transfer), CT_OK);
        }
    }
}

static void begin(const test_case *c, ptrdiff_t scale, job *j) {
    const ptrdiff_t extent[CT_ADI_AXES] = {5 * scale, c->is_line ? 1 : 4 * scale, 6 * scale};
    const ct_adi_options options = {.scheme = c->scheme,
                                    .method = size == 2 ? CT_ADI_TRANSPOSING : CT_ADI_AUTO};
    ct_adi_problem problem = ct_adi_box_problem(c->axes, extent);
    j->m = (made){.axes = c->axes, .is_line = c->is_line, .kappa = c->kappa};
    for (int k = 0; k < c->axes * CT_ADI_SIDES; k++) {
        if (!(c->is_line && k / CT_ADI_SIDES == 1)) {
            problem.face[k / CT_ADI_SIDES][k % CT_ADI_SIDES] = (ct_adi_face){
                .kind = c->kind >= RADIATION ? CT_ADI_TRANSFER : (ct_adi_boundary)c->kind,
                .a = c->kind == CT_ADI_ROBIN ? robin[0] : 1.2,
                .b = robin[1]};
        }
    }
    EXPECT_INT(ct_adi_plan_create(MPI_COMM_WORLD, &problem, &options, &j->plan), CT_OK);
    set_material(c, j);
    set_faces(c, j);
    const ct_adi_quantity value = function_of(made_value, &j->m);
    EXPECT_INT(ct_adi_set_state(j->plan, &value), CT_OK);
}

static void run(ct_adi_plan *plan, double end, int steps) {
    for (int i = 0; i < steps; i++) {
        EXPECT_INT(ct_adi_step(plan, end / steps), CT_OK);
    }
}

/* The error with twice as many cells and a quarter of the step. */
static double space_order(const test_case *c, double error[2]) {
    for (int i = 0; i < 2; i++) {
        job j;
        double largest = 0;
        begin(c, (c->is_line ? 4 : 2) << i, &j);
        const ct_adi_quantity wanted = function_of(made_value, &j.m);
        run(j.plan, 0.2,
            (c->scheme == CT_ADI_SCHEME_AUTO ? 6
             : c->scheme == CT_ADI_LOD       ? 32
                                             : 8)
                << (2 * i));
        EXPECT_INT(ct_adi_difference(j.plan, &wanted, &largest, &error[i]), CT_OK);
        ct_adi_plan_destroy(&j.plan);
    }
    return log2(error[0] / error[1]);
}

/* The state at time 1 after so many steps on one grid; the caller frees it. */
static double *state_after(const test_case *c, int steps) {
    job j;
    begin(c, 1, &j);
    run(j.plan, 1, steps);
    const ct_box box = ct_adi_state_box(j.plan);
    const size_t bytes = (size_t)ct_box_elements(&box) * sizeof(double);
    double *state = malloc(bytes + 1);
    if (state != NULL) {
        memcpy(state, ct_adi_state(j.plan), bytes);
    }
    ct_adi_plan_destroy(&j.plan);
    return state;
}

/* Against ever so many steps on the same grid. */
static double time_order(const test_case *c, double error[2]) {
    const int steps = c->scheme == CT_ADI_SCHEME_AUTO ? 8 : 32;
    double *wanted = state_after(c, (c->scheme == CT_ADI_LOD ? 16 : 8) * steps);
    const ct_adi_quantity reference = {.kind = CT_ADI_FIELD, .field = wanted};
    for (int i = 0; i < 2; i++) {
        job j;
        double largest = 0;
        begin(c, 1, &j);
        run(j.plan, 1, steps << i);
        EXPECT_INT(ct_adi_difference(j.plan, &reference, &largest, &error[i]), CT_OK);
        ct_adi_plan_destroy(&j.plan);
    }
    free(wanted);
    return log2(error[0] / error[1]);
}

static void expect_orders(const test_case *c, int with_time) {
    double space[2];
    double time[2] = {0};
    const double order = c->scheme == CT_ADI_LOD ? 1 : 2;
    const double in_space = space_order(c, space);
    const double in_time = with_time ? time_order(c, time) : order;
    if (rank == 0) {
        (void)printf("%4d  %-9s  %-6s  %-12s  %7.1e  %7.1e  %5.2f", c->is_line ? 1 : c->axes,
                     kind_names[c->kind], kappa_names[c->kappa],
                     c->scheme == CT_ADI_SCHEME_AUTO    ? "auto"
                     : c->scheme == CT_ADI_DOUGLAS_GUNN ? "Douglas-Gunn"
                                                        : "LOD",
                     space[0], space[1], in_space);
        (void)(with_time ? printf("  %7.1e  %7.1e  %5.2f\n", time[0], time[1], in_time)
                         : printf("\n"));
    }
    EXPECT(fabs(in_space - 2) <= 0.25);
    EXPECT(fabs(in_time - order) <= 0.2);
}

/* Multigrid hierarchies last for many steps, though kappa changes twice in each. */
static void expect_hierarchies(void) {
    const test_case c = {3, 0, CT_ADI_ROBIN, LAW, CT_ADI_SCHEME_AUTO};
    job j;
    begin(&c, 2, &j);
    run(j.plan, 0.2, 10);
    EXPECT(ct_adi_hierarchies(j.plan) >= 1 && ct_adi_hierarchies(j.plan) <= 4);
    ct_adi_plan_destroy(&j.plan);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0) {
        (void)printf("axes  faces      kappa   scheme        errors in space   order  "
                     "errors in time    order\n");
    }
    for (int kind = 0; kind < KINDS; kind++) {
        for (int kappa = NUMBER; kappa <= LAW && kind != CT_ADI_PERIODIC; kappa++) {
            const test_case line = {2, 1, kind, kappa, CT_ADI_SCHEME_AUTO};
            const test_case plane = {2, 0, kind, kappa, CT_ADI_DOUGLAS_GUNN};
            const test_case box = {3, 0, kind, kappa, CT_ADI_SCHEME_AUTO};
            if (size == 1 || kappa == LAW) {
                expect_orders(&line, size == 1);
                expect_orders(&plane, size == 1 && kappa != SPACE);
            }
            if (size == 1 && kappa == LAW) {
                expect_orders(&box, 0);
            }
        }
    }
    for (int kappa = NUMBER; kappa <= LAW && size == 1; kappa++) {
        const test_case once = {2, 0, RADIATION, kappa, CT_ADI_LOD};
        expect_orders(&once, 1);
    }
    expect_hierarchies();
    MPI_Finalize();
    return expect_status();
}
