/* The order of writes that ranks of a node rely on (the table in core/node/channel.h): a slot's
 * piece is whole when its number is seen, is not overwritten before it is read; objections to a
 * vote outlast those to the next one. A processor that orders all stores, as x86, shows only the
 * compiler's part. */
#include "expect.h"

#include "node/channel.h"
#include "node/vote.h"
#include <sched.h>
#include <stdint.h>

enum { WORDS = 40, MESSAGES = 20000 };

static int rank;

static int sent(ct_ring *out, uint64_t message) {
    uint64_t *piece = ct_ring_next_piece(out);
    if (piece == NULL) {
        return 0;
    }
    for (int w = 0; w < WORDS; w++) {
        piece[w] = message * WORDS + (uint64_t)w;
    }
    ct_ring_post(out, CT_SLOT_PIECE, 0);
    return 1;
}

/* Whether there was a message; counts what is wrong in it, read twice with the slot still full. */
static int received(ct_ring *in, uint64_t message, int *wrong) {
    const ct_slot *slot = ct_ring_peek(in);
    if (slot == NULL) {
        return 0;
    }
    const uint64_t *piece = ct_slot_piece(slot);
    for (int w = 0; w < 2 * WORDS; w++) {
        *wrong += piece[w % WORDS] != message * WORDS + (uint64_t)(w % WORDS);
    }
    ct_ring_pop(in);
    return 1;
}

/* Both directions at once, in turn as the rings allow. */
static void expect_pieces(void) {
    ct_channels channels;
    int wrong = 0;
    EXPECT_INT(
        ct_channels_create(MPI_COMM_WORLD, WORDS * (ptrdiff_t)sizeof(uint64_t), 0, &channels),
        CT_OK);
    EXPECT_INT(channels.count, 1);
    if (channels.count == 1) {
        ct_channel *channel = &channels.channel[0];
        for (uint64_t out = 0, in = 0; out < MESSAGES || in < MESSAGES;) {
            const int does_send = out < MESSAGES && sent(&channel->out, out);
            const int does_receive = in < MESSAGES && received(&channel->in, in, &wrong);
            out += (uint64_t)does_send;
            in += (uint64_t)does_receive;
            if (!does_send && !does_receive) {
                (void)sched_yield();
            }
        }
    }
    EXPECT_INT(wrong, 0);
    MPI_Barrier(MPI_COMM_WORLD);
    ct_channels_destroy(&channels);
}

/* Rank 0 objects to a vote, and to the next, before rank 1 asks about the first. */
static void expect_objections(void) {
    ct_context *context = NULL;
    uint64_t word = 1;
    EXPECT_INT(ct_context_of(MPI_COMM_WORLD, &context), CT_OK);
    EXPECT_INT(ct_vote(context, &word), CT_OK);
    EXPECT(ct_vote_has_lines(context));
    for (int objections = 0; objections < 4; objections++) { /* bits: to the first, to the next */
        ct_vote_cast(context->ballot, 1);
        if (rank == 0 && (objections & 1) != 0) {
            ct_vote_object(context->ballot);
        }
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 0) {
            ct_vote_cast(context->ballot, 1);
            if ((objections & 2) != 0) {
                ct_vote_object(context->ballot);
            }
        }
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 1) {
            EXPECT_INT(ct_vote_was_objected(context->ballot), objections & 1);
            ct_vote_cast(context->ballot, 1);
            EXPECT_INT(ct_vote_was_objected(context->ballot), objections >> 1);
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    expect_pieces();
    expect_objections();
    MPI_Finalize();
    return expect_status();
}
