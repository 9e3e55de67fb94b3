/*
 * Votes: what the ranks of a context find out together before each of many exchanges. On one node
 * they write it into lines of shared memory and look at each other's, which takes a tenth of a
 * microsecond; else it is a reduction.
 */
#ifndef CT_NODE_VOTE_H
#define CT_NODE_VOTE_H

#include "node/context.h"

#include <stdint.h>

/* Makes *word, on all ranks, the bits that all of them had set. Collective. */
ct_status ct_vote(ct_context *context, uint64_t *word);

/* Frees what the votes of a context take. Local. */
void ct_ballot_destroy(ct_ballot **ballot);

#endif
