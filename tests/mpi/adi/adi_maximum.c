/* How far steps exceed the largest value there was, with equal cells and constant kappa: what the
 * bounds of bounds.c rest on. The operator of some steps is symmetric, so that its norm for the
 * maximum is the largest sum of magnitudes that a state of one 1 becomes. */
#include "expect.h"

#include <cornerturn/adi.h>
#include <math.h>
#include <string.h>

enum { MOST_CELLS = 256 };

/* Of 1 to `steps` steps of dt = ratio h^2, from 1 in every cell in turn. */
static double largest_norm(int axes, const ptrdiff_t *extent, ct_adi_boundary kind, double ratio,
                           int steps) {
    const double width = 1.0 / (double)extent[0];
    ct_adi_problem problem = ct_adi_box_problem(axes, extent);
    ct_adi_plan *plan = NULL;
    double largest = 0;
    for (int a = 0; a < axes; a++) {
        problem.high[a] = width * (double)extent[a];
        for (int side = 0; side < CT_ADI_SIDES; side++) {
            problem.face[a][side].kind = extent[a] > 1 ? kind : CT_ADI_NEUMANN;
        }
    }
    EXPECT_INT(ct_adi_plan_create(MPI_COMM_SELF, &problem, NULL, &plan), CT_OK);
    const ct_box box = ct_adi_state_box(plan);
    const ptrdiff_t cells = ct_box_elements(&box);
    double *state = ct_adi_state(plan);
    EXPECT(cells <= MOST_CELLS);
    for (ptrdiff_t cell = 0; cell < cells; cell++) {
        memset(state, 0, (size_t)cells * sizeof *state);
        state[cell] = 1;
        for (int step = 0; step < steps; step++) {
            double sum = 0;
            EXPECT_INT(ct_adi_step(plan, ratio * width * width), CT_OK);
            for (ptrdiff_t i = 0; i < cells; i++) {
                sum += fabs(state[i]);
            }
            largest = fmax(largest, sum);
        }
    }
    ct_adi_plan_destroy(&plan);
    return largest;
}

/* The largest of all steps, short and long beside the cells. */
static double largest_of_all(int axes, const ptrdiff_t *extent, ct_adi_boundary kind) {
    double largest = 0;
    for (double ratio = 1; ratio < 1e5; ratio *= 4) {
        largest = fmax(largest, largest_norm(axes, extent, kind, ratio, 12));
    }
    return largest;
}

/* The least value, where it is below 0, after a step of the unsplit scheme by dt = ratio h^2 on a
 * square from 1 in one cell in turn: an extreme that there was not. */
static double least_value(ct_adi_boundary kind, double ratio) {
    const ptrdiff_t extent[2] = {6, 6};
    const ct_adi_options options = {.scheme = CT_ADI_CRANK_NICOLSON_CG};
    ct_adi_problem problem = ct_adi_box_problem(2, extent);
    ct_adi_plan *plan = NULL;
    double least = 0;
    for (int k = 0; k < 2 * CT_ADI_SIDES; k++) {
        problem.face[k / CT_ADI_SIDES][k % CT_ADI_SIDES].kind = kind;
    }
    EXPECT_INT(ct_adi_plan_create(MPI_COMM_SELF, &problem, &options, &plan), CT_OK);
    double *state = ct_adi_state(plan);
    for (ptrdiff_t cell = 0; cell < 36; cell++) {
        memset(state, 0, 36 * sizeof *state);
        state[cell] = 1;
        EXPECT_INT(ct_adi_step(plan, ratio / 36), CT_OK);
        for (ptrdiff_t i = 0; i < 36; i++) {
            least = fmin(least, state[i]);
        }
    }
    ct_adi_plan_destroy(&plan);
    return least;
}

int main(int argc, char **argv) {
    static const ptrdiff_t line[2] = {48, 1};
    static const ptrdiff_t square[2] = {12, 12};
    static const ptrdiff_t cube[3] = {6, 6, 6};
    MPI_Init(&argc, &argv);
    for (int k = 0; k < 3; k++) {
        static const ct_adi_boundary kinds[] = {CT_ADI_NEUMANN, CT_ADI_DIRICHLET, CT_ADI_PERIODIC};
        const double most[] = {largest_of_all(2, line, kinds[k]),
                               largest_of_all(2, square, kinds[k]),
                               largest_of_all(3, cube, kinds[k])};
        EXPECT(most[0] > (kinds[k] == CT_ADI_DIRICHLET ? 2.5 : 2.9) && most[0] <= 3);
        EXPECT(most[1] > 3 && most[1] <= 9);
        EXPECT(most[2] > (kinds[k] == CT_ADI_DIRICHLET ? 2 : 7) && most[2] <= 43);
    }
    /* dt kappa (1/hx^2 + 1/hy^2) up to 1, at faces that hold u, half a cell away, up to 2/3. */
    EXPECT(least_value(CT_ADI_NEUMANN, 0.5) > -1e-5 && least_value(CT_ADI_NEUMANN, 0.75) < -0.05);
    EXPECT(least_value(CT_ADI_DIRICHLET, 0.333) > -1e-5);
    EXPECT(least_value(CT_ADI_DIRICHLET, 0.5) < -0.1);
    MPI_Finalize();
    return expect_status();
}
