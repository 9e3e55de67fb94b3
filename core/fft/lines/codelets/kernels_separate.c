/* Between complex planes and the coefficients of real ones (plane.h), two rows that mirror each
 * other at once. */
#include "fft/lines/codelets/kernels.h" /* elsewhere not empty, which ISO C forbids */

#include <complex.h>

#if defined(__x86_64__)
#include "fft/lines/codelets/registers_avx512.h"
#include "kernels/cache.h"

INLINE four conjugate(four v) {
    return v * (four){1, -1, 1, -1, 1, -1, 1, -1};
}

INLINE four turned_round(four v) {
    return SHUFFLE(v, v, 6, 7, 4, 5, 2, 3, 0, 1);
}

/* All but the numbers 0 and H of rows that have them, which are real along the last axis. */
INLINE void pairs(const ct_codelet_separation *rows, double factor, int fetches) {
    for (ptrdiff_t k = 0; k < rows->half; k += CT_CODELET_LANES) {
        const ptrdiff_t high = 2 * (rows->half - k - CT_CODELET_LANES + 1);
        const double *by = rows->factors + 4 * k;
        if (fetches) {
            ct_fetch_line((const char *)(rows->ahead[0] + 2 * k));
            ct_fetch_line((const char *)(rows->ahead[1] + 2 * k));
        }
        const four one = read(rows->from[0] + 2 * k);
        const four other = conjugate(turned_round(read(rows->from[1] + high)));
        const four sum = (one + other) * factor;
        const four apart = one - other;
        const four turned = apart * read(by) + swapped(apart) * read(by + REALS);
        write(sum + turned, rows->into[0] + 2 * k, 0);
        write(turned_round(conjugate(sum - turned)), rows->into[1] + high, 0);
    }
}

TARGET void ct_codelet_separate(const ct_codelet_separation *rows) {
    const double one[2] = {rows->from[0][0], rows->from[0][1]};
    const double other[2] = {rows->from[1][0], rows->from[1][1]};
    const double even[2] = {(one[0] + other[0]) / 2, (one[1] - other[1]) / 2};
    const double odd[2] = {(one[1] + other[1]) / 2, (other[0] - one[0]) / 2};
    pairs(rows, 0.5, 0);
    for (int i = 0; i < 2; i++) {
        double *last = rows->into[i] + 2 * rows->half;
        const double sign = i == 0 ? 1 : -1;
        rows->into[i][0] = even[0] + odd[0];
        rows->into[i][1] = sign * (even[1] + odd[1]);
        last[0] = even[0] - odd[0];
        last[1] = sign * (even[1] - odd[1]);
    }
}

TARGET void ct_codelet_combine(const ct_codelet_separation *rows) {
    const double *one = rows->from[0];
    const double *other = rows->from[1];
    const double *one_last = one + 2 * rows->half;
    const double *other_last = other + 2 * rows->half;
    const double first[2] = {(one[0] + other[0]) / 2, (one[1] - other[1]) / 2};
    const double last[2] = {(one_last[0] + other_last[0]) / 2, (one_last[1] - other_last[1]) / 2};
    const double sum[2] = {first[0] + last[0], first[1] + last[1]};
    const double apart[2] = {first[0] - last[0], first[1] - last[1]};
    pairs(rows, 1, 1);
    rows->into[0][0] = sum[0] - apart[1];
    rows->into[0][1] = sum[1] + apart[0];
    rows->into[1][0] = sum[0] + apart[1];
    rows->into[1][1] = apart[0] - sum[1];
}

#else

void ct_codelet_separate(const ct_codelet_separation *rows) {
    (void)rows;
}

void ct_codelet_combine(const ct_codelet_separation *rows) {
    (void)rows;
}

#endif
