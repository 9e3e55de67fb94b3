#include "collectives/settled.h"

#include "base/mpi.h"

#include <stdint.h>

ct_settled ct_settled_latest;

int ct_settled_sends_alike(const void *send) {
    ct_settled *latest = &ct_settled_latest;
    ct_plan_store *store = latest->store;
    if (ct_plan_store_reads(store, send) != store->plans[0].shape.is_shared) {
        return 0;
    }
    latest->send = send;
    latest->version = ct_segments_version();
    return 1;
}

int ct_settled_objected(ct_status *status) {
    ct_plan_store *store = ct_settled_latest.store;
    ct_outcome outcome = CT_CALL_DONE;
    ct_settled_latest.left++; /* counted by no rank */
    ct_settled_end();
    store->patience.used++;
    store->in_turn = 0;
    if (*status == CT_OK) {
        *status = ct_optimistic_outcome(store->context, 1, &outcome);
    }
    return outcome != CT_CALL_VOID;
}

static void leave(const ct_plan_store *store) {
    if (ct_settled_latest.store == store) {
        ct_settled_end();
    }
}

void ct_settled_allow(ct_plan_store *store, const ct_library *library, const ct_call *call,
                      uint64_t times) {
    if (ct_mpi_has_threads()) {
        return;
    }
    ct_settled_latest =
        (ct_settled){.left = times,
                     .arguments = ct_arguments_of(call->comm, call->given, call->has_counts),
                     .own = store->context->comm,
                     .library = library,
                     .ballot = store->context->ballot,
                     .send = call->send,
                     .version = ct_segments_version(),
                     .numbers = store->plans[0].numbers,
                     .ranks = store->context->size,
                     .allowed = times,
                     .store = store};
    store->leave = leave;
}

void ct_settled_end(void) {
    ct_settled *latest = &ct_settled_latest;
    if (latest->store == NULL) {
        return;
    }
    const uint64_t done = latest->allowed - latest->left;
    ct_selection_skip(&latest->store->plans[0].selection, done);
    latest->store->patience.used += done;
    *latest = (ct_settled){.left = 0};
}
