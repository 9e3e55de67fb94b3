/* Vectors for a start-up and the time of a block. */
#ifndef CT_ALGORITHMS_EXCHANGE_BASIS_SEARCH_H
#define CT_ALGORITHMS_EXCHANGE_BASIS_SEARCH_H

#include <cornerturn/algorithm.h>

/* Finds vectors of lag 2 with which blocks of so many bytes are at their destinations first, by a
 * search of bounded work. False where it is not worth while or found none. */
int ct_basis_search(const ct_topology *topology, const ct_machine *machine, double block_bytes,
                    ct_value *vectors);

#endif
