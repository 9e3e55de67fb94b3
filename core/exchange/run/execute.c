/* Executing a plan: at once, or from start to wait. */
#include "exchange/run/execute.h"

#include "base/mpi.h"
#include "exchange/plan.h"
#include "trace/phase.h"

int ct_exchange_refuses(const ct_exchange_plan *plan, const void *send, const void *receive) {
    const int in_place = plan->options.in_place;
    const int lacks_one = (plan->send_end > 0 && (in_place ? receive : send) == NULL) ||
                          (plan->receive_end > 0 && receive == NULL);
    if (lacks_one || plan->movement != CT_EXCHANGE) { /* whose own blocks may lie in place */
        return lacks_one;
    }
    return in_place ? plan->send_end > 0 && send != NULL && send != receive
                    : ct_extents_meet(&plan->sent, send, &plan->received, receive);
}

static ct_status check_idle(const ct_exchange_plan *plan) {
    if (plan == NULL || plan->alive != CT_PLAN_ALIVE) {
        return ct_raise(CT_ERROR_ARGUMENT, "this exchange plan does not exist (any more)");
    }
    return plan->under_way ? ct_raise(CT_ERROR_ARGUMENT, "this exchange is under way; wait for it")
                           : CT_OK;
}

/* Begins an execution. Where the blocks themselves tell all ranks that this one's arrays cannot be
 * used, it takes part with empty messages, without arrays. */
static ct_status begin(ct_exchange_plan *plan, const ct_prepared *prepared, const void **send,
                       void **receive, int *refused) {
    ct_status status = check_idle(plan);
    if (status != CT_OK) {
        return status;
    }
    *refused = ct_exchange_refuses(plan, *send, *receive);
    if (*refused) {
        *receive = NULL;
        *send = NULL;
    }
    if (plan->options.in_place) {
        *send = *receive;
    }
    status = ct_prepared_agree(plan, prepared, *refused);
    plan->executions += status == CT_OK && !*refused;
    if (status == CT_OK && plan->staging.packs != NULL && !*refused) {
        ct_staging_fill(plan, *receive);
        *send = plan->staging.memory;
    }
    return status;
}

/* Ends a completed execution. */
static ct_status end(ct_exchange_plan *plan, ct_status status) {
    plan->under_way = 0;
    return status;
}

static ct_status execute(ct_exchange_plan *plan, const ct_prepared *prepared, const void *send,
                         void *receive) {
    int refused = 0;
    ct_status status = begin(plan, prepared, &send, &receive, &refused);
    if (status != CT_OK) {
        return status;
    }
    if (prepared->choice.row == NULL) {
        return ct_library_execute(plan, &prepared->library, send, receive);
    }
    return ct_prepared_run(plan, prepared, send, receive, refused);
}

ct_status ct_exchange_execute_by(ct_exchange_plan *plan, const ct_prepared *prepared,
                                 const void *send, void *receive) {
    const ct_phase span = ct_span_begin(
        CT_TRACE_EXCHANGE, prepared->choice.row != NULL ? prepared->choice.row->name : "mpi");
    const ct_status status = execute(plan, prepared, send, receive);
    ct_span_end(&span);
    return status;
}

ct_status ct_exchange_execute(ct_exchange_plan *plan, const void *send, void *receive) {
    return plan != NULL ? ct_exchange_execute_by(plan, &plan->prepared, send, receive)
                        : check_idle(plan);
}

ct_status ct_exchange_decline_by(ct_exchange_plan *plan, const ct_prepared *prepared) {
    ct_status status = check_idle(plan);
    if (status == CT_OK) {
        status = ct_prepared_agree(plan, prepared, 1);
    }
    return status != CT_OK ? status : ct_prepared_run(plan, prepared, NULL, NULL, 1);
}

static ct_status start(ct_exchange_plan *plan, const void *send, void *receive) {
    int refused = 0;
    ct_status status = begin(plan, &plan->prepared, &send, &receive, &refused);
    if (status != CT_OK) {
        return status;
    }
    plan->under_way = 1;
    if (plan->prepared.choice.row == NULL) {
        status =
            ct_library_start(plan, &plan->prepared.library, send, receive, &plan->library_request);
        plan->library_receives = receive;
        return status != CT_OK ? end(plan, status) : CT_OK;
    }
    status = ct_prepared_start(plan, &plan->prepared, send, receive, refused);
    return status != CT_OK ? end(plan, status) : CT_OK;
}

ct_status ct_exchange_start(ct_exchange_plan *plan, const void *send, void *receive) {
    if (plan == NULL) {
        return check_idle(plan);
    }
    const ct_phase span = ct_span_begin(CT_TRACE_EXCHANGE, "start of an exchange");
    const ct_status status = start(plan, send, receive);
    ct_span_end(&span);
    return status;
}

/* Progresses once, or to the end. */
static ct_status proceed(ct_exchange_plan *plan, int to_the_end, int *done) {
    ct_status status = CT_OK;
    *done = 1;
    if (plan == NULL || plan->alive != CT_PLAN_ALIVE) {
        return check_idle(plan);
    }
    if (!plan->under_way) {
        return CT_OK;
    }
    if (plan->prepared.choice.row != NULL) {
        plan->run.step_start_s =
            ct_trace_now_s(); /* of a step, what the caller did meanwhile is not */
        status = to_the_end ? ct_execution_complete(&plan->run) : ct_execution_advance(&plan->run);
        *done = status != CT_OK || ct_execution_ended(&plan->run);
        if (*done && !to_the_end && status == CT_OK) {
            status = ct_execution_finish(&plan->run);
        } else if (!*done && !plan->run.moved) {
            status = ct_execution_progress(&plan->run);
        }
    } else if (to_the_end) {
        const ct_phase wait = ct_span_begin(CT_TRACE_WAIT, "MPI_Wait");
        CT_MPI(MPI_Wait(&plan->library_request, MPI_STATUS_IGNORE));
        ct_span_end(&wait);
    } else {
        CT_MPI(MPI_Test(&plan->library_request, done, MPI_STATUS_IGNORE));
    }
    if (*done && plan->prepared.choice.row == NULL) {
        ct_library_finish(&plan->prepared.library, plan->library_receives);
    }
cleanup:
    return *done ? end(plan, status) : status;
}

ct_status ct_exchange_test(ct_exchange_plan *plan, int *done) {
    return proceed(plan, 0, done);
}

ct_status ct_exchange_wait(ct_exchange_plan *plan) {
    const ct_phase span = ct_span_begin(CT_TRACE_EXCHANGE, "end of an exchange");
    int done = 0;
    const ct_status status = proceed(plan, 1, &done);
    ct_span_end(&span);
    return status;
}
