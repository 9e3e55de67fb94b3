/* One step of a plan, for a program that checks it another way: writes kappa, sigma, f and the
 * state before and after as doubles, one array after the other, to a file; in the words of heat
 * also the capacity, and kappa along the other axes. WALLS, if not 0, masks cells: 1 insulates
 * them, 2 and 3 hold their walls at 2.5 or let heat through to 2.5; 4 insulates and masks the
 * middle third along the first axis whole. SCHEME 6: the steady state.
 *
 * usage: adi_step FILE SCHEME MEAN METHOD IS_HEAT WALLS EXTENT ..        (two or three extents) */
#include "expect.h"

#include <cornerturn/adi.h>
#include <cornerturn/adi_heat.h>
#include <cornerturn/adi_mask.h>
#include <cornerturn/adi_steady.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static long walls_kind; /* WALLS */

static int is_masked(const double *const position[], ptrdiff_t i) {
    const int is_middle = position[0][i] > 1.0 / 3 && position[0][i] < 2.0 / 3;
    return walls_kind != 0 &&
           (sin(11 * position[0][i] + 7 * position[1][i]) > 0.55 || (walls_kind == 4 && is_middle));
}

static void mask(void *context, double t, ptrdiff_t count, const double *const position[],
                 double *values) {
    (void)context;
    (void)t;
    for (ptrdiff_t i = 0; i < count; i++) {
        values[i] = is_masked(position, i);
    }
}

/* The waves are told apart by a phase; they are NaN where nothing may look at them. */
static void wave(void *context, double t, ptrdiff_t count, const double *const position[],
                 double *values) {
    const double *phase = context;
    (void)t;
    for (ptrdiff_t i = 0; i < count; i++) {
        values[i] = 1.5 + sin(5 * position[0][i] + 3 * position[1][i] * position[0][i] + *phase);
        values[i] = is_masked(position, i) ? NAN : values[i];
    }
}

enum { WAVES = 7, HEAT = 5, FIRST = 6 }; /* HEAT: the argument; FIRST: the one before extents */

/* As array number `index` of the file; ranks have slabs along the first axis. */
static void write_state(ct_adi_plan *plan, FILE *file, int index) {
    const ct_box box = ct_adi_state_box(plan);
    const size_t cells = (size_t)ct_box_elements(&box);
    const ptrdiff_t plane = (ptrdiff_t)cells / box.count[0];
    const ptrdiff_t whole = ct_adi_state_distribution(plan)->extent[0] * plane;
    EXPECT_INT(fseek(file, (index * whole + box.first[0] * plane) * (long)sizeof(double), SEEK_SET),
               0);
    EXPECT_INT(fwrite(ct_adi_state(plan), sizeof(double), cells, file), cells);
}

static void set_faces(ct_adi_problem *problem, int is_heat) {
    problem->face[0][0] = (ct_adi_face){.kind = CT_ADI_DIRICHLET, .value = 2};
    problem->face[0][1] = (ct_adi_face){.kind = CT_ADI_ROBIN, .a = 1, .b = 2, .value = 3};
    problem->face[1][0].kind = problem->face[1][1].kind = CT_ADI_PERIODIC;
    problem->face[2][1].value = 0.5; /* Neumann */
    if (is_heat) {
        problem->face[0][0] = (ct_adi_face){.kind = CT_ADI_TRANSFER, .a = 2, .value = 3};
        problem->face[0][1] = (ct_adi_face){.kind = CT_ADI_FLUX, .value = 0.7};
        problem->face[2][1] = (ct_adi_face){.kind = CT_ADI_TRANSFER, .a = 1.5, .value = 4};
    }
}

/* The capacity, kappa along the other axes than the first, and radiation at its low end. */
static void set_heat(ct_adi_plan *plan, int axes, const ct_adi_quantity *waves) {
    EXPECT_INT(ct_adi_set_capacity(plan, &waves[4]), CT_OK);
    for (int a = 1; a < axes; a++) {
        EXPECT_INT(ct_adi_set_diffusivity_along(plan, a, &waves[4 + a]), CT_OK);
    }
    EXPECT_INT(ct_adi_set_radiation(plan, 0, 0, 0.1, -1), CT_OK);
}

static void set_mask(ct_adi_plan *plan) {
    static const ct_adi_boundary kinds[] = {CT_ADI_NEUMANN, CT_ADI_NEUMANN, CT_ADI_DIRICHLET,
                                            CT_ADI_TRANSFER, CT_ADI_NEUMANN};
    const ct_adi_quantity cells = {.kind = CT_ADI_FUNCTION, .function = mask};
    const ct_adi_face walls = {.kind = kinds[walls_kind],
                               .a = 1.2,
                               .value = kinds[walls_kind] != CT_ADI_NEUMANN ? 2.5 : 0};
    EXPECT_INT(ct_adi_set_mask(plan, &cells, &walls), CT_OK);
}

/* A step, after a doubled one that is undone, whose balance is closed. */
static void step_balanced(ct_adi_plan *plan) {
    const double tolerance = 1e-14; /* of all that came in and was stored */
    ct_adi_balance_sheet sheet;
    double error = 0;
    double all = 0;
    EXPECT_INT(ct_adi_balance(plan, &sheet), CT_ERROR_ARGUMENT);
    EXPECT_INT(ct_adi_balance_begin(plan), CT_OK);
    EXPECT_INT(ct_adi_step_doubled(plan, 0.05, &error), CT_OK);
    EXPECT_INT(ct_adi_balance(plan, &sheet), CT_OK);
    EXPECT(fabs(sheet.error) < tolerance * fabs(sheet.stored));
    EXPECT_INT(ct_adi_undo(plan), CT_OK);
    EXPECT_INT(ct_adi_balance(plan, &sheet), CT_OK);
    EXPECT(sheet.error == 0 && sheet.in[0][0] == 0 && sheet.rate[0][0] != 0);
    EXPECT_INT(ct_adi_step(plan, 0.03), CT_OK);
    EXPECT_INT(ct_adi_balance(plan, &sheet), CT_OK);
    for (int k = 0; k < CT_ADI_AXES * CT_ADI_SIDES; k++) {
        const double in = sheet.in[k / CT_ADI_SIDES][k % CT_ADI_SIDES];
        EXPECT(fabs(sheet.rate[k / CT_ADI_SIDES][k % CT_ADI_SIDES] * 0.03 - in) < 1e-12);
        all += fabs(in);
    }
    EXPECT((fabs(sheet.walls) > 0.01) == (walls_kind == 2 || walls_kind == 3));
    EXPECT(all > 0.01 && sheet.source > 0.01 && sheet.decay > 0.01);
    EXPECT(fabs(sheet.error) < tolerance * fabs(sheet.stored));
    (void)printf("balance: %g of %g\n", sheet.error, sheet.stored);
}

static void solve_steady(ct_adi_plan *plan) {
    const ct_adi_steady_options options = {.tolerance = 1e-12, .most_iterations = 100};
    ct_adi_steady_result result;
    EXPECT_INT(ct_adi_steady(plan, &options, &result), CT_OK);
    EXPECT(result.converged && result.solver == CT_ADI_STEADY_MULTIGRID);
}

int main(int argc, char **argv) {
    double phase[WAVES] = {0, 1, 2, 3, 4, 5, 6};
    ct_adi_quantity waves[WAVES];
    ptrdiff_t extent[CT_ADI_AXES] = {0};
    ct_adi_plan *plan = NULL;
    MPI_Init(&argc, &argv);
    FILE *file = argc > FIRST + 2 ? fopen(argv[1], "r+b") : NULL;
    EXPECT(file != NULL);
    const int is_heat = argc > HEAT && strtol(argv[HEAT], NULL, 10) != 0;
    const int axes = argc - FIRST - 1;
    for (int a = 0; a < CT_ADI_AXES && a < axes; a++) {
        extent[a] = strtol(argv[FIRST + 1 + a], NULL, 10);
    }
    ct_adi_problem problem = ct_adi_box_problem(axes, extent);
    set_faces(&problem, is_heat);
    const long scheme = strtol(argv[2], NULL, 10);
    const ct_adi_options options = {.scheme = (ct_adi_scheme)(scheme % CT_ADI_SCHEMES),
                                    .mean = (ct_adi_mean)strtol(argv[3], NULL, 10),
                                    .method = (ct_adi_method)strtol(argv[4], NULL, 10)};
    EXPECT_INT(ct_adi_plan_create(MPI_COMM_WORLD, &problem, &options, &plan), CT_OK);
    walls_kind = strtol(argv[FIRST], NULL, 10);
    if (walls_kind != 0) {
        set_mask(plan);
    }
    for (int k = 0; k < WAVES && file != NULL; k++) {
        waves[k] =
            (ct_adi_quantity){.kind = CT_ADI_FUNCTION, .function = wave, .context = &phase[k]};
        EXPECT_INT(ct_adi_set_state(plan, &waves[k]), CT_OK);
        write_state(plan, file, k);
    }
    EXPECT_INT(ct_adi_set_state(plan, &waves[3]), CT_OK);
    EXPECT_INT(ct_adi_set_diffusivity(plan, &waves[0]), CT_OK);
    EXPECT_INT(ct_adi_set_reaction(plan, &waves[1]), CT_OK);
    EXPECT_INT(ct_adi_set_source(plan, &waves[2]), CT_OK);
    if (is_heat) {
        set_heat(plan, axes, waves);
    }
    if (scheme == CT_ADI_SCHEMES) {
        solve_steady(plan);
    } else if (is_heat || options.mean == CT_ADI_ARITHMETIC) {
        step_balanced(plan);
    } else {
        EXPECT_INT(ct_adi_step(plan, 0.03), CT_OK);
    }
    if (file != NULL) {
        write_state(plan, file, WAVES);
        EXPECT_INT(fclose(file), 0);
    }
    ct_adi_plan_destroy(&plan);
    MPI_Finalize();
    return expect_status();
}
