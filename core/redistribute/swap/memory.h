/* The memory of a swap: counters, and slots for tiles; other ranks of the node reach it. Local. */
#ifndef CT_REDISTRIBUTE_SWAP_MEMORY_H
#define CT_REDISTRIBUTE_SWAP_MEMORY_H

#include "kernels/cache.h"
#include "redistribute/swap/swap.h"

#include <stdatomic.h>
#include <stdint.h>

/* Slots of a rank: one is filled while the other rank empties the one before. */
enum { CT_SWAP_SLOTS = 2 };

/* At the beginning. Counts go on from swap to swap: a rank that waits for the end of one may see
 * those of the next. */
typedef struct ct_swap_counters {
    _Alignas(CT_LINE_BYTES) _Atomic uint64_t filled;  /* by this rank, of its own slots */
    _Alignas(CT_LINE_BYTES) _Atomic uint64_t emptied; /* by this rank, of other ranks' slots */
} ct_swap_counters;

ptrdiff_t ct_swap_memory_bytes(ptrdiff_t slot_bytes);

/* The slot of a tile, by its number, in this rank's memory or another's. */
void *ct_swap_slot(const ct_swap *swap, void *memory, uint64_t index);

/* Sets up the counters, before any other rank knows the memory. */
void ct_swap_memory_clear(void *memory);

/* Tiles that this rank has passed on by its slots so far. */
uint64_t ct_swap_passed(const void *memory);

#endif
