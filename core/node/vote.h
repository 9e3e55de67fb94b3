/*
 * Votes: what the ranks of a context find out together before each of many exchanges. On one node
 * they write it into lines of shared memory and look at each other's, which takes a tenth of a
 * microsecond; else it is a reduction.
 *
 * On one node a rank may also cast its vote and go on with what it expects all to agree to. Where
 * that cannot end before all ranks have voted (an all-to-all), one load of a shared word then tells
 * whether any of them objected.
 */
#ifndef CT_NODE_VOTE_H
#define CT_NODE_VOTE_H

#include "node/context.h"

#include <stdint.h>

/* Makes *word, on all ranks, the bits that all of them had set. Collective. */
ct_status ct_vote(ct_context *context, uint64_t *word);

/* Whether votes of the context, at least one of which has been taken, can be cast without waiting:
 * the same on all ranks. Local. */
int ct_vote_has_lines(const ct_context *context);

/* Such a vote in parts: casting this rank's word, objecting, which all others must see after they
 * have heard from this rank, whether any rank has objected, and the bits that all of them had set
 * and those that any had, for which this waits. The next vote is cast when the caller has heard
 * from all ranks after they cast this one. Local, but for ct_vote_count. */
void ct_vote_cast(ct_context *context, uint64_t word);
void ct_vote_object(ct_context *context);
int ct_vote_was_objected(const ct_context *context);
ct_status ct_vote_count(ct_context *context, uint64_t *all, uint64_t *any);

#endif
