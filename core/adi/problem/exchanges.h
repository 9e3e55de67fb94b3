/* The user's options for the exchanges of a plan. */
#ifndef CT_ADI_EXCHANGES_H
#define CT_ADI_EXCHANGES_H

#include <cornerturn/exchange.h>

/* A copy of the user's options, strings and network included. in_place and private_arrays are 0,
 * since the arrays are the plan's. */
typedef struct ct_adi_exchanges {
    ct_exchange_options options; /* pointing into: */
    char *algorithm, *tuning_file;
    ct_topology network;
} ct_adi_exchanges;

/* Local. CT_ERROR_MEMORY. */
ct_status ct_adi_exchanges_create(const ct_exchange_options *given, ct_adi_exchanges *own);
void ct_adi_exchanges_destroy(ct_adi_exchanges *own);

/* Checks the options among all ranks of `comm`. Collective. CT_ERROR_ARGUMENT, CT_ERROR_CONFIG,
 * CT_ERROR_UNSUPPORTED as of ct_exchange_plan_create. */
ct_status ct_adi_exchanges_check(MPI_Comm comm, const ct_exchange_options *options);

/* The options for exchanges among the ranks of `comm`. Unless these are all ranks of the plan
 * (is_all), without the network and without an algorithm that does not run on so many: "auto" then
 * chooses. They point into `own`. Collective over `comm`. CT_ERROR_MEMORY, CT_ERROR_MPI. */
ct_status ct_adi_exchanges_among(const ct_adi_exchanges *own, int is_all, MPI_Comm comm,
                                 ct_exchange_options *options);

#endif
