#include <cornerturn/fft_problem.h>

#include <stddef.h>

/* The least product of `odd` and a power of 2 that is at least n. */
static ptrdiff_t doubled(ptrdiff_t odd, ptrdiff_t n) {
    while (odd < n) {
        odd *= 2;
    }
    return odd;
}

ptrdiff_t ct_fft_good_length(ptrdiff_t n) {
    static const ptrdiff_t once[] = {1, 11, 13};
    if (n > (ptrdiff_t)1 << 59) {
        return n;
    }
    ptrdiff_t best = doubled(1, n); /* less than 2 n, as every product below */
    for (size_t i = 0; i < sizeof once / sizeof *once; i++) {
        for (ptrdiff_t sevens = once[i]; sevens < best; sevens *= 7) {
            for (ptrdiff_t fives = sevens; fives < best; fives *= 5) {
                for (ptrdiff_t odd = fives; odd < best; odd *= 3) {
                    const ptrdiff_t length = doubled(odd, n);
                    best = length < best ? length : best;
                }
            }
        }
    }
    return best;
}
