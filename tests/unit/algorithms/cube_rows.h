/* What tests of the data movements on a hypercube share. */
#ifndef CT_TESTS_CUBE_ROWS_H
#define CT_TESTS_CUBE_ROWS_H

#include "rows.h"

/* The report of "name --parameter VALUE"; the caller clears it. */
static inline ct_check_report checked_on(int dimension, const char *row) {
    ct_topology topology = topology_of("hypercube", dimension, 0);
    const ct_algorithm *algorithm = NULL;
    ct_parameters parameters = parameters_of(row, &topology, &algorithm);
    return checked(algorithm, &topology, &parameters);
}

static inline ct_ensemble *generated(int dimension, const char *row) {
    ct_topology topology = topology_of("hypercube", dimension, 0);
    const ct_algorithm *algorithm = NULL;
    ct_ensemble *ensemble = NULL;
    ct_parameters parameters = parameters_of(row, &topology, &algorithm);
    EXPECT_INT(ct_ensemble_generate(algorithm, &topology, &parameters, &ensemble), CT_OK);
    return ensemble;
}

#endif
