/* Masks: pieces of a domain, ranks without any of it, and what is refused. Steps and steady states
 * are compared with matrices in adi_scipy.py. */
#include "adi/query.h"
#include "expect.h"

#include <cornerturn/adi.h>
#include <cornerturn/adi_mask.h>
#include <cornerturn/adi_steady.h>
#include <math.h>
#include <string.h>

enum { ROWS = 9, COLUMNS = 4, GAP = 4 }; /* the masked row, a rank's only one where there are 9 */

/* 1 in the row that cuts the box in two, in units of cells. */
static void gap(void *context, double t, ptrdiff_t count, const double *const position[],
                double *values) {
    (void)context;
    (void)t;
    for (ptrdiff_t i = 0; i < count; i++) {
        values[i] = floor(position[0][i] * ROWS) == GAP;
    }
}

/* What the context gives by row; the last has its upper face. */
static void by_row(void *context, double t, ptrdiff_t count, const double *const position[],
                   double *values) {
    const double *of_row = context;
    (void)t;
    for (ptrdiff_t i = 0; i < count; i++) {
        const int row = (int)floor(position[0][i] * ROWS);
        values[i] = of_row[row < ROWS ? row : ROWS - 1];
    }
}

static ct_adi_quantity rows_of(double *numbers) {
    return (ct_adi_quantity){.kind = CT_ADI_FUNCTION, .function = by_row, .context = numbers};
}

/* u = 1 at the low end of the first axis, insulated elsewhere, with the gap masked. */
static ct_adi_plan *make_plan(double *source, double *state) {
    const ptrdiff_t extent[2] = {ROWS, COLUMNS};
    const ct_adi_quantity cells = {.kind = CT_ADI_FUNCTION, .function = gap};
    const ct_adi_quantity f = rows_of(source);
    const ct_adi_quantity u = rows_of(state);
    ct_adi_problem problem = ct_adi_box_problem(2, extent);
    ct_adi_plan *plan = NULL;
    problem.face[0][0] = (ct_adi_face){.kind = CT_ADI_DIRICHLET, .value = 1};
    EXPECT_INT(ct_adi_plan_create(MPI_COMM_WORLD, &problem, NULL, &plan), CT_OK);
    EXPECT_INT(ct_adi_set_state(plan, &u), CT_OK);
    EXPECT_INT(ct_adi_set_mask(plan, &cells, NULL), CT_OK);
    EXPECT_INT(ct_adi_set_source(plan, &f), CT_OK);
    return plan;
}

/* The cut-off piece keeps its mean, where its source has none; else there is no solution. */
static void expect_pieces(void) {
    double source[ROWS] = {0, 0, 0, 0, NAN, 3, 1, -1, -3};
    double state[ROWS] = {5, 5, 5, 5, NAN, 7, 7, 7, 7};
    const ct_adi_steady_options options = {.tolerance = 1e-11, .most_iterations = 100};
    ct_adi_steady_options other = options;
    ct_adi_steady_result result;
    double least = 0;
    double most = 0;
    double integral = 0;
    ct_adi_plan *plan = make_plan(source, state);
    EXPECT_INT(ct_adi_steady(plan, &options, &result), CT_OK);
    EXPECT(result.converged);
    EXPECT_INT(ct_adi_integral(plan, &integral), CT_OK);
    EXPECT(fabs(integral - (4 * 1.0 + 4 * 7.0) / ROWS) < 1e-9);
    EXPECT_INT(ct_adi_range(plan, &least, &most), CT_OK);
    /* Fluxes 3, 4, 3 times a cell between the rows of the piece: u falls by 10 cells squared. */
    EXPECT(fabs(least - 1) < 1e-9 && fabs(most - (7 + 5.0 / ROWS / ROWS)) < 1e-9);
    other.solver = CT_ADI_STEADY_WACHSPRESS;
    EXPECT_INT(ct_adi_steady(plan, &other, &result), CT_ERROR_ARGUMENT);
    EXPECT_INT(ct_adi_step(plan, 1), CT_OK);
    EXPECT_INT(ct_adi_integral(plan, &integral), CT_OK);
    EXPECT(fabs(integral - (4 * 1.0 + 4 * 7.0) / ROWS) < 1e-9);
    ct_adi_plan_destroy(&plan);

    source[ROWS - 1] = 0;
    plan = make_plan(source, state);
    EXPECT_INT(ct_adi_steady(plan, &options, &result), CT_ERROR_UNSUPPORTED);
    EXPECT(strstr(ct_error_message(), "a piece of the domain of volume 0.4444") != NULL);
    ct_adi_plan_destroy(&plan);
}

/* Masked cells have no value, and none is taken from there. */
static void expect_holes(void) {
    double numbers[ROWS] = {1, 2, 3, 4, NAN, 5, 6, 7, 8};
    const ptrdiff_t inside[2] = {0, 0};
    const ptrdiff_t outside[2] = {GAP, 1};
    const ct_adi_quantity wanted = rows_of(numbers);
    double value = 0;
    double mean_square = 0;
    ct_adi_plan *plan = make_plan(numbers, numbers);
    const ct_box box = ct_adi_state_box(plan);
    EXPECT_INT(ct_adi_set_diffusivity(plan, &wanted), CT_OK);
    EXPECT_INT(ct_adi_set_reaction(plan, &wanted), CT_OK);
    EXPECT_INT(ct_adi_value(plan, inside, &value), CT_OK);
    EXPECT(value == 1);
    EXPECT_INT(ct_adi_value(plan, outside, &value), CT_OK);
    EXPECT(isnan(value));
    EXPECT_INT(ct_adi_difference(plan, &wanted, &value, &mean_square), CT_OK);
    EXPECT(value == 0 && mean_square == 0);
    for (ptrdiff_t i = 0; i < ct_box_elements(&box); i++) {
        const int is_gap = box.first[0] + i / COLUMNS == GAP;
        EXPECT_INT(ct_adi_is_masked(plan, i), is_gap);
        if (is_gap) {
            ((double *)ct_adi_state(plan))[i] = NAN; /* whatever is written there */
        }
    }
    EXPECT_INT(ct_adi_step(plan, 0.1), CT_OK);
    EXPECT_INT(ct_adi_range(plan, &value, &mean_square), CT_OK);
    EXPECT(isfinite(value) && value > 0);
    ct_adi_plan_destroy(&plan);
}

static void expect_refusals(void) {
    const ptrdiff_t extent[2] = {ROWS, COLUMNS};
    const ct_adi_problem problem = ct_adi_box_problem(2, extent);
    const ct_adi_options arithmetic = {.mean = CT_ADI_ARITHMETIC};
    const ct_adi_quantity cells = {.kind = CT_ADI_FUNCTION, .function = gap};
    double everywhere[ROWS] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
    const ct_adi_quantity all = rows_of(everywhere);
    const ct_adi_quantity one = {.number = 1};
    const ct_adi_quantity none = {.number = 0};
    const ct_adi_face wrong[] = {{.kind = CT_ADI_ROBIN, .a = 1, .b = 1},
                                 {.kind = CT_ADI_NEUMANN, .value = 1},
                                 {.kind = CT_ADI_TRANSFER, .a = -1},
                                 {.kind = CT_ADI_DIRICHLET, .value = INFINITY}};
    ct_adi_plan *plan = NULL;
    EXPECT_INT(ct_adi_plan_create(MPI_COMM_WORLD, &problem, NULL, &plan), CT_OK);
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        EXPECT_INT(ct_adi_set_mask(plan, &cells, &wrong[k]), CT_ERROR_ARGUMENT);
    }
    EXPECT_INT(ct_adi_set_mask(plan, &all, NULL), CT_ERROR_ARGUMENT);
    EXPECT(strstr(ct_error_message(), "a mask of all cells") != NULL);
    EXPECT_INT(ct_adi_set_mask(plan, &one, NULL), CT_ERROR_ARGUMENT);
    EXPECT_INT(ct_adi_set_mask(plan, &none, NULL), CT_OK);
    EXPECT_INT(ct_adi_scheme_used(plan), CT_ADI_DOUGLAS_GUNN);
    EXPECT_INT(ct_adi_set_mask(plan, &cells, NULL), CT_OK);
    EXPECT_INT(ct_adi_scheme_used(plan), CT_ADI_CRANK_NICOLSON_CG);
    EXPECT_INT(ct_adi_set_mask(plan, &cells, NULL), CT_ERROR_ARGUMENT);
    ct_adi_plan_destroy(&plan);
    EXPECT_INT(ct_adi_plan_create(MPI_COMM_WORLD, &problem, &arithmetic, &plan), CT_OK);
    EXPECT_INT(ct_adi_set_mask(plan, &cells, NULL), CT_ERROR_ARGUMENT);
    ct_adi_plan_destroy(&plan);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    expect_pieces();
    expect_holes();
    expect_refusals();
    MPI_Finalize();
    return expect_status();
}
