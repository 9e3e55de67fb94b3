/* The steps of the total exchange algorithms, which their generator (tea.c) and their closed form
 * (tea_steps.c) go through alike. */
#ifndef CT_ALGORITHMS_MOVEMENTS_TOTAL_EXCHANGE_TEA_H
#define CT_ALGORITHMS_MOVEMENTS_TOTAL_EXCHANGE_TEA_H

#include "algorithms/movements/total_exchange/tokens.h"

/* --steps: both directions of a link at once, or in turns, or in turns with as much as there is. */
enum { CT_TEA_FULL, CT_TEA_HALF, CT_TEA_GROUPED };

/* What happens in a step: tokens at these distances from their receivers go from ranks with an even
 * number of bits set, from the others, or from both. */
typedef struct ct_tea_stage {
    int nearest, farthest;
    int from_even, from_odd;
} ct_tea_stage;

ct_tea_stage ct_tea_stage_of(int steps, int step);
int ct_tea_step_count(int dimension, int steps);

/* The closed form. */
double ct_tea_s(const ct_topology *topology, int steps, ct_token_copies copies,
                const ct_machine *machine, double vector_bytes);

#endif
