/*
 * Litmus tests of what ranks of a node share (the table in core/node/channel.h), round after round
 * through the library's own functions, each shape as far as something relies on it:
 *
 *   MP    a block is whole when its place has come by a channel, ordinary stores or streamed ones,
 *         a vote's word when the vote is counted
 *   SB    each rank writes, then reads what the others wrote at the same time: after a barrier it
 *         is there. Stores and loads without one, as between two looks at who has begun (board.h),
 *         may all miss one another: how often they do is printed
 *   LB    what a rank has read was not what its owner wrote after it: the next round's block after
 *         ct_ring_emptied or a barrier, the vote after the next
 *   IRIW  readers of several writers, from 4 ranks on: all see all that was written before the
 *         barrier, in no order. Between barriers nobody compares orders
 *   ISA2  a block of rank 0's is whole when its place has come round from rank to rank
 *
 * usage: litmus [ROUNDS]
 */
#include "expect.h"

#include "kernels/stream.h"
#include "node/barrier.h"
#include "node/channel.h"
#include "node/vote.h"
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

enum { WORDS = 48, RANKS_MOST = 8, TURNS = 3, LINE_BYTES = 128 };

/* What a rank writes: in rounds in turn, so that the next round's is written while this one is
 * read. */
typedef struct cells {
    uint64_t streamed[TURNS][WORDS];
    uint64_t shifted[WORDS + TURNS];
    uint64_t stored[TURNS][LINE_BYTES / sizeof(uint64_t)];
    _Atomic uint64_t bare[LINE_BYTES / sizeof(uint64_t)];
} cells;

static int rank, size;
static uint64_t rounds;
static ct_records records;

static cells *cells_of(int peer) {
    return records.of[peer];
}

static uint64_t number(uint64_t round, int of, int word) {
    return (round * RANKS_MOST + (uint64_t)of) * WORDS + (uint64_t)word;
}

static void fill(uint64_t *block, uint64_t round) {
    for (int w = 0; w < WORDS; w++) {
        block[w] = number(round, rank, w);
    }
}

static int wrong_words(const uint64_t *block, uint64_t round, int of) {
    int wrong = 0;
    for (int w = WORDS - 1; w >= 0; w--) { /* what was written last first */
        wrong += block[w] != number(round, of, w);
    }
    return wrong;
}

/* SB, LB, IRIW of all ranks at a barrier. */
static void expect_barrier(void) {
    ct_node_barrier barrier;
    int is_possible = 0;
    int wrong = 0;
    uint64_t block[WORDS];
    EXPECT_INT(ct_node_barrier_create(MPI_COMM_WORLD, &barrier, &is_possible), CT_OK);
    EXPECT(is_possible);
    for (uint64_t round = 1; is_possible && round <= rounds; round++) {
        const int turn = (int)(round % TURNS);
        cells *mine = cells_of(rank);
        fill(block, round);
        ct_stream_copy(mine->streamed[turn], block, sizeof block);
        ct_stream_fence();
        mine->stored[turn][0] = round;
        ct_node_barrier_wait(&barrier);
        for (int i = 1; i < size; i++) {
            const int peer = (rank + i) % size;
            const cells *theirs = cells_of(peer);
            wrong += theirs->stored[turn][0] != round;
            wrong += wrong_words(theirs->streamed[turn], round, peer);
        }
    }
    EXPECT_INT(wrong, 0);
    ct_node_barrier_destroy(&barrier);
}

/* SB without a barrier between the store and the loads, which is not to be relied on. */
static void print_bare(void) {
    ct_node_barrier barrier;
    int is_possible = 0;
    long long missed = 0;
    uint64_t *seen = calloc(rounds + 1, sizeof *seen);
    uint64_t *all = calloc(((size_t)rounds + 1) * (size_t)size, sizeof *all);
    EXPECT(seen != NULL && all != NULL);
    EXPECT_INT(ct_node_barrier_create(MPI_COMM_WORLD, &barrier, &is_possible), CT_OK);
    for (uint64_t round = 1; is_possible && seen != NULL && round <= rounds; round++) {
        ct_node_barrier_wait(&barrier);
        for (volatile uint64_t delay = rank == 0 ? round % 128 : 0; delay > 0; delay--) {
        } /* one leaves the barrier before the other */
        atomic_store_explicit(&cells_of(rank)->bare[0], round, memory_order_release);
        seen[round] = atomic_load_explicit(&cells_of(rank ^ 1)->bare[0], memory_order_acquire);
    }
    if (seen != NULL && all != NULL) {
        MPI_Allgather(seen, (int)rounds + 1, MPI_UINT64_T, all, (int)rounds + 1, MPI_UINT64_T,
                      MPI_COMM_WORLD);
        for (uint64_t round = 1; round <= rounds; round++) {
            missed += all[round] < round && all[rounds + 1 + round] < round;
        }
    }
    if (rank == 0) {
        printf("release, then acquire: ranks 0 and 1 missed each other in %lld of %llu rounds\n",
               missed, (unsigned long long)rounds);
    }
    free(seen);
    free(all);
    ct_node_barrier_destroy(&barrier);
}

/* MP and LB of votes: every rank leaves out another bit. */
static void expect_votes(void) {
    ct_context *context = NULL;
    int wrong = 0;
    EXPECT_INT(ct_context_of(MPI_COMM_WORLD, &context), CT_OK);
    for (uint64_t round = 1; round <= rounds; round++) {
        uint64_t word = ~(UINT64_C(1) << (round * 7 + (uint64_t)rank) % 64);
        uint64_t wanted = UINT64_MAX;
        for (int peer = 0; peer < size; peer++) {
            wanted &= ~(UINT64_C(1) << (round * 7 + (uint64_t)peer) % 64);
        }
        EXPECT_INT(ct_vote(context, &word), CT_OK);
        wrong += word != wanted;
    }
    EXPECT_INT(wrong, 0);
    EXPECT(ct_vote_has_lines(context));
}

static const ct_slot *take(ct_ring *ring) {
    const ct_slot *slot = NULL;
    while ((slot = ct_ring_peek(ring)) == NULL) {
        (void)sched_yield();
    }
    return slot;
}

static void post(ct_ring *ring, ct_place place) {
    while (ct_ring_next_piece(ring) == NULL) {
        (void)sched_yield();
    }
    ct_ring_post(ring, place.segment, place.offset);
}

static const uint64_t *block_at(const ct_slot *slot) {
    return ct_place_address((ct_place){slot->segment, slot->offset});
}

/* Ranks 0 and 1 read each other's blocks by their places: MP, and LB by what was emptied. */
static void expect_places(ct_channels *channels) {
    ct_channel *channel = &channels->channel[0];
    int wrong = 0;
    for (uint64_t round = 1; round <= rounds; round++) {
        uint64_t *mine = &cells_of(rank)->shifted[round % TURNS]; /* no slot has its last place */
        fill(mine, round);
        post(&channel->out, ct_place_of(mine));
        wrong += wrong_words(block_at(take(&channel->in)), round, rank ^ 1);
        ct_ring_pop(&channel->in);
        while (!ct_ring_emptied(&channel->out, round)) {
            (void)sched_yield();
        }
    }
    EXPECT_INT(wrong, 0);
}

/* ISA2: the place of rank 0's block goes round, and back to it before it writes the next. */
static void expect_passed_on(ct_channels *channels) {
    ct_channel *next = &channels->channel[channels->of_rank[(rank + 1) % size]];
    ct_channel *before = &channels->channel[channels->of_rank[(rank + size - 1) % size]];
    int wrong = 0;
    for (uint64_t round = 1; round <= rounds; round++) {
        uint64_t *mine = &cells_of(0)->shifted[round % TURNS];
        ct_place place = ct_place_of(mine);
        if (rank == 0) {
            fill(mine, round);
            post(&next->out, place);
        }
        const ct_slot *slot = take(&before->in);
        wrong += wrong_words(block_at(slot), round, 0);
        place = (ct_place){slot->segment, slot->offset};
        ct_ring_pop(&before->in);
        if (rank > 0) {
            post(&next->out, place);
        }
    }
    EXPECT_INT(wrong, 0);
}

static void expect_channels(void) {
    ct_channels channels;
    EXPECT_INT(ct_channels_create(MPI_COMM_WORLD, 1, 0, &channels), CT_OK);
    EXPECT_INT(channels.count, size - 1);
    if (size == 2 && channels.count == 1) {
        expect_places(&channels);
    } else if (channels.count == size - 1) {
        expect_passed_on(&channels);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    ct_channels_destroy(&channels);
}

int main(int argc, char **argv) {
    ct_context *context = NULL;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    rounds = argc > 1 ? strtoull(argv[1], NULL, 10) : size == 2 ? 5000 : 200;
    EXPECT_INT(ct_context_of(MPI_COMM_WORLD, &context), CT_OK);
    EXPECT_INT(ct_records_create(context, sizeof(cells), &records), CT_OK);
    EXPECT(records.of != NULL && size > 1 && size <= RANKS_MOST);
    if (expect_failed == 0) {
        expect_barrier();
        print_bare();
        expect_votes();
        expect_channels();
    }
    MPI_Barrier(MPI_COMM_WORLD);
    ct_records_destroy(&records);
    MPI_Finalize();
    return expect_status();
}
