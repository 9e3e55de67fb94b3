/* The tiles that two blocks are cut into that are to be swapped. Local. */
#ifndef CT_REDISTRIBUTE_SWAP_TILES_H
#define CT_REDISTRIBUTE_SWAP_TILES_H

#include "redistribute/swap/swap.h"

/* Two blocks that are to be swapped, element by element in the same order, and what that is cut
 * into: tiles[a] along axis a, of edge[a] positions but for the last. */
typedef struct ct_swapped {
    const ct_swap *swap;
    char *mine, *theirs; /* arrays; theirs NULL: this rank cannot reach it */
    ct_block my_block, their_block;
    int partner[CT_BLOCK_AXES]; /* the axis of a block that each changes places with */
    ptrdiff_t edge[CT_BLOCK_AXES], tiles[CT_BLOCK_AXES], tile_count;
} ct_swapped;

/* Cuts tiles of the swap's size. */
void ct_swapped_cut(ct_swapped *s);

/* A tile of one of the blocks, numbered 0 to tile_count-1. */
ct_block ct_swapped_tile(const ct_swapped *s, const ct_block *block, ptrdiff_t index);

/* Brings a tile of this rank's array together, converted if it is to be. Returns its bytes. */
ptrdiff_t ct_swapped_gather(const ct_swapped *s, const ct_block *tile, void *buffer);
void ct_swapped_scatter(const ct_swapped *s, const void *buffer, const ct_block *tile, char *array);

/* Swaps a tile with its counterpart, in an array that this rank can write. */
void ct_swapped_swap(const ct_swapped *s, ptrdiff_t index);

/* Swaps across the diagonal of this rank's own array: each tile with its mirror image, which the
 * second block has in the place of the first's. */
void ct_swapped_swap_own(ct_swapped *s);

/* Of tiles and messages. */
static inline ptrdiff_t ct_swapped_element_bytes(const ct_swapped *s) {
    return s->swap->redistribution->from.element_bytes;
}

#endif
