/*
 * What the preload keeps with each communicator: whether its calls are served, and of which kinds
 * and sizes all are passed on for a while because the MPI library is faster.
 *
 * Every rank has to decide alike without asking the others. So it decides by what is the same on
 * all ranks: how many such calls were made on the communicator, their kind, and the bytes of a
 * block, which MPI demands to be as many everywhere; for alltoallv and alltoallw by the number of
 * calls alone. At
 * the 4th call, the 16th, the 64th and so on, until a communicator is served, ranks agree by a
 * reduction: whether all can, all have the same settings, and enough time was spent.
 *
 * Never served: intercommunicators, communicators of one rank or with ranks of another
 * MPI_COMM_WORLD, and those of a rank with MPI_THREAD_MULTIPLE or sessions. Each served one takes a
 * second communicator, at most 64 at a time.
 */
#ifndef CT_BINDINGS_PRELOAD_COMMUNICATOR_H
#define CT_BINDINGS_PRELOAD_COMMUNICATOR_H

#include "bindings/preload/settings.h"
#include "collectives/selection.h"

#include <mpi.h>
#include <stdint.h>

/* Calls of a kind and size. */
typedef struct ct_slot {
    ct_kind kind;
    ptrdiff_t bytes;
    uint64_t pass;   /* so many more are passed on */
    uint64_t passed; /* so many were, since the last that was tried */
    uint64_t length; /* how many will be the next time */
    int idle;        /* calls that were tried in vain, one after the other */

    int foreign;      /* calls left to the MPI library because of the types of some rank; from */
    int packs;        /* some on: ranks pack what is not contiguous. Then */
    int packed;       /* calls tried so, before they compete with */
    ct_selection way; /* the MPI library's own call with the types as they are */
} ct_slot;

enum { CT_SLOTS = 16 };

typedef struct ct_communicator {
    MPI_Comm comm;
    int ranks;
    int is_served, is_passed_on; /* neither: not yet decided */
    uint64_t calls, checkpoint;  /* until then; ranks agree at that call */
    double sampled_s;            /* what the last calls took, */
    int samples;                 /* so many */
    ct_slot slots[CT_SLOTS];
    int slot_count, next_slot; /* the one that is replaced next */
    int sharings;              /* calls whose send arrays the ranks tried to share */
    void *joined;              /* of begun/join.h; NULL: nothing. Called when the communicator is */
    void (*leave)(void *joined); /* freed */
} ct_communicator;

/* Of a communicator, or NULL where nothing is kept: its calls are passed on, and not counted. */
ct_communicator *ct_communicator_of(MPI_Comm comm);

/* Counts a call and returns its slot if it is to be tried, else NULL. Every fourth power of calls
 * collective. `bytes` of a block, the same on all ranks; of alltoallv and alltoallw -1. */
ct_slot *ct_communicator_count(ct_communicator *state, ct_kind kind, ptrdiff_t bytes);

/* Whether the call that was counted is one of those whose time is to be told. */
int ct_communicator_samples(const ct_communicator *state);

/* Whether a call of a slot that packs is made by the MPI library, and whether it is timed. */
int ct_slot_goes_to_library(const ct_slot *slot);
int ct_slot_is_timed(const ct_slot *slot);

/* Notes a call that was left to the MPI library because of types: the slot packs after a few. */
void ct_slot_note_foreign(ct_slot *slot);

/* Counts a call of a slot that packs. Collective at the end of a trial. */
void ct_slot_count_packed(ct_slot *slot, MPI_Comm comm, double seconds);

/* Notes whether a call that was tried was one of ours. */
void ct_slot_note(ct_slot *slot, int is_ours);

/* Whether this rank can serve calls on a communicator at all. Local. */
int ct_communicator_may_serve(MPI_Comm comm);

/* Whether the program may call MPI from several threads at once. Local. */
int ct_communicator_has_threads(void);

/* Passes all calls on from now on; the same on all ranks. */
void ct_communicator_give_up(ct_communicator *state);

/* This process uses sessions, whose communicators belong to no MPI_COMM_WORLD. */
void ct_communicator_refuse(void);

#endif
