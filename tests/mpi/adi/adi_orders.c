/* The orders of all schemes in space and in time, for every kind of boundary with values that
 * change with time, in two and three axes, on equal and on stretched cells: measured on a
 * manufactured solution and printed as a table. Space: the time step goes with the square of the
 * cells. Time: on one grid, against many small steps on it.
 *
 *   adi_orders [all]    each kind of boundary on equal cells or on stretched ones, in turn; or on
 * both
 */
#include "adi/query.h"
#include "expect.h"

#include "adi_problem.h"

enum { RUNS = 2, SCHEMES = CT_ADI_SCHEMES };

static int rank;

static const char *const kinds[] = {"Neumann", "Dirichlet", "Robin", "periodic", "mixed"};
static const char *const schemes[] = {"",    "Douglas-Gunn", "Peaceman-Rachford", "Crank-Nicolson",
                                      "LOD", "by gradients"};

typedef struct test_case {
    int axes, kind, is_stretched;
} test_case;

static void create(const test_case *c, ct_adi_scheme scheme, ptrdiff_t scale, made_plan *p) {
    const ct_adi_options options = {.scheme = scheme};
    const ptrdiff_t extent[CT_ADI_AXES] = {7 * scale, 8 * scale, 6 * scale};
    ct_adi_boundary boundary[CT_ADI_AXES];
    for (int a = 0; a < CT_ADI_AXES; a++) {
        boundary[a] = (ct_adi_boundary)(c->kind < 4 ? c->kind : (a + 1) % 4);
    }
    EXPECT_INT(made_create(MPI_COMM_WORLD, p, c->axes, extent, boundary, c->is_stretched, &options,
                           CT_DOUBLE),
               CT_OK);
}

static void run(made_plan *p, double end, int steps) {
    for (int i = 0; i < steps; i++) {
        EXPECT_INT(ct_adi_step(p->plan, end / steps), CT_OK);
    }
}

/* The errors with twice as many cells each time, and a quarter of the time step. */
static double space_order(const test_case *c, ct_adi_scheme scheme, double error[RUNS]) {
    for (int i = 0; i < RUNS; i++) {
        made_plan p;
        double largest = 0;
        create(c, scheme, 2 << i, &p);
        const ct_adi_quantity wanted = {
            .kind = CT_ADI_FUNCTION, .function = made_value, .context = &p.made};
        run(&p, 0.04, (scheme == CT_ADI_LOD ? 64 : 8) << (2 * i));
        EXPECT_INT(ct_adi_difference(p.plan, &wanted, &largest, &error[i]), CT_OK);
        made_destroy(&p);
    }
    return log2(error[0] / error[1]);
}

/* The state at time 1 after so many steps. */
static void *state_after(const test_case *c, ct_adi_scheme scheme, int steps) {
    made_plan p;
    create(c, scheme, 2, &p);
    run(&p, 1, steps);
    const ct_box box = ct_adi_state_box(p.plan);
    const size_t bytes = (size_t)ct_box_elements(&box) * sizeof(double);
    void *state = malloc(bytes + 1);
    if (state != NULL) {
        memcpy(state, ct_adi_state(p.plan), bytes);
    }
    made_destroy(&p);
    return state;
}

/* Against many steps on the same grid, with twice as many each time. */
static double time_order(const test_case *c, ct_adi_scheme scheme, const void *reference,
                         double error[RUNS]) {
    const ct_adi_quantity wanted = {.kind = CT_ADI_FIELD, .field = reference};
    for (int i = 0; i < RUNS; i++) {
        made_plan p;
        double largest = 0;
        create(c, scheme, 2, &p);
        run(&p, 1, (scheme == CT_ADI_LOD ? 160 : 80) << i);
        EXPECT_INT(ct_adi_difference(p.plan, &wanted, &largest, &error[i]), CT_OK);
        made_destroy(&p);
    }
    return log2(error[0] / error[1]);
}

static void expect_orders(const test_case *c) {
    void *reference = state_after(c, CT_ADI_CRANK_NICOLSON, 800);
    for (int s = CT_ADI_DOUGLAS_GUNN; s < SCHEMES; s++) {
        double space[RUNS];
        double time[RUNS];
        const int is_slow =
            s == CT_ADI_CRANK_NICOLSON_CG && c->kind < 4; /* one case of mixed faces */
        if ((c->axes == 3 && s == CT_ADI_PEACEMAN_RACHFORD) || is_slow) {
            continue;
        }
        const double in_space = space_order(c, (ct_adi_scheme)s, space);
        const double in_time = time_order(c, (ct_adi_scheme)s, reference, time);
        if (rank == 0) {
            (void)printf("%4d  %-17s  %-9s  %-9s  %7.1e  %7.1e  %5.2f  %7.1e  %7.1e  %5.2f\n",
                         c->axes, schemes[s], kinds[c->kind],
                         c->is_stretched ? "stretched" : "equal", space[0], space[1], in_space,
                         time[0], time[1], in_time);
        }
        EXPECT(fabs(in_space - 2) <= 0.1);
        EXPECT(fabs(in_time - (s == CT_ADI_LOD ? 1 : 2)) <= 0.1);
    }
    free(reference);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        (void)printf(
            "axes  scheme             faces      cells      errors in space   order  errors "
            "in time    order\n");
    }
    const int all = argc > 1 && strcmp(argv[1], "all") == 0;
    for (int axes = 2; axes <= 3; axes++) {
        for (int code = 0; code < 10; code++) {
            const test_case c = {axes, code / 2, code % 2};
            if (all || c.is_stretched == (c.kind + axes) % 2) {
                expect_orders(&c);
            }
        }
    }
    MPI_Finalize();
    return expect_status();
}
