/* Schedules to write out, and what was written. */
#ifndef CT_TESTS_WRITTEN_H
#define CT_TESTS_WRITTEN_H

#include "expect.h"

#include <cornerturn/algorithm.h>
#include <cornerturn/ensemble.h>

static char text[1 << 22]; /* what was written last */

static inline FILE *begin(void) {
    FILE *file = tmpfile();
    EXPECT(file != NULL);
    return file;
}

static inline void end(FILE *file) {
    rewind(file);
    size_t length = fread(text, 1, sizeof text - 1, file);
    text[length] = '\0';
    EXPECT(length < sizeof text - 1);
    EXPECT_INT(fclose(file), 0);
}

static inline ct_ensemble *generated(const char *what, const char *where, ct_topology *topology,
                                     ct_pattern *pattern) {
    const ct_algorithm *algorithm = NULL;
    ct_parameters parameters;
    ct_ensemble *ensemble = NULL;
    EXPECT_INT(ct_topology_parse(where, topology), CT_OK);
    EXPECT_INT(ct_algorithm_parse(what, topology, &algorithm, &parameters), CT_OK);
    EXPECT_INT(ct_ensemble_generate(algorithm, topology, &parameters, &ensemble), CT_OK);
    *pattern = ct_algorithm_pattern(algorithm, topology, &parameters);
    return ensemble;
}

#endif
