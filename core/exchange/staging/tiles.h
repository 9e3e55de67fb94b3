/*
 * Strided blocks of arrays that the other ranks of the node cannot reach. Contiguous blocks and
 * long rows of such arrays the kernel copies (node/process). Others go by pieces or by tiles
 * (kernels/buffered/relay.h), for which the slots of the plan's channels are larger. Of a
 * transposed block a piece has no whole tiles, so lines of the result would be written many times
 * (4096 x 4096 doubles, two ranks: 20 times as long as from shared memory). And pieces are written
 * through the cache, tiles by the faster way (kernels/buffered/ways.h), which up to some MiB pays
 * the more the farther cores are from each other (1 MiB in rows of 256 bytes to 8 KiB, two ranks
 * that do not share a cache: 0.75 to 1.1 ms and 0.1 to 0.2).
 */
#ifndef CT_EXCHANGE_STAGING_TILES_H
#define CT_EXCHANGE_STAGING_TILES_H

#include "exchange/block_copies.h"
#include "exchange/blocks.h"
#include <cornerturn/exchange.h>

/* Bytes that this rank wants its slots to have for tiles: 0, unless it sends or receives strided
 * blocks inside its node that are not small. Local. */
ptrdiff_t ct_tiles_wanted(const ct_exchange_plan *plan);

/* Whether copies of blocks, from number `first` on, are better made by tiles than by pieces. Local;
 * the same on both sides. */
int ct_tiles_pay(const ct_block_copies *copies, int first);

#endif
