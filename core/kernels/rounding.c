#include "kernels/rounding.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Numbers that go side by side through vector instructions. */
enum { LANES = 8 };

typedef double any_double __attribute__((aligned(1), may_alias));
typedef float any_float __attribute__((aligned(1), may_alias));

/* What each lane has seen; counts are numbers too, so that they stay in the same registers. */
typedef struct lanes {
    double worst[LANES], overflows[LANES], underflows[LANES];
} lanes;

/* Comparisons with NaN are false, so a NaN loses nothing; neither does 0, whose error is 0 / 0. */
static inline void round_number(const any_double *from, any_float *into, lanes *l, int lane) {
    const double x = from[lane];
    const double rounded = (double)(float)x;
    const double size = fabs(x);
    const double over = size <= DBL_MAX && fabs(rounded) > (double)FLT_MAX ? 1.0 : 0.0;
    const double under = size < (double)FLT_MIN && rounded != x ? 1.0 : 0.0;
    const double error = over + under > 0 ? 0.0 : fabs(rounded - x) / size;
    into[lane] = (float)x;
    l->worst[lane] = error > l->worst[lane] ? error : l->worst[lane];
    l->overflows[lane] += over;
    l->underflows[lane] += under;
}

void ct_round(ptrdiff_t count, const void *from, void *into, ct_rounding *rounding) {
    const any_double *x = from;
    any_float *y = into;
    lanes l;
    memset(&l, 0, sizeof l);
    ptrdiff_t i = 0;
    for (; i + LANES <= count; i += LANES) {
        for (int lane = 0; lane < LANES; lane++) {
            round_number(x + i, y + i, &l, lane);
        }
    }
    for (; i < count; i++) {
        round_number(x + i, y + i, &l, 0);
    }
    for (int lane = 0; lane < LANES; lane++) {
        rounding->worst = l.worst[lane] > rounding->worst ? l.worst[lane] : rounding->worst;
        rounding->overflows += l.overflows[lane];
        rounding->underflows += l.underflows[lane];
    }
}
