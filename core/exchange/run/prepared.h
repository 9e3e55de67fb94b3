/* A choice prepared for execution: lowered, or as arguments of the MPI library. */
#ifndef CT_EXCHANGE_RUN_PREPARED_H
#define CT_EXCHANGE_RUN_PREPARED_H

#include "exchange/choice.h"
#include "exchange/library/library.h"
#include "exchange/lower/lowered.h"

typedef struct ct_prepared {
    ct_choice choice;
    ct_lowered lowered; /* of a row, or */
    ct_library library; /* of the library */
} ct_prepared;

/* Prepares a choice. Collective; all ranks fail together. */
ct_status ct_prepared_create(const ct_exchange_plan *plan, const ct_choice *choice,
                             ct_prepared *prepared);
void ct_prepared_destroy(ct_prepared *prepared);

/* Agrees by a reduction whether some rank lacks an array (`refused`), where the exchange's messages
 * cannot tell all ranks, or, where that is enough (partners_hear), those it exchanges with: then
 * CT_ERROR_ARGUMENT on all. Collective. */
ct_status ct_prepared_agree(const ct_exchange_plan *plan, const ct_prepared *prepared, int refused);

/* Starts the plan's execution by a choice that is a row. `refused`: this rank lacks an array. */
ct_status ct_prepared_start(ct_exchange_plan *plan, const ct_prepared *prepared, const void *send,
                            void *receive, int refused);

/* The same, to its end. */
ct_status ct_prepared_run(ct_exchange_plan *plan, const ct_prepared *prepared, const void *send,
                          void *receive, int refused);

/* Executes on arrays of the plan's layouts, with staging if in place. Collective. */
ct_status ct_prepared_execute(ct_exchange_plan *plan, const ct_prepared *prepared, const void *send,
                              void *receive);

#endif
