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

#include <stdint.h>

/* Sets *word, on all ranks, to the bits that all had set. Collective. */
ct_status ct_vote(ct_context *context, uint64_t *word);

/* Whether votes can be cast without waiting; after a first vote, the same on all ranks. Local. */
int ct_vote_has_lines(const ct_context *context);

/* Such a vote in parts: cast this rank's word; object, which is visible to ranks that later
 * synchronise with this one; whether any rank objected; and count, which waits for the bits that
 * all, and any, had set. Cast the next vote only after synchronising with all ranks. Local, but for
 * ct_vote_count. */
void ct_vote_cast(ct_context *context, uint64_t word);
void ct_vote_object(ct_context *context);
int ct_vote_was_objected(const ct_context *context);
ct_status ct_vote_count(ct_context *context, uint64_t *all, uint64_t *any);

#endif
