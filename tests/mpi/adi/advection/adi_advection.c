/* Advection by a given velocity: against solids that turn and manufactured solutions, and without
 * new extremes. */
#include "adi_turning.h"

#include <cornerturn/adi_heat.h>

static int rank;

/* The mean of |u - solid|, and the largest. */
static void differ(ct_adi_plan *plan, int is_cone, double *mean, double *most) {
    const ct_box box = ct_adi_state_box(plan);
    const double *u = ct_adi_state(plan);
    const double *x = ct_adi_middles(plan, 1);
    solid s = {is_cone, ct_adi_time(plan)};
    double sums[2] = {0, 0};
    double largest = 0;
    for (ptrdiff_t i = 0; i < ct_box_elements(&box); i++) {
        const double *const position[2] = {
            &ct_adi_middles(plan, 0)[box.first[0] + i / box.count[1]],
            &x[box.first[1] + i % box.count[1]]};
        double wanted = 0;
        solid_value(&s, 0, 1, position, &wanted);
        sums[0] += fabs(u[i] - wanted);
        sums[1] += 1;
        largest = fmax(largest, fabs(u[i] - wanted));
    }
    MPI_Allreduce(MPI_IN_PLACE, sums, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Allreduce(&largest, most, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    *mean = sums[0] / sums[1];
}

/* A quarter of a turn of a smooth hill: orders. */
static void expect_orders(ct_adi_advection scheme, double least_order) {
    double last = 0;
    for (int level = 0; level < 3; level++) {
        const ptrdiff_t n = (ptrdiff_t)32 << level;
        ct_adi_plan *plan = turning_plan(MPI_COMM_WORLD, n, 0, 0);
        double mean = 0;
        double most = 0;
        EXPECT_INT(ct_adi_set_advection(plan, scheme), CT_OK);
        for (ptrdiff_t k = 0; k < n; k++) {
            EXPECT_INT(ct_adi_step(plan, 0.25 / (double)n), CT_OK);
        }
        differ(plan, 0, &mean, &most);
        const ct_adi_advected facts = ct_adi_advection_facts(plan);
        EXPECT_INT(facts.steps, n);
        EXPECT(facts.substeps == (double)(4 * n) && facts.courant > 1.4 && facts.courant < 1.6);
        EXPECT(fabs(facts.courant * facts.longest_step * (double)n - 0.25) < 1e-9);
        if (rank == 0) {
            (void)printf("scheme %d, %td^2: mean error %.3g, largest %.3g, order %.2f\n", scheme, n,
                         mean, most, level > 0 ? log2(last / mean) : 0);
        }
        EXPECT(level < 2 || log2(last / mean) > least_order);
        last = mean;
        ct_adi_plan_destroy(&plan);
    }
}

/* A turn of a cone. */
static void expect_cone(ct_adi_advection scheme, double most_mean, double most_low) {
    enum { CELLS = 64, STEPS = 220 };
    ct_adi_plan *plan = turning_plan(MPI_COMM_WORLD, CELLS, 1, 0);
    ct_adi_balance_sheet sheet;
    double range[2] = {0, 0};
    double mean = 0;
    double most = 0;
    EXPECT_INT(ct_adi_set_advection(plan, scheme), CT_OK);
    EXPECT_INT(ct_adi_balance_begin(plan), CT_OK);
    for (int k = 0; k < STEPS; k++) {
        EXPECT_INT(ct_adi_step(plan, 1.0 / STEPS), CT_OK);
    }
    EXPECT_INT(ct_adi_balance(plan, &sheet), CT_OK);
    EXPECT_INT(ct_adi_range(plan, &range[0], &range[1]), CT_OK);
    differ(plan, 1, &mean, &most);
    if (rank == 0) {
        (void)printf(
            "scheme %d, a cone's turn: mean error %.3g, u from %.2g to %.3g, mass off by %.1g, "
            "balance by %.1g\n",
            scheme, mean, range[0], range[1], sheet.stored - sheet.first, sheet.error);
    }
    EXPECT(mean < most_mean && range[1] > 0.7 && range[1] < 1);
    EXPECT(range[0] >= most_low && (scheme == CT_ADI_TVD || range[0] < -1e-3));
    EXPECT(fabs(sheet.error) < 1e-15 && fabs(sheet.stored / sheet.first - 1) < 1e-3);
    ct_adi_plan_destroy(&plan);
}

/* Any numbers around a periodic axis: their total variation never grows; on uneven cells too. */
static void expect_variation(int is_uneven) {
    enum { CELLS = 50 };
    const ptrdiff_t extent[2] = {CELLS, 1};
    const ct_adi_quantity speed = {.number = 0.8};
    double edges[CELLS + 1];
    ct_adi_problem problem = ct_adi_box_problem(2, extent);
    ct_adi_plan *plan = NULL;
    problem.face[0][0].kind = problem.face[0][1].kind = CT_ADI_PERIODIC;
    problem.diffusivity[0] = problem.diffusivity[1] = 0;
    for (int i = 0; i <= CELLS; i++) {
        edges[i] = (double)i / CELLS + (is_uneven && i % 2 == 1 ? 0.4 / CELLS : 0);
    }
    problem.edges[0] = edges;
    EXPECT_INT(ct_adi_plan_create(MPI_COMM_SELF, &problem, NULL, &plan), CT_OK);
    EXPECT_INT(ct_adi_set_advection(plan, CT_ADI_TVD), CT_OK);
    EXPECT_INT(ct_adi_set_velocity(plan, 0, &speed, 0), CT_OK);
    double *u = ct_adi_state(plan);
    srand(7);
    for (int i = 0; i < CELLS; i++) {
        u[i] = rand() % 3 - (double)rand() / RAND_MAX;
    }
    double before = HUGE_VAL;
    for (int k = 0; k < 60; k++) {
        double variation = 0;
        for (int i = 0; i < CELLS; i++) {
            variation += fabs(u[i] - u[(i + 1) % CELLS]);
        }
        EXPECT(variation <= before * (1 + 1e-14));
        before = variation;
        EXPECT_INT(ct_adi_step(plan, 0.8 / CELLS), CT_OK);
    }
    ct_adi_plan_destroy(&plan);
}

/* A velocity that changes with time, and with it a manufactured solution. */
typedef struct carried {
    made *made;
    int axis;
} carried;
static double speed_of(int axis, double t) {
    return axis == 0 ? 1.1 + sin(3 * t) : -0.9;
}
static void carrying(void *context, double t, ptrdiff_t count, const double *const position[],
                     double *values) {
    const carried *c = context;
    (void)position;
    for (ptrdiff_t i = 0; i < count; i++) {
        values[i] = speed_of(c->axis, t);
    }
}
static void carried_source(void *context, double t, ptrdiff_t count, const double *const position[],
                           double *values) {
    const made *m = context;
    made_point point = made_nowhere;
    made_source(context, t, count, position, values);
    for (ptrdiff_t i = 0; i < count; i++) {
        made_go(m, &point, t, i, position);
        const double u = made_product(m, &point);
        for (int a = 0; a < m->axes; a++) {
            values[i] += speed_of(a, t) * u / point.factor[a] * m->wave[a] * point.slope[a];
        }
    }
}

/* The largest error at t = 0.5, of cells and steps that shrink together. */
static double carried_error(ptrdiff_t n, int is_stretched) {
    static const ct_adi_boundary kinds[2] = {CT_ADI_PERIODIC, CT_ADI_DIRICHLET};
    const ptrdiff_t extent[2] = {n, n};
    made_plan p;
    double largest = 0;
    EXPECT_INT(made_create(MPI_COMM_WORLD, &p, 2, extent, kinds, is_stretched, NULL, CT_DOUBLE),
               CT_OK);
    carried along[2] = {{&p.made, 0}, {&p.made, 1}};
    const ct_adi_quantity source = function_of(carried_source, &p.made);
    EXPECT_INT(ct_adi_set_source(p.plan, &source), CT_OK);
    for (int a = 0; a < 2; a++) {
        const ct_adi_quantity v = function_of(carrying, &along[a]);
        EXPECT_INT(ct_adi_set_velocity(p.plan, a, &v, 1), CT_OK);
    }
    for (ptrdiff_t k = 0; k < 8 * n; k++) {
        EXPECT_INT(ct_adi_step(p.plan, 0.0625 / (double)n), CT_OK);
    }
    const ct_box box = ct_adi_state_box(p.plan);
    const double *u = ct_adi_state(p.plan);
    for (ptrdiff_t i = 0; i < ct_box_elements(&box); i++) {
        const double *const position[2] = {
            &ct_adi_middles(p.plan, 0)[box.first[0] + i / box.count[1]],
            &ct_adi_middles(p.plan, 1)[box.first[1] + i % box.count[1]]};
        double wanted = 0;
        made_value(&p.made, 0.5, 1, position, &wanted);
        largest = fmax(largest, fabs(u[i] - wanted));
    }
    made_destroy(&p);
    MPI_Allreduce(MPI_IN_PLACE, &largest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return largest;
}

static void expect_with_diffusion(int is_stretched) {
    double last = 0;
    for (ptrdiff_t n = 16; n <= 32; n *= 2) {
        const double error = carried_error(n, is_stretched);
        if (rank == 0) {
            (void)printf("with diffusion, %td^2%s: %.3g, order %.2f\n", n,
                         is_stretched ? " uneven" : "", error, n > 16 ? log2(last / error) : 0);
        }
        EXPECT(n < 32 || log2(last / error) > 1.7);
        last = error;
    }
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    expect_orders(CT_ADI_FROMM, 1.9);
    expect_orders(CT_ADI_TVD, 1.8);
    expect_cone(CT_ADI_FROMM, 0.006, -0.1);
    expect_cone(CT_ADI_TVD, 0.0035, 0);
    expect_variation(0);
    expect_variation(1);
    expect_with_diffusion(0);
    expect_with_diffusion(1);
    MPI_Finalize();
    return expect_status();
}
