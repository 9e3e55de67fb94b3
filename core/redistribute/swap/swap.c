/*
 * Square transposes in place: what rank r sends to rank p takes the places of what p sends to r, so
 * the two swap it, tile by tile, and need no second array. On a node each of the two moves half of
 * the tiles, to and from the other's array, or, where one of the arrays cannot be reached, both
 * pass tiles through shared memory (slots.h); between nodes tiles are messages. What a rank sends
 * to itself is swapped across its own diagonal. Where all are on one node and reach all arrays,
 * they meet before and after all rounds, in shared memory; else pairs do, by messages.
 *
 *   P = 3, round k: rank r with rank (k - r) mod 3        the tiles of a pair
 *   k = 0    0-0  1-2                                     r: a b c d    p: A C
 *   k = 1    0-1  2-2                                                      B D
 *   k = 2    0-2  1-1                                     r swaps a, b; p swaps c, d
 *
 * Any number of ranks. Each element is read once and written once. Source: the swapping of tiles is
 * that of in-place matrix transposition, J. O. Eklundh, IEEE Trans. Comput. C-21 (1972) 801.
 */
#include "redistribute/swap/swap.h"

#include "base/mpi.h"
#include "kernels/buffered/relay.h"
#include "kernels/stream.h"
#include "kernels/strided.h"
#include "node/segment.h"
#include "redistribute/swap/memory.h"
#include "redistribute/swap/slots.h"
#include "trace/phase.h"
#include <cornerturn/agree.h>
#include <cornerturn/memory.h>

#include <stdatomic.h>
#include <stdint.h>
#include <string.h>

/* A tile stays in the second-level cache with its counterpart, and is a message worth its start-up.
 */
enum { TILE_BYTES = 262144 };

/* Tiles are at most this part of what a rank has, so that its two slots are little memory. */
enum { TILE_PART = 32 };

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
static void swap_half(ct_swapped *s, int peer) {
    ct_swapped_cut(s);
    const int is_first = s->swap->context->rank < peer;
    const ptrdiff_t half = s->tile_count / 2;
    const ptrdiff_t end = is_first ? half : s->tile_count;
    for (ptrdiff_t index = is_first ? 0 : half; index < end; index++) {
        ct_swapped_swap(s, index);
    }
    ct_stream_fence();
}

static ct_status swap_messages(ct_swapped *s, int peer) {
    const ct_swap *swap = s->swap;
    void *out = ct_swap_slot(swap, swap->memory, 0);
    void *in = ct_swap_slot(swap, swap->memory, 1);
    ct_status status = CT_OK;
    ct_swapped_cut(s);
    for (ptrdiff_t index = 0; index < s->tile_count; index++) {
        const ct_block tile = ct_swapped_tile(s, &s->my_block, index);
        const int bytes = (int)ct_swapped_gather(s, &tile, out); /* of a slot */
        CT_MPI(MPI_Sendrecv(out, bytes, MPI_BYTE, peer, CT_TAG_TILE, in, bytes, MPI_BYTE, peer,
                            CT_TAG_TILE, swap->context->comm, MPI_STATUS_IGNORE));
        ct_swapped_scatter(s, in, &tile, s->mine);
    }
cleanup:
    return status;
}

/* What each of two ranks tells the other, from which both come to the same answer. */
typedef struct introduction {
    ct_place array, memory;
    uint64_t passed; /* tiles */
} introduction;

/* The address of what another rank has, where that is of one segment with what this one has. */
static void *reached(ct_place mine, ct_place theirs) {
    return mine.segment != 0 && mine.segment == theirs.segment ? ct_place_address(theirs) : NULL;
}

/* By the array itself where both ranks reach the other's, else by slots where they reach those. */
static ct_status swap_with_peer(ct_swapped *s, int peer) {
    const ct_swap *swap = s->swap;
    introduction mine;
    introduction theirs;
    ct_status status = CT_OK;
    memset(&mine, 0, sizeof mine);
    if (!swap->by_messages) {
        mine = (introduction){.array = ct_place_of(s->mine),
                              .memory = ct_place_of(swap->memory),
                              .passed = ct_swap_passed(swap->memory)};
    }
    CT_TRY(hand_over(swap, peer, CT_TAG_PLACE, &mine, &theirs, sizeof mine));
    s->theirs = reached(mine.array, theirs.array);
    void *slots = reached(mine.memory, theirs.memory);
    if (s->theirs != NULL) {
        swap_half(s, peer);
        status = hand_over(swap, peer, CT_TAG_END, NULL, NULL, 0);
    } else if (slots != NULL) {
        status = ct_swap_by_slots(s, slots, theirs.passed);
    } else {
        status = swap_messages(s, peer);
    }
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
 * that of the result of the higher rank. `are_known`: all ranks' arrays are, by the barrier. */
static ct_status swap_with(const ct_swap *swap, int peer, char *array, int are_known) {
    const int rank = swap->context->rank;
    const int low = rank < peer ? rank : peer;
    const int high = rank < peer ? peer : rank;
    const ct_block of_low = ct_redistribution_block(swap->redistribution, low, high, CT_END_FROM);
    const ct_block of_high = ct_redistribution_block(swap->redistribution, low, high, CT_END_INTO);
    ct_swapped s = {.swap = swap,
                    .mine = array,
                    .theirs = array,
                    .my_block = rank == low ? of_low : of_high,
                    .their_block = rank == low ? of_high : of_low};
    if (ct_block_elements(&of_low) == 0) {
        return CT_OK;
    }
    pair_axes(swap->redistribution, s.partner);
    if (peer == rank) {
        ct_swapped_swap_own(&s);
        return CT_OK;
    }
    const ct_phase span = ct_span_begin(CT_TRACE_EXCHANGE, "swap");
    ct_status status = CT_OK;
    if (are_known) {
        s.theirs = ct_node_barrier_address(&swap->barrier, peer, 0);
        swap_half(&s, peer);
    } else {
        status = swap_with_peer(&s, peer);
    }
    ct_span_end(&span);
    return status;
}

ct_status ct_swap_create(const ct_context *context, const ct_redistribution *redistribution,
                         const ct_conversion *conversion, ct_transport transport, ct_swap *swap) {
    const ptrdiff_t one = redistribution->from.element_bytes;
    ct_status status = CT_OK;
    ptrdiff_t part = 0; /* the largest: all ranks cut tiles of one size */
    for (int rank = 0; rank < context->size; rank++) {
        const ptrdiff_t held = ct_ownership_bytes(&redistribution->from, rank);
        part = held > part ? held : part;
    }
    ptrdiff_t bytes = part / TILE_PART < TILE_BYTES ? part / TILE_PART : TILE_BYTES;
    bytes = bytes > one ? bytes : one;
    *swap = (ct_swap){.context = context,
                      .redistribution = redistribution,
                      .conversion = ct_conversion_is_copy(conversion) ? NULL : conversion,
                      .tile_bytes = bytes,
                      .slot_bytes = ct_relay_slot_most_bytes(bytes),
                      .streams = part >= CT_STREAM_FROM_BYTES,
                      .by_messages = transport == CT_TRANSPORT_MESSAGES};
    CT_TRY(ct_alloc(context->comm, ct_swap_memory_bytes(swap->slot_bytes), &swap->memory));
    ct_swap_memory_clear(swap->memory);
    if (!swap->by_messages && context->size > 1) {
        CT_TRY(ct_node_barrier_create(context->comm, &swap->barrier, &swap->has_barrier));
    }
cleanup:
    return status;
}

/* Of this rank's array. A rank without elements needs none, whatever the pitch of its rows. */
static ptrdiff_t array_bytes(const ct_swap *swap) {
    const ct_ownership *held = &swap->redistribution->from;
    const int rank = swap->context->rank;
    return ct_ownership_elements(held, rank) > 0 ? ct_ownership_bytes(held, rank) : 0;
}

int ct_swap_refuses(const ct_swap *swap, const void *input, const void *array) {
    return array_bytes(swap) > 0 && (array == NULL || (input != NULL && input != array));
}

static ct_status refuse(void) {
    return ct_raise(CT_ERROR_ARGUMENT, "a transpose in place was given no array, or two");
}

/* Whether all ranks of a node reach the arrays of all, which they then know. Collective; all fail
 * together. */
static ct_status publish(ct_swap *swap, int is_refused, const void *array, int *are_known) {
    const void *const arrays[CT_BARRIER_ARRAYS] = {array};
    const ptrdiff_t bytes[CT_BARRIER_ARRAYS] = {array_bytes(swap)};
    const ct_node_barrier_entry all =
        ct_node_barrier_publish(&swap->barrier, is_refused, arrays, bytes);
    *are_known = !all.is_refused && !all.is_private;
    if (!*are_known) {
        ct_node_barrier_wait(&swap->barrier); /* all ranks have read the entries */
    }
    return all.is_refused ? refuse() : CT_OK;
}

ct_status ct_swap_execute(ct_swap *swap, const void *input, void *array) {
    const ct_context *context = swap->context;
    const int is_refused = ct_swap_refuses(swap, input, array);
    int are_known = 0;
    ct_status status = CT_OK;
    if (swap->has_barrier) {
        CT_TRY(publish(swap, is_refused, array, &are_known));
    } else {
        CT_TRY(ct_agree(context->comm, is_refused ? refuse() : CT_OK));
    }
    for (int round = 0; round < context->size; round++) {
        const int peer = (round - context->rank + context->size) % context->size;
        CT_TRY(swap_with(swap, peer, array, are_known));
    }
    if (are_known) {
        ct_node_barrier_wait(&swap->barrier);
    }
cleanup:
    return status;
}

void ct_swap_destroy(ct_swap *swap) {
    ct_node_barrier_destroy(&swap->barrier);
    ct_free(&swap->memory);
}

double ct_swap_bytes(const ct_swap *swap) {
    return swap->memory != NULL ? (double)ct_swap_memory_bytes(swap->slot_bytes) : 0;
}
