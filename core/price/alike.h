/* Ranks that do the same. Local. */
#ifndef CT_PRICE_ALIKE_H
#define CT_PRICE_ALIKE_H

#include <cornerturn/algorithm.h>

/* Whether two ranks do the same at other places: then their rounds are the same, and finding them,
 * which looks at each destination, is done once. */
int ct_moves_alike(const ct_schedule *a, const ct_schedule *b);

/* Whether every rank does what rank 0 does, by the row's word, the same messages being inside a
 * node; and to whom it then sends what rank 0 sends to `peer`, which may be CT_NOBODY. */
int ct_ranks_alike(const ct_algorithm *row, const ct_topology *topology);
int ct_peer_alike(const ct_algorithm *row, const ct_topology *topology, int peer, int rank);

#endif
