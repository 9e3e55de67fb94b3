/*
 * Contention: what messages that share links cost each other, by counting.
 *
 * Local, pure and free of MPI.
 */
#ifndef CT_EXCHANGE_CONTENTION_H
#define CT_EXCHANGE_CONTENTION_H

#include <cornerturn/algorithm.h>

/* How many times as long the bytes of an algorithm's messages take because messages of a step share
 * links, links being as fast as ranks' ports: at least 1, and 1 on topologies without links. All
 * messages are counted, by the pricer, up to CT_CONTENTION_MOVES moves of all ranks (some tens of
 * milliseconds); beyond, the links are taken to be evenly loaded, as they are by rank 0's messages.
 * 1 when there is no memory to count. */
enum { CT_CONTENTION_MOVES = 1 << 17 };
double ct_contention(const ct_algorithm *row, const ct_topology *topology,
                     const ct_parameters *parameters);

#endif
