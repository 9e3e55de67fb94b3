/*
 * Square transposes in place: what rank r sends to rank p takes the places of what p sends to r, so
 * the two swap it, tile by tile, and need no second array. On a node each of the two moves half of
 * the tiles, to and from the other's array; between nodes tiles are messages. What a rank sends to
 * itself is swapped across its own diagonal.
 *
 *   P = 3, round k: rank r with rank (k - r) mod 3        the tiles of a pair
 *   k = 0    0-0  1-2                                     r: a b c d    p: A C
 *   k = 1    0-1  2-2                                                      B D
 *   k = 2    0-2  1-1                                     r swaps a, b; p swaps c, d
 *
 * Any number of ranks. Each element is read once and written once. Source: the swapping of tiles is
 * that of in-place matrix transposition, J. O. Eklundh, IEEE Trans. Comput. C-21 (1972) 801.
 */
#include "redistribute/swap.h"

#include "base/mpi.h"
#include "kernels/stream.h"
#include "kernels/strided.h"
#include "node/segment.h"
#include "trace/phase.h"
#include <cornerturn/agree.h>
#include <stdatomic.h>

#include <math.h>
#include <stdlib.h>

/* A tile stays in the second-level cache with its counterpart, and is a message worth its start-up.
 * Edges are whole lines of the cache: of 4-byte elements, so of all larger ones too. */
enum { TILE_BYTES = 262144, LINE_ELEMENTS = 16 };

/* Two blocks that are to be swapped, element by element in the same order, and what that is cut
 * into: tiles[a] along axis a, of edge[a] positions but for the last. */
typedef struct swapped {
    const ct_swap *swap;
    char *mine, *theirs; /* arrays; theirs NULL: of another node */
    ct_block my_block, their_block;
    int partner[CT_BLOCK_AXES]; /* the axis of a block that each changes places with */
    ptrdiff_t edge[CT_BLOCK_AXES], tiles[CT_BLOCK_AXES], tile_count;
} swapped;

static ptrdiff_t least(ptrdiff_t a, ptrdiff_t b) {
    return a < b ? a : b;
}

static ptrdiff_t element_bytes(const swapped *s) {
    return s->swap->redistribution->from.element_bytes;
}

/* Cuts tiles of a buffer's size. Axes that change places get the same edge, where they are as
 * long, so that a tile on the diagonal is its own counterpart; the fastest axes come first. */
static void cut(swapped *s) {
    const ct_block *block = &s->my_block;
    ptrdiff_t left = s->swap->buffer_bytes / element_bytes(s);
    left = left < 1 ? 1 : left;
    s->tile_count = 1;
    for (int a = 0; a < block->axes; a++) {
        s->edge[a] = 1;
    }
    for (int a = block->axes - 1; a >= 0; a--) {
        const int b = s->partner[a];
        if (b == a) {
            s->edge[a] = least(block->count[a], left);
        } else if (b < a) {
            ptrdiff_t square = (ptrdiff_t)sqrt((double)left);
            square -= square > LINE_ELEMENTS ? square % LINE_ELEMENTS : 0;
            s->edge[a] = least(block->count[a], square);
            s->edge[b] = least(block->count[b], s->edge[a] < square ? left / s->edge[a] : square);
        } else {
            continue; /* done with its partner */
        }
        left /= s->edge[a] * (b < a ? s->edge[b] : 1);
    }
    for (int a = 0; a < block->axes; a++) {
        s->tiles[a] = (block->count[a] + s->edge[a] - 1) / s->edge[a];
        s->tile_count *= s->tiles[a];
    }
}

/* The tile's place among the tiles along each axis. */
static void find_tile(const swapped *s, ptrdiff_t index, ptrdiff_t at[CT_BLOCK_AXES]) {
    for (int a = s->my_block.axes - 1; a >= 0; a--) {
        at[a] = index % s->tiles[a];
        index /= s->tiles[a];
    }
}

static ct_block tile_of(const swapped *s, const ct_block *block,
                        const ptrdiff_t at[CT_BLOCK_AXES]) {
    ct_block tile = *block;
    for (int a = 0; a < block->axes; a++) {
        tile.offset += at[a] * s->edge[a] * block->stride[a];
        tile.count[a] = least(s->edge[a], block->count[a] - at[a] * s->edge[a]);
    }
    return tile;
}

/* Brings a tile together, converted if it is to be. Returns its bytes. */
static ptrdiff_t gather(const swapped *s, const char *array, const ct_block *tile, char *buffer) {
    const ct_conversion *conversion = s->swap->conversion;
    const ct_strided pack = conversion != NULL ? ct_strided_pack_conversion(tile, 0, conversion)
                                               : ct_strided_pack(tile, 0, element_bytes(s));
    ct_strided_copy(&pack, array, buffer);
    return ct_strided_bytes(&pack);
}

static void scatter(const swapped *s, const char *buffer, const ct_block *tile, char *array) {
    const ct_strided unpack = ct_strided_unpack(0, tile, element_bytes(s));
    ct_strided_copy(&unpack, buffer, array);
}

static void swap_tile(const swapped *s, const ptrdiff_t at[CT_BLOCK_AXES]) {
    const ct_block mine = tile_of(s, &s->my_block, at);
    const ct_block theirs = tile_of(s, &s->their_block, at);
    ct_strided across;
    /* They have the same axes, which always line up. */
    (void)ct_strided_prepare(&theirs, &mine, element_bytes(s), &across);
    across.conversion = s->swap->conversion;
    if (ct_strided_swap(&across, s->theirs, s->mine)) {
        return;
    }
    (void)gather(s, s->mine, &mine, s->swap->buffers);
    ct_strided_copy(&across, s->theirs, s->mine);
    scatter(s, s->swap->buffers, &theirs, s->theirs);
}

/* Across the diagonal of this rank's own array: a tile with its mirror image, which the second
 * block has in the place of the first's. */
static void swap_own(swapped *s) {
    cut(s);
    for (ptrdiff_t index = 0; index < s->tile_count; index++) {
        ptrdiff_t at[CT_BLOCK_AXES] = {0};
        ptrdiff_t image = 0;
        find_tile(s, index, at);
        for (int a = 0; a < s->my_block.axes; a++) {
            image = image * s->tiles[a] + at[s->partner[a]];
        }
        if (image > index) {
            swap_tile(s, at);
        } else if (image == index) {
            const ct_block tile = tile_of(s, &s->my_block, at);
            const ct_block transposed = tile_of(s, &s->their_block, at);
            (void)gather(s, s->mine, &tile, s->swap->buffers);
            scatter(s, s->swap->buffers, &transposed, s->mine);
        }
    }
}

/* A message each way, after which the peer may read and write what this rank has done with. MPI
 * orders its own buffers, not loads that came before (node/channel.h). */
static ct_status hand_over(const ct_swap *swap, int peer, int tag, const void *mine, void *theirs,
                           int bytes) {
    ct_status status = CT_OK;
    atomic_thread_fence(memory_order_release);
    CT_MPI(MPI_Sendrecv(mine, bytes, MPI_BYTE, peer, tag, theirs, bytes, MPI_BYTE, peer, tag,
                        swap->context->comm, MPI_STATUS_IGNORE));
    atomic_thread_fence(memory_order_acquire);
cleanup:
    return status;
}

/* With a rank whose array this one can write: the lower of the two moves the first half. */
static ct_status swap_shared(swapped *s, int peer) {
    const ct_swap *swap = s->swap;
    cut(s);
    const int is_first = swap->context->rank < peer;
    const ptrdiff_t half = s->tile_count / 2;
    const ptrdiff_t end = is_first ? half : s->tile_count;
    for (ptrdiff_t index = is_first ? 0 : half; index < end; index++) {
        ptrdiff_t at[CT_BLOCK_AXES] = {0};
        find_tile(s, index, at);
        swap_tile(s, at);
    }
    ct_stream_fence();
    return hand_over(swap, peer, CT_TAG_END, NULL, NULL, 0);
}

static ct_status swap_messages(swapped *s, int peer) {
    const ct_swap *swap = s->swap;
    char *out = swap->buffers;
    char *in = out + swap->buffer_bytes;
    ct_status status = CT_OK;
    cut(s);
    for (ptrdiff_t index = 0; index < s->tile_count; index++) {
        ptrdiff_t at[CT_BLOCK_AXES] = {0};
        find_tile(s, index, at);
        const ct_block tile = tile_of(s, &s->my_block, at);
        const int bytes = (int)gather(s, s->mine, &tile, out); /* of a buffer */
        CT_MPI(MPI_Sendrecv(out, bytes, MPI_BYTE, peer, CT_TAG_TILE, in, bytes, MPI_BYTE, peer,
                            CT_TAG_TILE, swap->context->comm, MPI_STATUS_IGNORE));
        scatter(s, in, &tile, s->mine);
    }
cleanup:
    return status;
}

/* Tells the other where this rank's array is; both come to the same answer: whether both arrays are
 * of one segment, which then both can reach. */
static ct_status find_peer_array(swapped *s, int peer) {
    const ct_swap *swap = s->swap;
    ct_place mine = swap->by_messages ? (ct_place){.segment = 0} : ct_place_of(s->mine);
    ct_place theirs = {.segment = 0};
    ct_status status = CT_OK;
    CT_TRY(hand_over(swap, peer, CT_TAG_PLACE, &mine, &theirs, sizeof mine));
    s->theirs =
        mine.segment != 0 && mine.segment == theirs.segment ? ct_place_address(theirs) : NULL;
cleanup:
    return status;
}

/* Axes of blocks are in the order of memory. */
static void pair_axes(const ct_redistribution *redistribution, int partner[CT_BLOCK_AXES]) {
    const ct_decomposition *d = &redistribution->into.decomposition;
    for (int i = 0; i < d->axes; i++) {
        for (int j = 0; j < d->axes; j++) {
            if (d->order[j] == redistribution->axis_of[d->order[i]]) {
                partner[i] = j;
            }
        }
    }
}

/* All that this rank and another, or itself, have to swap. The two take the elements in one order,
 * that of the result of the higher rank. */
static ct_status swap_with(const ct_swap *swap, int peer, char *array) {
    const int rank = swap->context->rank;
    const int low = rank < peer ? rank : peer;
    const int high = rank < peer ? peer : rank;
    const ct_block of_low = ct_redistribution_block(swap->redistribution, low, high, CT_END_FROM);
    const ct_block of_high = ct_redistribution_block(swap->redistribution, low, high, CT_END_INTO);
    swapped s = {.swap = swap,
                 .mine = array,
                 .theirs = array,
                 .my_block = rank == low ? of_low : of_high,
                 .their_block = rank == low ? of_high : of_low};
    if (ct_block_elements(&of_low) == 0) {
        return CT_OK;
    }
    pair_axes(swap->redistribution, s.partner);
    if (peer == rank) {
        swap_own(&s);
        return CT_OK;
    }
    const ct_phase span = ct_span_begin(CT_TRACE_EXCHANGE, "swap");
    ct_status status = find_peer_array(&s, peer);
    if (status == CT_OK) {
        status = s.theirs != NULL ? swap_shared(&s, peer) : swap_messages(&s, peer);
    }
    ct_span_end(&span);
    return status;
}

ct_status ct_swap_create(const ct_context *context, const ct_redistribution *redistribution,
                         const ct_conversion *conversion, ct_transport transport, ct_swap *swap) {
    const ptrdiff_t one = redistribution->from.element_bytes;
    ptrdiff_t part = 0; /* the largest: all ranks cut tiles of one size */
    for (int rank = 0; rank < context->size; rank++) {
        const ptrdiff_t held = ct_ownership_bytes(&redistribution->from, rank);
        part = held > part ? held : part;
    }
    const ptrdiff_t bytes = least(TILE_BYTES, part / 32) > one ? least(TILE_BYTES, part / 32) : one;
    *swap = (ct_swap){.context = context,
                      .redistribution = redistribution,
                      .conversion = ct_conversion_is_copy(conversion) ? NULL : conversion,
                      .buffers = aligned_alloc(64, (size_t)(2 * bytes + 63) / 64 * 64),
                      .buffer_bytes = bytes,
                      .by_messages = transport == CT_TRANSPORT_MESSAGES};
    return ct_agree(context->comm,
                    swap->buffers != NULL
                        ? CT_OK
                        : ct_raise(CT_ERROR_MEMORY, "no memory for tiles of %td bytes", bytes));
}

ct_status ct_swap_execute(const ct_swap *swap, void *array) {
    const ct_context *context = swap->context;
    const ct_ownership *held = &swap->redistribution->from;
    ct_status status = CT_OK;
    if (array == NULL && ct_ownership_bytes(held, context->rank) > 0) {
        status = ct_raise(CT_ERROR_ARGUMENT, "a transpose in place was given no array");
    }
    CT_TRY(ct_agree(context->comm, status));
    for (int round = 0; round < context->size; round++) {
        CT_TRY(swap_with(swap, (round - context->rank + context->size) % context->size, array));
    }
cleanup:
    return status;
}

void ct_swap_destroy(ct_swap *swap) {
    free(swap->buffers);
    swap->buffers = NULL;
}
