/*
 * Votes: a bitwise AND over the ranks of a context before each of many exchanges. On one node each
 * rank writes a cache line of shared memory and reads the others', in 0.1 us; else it is a
 * reduction.
 *
 * On one node a rank may also cast its vote and proceed optimistically. If that cannot end before
 * all ranks have voted (an all-to-all), one load of a shared word then tells whether any objected.
 */
#ifndef CT_NODE_VOTE_H
#define CT_NODE_VOTE_H

#include "node/context.h"
#include "node/records.h"

#include <stdatomic.h>
#include <stdint.h>

enum { CT_VOTE_SLOTS = 2, CT_VOTE_LINE_BYTES = 128 };

/* A rank's words of the last two votes: a single one could be overwritten while others read it. A
 * rank in a vote has read all words of the one before the last. */
typedef struct ct_vote_line {
    _Atomic uint64_t votes[CT_VOTE_SLOTS];
    uint64_t word[CT_VOTE_SLOTS];
    char padding[CT_VOTE_LINE_BYTES]; /* keeps rarely written words out of the votes' cache line */
    _Atomic uint64_t
        objected[CT_VOTE_SLOTS]; /* in rank 0's line: votes that any rank objected to */
} ct_vote_line;

struct ct_ballot {
    uint64_t votes;             /* number of votes */
    ct_vote_line *mine, *first; /* this rank's line and rank 0's */
    ct_records lines;
};

/* Sets *word, on all ranks, to the bits that all had set. Collective. */
ct_status ct_vote(ct_context *context, uint64_t *word);

/* Whether votes can be cast without waiting; after a first vote, the same on all ranks. Local. */
int ct_vote_has_lines(const ct_context *context);

/* Such a vote, on the context's ballot, in parts: cast this rank's word; object, which is visible
 * to ranks that later synchronise with this one; whether any rank objected; and count, which waits
 * for the bits that all, and any, had set. Cast the next vote only after synchronising with all
 * ranks. Local, but for ct_vote_count. */
static inline void ct_vote_cast(ct_ballot *ballot, uint64_t word) {
    const uint64_t votes = ++ballot->votes;
    ballot->mine->word[votes % CT_VOTE_SLOTS] = word;
    atomic_store_explicit(&ballot->mine->votes[votes % CT_VOTE_SLOTS], votes, memory_order_release);
}

void ct_vote_object(ct_ballot *ballot);

/* Ranks one vote ahead may have objected to the next one, which has another slot. */
static inline int ct_vote_was_objected(const ct_ballot *ballot) {
    return atomic_load_explicit(&ballot->first->objected[ballot->votes % CT_VOTE_SLOTS],
                                memory_order_acquire) == ballot->votes;
}

ct_status ct_vote_count(ct_context *context, uint64_t *all, uint64_t *any);

#endif
