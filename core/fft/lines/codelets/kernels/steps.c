#include "fft/lines/codelets/kernels/steps.h"

#include "fft/lines/codelets/kernels/lengths.h"
#include "fft/shape/shape.h"

/* A length in two steps. */
typedef struct two_steps {
    ptrdiff_t points, first;
} two_steps;

#define TWO_STEPS(POINTS, FIRST) {POINTS, FIRST},
#define ONE_STEP(POINTS) {POINTS, POINTS},

/* Of points that are none of `lengths` 0. */
static ptrdiff_t first_in(const two_steps *lengths, ptrdiff_t points) {
    while (lengths->points > 0 && lengths->points != points) {
        lengths++;
    }
    return lengths->first;
}

int ct_codelet_is_step(ptrdiff_t points) {
    static const two_steps steps[] = {CT_CODELET_STEPS(ONE_STEP){0, 0}};
    return first_in(steps, points) > 0;
}

/* Of points without a kernel of their own the two steps are nearly the same, the first one more
 * often larger: so they take least. */
ptrdiff_t ct_codelet_first(ptrdiff_t points) {
    static const two_steps columns[] = {CT_CODELET_COLUMNS(TWO_STEPS){0, 0}};
    ptrdiff_t found = ct_codelet_is_step(points) ? 1 : first_in(columns, points);
    for (ptrdiff_t first = 2;
         first <= CT_CODELET_STEP_MOST && points <= CT_CODELET_MOST && found == 0; first++) {
        const int suits = first * first >= points && points % first == 0 &&
                          ct_codelet_is_step(first) && ct_codelet_is_step(points / first);
        found = suits ? first : 0;
    }
    return found > 0 ? found : 1;
}

/* The first prime that is no step. More points, padded, are more than a buffer holds. */
enum { PRIMES_LEAST = 17, PADDED_MOST = CT_CODELET_MOST / 2 };

/* So many points as two steps that are nearly the same. */
static ct_codelet_convolution_size in_steps(ptrdiff_t size) {
    ct_codelet_convolution_size found = {0};
    for (ptrdiff_t first = 2; first * first <= size; first++) {
        if (size % first == 0 && ct_codelet_is_step(first) && ct_codelet_is_step(size / first)) {
            found = (ct_codelet_convolution_size){size / first, first, 0};
        }
    }
    return found;
}

ct_codelet_convolution_size ct_codelet_convolved(ptrdiff_t points) {
    ct_codelet_convolution_size found = {0};
    if (points < PRIMES_LEAST) {
        return found;
    }
    if (ct_fft_is_prime(points) && points <= CT_CODELET_MOST) {
        found = in_steps(points - 1);
    }
    for (ptrdiff_t size = 2 * points - 1; points <= PADDED_MOST && found.first == 0; size++) {
        found = in_steps(size);
        found.is_padded = 1;
    }
    return found;
}

int ct_codelet_is_summed(ptrdiff_t points) {
    enum { UNPADDED_MOST = 59 };
    const ptrdiff_t most =
        ct_codelet_convolved(points).is_padded ? CT_CODELET_SUMMED_MOST : UNPADDED_MOST;
    return points >= PRIMES_LEAST && points <= most && ct_fft_is_prime(points);
}

ptrdiff_t ct_codelet_outer_first(ptrdiff_t points) {
    ptrdiff_t found = ct_codelet_first(points);
    for (ptrdiff_t first = CT_CODELET_STEP_MOST;
         first > 1 && points <= CT_CODELET_MOST && found == 1; first--) {
        const ptrdiff_t rest = points / first;
        const int suits = points % first == 0 && rest > 1 && ct_codelet_is_step(first) &&
                          (ct_codelet_outer_first(rest) > 1 || ct_codelet_is_summed(rest) ||
                           ct_codelet_convolved(rest).first > 0);
        found = suits ? first : 1;
    }
    return found;
}
