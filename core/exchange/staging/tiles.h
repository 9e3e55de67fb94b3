/*
 * Transposed blocks of arrays that the other ranks of the node cannot reach. Contiguous blocks of
 * such arrays the kernel copies (node/process), rows go by pieces through slots; but of transposed
 * blocks a piece has no whole tiles, so lines of the result would be written many times (4096 x
 * 4096 doubles, two ranks: 20 times as long as from shared memory). They go by tiles
 * (kernels/buffered/relay.h), for which the slots of the plan's channels are larger.
 */
#ifndef CT_EXCHANGE_STAGING_TILES_H
#define CT_EXCHANGE_STAGING_TILES_H

#include "exchange/block_copies.h"
#include "exchange/blocks.h"
#include <cornerturn/exchange.h>

/* Bytes that this rank wants its slots to have for tiles: 0, unless it sends or receives transposed
 * blocks inside its node that are not small. Local. */
ptrdiff_t ct_tiles_wanted(const ct_exchange_plan *plan);

/* Whether copies of blocks, from number `first` on, are better made by tiles than by pieces. Local;
 * the same on both sides. */
int ct_tiles_pay(const ct_block_copies *copies, int first);

#endif
