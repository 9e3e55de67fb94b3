#include "node/vote.h"

#include "base/mpi.h"
#include "node/records.h"
#include "trace/phase.h"
#include <cornerturn/agree.h>

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

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
        status = ct_records_create(context, sizeof(ct_vote_line), &made->lines);
    }
    if (status != CT_OK) {
        destroy_ballot(&made);
    } else if (made != NULL && made->lines.of != NULL) {
        made->mine = made->lines.memory;
        made->first = made->lines.of[0];
    }
    context->ballot = made;
    context->destroy_ballot = destroy_ballot;
    return status;
}

int ct_vote_has_lines(const ct_context *context) {
    return context->ballot != NULL && context->ballot->lines.of != NULL;
}

void ct_vote_object(ct_ballot *ballot) {
    atomic_store_explicit(&ballot->first->objected[ballot->votes % CT_VOTE_SLOTS], ballot->votes,
                          memory_order_release);
}

ct_status ct_vote_count(ct_context *context, uint64_t *all, uint64_t *any) {
    const ct_ballot *ballot = context->ballot;
    const int slot = (int)(ballot->votes % CT_VOTE_SLOTS);
    ct_status status = CT_OK;
    *all = UINT64_MAX;
    *any = 0;
    const ct_phase wait = ct_span_begin(CT_TRACE_WAIT, "vote");
    for (int rank = 0; rank < context->size; rank++) {
        ct_vote_line *theirs = ballot->lines.of[rank];
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
        ct_vote_cast(context->ballot, *word);
        return ct_vote_count(context, word, &any);
    }
    const ct_phase wait = ct_span_begin(CT_TRACE_WAIT, "vote");
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, word, 1, MPI_UINT64_T, MPI_BAND, context->comm));
    ct_span_end(&wait);
cleanup:
    return status;
}
