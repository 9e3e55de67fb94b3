/* Numbers that look random and are the same on every rank and machine: a state, begun with any
 * seed. Local, pure. */
#ifndef CT_BASE_RANDOM_H
#define CT_BASE_RANDOM_H

#include <stdint.h>

/* The next number from 0 to below - 1, by MMIX's generator, whose low bits are left out. */
static inline uint64_t ct_random_below(uint64_t *state, uint64_t below) {
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (*state >> 33) % below;
}

/* The numbers from 0 to count - 1 in any order. */
static inline void ct_random_order(int *order, int count, uint64_t *state) {
    for (int i = 0; i < count; i++) {
        const int place = (int)ct_random_below(state, (uint64_t)i + 1);
        order[i] = i;
        order[i] = order[place];
        order[place] = i;
    }
}

#endif
