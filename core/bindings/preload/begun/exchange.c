#include "bindings/preload/begun/exchange.h"

#include "bindings/preload/begun/copy.h"
#include "bindings/preload/share.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static ct_board_block *block_at(const ct_begun_exchange *x, int side, int rank, int peer) {
    return &x->on.block[(side * x->ranks + rank) * x->ranks + peer];
}

static _Atomic unsigned char *flag_of(const ct_begun_exchange *x, int from, int to) {
    return &x->on.flag[from * x->ranks + to];
}

int ct_begun_exchange_begin(ct_begun_exchange *exchange, ct_board *board, int index, int rank,
                            const pid_t *processes, const ct_begun_blocks_given given[CT_SIDES]) {
    const int in_place = given[CT_SENDS].array == MPI_IN_PLACE;
    *exchange = (ct_begun_exchange){.board = board,
                                    .processes = processes,
                                    .index = index,
                                    .rank = rank,
                                    .ranks = board->ranks,
                                    .on = ct_board_exchange_at(board, index),
                                    .left = 2 * board->ranks};
    ct_board_part *mine = &exchange->on.part[rank];
    int code = MPI_SUCCESS;
    for (int side = 0; side < CT_SIDES; side++) {
        const int copies = in_place && side == CT_SENDS;
        ct_begun_blocks *blocks = &exchange->sides[side];
        const int made =
            ct_begun_blocks_create(blocks, &given[copies ? CT_RECEIVES : side], board->ranks,
                                   side == CT_SENDS, copies, block_at(exchange, side, rank, 0));
        code = code == MPI_SUCCESS ? made : code;
        ct_board_array *array = &mine->arrays[side];
        *array = (ct_board_array){.base = 0};
        if (blocks->packed == NULL) {
            (void)ct_share_file_of(given[side].array, &array->file, &array->base);
        }
    }
    atomic_store_explicit(&mine->begun, 1, memory_order_release);
    return code;
}

/* The other end fails as well, or waits for ever: as MPI libraries do when a message breaks off. */
static void abort_copy(int peer) {
    (void)fprintf(stderr, "cornerturn: a copy between this process and that of rank %d: %s\n", peer,
                  strerror(errno));
    (void)PMPI_Abort(MPI_COMM_WORLD, 1);
}

static void copy(const ct_begun_exchange *x, int side, int peer) {
    const int other_side = side == CT_SENDS ? CT_RECEIVES : CT_SENDS;
    const ct_board_block *here = block_at(x, side, x->rank, peer);
    const ct_board_block *there = block_at(x, other_side, peer, x->rank);
    const ct_board_array *array = &x->on.part[peer].arrays[other_side];
    const size_t bytes = here->bytes < there->bytes ? here->bytes : there->bytes;
    void *memory = (void *)(uintptr_t)here->address; // NOLINT(performance-no-int-to-ptr)
    int done = 1;
    if (bytes == 0) {
        return;
    }
    if (peer == x->rank) {
        memmove(memory, (void *)(uintptr_t)there->address, bytes); // NOLINT
    } else if (side == CT_RECEIVES) {
        done = ct_copy_from(x->processes[peer], array, there->address, memory, bytes);
    } else {
        done = ct_copy_to(x->processes[peer], array, there->address, memory, bytes);
    }
    if (!done) {
        abort_copy(peer);
    }
}

/* Copies the block to or from a peer unless that peer does. */
static void advance_block(ct_begun_exchange *x, int side, int peer) {
    _Atomic unsigned char *flag =
        side == CT_SENDS ? flag_of(x, x->rank, peer) : flag_of(x, peer, x->rank);
    unsigned char seen = atomic_load_explicit(flag, memory_order_acquire);
    if (seen == CT_BLOCK_WAITS &&
        atomic_compare_exchange_strong_explicit(flag, &seen, CT_BLOCK_CLAIMED, memory_order_acquire,
                                                memory_order_acquire)) {
        copy(x, side, peer);
        atomic_store_explicit(flag, CT_BLOCK_THERE, memory_order_release);
        seen = CT_BLOCK_THERE;
    }
    if (seen == CT_BLOCK_THERE) {
        x->is_there[side][peer] = 1;
        x->left--;
    }
}

int ct_begun_exchange_advance(ct_begun_exchange *exchange) {
    ct_begun_exchange *x = exchange;
    /* Each rank first takes what it receives, and begins after itself, so that they seldom meet. */
    for (int side = CT_RECEIVES; side >= CT_SENDS && x->left > 0; side--) {
        for (int i = 1; i <= x->ranks; i++) {
            const int peer = (x->rank + i) % x->ranks;
            if (x->is_there[side][peer]) {
                continue;
            }
            if (!x->has_begun[peer]) {
                x->has_begun[peer] = (unsigned char)atomic_load_explicit(&x->on.part[peer].begun,
                                                                         memory_order_acquire);
            }
            if (x->has_begun[peer]) {
                advance_block(x, side, peer);
            }
        }
    }
    return x->left == 0;
}

int ct_begun_exchange_end(ct_begun_exchange *exchange) {
    const int code = ct_begun_blocks_finish(&exchange->sides[CT_RECEIVES], 1);
    (void)ct_begun_blocks_finish(&exchange->sides[CT_SENDS], 0);
    ct_board_leave(exchange->board, exchange->index);
    return code;
}
