/* The state of one lowering pass. Local. */
#ifndef CT_EXCHANGE_LOWER_LOWERING_H
#define CT_EXCHANGE_LOWER_LOWERING_H

#include "exchange/lower/lowered.h"
#include "exchange/lower/sizes.h"
#include "exchange/lower/transit.h"

typedef struct ct_lowering {
    const ct_schedule *schedule;
    const ct_lowering_problem *problem;
    ct_lowered *lowered;
    ct_transit transit;
    ct_sizes sizes;
    int *turns[2]; /* by peer: messages sent to it, and received, so far */
    int *arrival;  /* of a broadcast or an all-gather: the step that brought each token, or
                      CT_NOBODY; NULL: blocks move */
} ct_lowering;

/* The channel that serves a peer, or CT_NOBODY. */
static inline int ct_lowering_channel(const ct_lowering *l, int peer) {
    return l->problem->channels != NULL ? l->problem->channels[peer] : CT_NOBODY;
}

/* Whether what goes from one rank to another is narrow, and how many bytes it takes in messages. */
static inline int ct_lowering_is_narrow(const ct_lowering *l, int origin, int destination) {
    return ct_elements_are_narrow(l->problem->elements, l->problem->leader, origin, destination);
}
static inline ptrdiff_t ct_lowering_bytes(const ct_lowering *l, int origin, int destination,
                                          ptrdiff_t elements) {
    return ct_elements_message_bytes(l->problem->elements,
                                     ct_lowering_is_narrow(l, origin, destination), elements);
}

#endif
