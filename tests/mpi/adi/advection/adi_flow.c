/* Advection by a given velocity: C u is conserved, beside masks too; the same on any ranks, from
 * fields and functions; what is refused. */
#include "adi_turning.h"

#include <cornerturn/adi_heat.h>
#include <cornerturn/adi_law.h>
#include <cornerturn/adi_mask.h>
#include <cornerturn/adi_steady.h>

/* Two materials, a mask, heat that comes and goes with what flows: rounding is all that is lost. */
static void two_phases(void *context, double t, ptrdiff_t count, const double *const position[],
                       double *values) {
    (void)context;
    (void)t;
    for (ptrdiff_t i = 0; i < count; i++) {
        values[i] = position[1][i] < 0.4 ? 3 : 5;
    }
}
static void hole(void *context, double t, ptrdiff_t count, const double *const position[],
                 double *values) {
    (void)context;
    (void)t;
    for (ptrdiff_t i = 0; i < count; i++) {
        values[i] = fabs(position[0][i] - 0.6) < 0.15 && fabs(position[1][i] - 0.5) < 0.2;
    }
}

static ct_adi_plan *flowing_plan(MPI_Comm comm, int has_hole) {
    const ptrdiff_t extent[3] = {13, 9, 7};
    const ct_adi_quantity capacity = function_of(two_phases, NULL);
    const ct_adi_quantity mask = function_of(hole, NULL);
    const ct_adi_quantity start = {.number = 2};
    const ct_adi_options options = {.scheme = CT_ADI_LOD};
    ct_adi_problem problem = ct_adi_box_problem(3, extent);
    ct_adi_plan *plan = NULL;
    problem.face[0][0] = (ct_adi_face){.kind = CT_ADI_DIRICHLET, .value = 7};
    problem.face[1][0] = (ct_adi_face){.kind = CT_ADI_TRANSFER, .a = 2, .value = 4};
    problem.face[2][0].kind = problem.face[2][1].kind = CT_ADI_PERIODIC;
    problem.diffusivity[0] = problem.diffusivity[1] = problem.diffusivity[2] = 0.01;
    EXPECT_INT(ct_adi_plan_create(comm, &problem, &options, &plan), CT_OK);
    EXPECT_INT(ct_adi_set_state(plan, &start), CT_OK);
    for (int a = 0; a < 3; a++) {
        const ct_adi_quantity v = {.number = a == 1 ? 0.3 : 1};
        EXPECT_INT(ct_adi_set_velocity(plan, a, &v, 0), CT_OK);
    }
    EXPECT_INT(ct_adi_set_capacity(plan, &capacity), CT_OK);
    EXPECT_INT(has_hole ? ct_adi_set_mask(plan, &mask, NULL) : CT_OK, CT_OK);
    return plan;
}

/* What all ranks have is what one alone has; `extent` is that of axes 1 and 2. */
static void expect_alike(ct_adi_plan *plan, ct_adi_plan *alone, const ptrdiff_t extent[2]) {
    const ct_box box = ct_adi_state_box(plan);
    const double *u = ct_adi_state(plan);
    const double *other = ct_adi_state(alone);
    double largest = 0;
    for (ptrdiff_t i = 0; i < ct_box_elements(&box); i++) {
        const ptrdiff_t z = box.first[0] + i / box.count[2] / box.count[1];
        const ptrdiff_t y = box.first[1] + i / box.count[2] % box.count[1];
        const ptrdiff_t x = box.first[2] + i % box.count[2];
        largest = fmax(largest, fabs(u[i] - other[(z * extent[0] + y) * extent[1] + x]));
        EXPECT(!ct_adi_is_masked(plan, i) || u[i] == 0);
    }
    EXPECT(largest < 1e-12);
}

static void expect_balance(int has_hole) {
    ct_adi_plan *plan = flowing_plan(MPI_COMM_WORLD, has_hole);
    ct_adi_plan *alone = flowing_plan(MPI_COMM_SELF, has_hole);
    ct_adi_balance_sheet sheet;
    EXPECT_INT(ct_adi_balance_begin(plan), CT_OK);
    for (int k = 0; k < 2; k++) {
        EXPECT_INT(ct_adi_step(plan, 0.09), CT_OK);
        EXPECT_INT(ct_adi_step(alone, 0.09), CT_OK);
    }
    EXPECT_INT(ct_adi_balance(plan, &sheet), CT_OK);
    EXPECT(fabs(sheet.error) < 1e-12);
    EXPECT(sheet.in[0][0] > 3 && sheet.in[0][1] < -1 && sheet.in[1][0] > 0.5 && sheet.walls == 0);
    expect_alike(plan, alone, (const ptrdiff_t[]){9, 7});
    ct_adi_plan_destroy(&alone);
    ct_adi_plan_destroy(&plan);
}

/* Of ranks with one cell along an axis, those next to the ends' know what comes in there. */
static ct_adi_plan *thin_plan(MPI_Comm comm, int size, double velocity) {
    const ptrdiff_t extent[3] = {size > 1 ? size : 2, 4, 3};
    const ct_adi_quantity v = {.number = velocity};
    const ct_adi_quantity start = {.number = 2};
    ct_adi_options options = {.scheme = CT_ADI_LOD};
    ct_adi_problem problem = ct_adi_box_problem(3, extent);
    ct_adi_plan *plan = NULL;
    problem.face[0][0] = (ct_adi_face){.kind = CT_ADI_DIRICHLET, .value = 7};
    problem.face[0][1] = (ct_adi_face){.kind = CT_ADI_DIRICHLET, .value = 4};
    problem.diffusivity[0] = problem.diffusivity[1] = problem.diffusivity[2] = 0.01;
    if (comm != MPI_COMM_SELF) {
        options.grid[0] = size;
        options.grid[1] = options.grid[2] = 1;
    }
    EXPECT_INT(ct_adi_plan_create(comm, &problem, &options, &plan), CT_OK);
    EXPECT_INT(ct_adi_set_state(plan, &start), CT_OK);
    EXPECT_INT(ct_adi_set_velocity(plan, 0, &v, 0), CT_OK);
    EXPECT_INT(ct_adi_step(plan, 0.3), CT_OK);
    return plan;
}

static void expect_thin_ends(double velocity) {
    int size = 0;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    ct_adi_plan *plan = thin_plan(MPI_COMM_WORLD, size, velocity);
    ct_adi_plan *alone = thin_plan(MPI_COMM_SELF, size, velocity);
    expect_alike(plan, alone, (const ptrdiff_t[]){4, 3});
    ct_adi_plan_destroy(&alone);
    ct_adi_plan_destroy(&plan);
}

/* Fields give what functions give, for a grid of columns too, and in single precision nearly. */
static void expect_fields(void) {
    ct_adi_plan *plan = turning_plan(MPI_COMM_WORLD, 20, 1, 1e-3);
    ct_adi_plan *other = turning_plan(MPI_COMM_WORLD, 20, 1, 1e-3);
    const ct_box box = ct_adi_state_box(plan);
    for (int a = 0; a < 2; a++) {
        const ptrdiff_t count[2] = {box.count[0] + (a == 0), box.count[1] + (a == 1)};
        double *field = malloc((size_t)(count[0] * count[1] + 1) * sizeof *field);
        for (ptrdiff_t i = 0; field != NULL && i < count[0] * count[1]; i++) {
            const ptrdiff_t row = box.first[0] + i / count[1];
            const double y = ((double)row + (a == 0 ? 0 : 0.5)) / 20;
            const double x = ((double)(box.first[1] + i % count[1]) + (a == 1 ? 0 : 0.5)) / 20;
            field[i] = 2 * PI * (a == 0 ? x - 0.5 : 0.5 - y);
        }
        const ct_adi_quantity v = {.kind = CT_ADI_FIELD, .field = field};
        EXPECT_INT(ct_adi_set_velocity(other, a, &v, 0), CT_OK);
        free(field);
    }
    for (int k = 0; k < 2; k++) {
        EXPECT_INT(ct_adi_step(plan, 0.01), CT_OK);
        EXPECT_INT(ct_adi_step(other, 0.01), CT_OK);
    }
    const double *u = ct_adi_state(plan);
    const double *w = ct_adi_state(other);
    for (ptrdiff_t i = 0; i < ct_box_elements(&box); i++) {
        EXPECT(fabs(u[i] - w[i]) < 1e-14);
    }
    ct_adi_plan_destroy(&plan);
    ct_adi_plan_destroy(&other);
}

static void law_of_one(void *context, double t, ptrdiff_t count, const double *const position[],
                       const double *u, double *values) {
    (void)context;
    (void)t;
    (void)position;
    for (ptrdiff_t i = 0; i < count; i++) {
        values[i] = 1 + u[i] * u[i];
    }
}

static void expect_refusals(void) {
    ct_adi_plan *plan = turning_plan(MPI_COMM_WORLD, 8, 1, 1);
    const ct_adi_quantity wrong = {.number = NAN};
    const ct_adi_quantity fast = {.number = 1e9};
    const ct_adi_quantity still = {.number = 0};
    const ct_adi_laws laws = {.capacity = law_of_one};
    const ct_adi_steady_options options = {.tolerance = 1e-6, .most_iterations = 10};
    ct_adi_steady_result result;
    double error = 0;
    EXPECT_INT(ct_adi_set_advection(plan, CT_ADI_ADVECTIONS), CT_ERROR_ARGUMENT);
    EXPECT_INT(ct_adi_set_velocity(plan, 2, &still, 0), CT_ERROR_ARGUMENT);
    EXPECT_INT(ct_adi_set_velocity(plan, 0, &wrong, 0), CT_ERROR_ARGUMENT);
    EXPECT_INT(ct_adi_steady(plan, &options, &result), CT_ERROR_UNSUPPORTED);
    EXPECT_INT(ct_adi_set_velocity(plan, 0, &fast, 0), CT_OK);
    EXPECT_INT(ct_adi_step(plan, 0.1), CT_ERROR_UNSUPPORTED);
    EXPECT_TEXT(ct_error_message(), "substeps");
    EXPECT_INT(ct_adi_set_velocity(plan, 0, &still, 0), CT_OK);
    EXPECT_INT(ct_adi_step_doubled(plan, 0.1, &error), CT_OK);
    EXPECT_INT(ct_adi_undo(plan), CT_OK);
    EXPECT_INT(ct_adi_set_laws(plan, &laws), CT_OK);
    EXPECT_INT(ct_adi_step(plan, 0.1), CT_ERROR_UNSUPPORTED);
    EXPECT_TEXT(ct_error_message(), "capacity");
    ct_adi_plan_destroy(&plan);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    expect_balance(0);
    expect_balance(1);
    expect_thin_ends(0.5);
    expect_thin_ends(-0.5);
    expect_fields();
    expect_refusals();
    MPI_Finalize();
    return expect_status();
}
