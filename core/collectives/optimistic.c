#include "collectives/optimistic.h"

#include "base/mpi.h"
#include "node/vote.h"

#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>

int ct_optimistic_serves(const ct_exchange_plan *plan) {
    return plan->movement == CT_EXCHANGE && plan->all_hear && plan->staging.packs == NULL &&
           ct_vote_has_lines(plan->context);
}

/* Memory whose pages exist only where written. NULL on failure. */
static void *map_scratch(size_t bytes) {
    void *scratch = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return scratch != MAP_FAILED ? scratch : NULL;
}

/* Takes part in MPI's call with scratch arrays, so that the other ranks can leave it. */
static ct_status join_with_scratch(const ct_exchange_plan *plan, const ct_library *library) {
    const size_t bytes = (size_t)plan->send_end + (size_t)plan->receive_end;
    char *scratch = map_scratch(bytes);
    if (scratch == NULL) { /* the others would block for ever */
        (void)fprintf(stderr,
                      "cornerturn: no memory to leave a call that ranks do not make alike\n");
        (void)MPI_Abort(plan->context->comm, 1);
    }
    const ct_status status = ct_library_execute(plan, library, scratch, scratch + plan->send_end);
    (void)munmap(scratch, bytes);
    return status;
}

/* Objects to the vote: this rank's call differs from the plan's. */
static ct_status object(const ct_exchange_plan *plan, const ct_library *library,
                        const ct_call *call, int fits, int *entered) {
    uint64_t all = 0;
    uint64_t any = 0;
    ct_status status = CT_OK;
    ct_vote_object(plan->context->ballot);
    CT_TRY(ct_vote_count(plan->context, &all, &any));
    *entered = (any & CT_OPTIMISTIC_ENTERS) != 0;
    if (*entered) {
        CT_TRY(!fits              ? join_with_scratch(plan, library)
               : call->is_foreign ? ct_call_by_library(call, plan->context->comm)
                                  : ct_library_execute(plan, library, call->send, call->receive));
    }
cleanup:
    return status;
}

ct_status ct_optimistic_outcome(ct_context *context, int entered, ct_outcome *outcome) {
    uint64_t all = 0;
    uint64_t any = 0;
    ct_status status = CT_OK;
    *outcome = CT_CALL_DONE;
    if (ct_vote_was_objected(context->ballot)) {
        CT_TRY(ct_vote_count(context, &all, &any));
        *outcome = entered && (all & CT_OPTIMISTIC_FITS) != 0 ? CT_CALL_CHANGED : CT_CALL_VOID;
    }
cleanup:
    return status;
}

ct_status ct_optimistic_execute(const ct_exchange_plan *plan, const ct_library *library,
                                const ct_call *call, ct_likeness likeness, ct_outcome *outcome) {
    const int fits = likeness != CT_CALL_UNLIKE;
    int entered = likeness == CT_CALL_SAME;
    ct_status status = CT_OK;
    ct_vote_cast(plan->context->ballot,
                 (entered ? CT_OPTIMISTIC_ENTERS : 0) | (fits ? CT_OPTIMISTIC_FITS : 0));
    if (entered) {
        CT_TRY(ct_library_execute(plan, library, call->send, call->receive));
    } else {
        CT_TRY(object(plan, library, call, fits, &entered));
    }
    CT_TRY(ct_optimistic_outcome(plan->context, entered, outcome));
cleanup:
    return status;
}
