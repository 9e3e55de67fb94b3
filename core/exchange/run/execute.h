/* Executing a plan by a choice other than its own. */
#ifndef CT_EXCHANGE_RUN_EXECUTE_H
#define CT_EXCHANGE_RUN_EXECUTE_H

#include "exchange/run/prepared.h"

/* Whether these cannot be an execution's arrays: one is missing, or they are one and should be two,
 * or the other way round. Local. */
int ct_exchange_refuses(const ct_exchange_plan *plan, const void *send, const void *receive);

/* As ct_exchange_execute, by a choice that was prepared for the plan. Collective. */
ct_status ct_exchange_execute_by(ct_exchange_plan *plan, const ct_prepared *prepared,
                                 const void *send, void *receive);

/* Takes part without arrays in the others' execution by the same choice, so that all ranks learn
 * that this one declines: CT_ERROR_ARGUMENT. Collective. */
ct_status ct_exchange_decline_by(ct_exchange_plan *plan, const ct_prepared *prepared);

#endif
