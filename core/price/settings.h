/* Parameters that a user fixed for all algorithms. Local, pure and free of MPI. */
#ifndef CT_PRICE_SETTINGS_H
#define CT_PRICE_SETTINGS_H

#include <cornerturn/candidates.h>

/* Applies the settings to the parameters of a row. An error names what the row does not support. */
ct_status ct_settings_apply(const ct_setting *settings, int count, const ct_algorithm *row,
                            const ct_topology *topology, ct_parameters *parameters);

/* Fails if no row that delivers `kind` has one of the parameters. CT_ERROR_CONFIG. */
ct_status ct_settings_check(const ct_setting *settings, int count, ct_pattern_kind kind);

#endif
