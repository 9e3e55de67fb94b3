/* A choice made ready to run: lowered, or as arguments of the MPI library. */
#ifndef CT_EXCHANGE_RUN_PREPARED_H
#define CT_EXCHANGE_RUN_PREPARED_H

#include "exchange/choice.h"
#include "exchange/lower/lowered.h"
#include "exchange/run/library.h"

typedef struct ct_prepared {
    ct_choice choice;
    ct_lowered lowered; /* of a row, or */
    ct_library library; /* of the library */
} ct_prepared;

/* Makes a choice ready. Collective; all ranks agree on the outcome. */
ct_status ct_prepared_create(const ct_exchange_plan *plan, const ct_choice *choice,
                             ct_prepared *prepared);
void ct_prepared_destroy(ct_prepared *prepared);

/* Agrees whether some rank lacks an array (`refused`), where the messages of the exchange do not
 * tell all ranks: then CT_ERROR_ARGUMENT, and no rank goes on. Collective. */
ct_status ct_prepared_agree(const ct_exchange_plan *plan, const ct_prepared *prepared, int refused);

/* Starts the plan's execution by a choice that is a row. `refused`: this rank lacks an array. */
ct_status ct_prepared_start(ct_exchange_plan *plan, const ct_prepared *prepared, const void *send,
                            void *receive, int refused);

/* Runs arrays as the plan's layouts have them, staged if they are. Collective. */
ct_status ct_prepared_execute(ct_exchange_plan *plan, const ct_prepared *prepared, const void *send,
                              void *receive);

#endif
