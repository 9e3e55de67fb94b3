/* What theory promises of the solver: stability at 1000 times the explicit limit, no new extremes
 * by the locally one-dimensional scheme, the integral kept where nothing flows out, Wachspress's
 * number of iterations; nonlinear diffusion; doubled steps. */
#include "adi/query.h"
#include "expect.h"

#include "adi_rough.h"
#include <cornerturn/adi_steady.h>

static int rank;

/* All schemes with and without a rough kappa, as far as theory goes, at 1000 times the step that is
 * the limit of explicit ones: the state stays bounded (the norm in which it never grows is another
 * one where kappa varies: 7 times the start are seen there) and does not grow later; of LOD the
 * range only shrinks. */
static void expect_stability(int axes, int has_kappa) {
    enum { STEPS = 200 };
    const ptrdiff_t extent[CT_ADI_AXES] = {12, 10, 11};
    ct_adi_problem problem = ct_adi_box_problem(axes, extent);
    const ct_adi_quantity rough = {.kind = CT_ADI_FUNCTION, .function = noise, .context = &axes};
    const double bound = has_kappa ? 7.5 : 1.5;
    const double limit = 1 / (2.0 * axes * 12 * 12 * (has_kappa ? 1.1 : 1));
    for (int a = 0; a < axes; a++) { /* cold, closed, periodic */
        for (int side = 0; side < CT_ADI_SIDES; side++) {
            problem.face[a][side].kind = a == 0   ? CT_ADI_DIRICHLET
                                         : a == 1 ? CT_ADI_NEUMANN
                                                  : CT_ADI_PERIODIC;
        }
    }
    for (int s = 0; s < CT_ADI_SCHEMES; s++) {
        double least = 0;
        double most = 1.1;
        double largest[2] = {0, 0}; /* of the first half of the steps, of the second */
        if (axes == 3 && (s == CT_ADI_PEACEMAN_RACHFORD ||
                          (has_kappa && s >= CT_ADI_DOUGLAS_GUNN && s < CT_ADI_LOD))) {
            continue;
        }
        ct_adi_plan *plan = create(&problem, (ct_adi_scheme)s, &rough);
        if (has_kappa) {
            EXPECT_INT(ct_adi_set_diffusivity(plan, &rough), CT_OK);
        }
        for (int step = 0; step < STEPS; step++) {
            double *half = &largest[2 * step / STEPS];
            double low = NAN;
            double high = NAN;
            EXPECT_INT(ct_adi_step(plan, 1000 * limit), CT_OK);
            EXPECT_INT(ct_adi_range(plan, &low, &high), CT_OK);
            EXPECT(low > -bound && high < bound);
            EXPECT(s != CT_ADI_LOD || (low >= least - 1e-15 && high <= most + 1e-15));
            most = s == CT_ADI_LOD ? high : most;
            *half = fmax(*half, fmax(-low, high));
        }
        EXPECT(largest[1] < largest[0]);
        EXPECT(s != CT_ADI_LOD || most < 1e-10); /* and it has cooled down */
        ct_adi_plan_destroy(&plan);
    }
}

static void expect_conservation(int axes, ct_adi_boundary kind, int has_kappa) {
    const ptrdiff_t extent[CT_ADI_AXES] = {9, 14, 10};
    ct_adi_problem problem = ct_adi_box_problem(axes, extent);
    const ct_adi_quantity rough = {.kind = CT_ADI_FUNCTION, .function = noise, .context = &axes};
    double edges[CT_ADI_AXES][15];
    for (int a = 0; a < axes; a++) {
        problem.face[a][0].kind = problem.face[a][1].kind = kind;
        for (ptrdiff_t i = 0; i <= extent[a]; i++) {
            edges[a][i] = (double)i / (double)extent[a] * (1 + 0.05 * (double)i);
        }
        problem.edges[a] = edges[a];
    }
    for (int s = 0; s < CT_ADI_SCHEMES; s++) {
        if (s == CT_ADI_PEACEMAN_RACHFORD && axes == 3) {
            continue;
        }
        ct_adi_plan *plan = create(&problem, (ct_adi_scheme)s, &rough);
        if (has_kappa) {
            EXPECT_INT(ct_adi_set_diffusivity(plan, &rough), CT_OK);
        }
        double before = 0;
        EXPECT_INT(ct_adi_integral(plan, &before), CT_OK);
        EXPECT(before > 0.1);
        for (int step = 0; step < 10; step++) {
            double after = 0;
            EXPECT_INT(ct_adi_step(plan, 0.02), CT_OK);
            EXPECT_INT(ct_adi_integral(plan, &after), CT_OK);
            EXPECT(fabs(after - before) <= 1e-12 * before);
            before = after;
        }
        ct_adi_plan_destroy(&plan);
    }
}

static int watched;

static void watch(void *context, int iteration, double residual) {
    double *last = context;
    EXPECT_INT(iteration, watched);
    EXPECT(residual >= 0);
    *last = residual;
    watched++;
}

/* Laplace's equation on a square with a hot side: as many iterations as theory says for the
 * reduction, give or take the last of a cycle, and the temperature of the middle is a quarter. */
static void expect_steady(void) {
    const ptrdiff_t extent[2] = {65, 65};
    const ct_adi_quantity cold = {.number = 0};
    ct_adi_problem problem = ct_adi_box_problem(2, extent);
    for (int a = 0; a < 2; a++) {
        problem.face[a][0].kind = problem.face[a][1].kind = CT_ADI_DIRICHLET;
    }
    problem.face[0][1].value = 1;
    ct_adi_plan *plan = create(&problem, CT_ADI_PEACEMAN_RACHFORD, &cold);
    for (int digits = 3; digits < 12; digits += 2) {
        const double tolerance = pow(10, -digits);
        double last = -1;
        ct_adi_steady_result result;
        const ct_adi_steady_options options = {
            .tolerance = tolerance, .most_iterations = 100, .watch = watch, .context = &last};
        watched = 0;
        EXPECT_INT(ct_adi_set_state(plan, &cold), CT_OK);
        EXPECT_INT(ct_adi_steady(plan, &options, &result), CT_OK);
        const double root = 2 * 65 * sin(PI / 2 / 65);
        const double theory = log(4 * result.high / result.low) * log(4 / tolerance) / (PI * PI);
        EXPECT(fabs(result.low - root * root) < 1e-9 * result.low);
        EXPECT(result.converged && result.residual <= tolerance && last == result.residual);
        EXPECT_INT(watched, result.iterations + 1);
        EXPECT(result.iterations <= theory + 1.5 && result.iterations >= theory - 0.5);
        if (rank == 0) {
            (void)printf("Laplace, 65 x 65 cells, residual to %.0e: %d iterations, theory %.1f\n",
                         tolerance, result.iterations, theory);
        }
    }
    const ptrdiff_t middle[2] = {32, 32};
    double value = 0;
    EXPECT_INT(ct_adi_value(plan, middle, &value), CT_OK);
    EXPECT(fabs(value - 0.25) < 1e-9);
    const ptrdiff_t outside[2] = {32, 65};
    EXPECT_INT(ct_adi_value(plan, outside, &value), CT_ERROR_ARGUMENT);
    EXPECT_TEXT(ct_error_message(), "0 to 64");
    ct_adi_steady_options wrong = {.tolerance = 0, .most_iterations = 5};
    ct_adi_steady_result result;
    EXPECT_INT(ct_adi_steady(plan, &wrong, &result), CT_ERROR_ARGUMENT);
    wrong = (ct_adi_steady_options){.tolerance = 1e-30, .most_iterations = 3};
    EXPECT_INT(ct_adi_set_state(plan, &cold), CT_OK);
    EXPECT_INT(ct_adi_steady(plan, &wrong, &result), CT_OK);
    EXPECT(!result.converged && result.iterations == 3);
    ct_adi_plan_destroy(&plan);
}

/* A jump of 1 survives where the contrast is 1/10 of its slope, and is gone where it is 10 times
 * that; noise far below the contrast goes in both. */
static void step_and_noise(void *context, double t, ptrdiff_t count, const double *const position[],
                           double *values) {
    noise(context, t, count, position, values);
    for (ptrdiff_t i = 0; i < count; i++) {
        values[i] = 0.02 * values[i] + (position[0][i] > 0.5 ? 1 : 0);
    }
}

static void expect_nonlinear(void) {
    int axes = 3;
    const ptrdiff_t extent[CT_ADI_AXES] = {20, 9, 11};
    const ct_adi_problem problem = ct_adi_box_problem(3, extent);
    const ct_adi_quantity start = {
        .kind = CT_ADI_FUNCTION, .function = step_and_noise, .context = &axes};
    for (int kind = CT_ADI_PERONA_MALIK; kind < CT_ADI_EDGE_STOPS; kind++) {
        for (int code = 0; code < 3; code++) { /* kept, lost, kept with smoothing */
            const ct_adi_nonlinearity nonlinearity = {(ct_adi_edge_stop)kind, code == 1 ? 100 : 1,
                                                      code == 2 ? 0.03 : 0};
            ct_adi_plan *plan = create(&problem, CT_ADI_LOD, &start);
            double range[2] = {0, 0};
            double now[2] = {0, 0};
            double integral[2] = {0, 0};
            double sides[2] = {0, 0};
            EXPECT_INT(ct_adi_set_nonlinearity(plan, &nonlinearity), CT_OK);
            EXPECT_INT(ct_adi_range(plan, &range[0], &range[1]), CT_OK);
            EXPECT_INT(ct_adi_integral(plan, &integral[0]), CT_OK);
            for (int step = 0; step < 10; step++) {
                EXPECT_INT(ct_adi_step(plan, 0.01), CT_OK);
            }
            EXPECT_INT(ct_adi_range(plan, &now[0], &now[1]), CT_OK);
            EXPECT_INT(ct_adi_integral(plan, &integral[1]), CT_OK);
            EXPECT(now[0] >= range[0] && now[1] <= range[1]);
            EXPECT(fabs(integral[1] - integral[0]) <= 1e-12 * integral[0]);
            EXPECT_INT(ct_adi_value(plan, (const ptrdiff_t[]){9, 4, 5}, &sides[0]), CT_OK);
            EXPECT_INT(ct_adi_value(plan, (const ptrdiff_t[]){10, 4, 5}, &sides[1]), CT_OK);
            EXPECT(code == 1 ? sides[1] - sides[0] < 0.3 : sides[1] - sides[0] > 0.4);
            ct_adi_plan_destroy(&plan);
        }
    }
    const ct_adi_nonlinearity wrong = {CT_ADI_WEICKERT, 0, 0};
    const ct_adi_nonlinearity right = {CT_ADI_WEICKERT, 1, 0};
    ct_adi_plan *plan = create(&problem, CT_ADI_LOD, &start);
    EXPECT_INT(ct_adi_set_nonlinearity(plan, &wrong), CT_ERROR_ARGUMENT);
    ct_adi_plan_destroy(&plan);
    plan = create(&problem, CT_ADI_DOUGLAS_GUNN, &start);
    EXPECT_INT(ct_adi_set_nonlinearity(plan, &right), CT_ERROR_ARGUMENT);
    EXPECT_TEXT(ct_error_message(), "locally one-dimensional");
    ct_adi_plan_destroy(&plan);
}

/* The estimate is that of a single solution's decay, and undoing is exact. */
static void expect_doubling(void) {
    int axes = 2;
    const ptrdiff_t extent[2] = {8, 12};
    const ct_adi_problem problem = ct_adi_box_problem(2, extent);
    const ct_adi_quantity start = {.kind = CT_ADI_FUNCTION, .function = noise, .context = &axes};
    const ct_adi_quantity one = {.number = 1};
    double error = 0;
    double difference[2] = {1, 1};
    ct_adi_plan *plan = create(&problem, CT_ADI_DOUGLAS_GUNN, &one);
    EXPECT_INT(ct_adi_undo(plan), CT_ERROR_ARGUMENT);
    EXPECT_INT(ct_adi_set_reaction(plan, &one), CT_OK);
    EXPECT_INT(ct_adi_step_doubled(plan, 0.2, &error), CT_OK);
    /* Decay at rate 1, half of it an axis: 1 - s / (1 + s / 4)^2 in a step s. */
    const double whole = 1 - 0.2 / (1.05 * 1.05);
    const double half = 1 - 0.1 / (1.025 * 1.025);
    EXPECT(fabs(error - fabs(half * half - whole) / 3) < 1e-14);
    EXPECT(fabs(ct_adi_time(plan) - 0.2) < 1e-15);
    EXPECT_INT(ct_adi_undo(plan), CT_OK);
    EXPECT(ct_adi_time(plan) == 0);
    EXPECT_INT(ct_adi_difference(plan, &one, &difference[0], &difference[1]), CT_OK);
    EXPECT(difference[0] == 0 && difference[1] == 0);
    EXPECT_INT(ct_adi_undo(plan), CT_ERROR_ARGUMENT);
    EXPECT_INT(ct_adi_set_state(plan, &start), CT_OK);
    EXPECT_INT(ct_adi_step(plan, 0), CT_ERROR_ARGUMENT);
    EXPECT_INT(ct_adi_step(plan, NAN), CT_ERROR_ARGUMENT);
    ct_adi_plan_destroy(&plan);
}

/* Multiplies this rank's part of the state. */
static void magnify(ct_adi_plan *plan, double factor) {
    const ct_box box = ct_adi_state_box(plan);
    for (ptrdiff_t i = 0; i < ct_box_elements(&box); i++) {
        ((double *)ct_adi_state(plan))[i] *= factor;
    }
}

/* A state of 1 with a source of 2 may be 1.5 or 100 times 1 + 2 t large, has 1 + 2 t as its
 * integral, and is told from what it is not by all ranks, those without cells too. */
static void expect_bounds(ct_adi_scheme scheme, double most) {
    const ptrdiff_t extent[2] = {3, 2};
    ct_adi_problem problem = ct_adi_box_problem(2, extent);
    const ct_adi_quantity one = {.number = 1};
    ct_adi_bounds found = {.is_finite = 0};
    problem.source = 2;
    ct_adi_plan *plan = create(&problem, scheme, &one);
    EXPECT_INT(ct_adi_bounds_check(plan, &found), CT_OK); /* not begun */
    EXPECT(found.is_finite && !found.has_grown && !found.has_lost && isinf(found.bound));
    EXPECT_INT(ct_adi_bounds_begin(plan), CT_OK);
    EXPECT_INT(ct_adi_step(plan, 0.5), CT_OK);
    EXPECT_INT(ct_adi_bounds_check(plan, &found), CT_OK);
    EXPECT(found.is_finite && !found.has_grown && !found.has_lost);
    EXPECT(fabs(found.bound - 2) < 1e-12 && fabs(found.largest - 2) < 1e-12);
    EXPECT(fabs(found.integral - 2) < 1e-12 && fabs(found.wanted_integral - 2) < 1e-12);
    magnify(plan, 1.001);
    EXPECT_INT(ct_adi_bounds_check(plan, &found), CT_OK);
    EXPECT(!found.has_grown && found.has_lost);
    magnify(plan, most);
    EXPECT_INT(ct_adi_bounds_check(plan, &found), CT_OK);
    EXPECT(found.has_grown && found.has_lost);
    magnify(plan, NAN);
    EXPECT_INT(ct_adi_bounds_check(plan, &found), CT_OK);
    EXPECT(!found.is_finite);
    ct_adi_plan_destroy(&plan);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int axes = 2; axes <= 3; axes++) {
        for (int has_kappa = 0; has_kappa <= 1; has_kappa++) {
            expect_stability(axes, has_kappa);
            expect_conservation(axes, CT_ADI_NEUMANN, has_kappa);
            expect_conservation(axes, CT_ADI_PERIODIC, has_kappa);
        }
    }
    expect_steady();
    expect_nonlinear();
    expect_doubling();
    expect_bounds(CT_ADI_DOUGLAS_GUNN, 10); /* its mean square */
    expect_bounds(CT_ADI_LOD, 1.5);
    MPI_Finalize();
    return expect_status();
}
