/* A state of one float between insulated faces remains what it is, to the last bit, where passes
 * replace it by what the new one is substituted from: each product that they subtract from it is
 * added again. With all vector instructions; rows of even cells, of whole vectors and not, and
 * those that are not replaced: of others, or long. */
#include "expect.h"
#include "fft/numbers.h"

#include "adi/plan.h"
#include "adi/step/fused.h"
#include "adi/step/operated.h"
#include "kernels/vectors.h"

#include <cornerturn/adi.h>
#include <math.h>

enum { STEPS = 3, SHAPES = 4, NUMBERS = 2 };

typedef struct given {
    const ptrdiff_t *extent;
    int is_even, is_renewed;
    double number, dt;
} given;

static ct_status create(const given *c, ct_adi_plan **plan) {
    static double edges[513];
    const ct_adi_options options = {.grid = {0, 1, 1}};
    const ct_adi_quantity start = {.kind = CT_ADI_NUMBER, .number = c->number};
    ct_adi_problem problem = ct_adi_box_problem(CT_ADI_AXES, c->extent);
    ct_status status = CT_OK;
    problem.precision = CT_FLOAT;
    for (ptrdiff_t i = 0; i <= c->extent[2]; i++) {
        const double s = (double)i / (double)c->extent[2];
        edges[i] = s + 0.2 * s * s;
    }
    problem.edges[2] = c->is_even ? NULL : edges;
    for (int axis = 0; axis < CT_ADI_AXES; axis++) {
        for (int side = 0; side < CT_ADI_SIDES; side++) {
            problem.face[axis][side] = (ct_adi_face){.kind = CT_ADI_NEUMANN};
        }
    }
    status = ct_adi_plan_create(MPI_COMM_WORLD, &problem, &options, plan);
    return status == CT_OK ? ct_adi_set_state(*plan, &start) : status;
}

static void expect_same(const given *c) {
    const ct_adi_equation equation = {.scale = 1, .sweep_boundary = CT_ADI_INCREMENT, .is_step = 1};
    const double number = (double)(float)c->number;
    ct_adi_plan *plan = NULL;
    double worst = 0;
    EXPECT_INT(create(c, &plan), CT_OK);
    EXPECT_INT(ct_adi_is_fused(plan) && ct_adi_is_renewed(plan, &equation), c->is_renewed);
    for (int step = 0; step < STEPS; step++) {
        EXPECT_INT(ct_adi_step(plan, c->dt), CT_OK);
    }
    const ct_box box = ct_adi_state_box(plan);
    for (ptrdiff_t i = 0; i < ct_box_elements(&box); i++) {
        worst = fmax(worst, fabs(ct_real_at(ct_adi_state(plan), i, CT_FLOAT) - number));
    }
    EXPECT(worst == 0);
    ct_adi_plan_destroy(&plan);
}

int main(int argc, char **argv) {
    static const ptrdiff_t extent[SHAPES][CT_ADI_AXES] = {
        {7, 37, 128}, {7, 21, 256}, {6, 3, 512}, {7, 37, 267}};
    static const double number[NUMBERS] = {1.0 / 3, -12345.6789};
    MPI_Init(&argc, &argv);
    for (int code = 0; code < SHAPES * NUMBERS * 6; code++) {
        const ct_vectors vectors = (ct_vectors)(code % (CT_VECTORS_AVX512 + 1));
        const int shape = code / 6 % SHAPES;
        ct_vectors_limit(vectors);
        const given c = {.extent = extent[shape],
                         .is_even = code / 3 % 2 == 0,
                         .number = number[code / 6 / SHAPES],
                         .dt = code % 4 == 0 ? 1e-1 : 1e-4};
        const ct_adi_kernels *kernels = ct_adi_kernels_for(CT_FLOAT);
        given made = c;
        made.is_renewed = c.is_even && kernels->even > 0 && c.extent[2] % kernels->even == 0 &&
                          c.extent[2] <= kernels->renewed;
        expect_same(&made);
    }
    MPI_Finalize();
    return expect_status();
}
