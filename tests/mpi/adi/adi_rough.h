/* Plans in a state as rough as can be. */
#ifndef CT_TESTS_ADI_ROUGH_H
#define CT_TESTS_ADI_ROUGH_H

#include "adi_problem.h"
#include "expect.h"

/* As good as no two neighbours alike; `context` is the number of axes, an int. */
static inline void noise(void *context, double t, ptrdiff_t count, const double *const position[],
                         double *values) {
    const int *axes = context;
    for (ptrdiff_t i = 0; i < count; i++) {
        double all = t;
        for (int a = 0; a < *axes; a++) {
            all += (a + 1.3) * 1000.1 * position[a][i];
        }
        values[i] = fabs(sin(all * all)) + 0.1;
    }
}

/* The caller destroys it. Collective over MPI_COMM_WORLD. */
static inline ct_adi_plan *create(const ct_adi_problem *problem, ct_adi_scheme scheme,
                                  const ct_adi_quantity *start) {
    const ct_adi_options options = {.scheme = scheme};
    ct_adi_plan *plan = NULL;
    EXPECT_INT(ct_adi_plan_create(MPI_COMM_WORLD, problem, &options, &plan), CT_OK);
    EXPECT_INT(ct_adi_set_state(plan, start), CT_OK);
    return plan;
}

#endif
