/* Boxes of three axes whose last has one cell, A x B x 1, beside A x 1 x B with the same faces,
 * coefficients and velocities: plans take the first for the second, so all numbers are the same to
 * the last bit, and are asked for by the axes of the user. */
#include "expect.h"

#include <cornerturn/adi.h>
#include <cornerturn/adi_advection.h>
#include <cornerturn/adi_heat.h>
#include <cornerturn/adi_mask.h>
#include <math.h>
#include <string.h>

enum { LONG = 9, WIDE = 7, STEPS = 3 };

static int size;

/* A plan, and the axis that it has for each of A x B x 1. */
typedef struct turned {
    int axis[CT_ADI_AXES];
    ct_adi_plan *plan;
} turned;

static void wavy(void *context, double t, ptrdiff_t count, const double *const position[],
                 double *values) {
    const turned *is = context;
    for (ptrdiff_t i = 0; i < count; i++) {
        values[i] = 2 + sin(3 * position[is->axis[0]][i] + t) *
                            cos(2 * position[is->axis[1]][i] + position[is->axis[2]][i]);
    }
}

/* A corner that is no cell's of the domain. */
static void corner(void *context, double t, ptrdiff_t count, const double *const position[],
                   double *values) {
    const turned *is = context;
    (void)t;
    for (ptrdiff_t i = 0; i < count; i++) {
        values[i] = position[is->axis[0]][i] < 0.4 && position[is->axis[1]][i] > 1;
    }
}

/* What a case has besides. */
typedef enum feature { CONSTANT, VARIABLE, MASKED, FEATURES } feature;

static void create(turned *is, const int axis[CT_ADI_AXES], ct_adi_scheme scheme,
                   ct_adi_method method, int shared) {
    static const ptrdiff_t extent[CT_ADI_AXES] = {LONG, WIDE, 1};
    static const double kappa[CT_ADI_AXES] = {0.5, 0.8, 0.3};
    static const ct_adi_face face[CT_ADI_AXES][CT_ADI_SIDES] = {
        {{.kind = CT_ADI_DIRICHLET}, {.kind = CT_ADI_ROBIN, .a = 1, .b = 2, .value = 3}},
        {{.kind = CT_ADI_NEUMANN, .value = 0.5}, {.kind = CT_ADI_TRANSFER, .a = 2, .value = 1}},
        {{.kind = CT_ADI_FLUX, .value = 0.25}, {.kind = CT_ADI_DIRICHLET, .value = 1}}};
    ct_adi_problem problem = ct_adi_box_problem(3, extent);
    ct_adi_options options = {.scheme = scheme, .method = method};
    memcpy(is->axis, axis, sizeof is->axis);
    for (int a = 0; a < CT_ADI_AXES; a++) {
        const int b = axis[a];
        problem.extent[b] = extent[a];
        problem.high[b] = 1 + a;
        problem.diffusivity[b] = kappa[a];
        memcpy(problem.face[b], face[a], sizeof problem.face[b]);
        options.grid[b] = a == shared ? size : 1;
    }
    EXPECT_INT(ct_adi_plan_create(MPI_COMM_WORLD, &problem, &options, &is->plan), CT_OK);
}

static void advance(turned *is, feature has) {
    const ct_adi_quantity waves = {.kind = CT_ADI_FUNCTION, .function = wavy, .context = is};
    const int *axis = is->axis;
    EXPECT_INT(ct_adi_set_state(is->plan, &waves), CT_OK);
    EXPECT_INT(ct_adi_set_source(is->plan, &waves), CT_OK);
    EXPECT_INT(ct_adi_set_boundary(is->plan, axis[0], 0, &waves), CT_OK);
    EXPECT_INT(ct_adi_set_boundary(is->plan, axis[2], 1, &waves), CT_OK);
    EXPECT_INT(ct_adi_set_transfer(is->plan, axis[1], 1, &waves), CT_OK);
    if (has == MASKED) {
        const ct_adi_quantity mask = {.kind = CT_ADI_FUNCTION, .function = corner, .context = is};
        const ct_adi_face walls = {.kind = CT_ADI_DIRICHLET, .value = 2};
        EXPECT_INT(ct_adi_set_mask(is->plan, &mask, &walls), CT_OK);
    }
    for (int a = 0; a < 2 && has != MASKED; a++) {
        const ct_adi_quantity velocity = {.number = 0.1 + a};
        EXPECT_INT(ct_adi_set_velocity(is->plan, axis[a], &velocity, 0), CT_OK);
    }
    if (has == VARIABLE) {
        EXPECT_INT(ct_adi_set_diffusivity(is->plan, &waves), CT_OK);
        EXPECT_INT(ct_adi_set_capacity(is->plan, &waves), CT_OK);
    }
    EXPECT_INT(ct_adi_balance_begin(is->plan), CT_OK);
    for (int i = 0; i < STEPS; i++) {
        EXPECT_INT(ct_adi_step(is->plan, 0.01), CT_OK);
    }
}

static void expect_same(turned *thin, turned *flat) {
    const ct_box box[2] = {ct_adi_state_box(thin->plan), ct_adi_state_box(flat->plan)};
    double value[2] = {0, 1};
    for (int a = 0; a < CT_ADI_AXES; a++) {
        const int b = flat->axis[a];
        EXPECT_INT(box[0].first[a], box[1].first[b]);
        EXPECT_INT(box[0].count[a], box[1].count[b]);
        EXPECT_INT(ct_adi_cell(thin->plan, a, 0.6), ct_adi_cell(flat->plan, b, 0.6));
        EXPECT(ct_adi_middles(thin->plan, a)[0] == ct_adi_middles(flat->plan, b)[0]);
    }
    EXPECT(memcmp(ct_adi_state(thin->plan), ct_adi_state(flat->plan),
                  (size_t)ct_box_elements(&box[0]) * sizeof(double)) == 0);
    EXPECT_INT(ct_adi_value(thin->plan, (ptrdiff_t[]){LONG - 1, 3, 0}, &value[0]), CT_OK);
    EXPECT_INT(ct_adi_value(flat->plan, (ptrdiff_t[]){LONG - 1, 0, 3}, &value[1]), CT_OK);
    EXPECT(value[0] == value[1]);
    EXPECT(ct_adi_value(thin->plan, (ptrdiff_t[]){0, 0, 3}, &value[0]) == CT_ERROR_ARGUMENT);
    ct_adi_balance_sheet sheet[2];
    EXPECT_INT(ct_adi_balance(thin->plan, &sheet[0]), CT_OK);
    EXPECT_INT(ct_adi_balance(flat->plan, &sheet[1]), CT_OK);
    for (int a = 0; a < CT_ADI_AXES; a++) {
        for (int side = 0; side < CT_ADI_SIDES; side++) {
            EXPECT(sheet[0].in[a][side] == sheet[1].in[flat->axis[a]][side]);
        }
    }
    EXPECT(ct_adi_moved_bytes(thin->plan) == ct_adi_moved_bytes(flat->plan));
}

static void expect_turned(ct_adi_scheme scheme, ct_adi_method method, int shared, feature has) {
    turned thin;
    turned flat;
    create(&thin, (int[]){0, 1, 2}, scheme, method, shared);
    create(&flat, (int[]){0, 2, 1}, scheme, method, shared);
    advance(&thin, has);
    advance(&flat, has);
    expect_same(&thin, &flat);
    ct_adi_plan_destroy(&thin.plan);
    ct_adi_plan_destroy(&flat.plan);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    static const ct_adi_scheme schemes[] = {CT_ADI_DOUGLAS_GUNN, CT_ADI_CRANK_NICOLSON, CT_ADI_LOD,
                                            CT_ADI_CRANK_NICOLSON_CG};
    for (int i = 0; i < 16; i++) {
        expect_turned(schemes[i % 4], i / 4 % 2 ? CT_ADI_REDUCING : CT_ADI_TRANSPOSING, i / 8,
                      (feature)(i % FEATURES));
    }
    MPI_Finalize();
    return expect_status();
}
