/*
 * What the preload keeps with each communicator: whether its calls are served, and of which kinds
 * and sizes all are passed on for a while because the MPI library is faster.
 *
 * Every rank has to decide alike without asking the others. So it decides by what is the same on
 * all ranks: how many such calls were made on the communicator, their kind, and the bytes of a
 * block, which MPI demands to be as many everywhere; for alltoallv and alltoallw by the number of
 * calls alone. At the 4th call, the 16th, the 64th and so on, until a communicator is served, ranks
 * agree by a reduction: whether all can, all have the same settings, and enough time was spent.
 * From the 64th on the next is at the call by which that would be spent, if that is later and not
 * more than 256 times as late: before it nothing would come of agreeing, which takes as long as ten
 * small calls. Blocks much longer than those that were agreed about may take longer, so soon after
 * the first of them ranks agree again.
 *
 * Never served: intercommunicators, communicators of one rank or with ranks of another
 * MPI_COMM_WORLD, and those of a rank with MPI_THREAD_MULTIPLE or sessions. Each served one takes a
 * second communicator, at most 64 at a time.
 */
#ifndef CT_BINDINGS_PRELOAD_COMMUNICATOR_H
#define CT_BINDINGS_PRELOAD_COMMUNICATOR_H

#include "bindings/preload/settings.h"
#include "bindings/preload/slots/slot.h"
#include "collectives/arguments.h"

#include <mpi.h>
#include <stdint.h>

enum { CT_SLOTS = 16 };

typedef struct ct_communicator {
    MPI_Comm comm;
    int ranks;
    int is_served, is_passed_on; /* neither: not yet decided */
    uint64_t checkpoint;     /* until then: ranks agree at that call. So many calls are to come */
    uint64_t untimed;        /* before that whose time is not told, */
    int timed;               /* then so many with the last, the one at which they agree */
    double sampled_s;        /* what those calls took */
    int samples;             /* so many */
    ptrdiff_t longest_bytes; /* block so far; and when */
    ptrdiff_t agreed_bytes;  /* ranks last agreed */
    int has_counts;          /* some call had counts, whose bytes are not the same on all ranks */
    ct_slot slots[CT_SLOTS];
    int slot_count, next_slot; /* the one that is replaced next */
    int sharings;              /* calls whose send arrays the ranks tried to share */
    unsigned refused;          /* kinds whose next call is one that was refused, a bit each */
    void *joined;              /* of begun/join.h; NULL: nothing. Called when the communicator is */
    void (*leave)(void *joined); /* freed */
} ct_communicator;

/* Of a communicator, or NULL where nothing is kept: its calls are passed on, and not counted. */
ct_communicator *ct_communicator_of(MPI_Comm comm);

/* What a call that was counted changed. */
typedef struct ct_counted {
    uint64_t *left; /* how many like it are passed on after it: each of them lessens that by one */
    uint64_t *passed;             /* the slot's count that the call lessened, or NULL */
    int is_collective;            /* ranks agreed in it, or try to serve it */
    uint64_t checkpoint, untimed; /* of the communicator before it, as are */
    int timed;
    ptrdiff_t longest_bytes;
    int has_counts;
} ct_counted;

/* Counts a call and returns its slot if it is to be tried, else NULL. Every fourth power of calls
 * collective. `bytes` of a block, the same on all ranks; of alltoallv and
 * alltoallw -1. */
ct_slot *ct_communicator_count(ct_communicator *state, ct_kind kind, ptrdiff_t bytes,
                               ct_counted *counted);

/* MPI refused the arguments of a call that this rank counted. Others may not have made it, or wait
 * for this rank's next call of the kind, so it is as if it had not been made: otherwise this rank
 * would agree with the others before they do. Where it was collective that call is this one, made
 * again. Local. */
void ct_communicator_uncount(ct_communicator *state, ct_kind kind, const ct_counted *counted);

/* Whether the call is one that was refused, made again: then it is passed on, not counted. Local.
 */
static inline int ct_communicator_is_again(const ct_communicator *state, ct_kind kind) {
    return (state->refused & 1U << kind) != 0;
}

/* Whether the call that was counted is one of those whose time is to be told. */
int ct_communicator_samples(const ct_communicator *state);

/* Whether this rank can serve calls on a communicator at all. Local. */
int ct_communicator_may_serve(MPI_Comm comm);

/* Whether the program may call MPI from several threads at once. Local. */
int ct_communicator_has_threads(void);

/* Passes all calls on from now on; the same on all ranks. */
void ct_communicator_give_up(ct_communicator *state);

/* This process uses sessions, whose communicators belong to no MPI_COMM_WORLD. */
void ct_communicator_refuse(void);

/* Calls with the arguments of one that was passed on are passed on as well, for as many calls as
 * that was decided for, without a look at anything else. That takes a few nanoseconds; MPI's own
 * small calls take half a microsecond. They are counted where the others are, so ranks count alike
 * whether they come by here or not. Not where several threads call, or calls are in a report. */

/* The latest call of a kind that was passed on. */
typedef struct ct_repeat {
    uint64_t *left; /* so many more are; NULL: there was no such call */
    ct_arguments arguments;
} __attribute__((aligned(64))) ct_repeat; /* a line of the cache */

extern ct_repeat ct_repeats[CT_KINDS_SERVED];

/* Whether the call is to be passed on; then it is counted. Local. */
static inline int ct_repeat_takes(ct_kind kind, const ct_arguments *arguments) {
    const ct_repeat *latest = &ct_repeats[kind];
    if (latest->left == NULL || !ct_arguments_equal(&latest->arguments, arguments) ||
        *latest->left == 0) {
        return 0;
    }
    --*latest->left;
    return 1;
}

/* From now on takes calls with these arguments, while there are any left. Local. */
void ct_repeat_allow(ct_kind kind, const ct_arguments *arguments, uint64_t *left);

#endif
