/* Suggestions of sizes on which an algorithm runs. */
#ifndef CT_ALGORITHMS_NEAREST_H
#define CT_ALGORITHMS_NEAREST_H

#include <cornerturn/algorithm.h>

/* Raises CT_ERROR_UNSUPPORTED with the sizes nearest to `topology` that the algorithm can do. */
ct_status ct_nearest_raise(const ct_algorithm *algorithm, const ct_topology *topology);

#endif
