/*
 * Calls that repeat the latest of this process: exchanges with the same arguments and blocks, which
 * MPI's own call does. Nothing is read of them but what has to be compared, and that lies in a few
 * cache lines. The other way (plan_cache.h) takes 80 ns of each rank; of small exchanges of four
 * ranks on two cores, where one rank follows the other, that was 4 to 9 %, and is none now.
 *
 * Calls are read again when any rank's differs (optimistic.h), in trials, and after any other call
 * through a plan cache. Types that can be freed are not repeated, as another may get the handle.
 * Where several threads may call at the same time, none is.
 */
#ifndef CT_COLLECTIVES_SETTLED_H
#define CT_COLLECTIVES_SETTLED_H

#include "collectives/arguments.h"
#include "collectives/optimistic.h"
#include "collectives/plan_store.h"
#include "node/vote.h"

#include <stdint.h>

typedef struct ct_settled {
    uint64_t left; /* so many more calls before one is to be read; 0: the next one */
    ct_arguments arguments;
    MPI_Comm own;              /* on which the library is called */
    const ct_library *library; /* without types */
    ct_ballot *ballot;
    const void *send;   /* an array that is as shared as the plan asks for, while the version is */
    uint64_t version;   /* that of all segments */
    const int *numbers; /* counts and displacements of `ranks` ranks, of the plan's shape */
    int ranks;
    uint64_t allowed;     /* `left` at first */
    ct_plan_store *store; /* of the plan, its first; NULL: of none */
} __attribute__((aligned(64))) ct_settled;

extern ct_settled ct_settled_latest;

/* Of functions whose calls are laid out aside, so that settled calls are straight code. */
#define CT_RARELY __attribute__((noinline, cold))

/* Whether the send array is one like that of the plan, if its address is another or segments have
 * changed. Local. */
CT_RARELY int ct_settled_sends_alike(const void *send);

/* Ends a call to which some rank objected. Whether it is done. Collective. */
CT_RARELY int ct_settled_objected(ct_status *status);

/* Whether a call was done as a repeated one, with *status as its result; else nothing was done.
 * Collective. */
static inline int ct_settled_serves(MPI_Comm comm, const ct_call_side given[CT_SIDES],
                                    int has_counts, ct_status *status) {
    ct_settled *latest = &ct_settled_latest;
    const void *send = given[CT_SENDS].array;
    void *receive = (void *)given[CT_RECEIVES].array; /* the caller's pointer was not const */
    const ct_arguments arguments = ct_arguments_of(comm, given, has_counts);
    if (latest->left == 0 || !ct_arguments_equal(&latest->arguments, &arguments) ||
        ((send != latest->send || latest->version != ct_segments_version()) &&
         !ct_settled_sends_alike(send)) ||
        (has_counts && !ct_call_counts_equal(given, latest->numbers, latest->ranks))) {
        return 0;
    }
    ct_vote_cast(latest->ballot, CT_OPTIMISTIC_ENTERS | CT_OPTIMISTIC_FITS);
    *status = ct_library_call(latest->library, send, receive, latest->own);
    latest->left--;
    return !ct_vote_was_objected(latest->ballot) || ct_settled_objected(status);
}

/* Lets calls like one that was done repeat it `times` times, by `library`, of the store's first
 * plan and without types. Local. */
void ct_settled_allow(ct_plan_store *store, const ct_library *library, const ct_call *call,
                      uint64_t times);

/* Ends that, and counts the repeated calls where others are. Local. */
void ct_settled_end(void);

#endif
