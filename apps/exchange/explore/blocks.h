/* Which blocks the messages of all ranks carry, as compact JSON. */
#ifndef CT_APPS_EXCHANGE_EXPLORE_BLOCKS_H
#define CT_APPS_EXCHANGE_EXPLORE_BLOCKS_H

#include <cornerturn/ensemble.h>
#include <stdio.h>

/* Writes {"sets": .., "steps": ..}. A set is a list of runs: first, count, stride ... A step is 0
 * where every message carries the one block from its sender to its receiver; else an array with an
 * entry a message, by place among its sender's moves, then by sender: 0 as above, or origins,
 * destinations, .. of its products, each a rank or -1 - the number of a set. Writes null where that
 * would be long. */
ct_status exchange_write_blocks(FILE *out, const ct_ensemble *ensemble);

#endif
