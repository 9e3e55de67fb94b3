/* The values of options, checked. */
#ifndef CT_APPS_EXCHANGE_REQUEST_VALUES_H
#define CT_APPS_EXCHANGE_REQUEST_VALUES_H

#include "apps/exchange/request/request.h"

#include <cornerturn/machine.h>

/* The values of options that were given (or have a default), checked. */
ct_status exchange_topology(const exchange_request *request, ct_topology *topology);
ct_status exchange_machine(const exchange_request *request, ct_machine *machine);
ct_status exchange_bytes(const exchange_request *request, exchange_option option, double *bytes);
ct_status exchange_pattern(const exchange_request *request, ct_pattern_kind *kind);

/* The index among NULL-ended `choices` of an option's value. */
ct_status exchange_choice(const exchange_request *request, exchange_option option,
                          const char *const *choices, int fallback, int *choice);

/* Checks that the text of a parameter is a rank below `size`. */
ct_status exchange_rank(const char *name, const char *text, int size);

ct_status exchange_number(const exchange_request *request, exchange_option option, int least,
                          int most, int *number);

/* The algorithm with the parameters given, the others having their defaults on the topology. */
ct_status exchange_algorithm(const exchange_request *request, const ct_topology *topology,
                             const ct_algorithm **algorithm, ct_parameters *parameters);

/* Checks that this machine can hold the schedules of all ranks. CT_ERROR_UNSUPPORTED for too many
 * ranks, CT_ERROR_MEMORY with the memory needed. */
ct_status exchange_affordable(const ct_algorithm *algorithm, const ct_topology *topology,
                              const ct_parameters *parameters);

/* The algorithm with its parameters as a user writes them. */
void exchange_describe(const ct_algorithm *algorithm, const ct_parameters *parameters,
                       char text[EXCHANGE_TEXT]);

#endif
