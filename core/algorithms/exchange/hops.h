/* Distances written in base r and gone digit by digit, lowest first: Bruck's steps, on a ring of
 * any number of places, which may be the ranks or the places of a node. */
#ifndef CT_ALGORITHMS_EXCHANGE_HOPS_H
#define CT_ALGORITHMS_EXCHANGE_HOPS_H

#include <cornerturn/algorithm.h>

#include <stdint.h>

/* The step for value shift / weight of the digit of weight `weight`; all while shift < places. */
typedef struct ct_hop {
    int number; /* of the step, from 1 */
    int64_t weight, shift;
} ct_hop;

static inline ct_hop ct_hop_first(void) {
    return (ct_hop){1, 1, 1};
}

/* Multiples of the weight up to the next weight, which starts the next digit. */
void ct_hop_next(ct_hop *hop, int radix);

int ct_hop_starts_digit(ct_hop hop);

/* How many there are. */
int ct_hop_count(int places, int radix);

/* Distances below `places` with the hop's digit come in `whole` groups of `weight` consecutive
 * ones, weight * radix apart, and perhaps `rest` of a group behind them. */
typedef struct ct_hop_extent {
    int whole, rest;
} ct_hop_extent;

ct_hop_extent ct_hop_extent_of(int places, int radix, ct_hop hop);

/* Time of all hops, each with a message of `distance_bytes` for every distance that takes it, in
 * O(log places). */
double ct_hops_s(const ct_topology *topology, const ct_machine *machine, int places, int radix,
                 double distance_bytes);

#endif
