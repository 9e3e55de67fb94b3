/* The copy of a rank's block to itself, which is in no schedule. */
#ifndef CT_EXCHANGE_RUN_OWN_H
#define CT_EXCHANGE_RUN_OWN_H

#include <cornerturn/exchange.h>

/* Whether this rank's own block is in place (MPI_IN_PLACE), as only movements other than the
 * exchange allow. Local. */
int ct_own_block_is_in_place(const ct_exchange_plan *plan, const void *send, const void *receive);

/* Copies it unless it is in place. Local. */
void ct_own_block_copy(const ct_exchange_plan *plan, const void *send, void *receive);

#endif
