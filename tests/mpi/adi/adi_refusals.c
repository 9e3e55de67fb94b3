/* Problems, options and quantities that the solver refuses, on all ranks alike. */
#include "adi_rough.h"
#include "expect.h"

#include <math.h>

static int rank, size;

static ct_adi_quantity number(double value) {
    return (ct_adi_quantity){.kind = CT_ADI_NUMBER, .number = value};
}

static void expect_refusal(const ct_adi_problem *problem, const ct_adi_options *options,
                           const char *says) {
    ct_adi_plan *plan = NULL;
    EXPECT_INT(ct_adi_plan_create(MPI_COMM_WORLD, problem, options, &plan), CT_ERROR_ARGUMENT);
    EXPECT(plan == NULL);
    EXPECT_TEXT(ct_error_message(), says);
}

static void expect_refusals(void) {
    static const double falling[5] = {0, 1, 1, 2, 3};
    const ptrdiff_t extent[CT_ADI_AXES] = {4, 4, 4};
    const ct_adi_problem good = ct_adi_box_problem(3, extent);
    ct_adi_problem bad = good;
    bad.axes = 4;
    expect_refusal(&bad, NULL, "4 axes; allowed: 2, 3");
    expect_refusal(NULL, NULL, "0 axes");
    bad = good;
    bad.extent[1] = 0;
    expect_refusal(&bad, NULL, "0 cells along axis 1");
    bad = good;
    bad.edges[2] = falling;
    expect_refusal(&bad, NULL, "edges 1 and 2 of axis 2");
    bad = good;
    bad.high[0] = bad.low[0];
    expect_refusal(&bad, NULL, "axis 0 goes from 0 to 0");
    bad = good;
    bad.face[0][1].kind = CT_ADI_PERIODIC;
    expect_refusal(&bad, NULL, "periodic at one side only");
    bad = good;
    bad.face[1][0] = (ct_adi_face){CT_ADI_ROBIN, 1, -1, 0};
    expect_refusal(&bad, NULL, "of one sign");
    bad = good;
    bad.diffusivity[2] = -1;
    expect_refusal(&bad, NULL, "kappa is -1 along axis 2");
    bad = good;
    bad.reaction = NAN;
    expect_refusal(&bad, NULL, "sigma");
    bad = good;
    bad.source = rank; /* differs where there are several ranks */
    if (size > 1) {
        expect_refusal(&bad, NULL, "differ between ranks");
        const ct_adi_options mixed = {.exchange.planning =
                                          rank > 0 ? CT_PLAN_MEASURE : CT_PLAN_ESTIMATE};
        expect_refusal(&good, &mixed, "differ between ranks");
    }
    expect_refusal(&good, &(ct_adi_options){.scheme = CT_ADI_PEACEMAN_RACHFORD},
                   "3 axes; allowed: 2");
    expect_refusal(&good, &(ct_adi_options){.scheme = CT_ADI_SCHEMES}, "scheme 6");
    expect_refusal(&good, &(ct_adi_options){.grid = {size + 1, 1, 1}}, "");
}

static void expect_bad_quantities(void) {
    int axes = 3;
    const ptrdiff_t extent[CT_ADI_AXES] = {4, 4, 4};
    ct_adi_problem problem = ct_adi_box_problem(3, extent);
    problem.face[1][0].kind = problem.face[1][1].kind = CT_ADI_PERIODIC;
    const ct_adi_quantity zero = number(0);
    const ct_adi_quantity missing = {.kind = CT_ADI_FIELD};
    const ct_adi_quantity infinite = number(HUGE_VAL);
    const ct_adi_quantity negative = number(-1);
    const ct_adi_quantity good = {.kind = CT_ADI_FUNCTION, .function = noise, .context = &axes};
    ct_adi_plan *plan = create(&problem, CT_ADI_DOUGLAS_GUNN, &good);
    EXPECT_INT(ct_adi_set_diffusivity(plan, &negative), CT_ERROR_ARGUMENT);
    EXPECT_TEXT(ct_error_message(), "kappa");
    EXPECT_INT(ct_adi_set_diffusivity(plan, NULL), CT_ERROR_ARGUMENT);
    EXPECT_INT(ct_adi_set_reaction(plan, &infinite), CT_ERROR_ARGUMENT);
    EXPECT_INT(ct_adi_set_source(plan, &missing), CT_ERROR_ARGUMENT);
    EXPECT_INT(ct_adi_set_boundary(plan, 0, 1, &missing), CT_ERROR_ARGUMENT);
    EXPECT_INT(ct_adi_set_boundary(plan, 1, 1, &zero), CT_ERROR_ARGUMENT);
    EXPECT_TEXT(ct_error_message(), "periodic");
    EXPECT_INT(ct_adi_set_boundary(plan, 3, 0, &zero), CT_ERROR_ARGUMENT);
    const ct_box box = ct_adi_state_box(plan);
    double *field = calloc((size_t)ct_box_elements(&box) + 1, sizeof *field);
    if (field != NULL) { /* one bad value on the last rank that has any */
        field[0] = box.first[0] + box.count[0] == 4 && ct_box_elements(&box) > 0 ? NAN : 1;
        const ct_adi_quantity bad = {.kind = CT_ADI_FIELD, .field = field};
        EXPECT_INT(ct_adi_set_diffusivity(plan, &bad), CT_ERROR_ARGUMENT);
        EXPECT_TEXT(ct_error_message(), "not finite");
        EXPECT_INT(ct_adi_step(plan, 0.1), CT_OK); /* as if nothing had been */
    }
    free(field);
    ct_adi_plan_destroy(&plan);
}

/* u = 1 grows by a negative sigma, by every scheme, up to steps in which it would change its sign,
 * whole or in halves; where it leaves through the faces as fast, steps may be longer. */
static void expect_growth(void) {
    static const ct_adi_scheme schemes[] = {CT_ADI_DOUGLAS_GUNN, CT_ADI_CRANK_NICOLSON, CT_ADI_LOD,
                                            CT_ADI_CRANK_NICOLSON_CG};
    static const double limits[] = {0.4, 0.4, 0.2, 0.2}; /* 2 axes; sigma -10 */
    const ptrdiff_t extent[CT_ADI_AXES] = {4, 6};
    const ct_adi_quantity one = number(1);
    for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++) {
        ct_adi_problem problem = ct_adi_box_problem(2, extent);
        double integral = 0;
        double error = 0;
        problem.reaction = -10;
        ct_adi_plan *plan = create(&problem, schemes[i], &one);
        EXPECT_INT(ct_adi_step(plan, limits[i] * 1.001), CT_ERROR_UNSUPPORTED);
        EXPECT_TEXT(ct_error_message(), "sigma = -10");
        EXPECT_INT(ct_adi_step_doubled(plan, limits[i] * 1.001, &error), CT_OK);
        EXPECT(error == HUGE_VAL && ct_adi_time(plan) == 0);
        EXPECT_INT(ct_adi_undo(plan), CT_OK);
        EXPECT_INT(ct_adi_step_doubled(plan, limits[i] * 0.9, &error), CT_OK);
        EXPECT(error > 1 && error < HUGE_VAL);
        EXPECT_INT(ct_adi_undo(plan), CT_OK);
        EXPECT_INT(ct_adi_step(plan, limits[i] * 0.9), CT_OK);
        EXPECT_INT(ct_adi_integral(plan, &integral), CT_OK);
        EXPECT(integral > 2);
        ct_adi_plan_destroy(&plan);
        for (int k = 0; k < 4; k++) {
            problem.face[k / 2][k % 2].kind = CT_ADI_DIRICHLET;
        }
        plan = create(&problem, schemes[i], &one);
        EXPECT_INT(ct_adi_step(plan, 100 * limits[i]), CT_OK);
        ct_adi_plan_destroy(&plan);
    }
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    expect_refusals();
    expect_bad_quantities();
    expect_growth();
    MPI_Finalize();
    return expect_status();
}
