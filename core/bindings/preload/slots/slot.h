/* Calls of a kind and size on a communicator: which of them are tried, packed or passed on. */
#ifndef CT_BINDINGS_PRELOAD_SLOTS_SLOT_H
#define CT_BINDINGS_PRELOAD_SLOTS_SLOT_H

#include "bindings/preload/settings.h"
#include "collectives/selection.h"

#include <mpi.h>
#include <stddef.h>
#include <stdint.h>

typedef struct ct_slot {
    ct_kind kind;
    ptrdiff_t bytes;
    uint64_t pass;   /* so many more are passed on */
    uint64_t passed; /* so many were, when those are, since the last that was tried */
    uint64_t length; /* how many will be the next time */
    int idle;        /* calls that were tried in vain, one after the other */

    int foreign;      /* calls left to the MPI library because of the types of some rank; from */
    int packs;        /* some on: ranks pack what is not contiguous. Then */
    int packed;       /* calls tried so, before they compete with */
    ct_selection way; /* the MPI library's own call with the types as they are */
} ct_slot;

/* One without calls. */
ct_slot ct_slot_of(ct_kind kind, ptrdiff_t bytes);

/* Whether a call of a slot that packs is made by the MPI library, and whether it is timed. */
int ct_slot_goes_to_library(const ct_slot *slot);
int ct_slot_is_timed(const ct_slot *slot);

/* Notes a call that was left to the MPI library because of types: the slot packs after a few. */
void ct_slot_note_foreign(ct_slot *slot);

/* Counts a call of a slot that packs. Collective at the end of a trial. */
void ct_slot_count_packed(ct_slot *slot, MPI_Comm comm, double seconds);

/* Notes whether a call that was tried was one of ours. */
void ct_slot_note(ct_slot *slot, int is_ours);

#endif
