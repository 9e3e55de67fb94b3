/* Data for what is timed. Never zeros: some processors write lines of zeros past the cache up to
 * twice as fast as others, which shows times that no user sees. */
#ifndef CT_BENCH_NUMBERS_H
#define CT_BENCH_NUMBERS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Random words that are finite numbers of either sign whichever way they are read: as floats of
 * magnitude 0.5 to 1, as doubles of 2^-15 to 2^-7. */
static inline void numbers_fill(void *array, ptrdiff_t bytes) {
    char *at = array;
    uint32_t state = 1;
    for (ptrdiff_t i = 0; i < bytes; i += (ptrdiff_t)sizeof state) {
        const ptrdiff_t left = bytes - i;
        state = state * 1664525U + 1013904223U;
        const uint32_t word = 0x3F000000U | (state >> 9) | (state & 0x80000000U);
        memcpy(at + i, &word, left < (ptrdiff_t)sizeof word ? (size_t)left : sizeof word);
    }
}

#endif
