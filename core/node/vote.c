#include "node/vote.h"

#include "base/mpi.h"
#include "node/records.h"
#include "trace/phase.h"
#include <cornerturn/agree.h>

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

enum { SLOTS = 2, LINE_BYTES = 128 };

/* A rank's words of the last two votes: a single one could be overwritten while others read it. A
 * rank in a vote has read all words of the one before the last. */
typedef struct line {
    _Atomic uint64_t votes[SLOTS];
    uint64_t word[SLOTS];
    char padding[LINE_BYTES];         /* keeps rarely written words out of the votes' cache line */
    _Atomic uint64_t objected[SLOTS]; /* in rank 0's line: votes that any rank objected to */
} line;

struct ct_ballot {
    uint64_t votes; /* number of votes */
    ct_records lines;
};

static void destroy_ballot(ct_ballot **ballot) {
    if (*ballot != NULL) {
        ct_records_destroy(&(*ballot)->lines);
        free(*ballot);
    }
    *ballot = NULL;
}

static ct_status open_ballot(ct_context *context) {
    ct_ballot *made = calloc(1, sizeof *made);
    ct_status status = ct_agree(
        context->comm, made != NULL ? CT_OK : ct_raise(CT_ERROR_MEMORY, "no memory for a ballot"));
    if (status == CT_OK && made != NULL) {
        status = ct_records_create(context, sizeof(line), &made->lines);
    }
    if (status != CT_OK) {
        destroy_ballot(&made);
    }
    context->ballot = made;
    context->destroy_ballot = destroy_ballot;
    return status;
}

int ct_vote_has_lines(const ct_context *context) {
    return context->ballot != NULL && context->ballot->lines.of != NULL;
}

void ct_vote_cast(ct_context *context, uint64_t word) {
    ct_ballot *ballot = context->ballot;
    line *mine = ballot->lines.memory;
    const uint64_t votes = ++ballot->votes;
    mine->word[votes % SLOTS] = word;
    atomic_store_explicit(&mine->votes[votes % SLOTS], votes, memory_order_release);
}

void ct_vote_object(ct_context *context) {
    const ct_ballot *ballot = context->ballot;
    line *first = ballot->lines.of[0];
    atomic_store_explicit(&first->objected[ballot->votes % SLOTS], ballot->votes,
                          memory_order_release);
}

/* Ranks one vote ahead may have objected to the next one, which has another slot. */
int ct_vote_was_objected(const ct_context *context) {
    const ct_ballot *ballot = context->ballot;
    line *first = ballot->lines.of[0];
    return atomic_load_explicit(&first->objected[ballot->votes % SLOTS], memory_order_acquire) ==
           ballot->votes;
}

ct_status ct_vote_count(ct_context *context, uint64_t *all, uint64_t *any) {
    const ct_ballot *ballot = context->ballot;
    const int slot = (int)(ballot->votes % SLOTS);
    ct_status status = CT_OK;
    *all = UINT64_MAX;
    *any = 0;
    const ct_phase wait = ct_span_begin(CT_TRACE_WAIT, "vote");
    for (int rank = 0; rank < context->size; rank++) {
        line *theirs = ballot->lines.of[rank];
        CT_TRY(ct_context_await(context, &theirs->votes[slot], ballot->votes));
        *all &= theirs->word[slot];
        *any |= theirs->word[slot];
    }
cleanup:
    ct_span_end(&wait);
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
    const ct_phase wait = ct_span_begin(CT_TRACE_WAIT, "vote");
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, word, 1, MPI_UINT64_T, MPI_BAND, context->comm));
    ct_span_end(&wait);
cleanup:
    return status;
}
