#include "exchange/run/prepared.h"

#include "base/fail.h"
#include "exchange/plan.h"
#include "exchange/run/own.h"
#include "node/vote.h"
#include "trace/phase.h"
#include <cornerturn/agree.h>
#include <stdint.h>

/* Elements of every block between two ranks, negative where they differ; of ranks that are only
 * supposed, which tell no sizes, as many as the largest of this rank. */
static ptrdiff_t block_elements(const ct_exchange_plan *plan) {
    ptrdiff_t most = plan->block_elements;
    for (int peer = 0; plan->context->is_supposed && peer < plan->size; peer++) {
        const ptrdiff_t sent = ct_blocks_elements(&plan->send, peer);
        most = peer != plan->rank && sent > most ? sent : most;
    }
    return most;
}

static ct_status lower(const ct_exchange_plan *plan, const ct_choice *choice, ct_lowered *lowered) {
    ct_lowering_problem problem = {
        .comm = plan->comm,
        .pattern = ct_algorithm_pattern(choice->row, &plan->topology, &choice->parameters),
        .send = plan->send,
        .receive = plan->receive,
        .elements = &plan->elements,
        .leader = ct_exchange_context(plan)->leader,
        .block_elements = block_elements(plan),
        .steps_in_flight = plan->options.steps_in_flight,
        .streams = plan->streams};
    ct_schedule *schedule = NULL;
    ct_status status = CT_OK;
    if (choice->transport == CT_TRANSPORT_SHARED && plan->channels.count > 0) {
        problem.channels = plan->channels.of_rank;
        problem.peer_blocks = plan->peer_blocks.from;
        problem.peer_receives = plan->peer_receives.from;
    }
    /* Lowering may be collective, so all ranks must have their schedules first. */
    CT_TRY(ct_agree(plan->comm, ct_algorithm_generate(choice->row, &plan->topology,
                                                      &choice->parameters, plan->rank, &schedule)));
    CT_TRY(ct_agree(plan->comm, ct_lowered_create(schedule, &problem, lowered)));
cleanup:
    ct_schedule_destroy(&schedule);
    return status;
}

ct_status ct_prepared_create(const ct_exchange_plan *plan, const ct_choice *choice,
                             ct_prepared *prepared) {
    *prepared = (ct_prepared){.choice = *choice};
    return choice->row != NULL ? lower(plan, choice, &prepared->lowered)
                               : ct_library_create(plan, &prepared->library);
}

void ct_prepared_destroy(ct_prepared *prepared) {
    ct_lowered_destroy(&prepared->lowered);
    ct_library_destroy(&prepared->library);
}

ct_status ct_prepared_agree(const ct_exchange_plan *plan, const ct_prepared *prepared,
                            int refused) {
    ct_status status = CT_OK;
    if (prepared->choice.row == NULL || !(plan->all_hear || plan->partners_hear)) {
        uint64_t accepted = !refused;
        CT_TRY(ct_vote(plan->context, &accepted));
        status = accepted ? CT_OK : ct_execution_refuse();
    }
cleanup:
    return status;
}

/* Begins the execution: starts the sends that can start. */
static ct_status begin(ct_exchange_plan *plan, const ct_prepared *prepared, const void *send,
                       void *receive, int refused) {
    plan->run = ct_execution_begin(&prepared->lowered, ct_exchange_context(plan), plan->tag,
                                   &plan->channels, send, receive, refused);
    plan->starts++;
    if (ct_phase_is_recorded) {
        ct_context *context = ct_exchange_context(plan);
        const uint64_t identity = (uint64_t)plan->tag << 32 | plan->starts;
        ct_execution_trace(&plan->run, context->identity, identity, ct_context_world(context),
                           plan->rank);
    }
    return ct_execution_start(&plan->run);
}

/* Copies this rank's own block while messages are in flight. Those that contain both the own vector
 * and received blocks are sent by a later advance, so the copy is complete by then. */
static void copy_own(const ct_exchange_plan *plan, const void *send, void *receive, int refused) {
    if (!refused) {
        const ct_phase copy = ct_span_begin(CT_TRACE_COPY, "own block");
        ct_own_block_copy(plan, send, receive);
        ct_span_end(&copy);
    }
}

ct_status ct_prepared_start(ct_exchange_plan *plan, const ct_prepared *prepared, const void *send,
                            void *receive, int refused) {
    const ct_status status = begin(plan, prepared, send, receive, refused);
    copy_own(plan, send, receive, refused);
    return status;
}

/* The own block is copied after the first message where MPI waits: before, the messages' next parts
 * would wait for the copy (64 and 128 KiB between two hosts over TCP: 3 to 5 % of the exchange). */
ct_status ct_prepared_run(ct_exchange_plan *plan, const ct_prepared *prepared, const void *send,
                          void *receive, int refused) {
    ct_status status = begin(plan, prepared, send, receive, refused);
    if (status == CT_OK) {
        status = ct_execution_await_first(&plan->run);
    }
    copy_own(plan, send, receive, refused);
    return status != CT_OK ? status : ct_execution_complete(&plan->run);
}

ct_status ct_prepared_execute(ct_exchange_plan *plan, const ct_prepared *prepared, const void *send,
                              void *receive) {
    const ct_status status = ct_prepared_agree(plan, prepared, 0); /* part of the time measured */
    if (status != CT_OK) {
        return status;
    }
    return prepared->choice.row == NULL
               ? ct_library_execute(plan, &prepared->library, send, receive)
               : ct_prepared_run(plan, prepared, send, receive, 0);
}
