/*
 * The swap of two ranks of a node where one cannot reach the other's array: tiles pass through
 * slots in shared memory. Each rank copies its own to its slots and takes the other's from there,
 * to the places that it has just read.
 *
 * Slots of large arrays are written past the cache: from a cache that two cores do not share, lines
 * come slower than from memory (4096 x 4096 doubles by two ranks: 9.4 ms, 24 through the caches, 25
 * by messages; where they share it 11, 10 and 13.5).
 */
#ifndef CT_REDISTRIBUTE_SWAP_SLOTS_H
#define CT_REDISTRIBUTE_SWAP_SLOTS_H

#include "redistribute/swap/tiles.h"

#include <stdint.h>

/* Swaps with the rank whose memory is `theirs`, and which had passed on so many tiles before.
 * Collective over the two. CT_ERROR_MPI. */
ct_status ct_swap_by_slots(ct_swapped *s, void *theirs, uint64_t their_passed);

#endif
