#include "bindings/preload/slots/slot.h"

enum {
    IDLE_MOST = 8, /* more than a trial has in a row */
    PASS_FIRST = 512,
    PASS_MOST = 1 << 20,
    FOREIGN_MOST = 4,  /* fewer than IDLE_MOST: packing is tried before calls are passed on */
    PACKED_FIRST = 26, /* in which the plan is made, and has its own trial */
};

ct_slot ct_slot_of(ct_kind kind, ptrdiff_t bytes) {
    return (ct_slot){
        .kind = kind, .bytes = bytes, .length = PASS_FIRST, .packs = kind == CT_KIND_ALLTOALLW};
}

int ct_slot_is_timed(const ct_slot *slot) {
    return slot->packs && slot->packed >= PACKED_FIRST && ct_selection_is_on(&slot->way);
}

enum { PACKED_WAY, LIBRARY_WAY };

int ct_slot_goes_to_library(const ct_slot *slot) {
    return slot->packs && slot->packed >= PACKED_FIRST &&
           ct_selection_way(&slot->way) == LIBRARY_WAY;
}

void ct_slot_note_foreign(ct_slot *slot) {
    if (!slot->packs && ++slot->foreign >= FOREIGN_MOST) {
        slot->packs = 1;
        slot->idle = 0;
    }
}

void ct_slot_count_packed(ct_slot *slot, MPI_Comm comm, double seconds) {
    double medians[CT_SELECTION_WAYS] = {0};
    if (slot->packed < PACKED_FIRST) {
        slot->packed++;
    } else if (ct_selection_count(&slot->way, seconds, medians) &&
               PMPI_Allreduce(MPI_IN_PLACE, medians, CT_SELECTION_WAYS, MPI_DOUBLE, MPI_MAX,
                              comm) == MPI_SUCCESS) {
        ct_selection_settle(&slot->way, medians, CT_SELECTION_WORTH);
    }
}

void ct_slot_note(ct_slot *slot, int is_ours) {
    if (is_ours) {
        slot->idle = 0;
        slot->length = PASS_FIRST;
    } else if (++slot->idle >= IDLE_MOST) {
        slot->idle = 0;
        slot->pass = slot->length;
        slot->passed += slot->length;
        slot->length = slot->length < PASS_MOST ? 2 * slot->length : PASS_MOST;
    }
}
