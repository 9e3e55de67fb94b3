/* Parameters of any algorithm by its row. */
#ifndef CT_ALGORITHMS_PARAMETERS_H
#define CT_ALGORITHMS_PARAMETERS_H

#include <cornerturn/algorithm.h>
#include <stddef.h>

/* Whether a parameter may have this value. */
int ct_parameter_accepts(const ct_parameter *parameter, const ct_topology *topology,
                         const ct_value *value);

/* Writes a value as text, cut to `capacity`; returns the characters of the whole, as snprintf
 * does. */
size_t ct_parameter_format(const ct_parameter *parameter, const ct_value *value, char *text,
                           size_t capacity);

#endif
