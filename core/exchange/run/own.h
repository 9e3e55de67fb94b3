/* A rank's block to itself, which no algorithm moves. */
#ifndef CT_EXCHANGE_RUN_OWN_H
#define CT_EXCHANGE_RUN_OWN_H

#include <cornerturn/exchange.h>

/* Whether this rank's own block lies where it is wanted already, as it may in movements that are no
 * complete exchange (MPI_IN_PLACE). Local. */
int ct_own_block_is_in_place(const ct_exchange_plan *plan, const void *send, const void *receive);

/* Copies it there if it does not. Local. */
void ct_own_block_copy(const ct_exchange_plan *plan, const void *send, void *receive);

#endif
