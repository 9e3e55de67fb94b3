/* Plans that do the same in passes of their own, together, and together past the cache. */
#ifndef CT_TESTS_ADI_ALIKE_H
#define CT_TESTS_ADI_ALIKE_H

#include "../adi_problem.h"
#include "expect.h"
#include "fft/numbers.h"

#include <string.h>

/* Makes a plan for a test case, and advances it. */
typedef void made_advance(const void *test_case, made_plan *made, int is_together, int streams);

/* The states are the same to rounding, times the condition of systems of up to 1024 cells (250, and
 * three axes); and to the last bit however they are written. */
static inline void expect_alike(made_advance *advance, const void *test_case) {
    made_plan apart;
    made_plan together;
    made_plan streamed;
    advance(test_case, &apart, 0, 0);
    advance(test_case, &together, 1, 0);
    advance(test_case, &streamed, 1, 1);
    const ct_precision precision = together.problem.precision;
    const void *state = ct_adi_state(together.plan);
    const ct_box box = ct_adi_state_box(together.plan);
    const ptrdiff_t count = ct_box_elements(&box);
    const double limit = 900 * (precision == CT_FLOAT ? 0x1p-24 : 0x1p-53);
    double worst = 0;
    for (ptrdiff_t i = 0; i < count; i++) {
        const double wanted = ct_real_at(ct_adi_state(apart.plan), i, precision);
        worst = fmax(worst, fabs(ct_real_at(state, i, precision) - wanted) / (1 + fabs(wanted)));
    }
    EXPECT(worst < limit);
    EXPECT(memcmp(state, ct_adi_state(streamed.plan), (size_t)(count * ct_real_bytes(precision))) ==
           0);
    made_destroy(&apart);
    made_destroy(&together);
    made_destroy(&streamed);
}

#endif
