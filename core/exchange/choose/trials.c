#include "exchange/choose/trials.h"

#include "base/mpi.h"
#include "exchange/plan.h"
#include <cornerturn/agree.h>
#include <cornerturn/memory.h>

#include <string.h>

static const double scratch_most_bytes = 1 << 30; /* a rank */

/* Arrays of the kind that the user will have, from ct_alloc or not, with their pages touched.
 * Collective. */
static ct_status make_arrays(ct_trials *trials, ptrdiff_t send_bytes, ptrdiff_t receive_bytes) {
    MPI_Comm owners = trials->plan->options.private_arrays ? MPI_COMM_SELF : trials->plan->comm;
    ct_status mine = ct_alloc(owners, send_bytes, &trials->send);
    if (mine == CT_OK) {
        mine = ct_alloc(owners, receive_bytes, &trials->receive);
    }
    ct_status status = ct_agree(trials->plan->comm, mine);
    if (status == CT_OK) {
        memset(trials->send, 1, (size_t)send_bytes);
        memset(trials->receive, 1, (size_t)receive_bytes);
    }
    return status;
}

ct_status ct_trials_open(ct_trials *trials) {
    const ct_exchange_plan *plan = trials->plan;
    const ptrdiff_t send_bytes = ct_blocks_end(&plan->send);
    const ptrdiff_t receive_bytes = ct_blocks_end(&plan->receive);
    int is_possible = (double)send_bytes + (double)receive_bytes <= scratch_most_bytes;
    ct_status status = CT_OK;
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, &is_possible, 1, MPI_INT, MPI_MIN, plan->comm));
    status = is_possible ? make_arrays(trials, send_bytes, receive_bytes)
                         : ct_raise(CT_ERROR_MEMORY, "arrays too large to measure");
cleanup:
    return status;
}

void ct_trials_close(ct_trials *trials) {
    ct_free(&trials->send);
    ct_free(&trials->receive);
}

ct_status ct_trials_prepare(ct_trials *trials, const ct_choice *choice, int seat) {
    return ct_prepared_create(trials->plan, choice, &trials->prepared[seat]);
}

ct_status ct_trials_run(ct_trials *trials, int seat) {
    return ct_prepared_execute(trials->plan, &trials->prepared[seat], trials->send,
                               trials->receive);
}

void ct_trials_discard(ct_trials *trials, int seat) {
    ct_prepared_destroy(&trials->prepared[seat]);
}
