/* What rounding doubles to floats has saved and lost, over several plans. */
#ifndef CT_EXCHANGE_LOSSES_H
#define CT_EXCHANGE_LOSSES_H

#include <cornerturn/exchange.h>

/* Adds this rank's part in the executions of a plan; NULL: nothing. Local. */
void ct_exchange_losses_add(const ct_exchange_plan *plan, ct_exchange_losses *losses);

/* Adds up what all ranks have. Collective. */
ct_status ct_exchange_losses_sum(MPI_Comm comm, ct_exchange_losses *losses);

#endif
