/* Parameters that a user holds to a value, whatever the algorithm. Local, pure and free of MPI. */
#ifndef CT_PRICE_SETTINGS_H
#define CT_PRICE_SETTINGS_H

#include <cornerturn/candidates.h>

/* Gives the parameters of a row that are set their values. The message of a failure says what the
 * row does not support. */
ct_status ct_settings_apply(const ct_setting *settings, int count, const ct_algorithm *row,
                            const ct_topology *topology, ct_parameters *parameters);

/* Fails where no row that delivers `kind` has one of the parameters: it would be of no effect.
 * CT_ERROR_CONFIG. */
ct_status ct_settings_check(const ct_setting *settings, int count, ct_pattern_kind kind);

#endif
