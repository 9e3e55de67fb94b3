/* One step of a plan, for a program that checks it another way: writes kappa, sigma, f and the
 * state before and after as doubles, one array after the other, to a file.
 *
 * usage: adi_step FILE SCHEME MEAN EXTENT ..        (two or three extents) */
#include "expect.h"

#include <cornerturn/adi.h>
#include <math.h>
#include <stdlib.h>

/* The waves are told apart by a phase. */
static void wave(void *context, double t, ptrdiff_t count, const double *const position[],
                 double *values) {
    const double *phase = context;
    (void)t;
    for (ptrdiff_t i = 0; i < count; i++) {
        values[i] = 1.5 + sin(5 * position[0][i] + 3 * position[1][i] * position[0][i] + *phase);
    }
}

static void write_state(ct_adi_plan *plan, FILE *file) {
    const ct_box box = ct_adi_state_box(plan);
    const size_t cells = (size_t)ct_box_elements(&box);
    EXPECT_INT(fwrite(ct_adi_state(plan), sizeof(double), cells, file), cells);
}

int main(int argc, char **argv) {
    double phase[4] = {0, 1, 2, 3};
    ct_adi_quantity waves[4];
    ptrdiff_t extent[CT_ADI_AXES] = {0};
    ct_adi_plan *plan = NULL;
    FILE *file = argc > 5 ? fopen(argv[1], "wb") : NULL;
    MPI_Init(&argc, &argv);
    EXPECT(file != NULL);
    for (int a = 0; a < CT_ADI_AXES && a + 4 < argc; a++) {
        extent[a] = strtol(argv[a + 4], NULL, 10);
    }
    ct_adi_problem problem = ct_adi_box_problem(argc - 4, extent);
    problem.face[0][0] = (ct_adi_face){.kind = CT_ADI_DIRICHLET, .value = 2};
    problem.face[0][1] = (ct_adi_face){.kind = CT_ADI_ROBIN, .a = 1, .b = 2, .value = 3};
    problem.face[1][0].kind = problem.face[1][1].kind = CT_ADI_PERIODIC;
    problem.face[2][1].value = 0.5; /* Neumann */
    const ct_adi_options options = {.scheme = (ct_adi_scheme)strtol(argv[2], NULL, 10),
                                    .mean = (ct_adi_mean)strtol(argv[3], NULL, 10)};
    EXPECT_INT(ct_adi_plan_create(MPI_COMM_WORLD, &problem, &options, &plan), CT_OK);
    for (int k = 0; k < 4 && file != NULL; k++) {
        waves[k] =
            (ct_adi_quantity){.kind = CT_ADI_FUNCTION, .function = wave, .context = &phase[k]};
        EXPECT_INT(ct_adi_set_state(plan, &waves[k]), CT_OK);
        write_state(plan, file);
    }
    EXPECT_INT(ct_adi_set_diffusivity(plan, &waves[0]), CT_OK);
    EXPECT_INT(ct_adi_set_reaction(plan, &waves[1]), CT_OK);
    EXPECT_INT(ct_adi_set_source(plan, &waves[2]), CT_OK);
    EXPECT_INT(ct_adi_step(plan, 0.03), CT_OK);
    if (file != NULL) {
        write_state(plan, file);
        EXPECT_INT(fclose(file), 0);
    }
    ct_adi_plan_destroy(&plan);
    MPI_Finalize();
    return expect_status();
}
