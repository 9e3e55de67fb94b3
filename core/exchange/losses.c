#include "exchange/losses.h"

#include "base/mpi.h"
#include "exchange/plan.h"

#include <math.h>

void ct_exchange_losses_add(const ct_exchange_plan *plan, ct_exchange_losses *losses) {
    if (plan == NULL) {
        return;
    }
    const ct_rounding *mine = &plan->elements.rounding;
    const int copies = plan->prepared.choice.transport == CT_TRANSPORT_SHARED;
    const double saved_bytes = plan->saved_between_bytes + (copies ? 0 : plan->saved_inside_bytes);
    losses->saved_bytes += saved_bytes * plan->executions;
    losses->worst = fmax(losses->worst, mine->worst);
    losses->overflows += mine->overflows;
    losses->underflows += mine->underflows;
}

ct_status ct_exchange_losses_sum(MPI_Comm comm, ct_exchange_losses *losses) {
    double sums[3] = {losses->saved_bytes, losses->overflows, losses->underflows};
    ct_status status = CT_OK;
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, &losses->worst, 1, MPI_DOUBLE, MPI_MAX, comm));
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, sums, 3, MPI_DOUBLE, MPI_SUM, comm));
    losses->saved_bytes = sums[0];
    losses->overflows = sums[1];
    losses->underflows = sums[2];
cleanup:
    return status;
}

ct_status ct_exchange_rounding(const ct_exchange_plan *plan, ct_exchange_losses *losses) {
    *losses = (ct_exchange_losses){.saved_bytes = 0};
    ct_exchange_losses_add(plan, losses);
    return ct_exchange_losses_sum(plan->comm, losses);
}
