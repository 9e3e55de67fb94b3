#include "node/vote.h"

#include "base/mpi.h"
#include "node/segment.h"
#include <cornerturn/agree.h>
#include <cornerturn/memory.h>

#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Looks before the core is offered to others and the MPI library gets a turn: some microseconds. */
enum { PATIENCE = 2000, SLOTS = 2, LINE_BYTES = 256 };

/* A rank's words of the last two votes. One would be written over while others still read it; who
 * is in a vote has read all words of the one before the last. */
typedef struct line {
    _Atomic uint64_t votes[SLOTS];
    uint64_t word[SLOTS];
    char padding[LINE_BYTES];  /* lines of two ranks are never in one cache line */
    _Atomic uint64_t objected; /* of rank 0's line: the latest vote that any rank objected to */
    char more_padding[LINE_BYTES];
} line;

struct ct_ballot {
    uint64_t votes; /* so far */
    void *memory;   /* this rank's line */
    line **lines;   /* of all ranks; NULL: they share no memory */
};

void ct_ballot_destroy(ct_ballot **ballot) {
    if (*ballot != NULL) {
        ct_free(&(*ballot)->memory);
        free((*ballot)->lines);
        free(*ballot);
    }
    *ballot = NULL;
}

/* Opens all lines, once everybody's is cleared. Collective. */
static ct_status open_lines(const ct_context *context, ct_ballot *ballot) {
    const size_t size = (size_t)context->size;
    ct_status status = CT_OK;
    int shares = 0;
    ct_place *places = malloc(size * sizeof *places);
    ballot->lines = malloc(size * sizeof(line *));
    CT_TRY(
        ct_agree(context->comm, places != NULL && ballot->lines != NULL
                                    ? CT_OK
                                    : ct_raise(CT_ERROR_MEMORY, "no memory for %zu ranks", size)));
    CT_TRY(ct_alloc(context->comm, sizeof(line), &ballot->memory));
    memset(ballot->memory, 0, sizeof(line));
    const ct_place mine = ct_place_of(ballot->memory);
    CT_MPI(
        MPI_Allgather(&mine, sizeof mine, MPI_BYTE, places, sizeof mine, MPI_BYTE, context->comm));
    shares = context->node_size == context->size && mine.segment != 0; /* the same on all ranks */
    for (int rank = 0; shares && rank < context->size; rank++) {
        ballot->lines[rank] = ct_place_address(places[rank]);
    }
cleanup:
    free(places);
    if (!shares) {
        free(ballot->lines);
        ballot->lines = NULL;
    }
    return status;
}

static ct_status open_ballot(ct_context *context) {
    ct_ballot *made = calloc(1, sizeof *made);
    ct_status status = ct_agree(
        context->comm, made != NULL ? CT_OK : ct_raise(CT_ERROR_MEMORY, "no memory for a ballot"));
    if (status == CT_OK && made != NULL) {
        status = open_lines(context, made);
    }
    if (status != CT_OK) {
        ct_ballot_destroy(&made);
    }
    context->ballot = made;
    return status;
}

/* Waits until another rank has voted. The MPI library moves others' messages only in its calls. */
static ct_status await(const ct_context *context, line *theirs, int slot, uint64_t votes) {
    ct_status status = CT_OK;
    int found = 0;
    for (int looks = 0; atomic_load_explicit(&theirs->votes[slot], memory_order_acquire) < votes;
         looks++) {
        if (looks >= PATIENCE) {
            CT_MPI(MPI_Iprobe(MPI_ANY_SOURCE, CT_TAG_NEVER_SENT, context->comm, &found,
                              MPI_STATUS_IGNORE));
            (void)sched_yield();
        }
    }
cleanup:
    return status;
}

int ct_vote_has_lines(const ct_context *context) {
    return context->ballot != NULL && context->ballot->lines != NULL;
}

void ct_vote_cast(ct_context *context, uint64_t word) {
    ct_ballot *ballot = context->ballot;
    line *mine = ballot->memory;
    const uint64_t votes = ++ballot->votes;
    mine->word[votes % SLOTS] = word;
    atomic_store_explicit(&mine->votes[votes % SLOTS], votes, memory_order_release);
}

void ct_vote_object(ct_context *context) {
    const ct_ballot *ballot = context->ballot;
    atomic_store_explicit(&ballot->lines[0]->objected, ballot->votes, memory_order_release);
}

/* Ranks that are one vote ahead may have objected to the next. */
int ct_vote_was_objected(const ct_context *context) {
    const ct_ballot *ballot = context->ballot;
    return atomic_load_explicit(&ballot->lines[0]->objected, memory_order_acquire) == ballot->votes;
}

ct_status ct_vote_count(ct_context *context, uint64_t *all, uint64_t *any) {
    const ct_ballot *ballot = context->ballot;
    const int slot = (int)(ballot->votes % SLOTS);
    ct_status status = CT_OK;
    *all = UINT64_MAX;
    *any = 0;
    for (int rank = 0; rank < context->size; rank++) {
        line *theirs = ballot->lines[rank];
        CT_TRY(await(context, theirs, slot, ballot->votes));
        *all &= theirs->word[slot];
        *any |= theirs->word[slot];
    }
cleanup:
    return status;
}

ct_status ct_vote(ct_context *context, uint64_t *word) {
    ct_status status = CT_OK;
    uint64_t any = 0;
    if (context->size == 1) {
        return CT_OK;
    }
    if (context->ballot == NULL) {
        CT_TRY(open_ballot(context));
    }
    if (ct_vote_has_lines(context)) {
        ct_vote_cast(context, *word);
        return ct_vote_count(context, word, &any);
    }
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, word, 1, MPI_UINT64_T, MPI_BAND, context->comm));
cleanup:
    return status;
}
