/* Materials that meet: random two-phase fields of kappa, contrasts up to 1e6, steps up to 1000
 * times the explicit limit. The default scheme's energy, computed here anew, falls in every step,
 * and the mean square does not grow. usage: adi_two_phase [FIELDS], 6 by default */
#include "expect.h"

#include <cornerturn/adi.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 12, CELLS = N * N * N, STEPS = 8 };

static double next_number(unsigned *seed) {
    *seed = *seed * 1664525u + 1013904223u;
    return (double)(*seed >> 8) / (double)(1 << 24);
}

/* Grains of `grain` cells, each of one of two phases. */
static void make_kappa(unsigned *seed, int grain, double contrast, double *kappa) {
    const int grains = (N + grain - 1) / grain;
    int phase[N * N * N];
    for (int i = 0; i < grains * grains * grains; i++) {
        phase[i] = next_number(seed) < 0.5;
    }
    for (int i = 0; i < CELLS; i++) {
        const int z = i / N / N / grain;
        const int y = i / N % N / grain;
        kappa[i] = phase[(z * grains + y) * grains + i % N / grain] ? 1 : 1 / contrast;
    }
}

/* Half the integral of kappa |grad u|^2 over a unit box with u = 0 at its faces. */
static double energy_of(const double *kappa, const double *u) {
    const int stride[3] = {N * N, N, 1};
    double sum = 0;
    for (int i = 0; i < CELLS; i++) {
        for (int a = 0; a < 3; a++) {
            const int at = i / stride[a] % N;
            const int j = i + stride[a];
            sum += at == 0 ? 2 * kappa[i] * u[i] * u[i] : 0;
            sum += at == N - 1 ? 2 * kappa[i] * u[i] * u[i]
                               : 2 * kappa[i] * kappa[j] / (kappa[i] + kappa[j]) * (u[j] - u[i]) *
                                     (u[j] - u[i]);
        }
    }
    return sum / 2 / N; /* N^2 for the gradients, 1 / N^3 a cell */
}

static double square_of(const double *u) {
    double sum = 0;
    for (int i = 0; i < CELLS; i++) {
        sum += u[i] * u[i] / CELLS;
    }
    return sum;
}

/* Returns the largest growth of the mean square in a step, as a factor. */
static double expect_decay(ct_adi_plan *plan, const double *kappa, double dt) {
    const double *u = ct_adi_state(plan);
    double energy = energy_of(kappa, u);
    double square = square_of(u);
    double largest = 0;
    for (int step = 0; step < STEPS; step++) {
        EXPECT_INT(ct_adi_step(plan, dt), CT_OK);
        const double energy_after = energy_of(kappa, u);
        const double square_after = square_of(u);
        EXPECT(energy_after < energy);
        EXPECT(square_after <= square * (1 + 1e-6));
        largest = fmax(largest, square_after / square);
        energy = energy_after;
        square = square_after;
    }
    return largest;
}

static double expect_field(unsigned seed) {
    const ptrdiff_t extent[CT_ADI_AXES] = {N, N, N};
    ct_adi_problem problem = ct_adi_box_problem(3, extent);
    double kappa[CELLS];
    double start[CELLS];
    const double contrast = pow(10, 6 * next_number(&seed));
    const double limit = 1 / (6.0 * N * N);
    const double dt = limit * pow(10, 3 * next_number(&seed));
    const ct_adi_quantity state = {.kind = CT_ADI_FIELD, .field = start};
    const ct_adi_quantity field = {.kind = CT_ADI_FIELD, .field = kappa};
    ct_adi_plan *plan = NULL;
    for (int a = 0; a < CT_ADI_AXES; a++) {
        problem.face[a][0].kind = problem.face[a][1].kind = CT_ADI_DIRICHLET;
    }
    make_kappa(&seed, 1 + (int)(3 * next_number(&seed)), contrast, kappa);
    for (int i = 0; i < CELLS; i++) {
        start[i] = next_number(&seed) - 0.3;
    }
    EXPECT_INT(ct_adi_plan_create(MPI_COMM_WORLD, &problem, NULL, &plan), CT_OK);
    EXPECT_INT(ct_adi_scheme_used(plan), CT_ADI_DOUGLAS_GUNN);
    EXPECT_INT(ct_adi_set_diffusivity(plan, &field), CT_OK);
    EXPECT_INT(ct_adi_scheme_used(plan), CT_ADI_CRANK_NICOLSON_CG);
    EXPECT_INT(ct_adi_set_state(plan, &state), CT_OK);
    const double growth = expect_decay(plan, kappa, dt);
    EXPECT_INT(ct_adi_set_state(plan, &state), CT_OK);
    (void)expect_decay(plan, kappa, 1000 * limit);
    ct_adi_plan_destroy(&plan);
    return growth;
}

int main(int argc, char **argv) {
    const long fields = argc > 1 ? strtol(argv[1], NULL, 10) : 6;
    double largest = 0;
    MPI_Init(&argc, &argv);
    for (unsigned seed = 1; seed <= (unsigned)fields; seed++) {
        largest = fmax(largest, expect_field(seed * 2654435761u));
    }
    (void)printf("%ld fields: a step multiplies the mean square by at most %.9f\n", fields,
                 largest);
    MPI_Finalize();
    return expect_status();
}
