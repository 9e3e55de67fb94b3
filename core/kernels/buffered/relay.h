/*
 * Strided copies by way of a slot, where who has the source cannot reach the target, nor who has
 * the target the source: the one puts tiles of the source into the slot, in the order in which they
 * lie there, the other takes them from there to their places.
 *
 *        source, by rows              slot              target, by columns
 *        . . . . . . . .           a b c d              . . . .
 *        . a b c d . . .   put     e f g h   take       . a e .
 *        . e f g h . . .   --->             --->        . b f .
 *        . . . . . . . .                                . c g .   ..
 *
 * A tile, unlike a piece of a message, has rows of some lines of the cache at both ends. Local.
 */
#ifndef CT_KERNELS_BUFFERED_RELAY_H
#define CT_KERNELS_BUFFERED_RELAY_H

#include "kernels/strided.h"

/* The tiles that a copy is cut into: tiles[a] along axis a, of edge[a] units but for the last. */
typedef struct ct_relay_cut {
    ptrdiff_t edge[CT_STRIDED_AXES], tiles[CT_STRIDED_AXES], count;
} ct_relay_cut;

/* Cuts tiles of at most so many bytes, but at least of a unit. */
ct_relay_cut ct_relay_cut_of(const ct_strided *copy, ptrdiff_t most_bytes);

/* The copy of a tile, by its number. */
ct_strided ct_relay_tile(const ct_strided *copy, const ct_relay_cut *cut, ptrdiff_t index);

/* Bytes that a tile of the source takes in a slot, gaps between rows included; the most of any of
 * so many bytes: whole lines of the cache; bytes of tiles that fit a slot in any case. */
ptrdiff_t ct_relay_slot_bytes(const ct_strided *tile);
ptrdiff_t ct_relay_slot_most_bytes(ptrdiff_t tile_bytes);
ptrdiff_t ct_relay_tile_most_bytes(ptrdiff_t slot_bytes);

/* The halves of the copy, each past the cache if the copy is. What it converts is converted when it
 * is taken. */
void ct_relay_put(const ct_strided *tile, const void *from, void *slot);
void ct_relay_take(const ct_strided *tile, const void *slot, void *into);

#endif
