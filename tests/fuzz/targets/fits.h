/* Whether the algorithm that a text begins with runs on a topology. A refusal looks for the nearest
 * sizes that it can do, which takes long; the unit tests of parameters have that. */
#ifndef CT_TESTS_FUZZ_FITS_H
#define CT_TESTS_FUZZ_FITS_H

#include <cornerturn/algorithm.h>

#include <string.h>

static inline int fuzz_fits(const char *text, const ct_topology *topology) {
    char name[32] = "";
    const size_t length = strcspn(text += strspn(text, " \t"), " \t");
    if (length < sizeof name) {
        memcpy(name, text, length);
    }
    const ct_algorithm *row = ct_algorithm_find(name);
    return row == NULL ||
           ((row->topologies == 0 || (row->topologies & 1u << topology->kind) != 0) &&
            (row->fits == NULL || row->fits(topology)));
}

#endif
