/* A cone or a hill that turns in the unit square. */
#ifndef CT_TESTS_ADI_TURNING_H
#define CT_TESTS_ADI_TURNING_H

#include "../adi_problem.h"
#include "expect.h"

#include <cornerturn/adi_advection.h>

/* One turn in a time of 1 about the middle of the unit square, axis 0 being y. */
static inline void turning(void *context, double t, ptrdiff_t count, const double *const position[],
                           double *values) {
    const int axis = *(const int *)context;
    (void)t;
    for (ptrdiff_t i = 0; i < count; i++) {
        values[i] = 2 * PI * (axis == 0 ? position[1][i] - 0.5 : 0.5 - position[0][i]);
    }
}

/* What has turned until t, from (0.5, 0.75): a cone of radius 0.15, or a smooth hill. */
typedef struct solid {
    int is_cone;
    double t;
} solid;
static inline void solid_value(void *context, double t, ptrdiff_t count,
                               const double *const position[], double *values) {
    const solid *s = context;
    (void)t;
    for (ptrdiff_t i = 0; i < count; i++) {
        const double dy = position[0][i] - 0.5 - 0.25 * cos(2 * PI * s->t);
        const double dx = position[1][i] - 0.5 + 0.25 * sin(2 * PI * s->t);
        const double r = sqrt(dx * dx + dy * dy);
        values[i] = s->is_cone ? fmax(0, 1 - r / 0.15) : exp(-r * r / 0.01);
    }
}

static inline ct_adi_quantity function_of(ct_adi_function f, const void *context) {
    return (ct_adi_quantity){.kind = CT_ADI_FUNCTION, .function = f, .context = (void *)context};
}

static const int axis_number[CT_ADI_AXES] = {0, 1, 2};

/* A plan of n^2 insulated cells, in which a solid turns. */
static inline ct_adi_plan *turning_plan(MPI_Comm comm, ptrdiff_t n, int is_cone, double kappa) {
    const ptrdiff_t extent[2] = {n, n};
    solid s = {is_cone, 0};
    const ct_adi_quantity u = function_of(solid_value, &s);
    ct_adi_problem problem = ct_adi_box_problem(2, extent);
    ct_adi_plan *plan = NULL;
    problem.diffusivity[0] = problem.diffusivity[1] = kappa;
    EXPECT_INT(ct_adi_plan_create(comm, &problem, NULL, &plan), CT_OK);
    EXPECT_INT(ct_adi_set_state(plan, &u), CT_OK);
    for (int a = 0; a < 2; a++) {
        const ct_adi_quantity v = function_of(turning, &axis_number[a]);
        EXPECT_INT(ct_adi_set_velocity(plan, a, &v, 0), CT_OK);
    }
    return plan;
}

#endif
