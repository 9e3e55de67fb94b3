#include "bindings/preload/begun/call.h"

#include "bindings/preload/report.h"
#include "bindings/preload/share.h"
#include "trace/clock.h"

#include <stdint.h>

/* Whether an array is in a memory file. */
static int is_shared(const void *array) {
    ct_shared_notice file;
    uint64_t base = 0;
    return ct_share_file_of(array, &file, &base);
}

/* Of fewer bytes a block, MPICH's messages are faster than a decision of all ranks and copies
 * (README.md). CT_PRELOAD_FLOOR counts in place of it. */
enum { LEAST_BYTES = 8192 };

/* What this rank knows of the call; is_passed: the MPI library has it, as every rank knows. False
 * where MPI refuses the call, which then counts on no rank, or has it done by other means. */
static int look(const ct_begun_call *call, int ranks, ct_board_request *request, int *is_passed) {
    const ct_begun_blocks_given *out = &call->given[CT_SENDS];
    const ct_begun_blocks_given *in = &call->given[CT_RECEIVES];
    const int in_place = out->array == MPI_IN_PLACE;
    const ct_settings *settings = ct_settings_get();
    const ct_begun_blocks_facts received = ct_begun_blocks_look(in, ranks);
    const ct_begun_blocks_facts sent = in_place ? received : ct_begun_blocks_look(out, ranks);
    if (call->returned == NULL || !received.is_right || !sent.is_right ||
        (out->array == in->array && sent.bytes > 0)) {
        return 0;
    }
    const uint64_t most = sent.bytes > received.bytes ? sent.bytes : received.bytes;
    request->kind = call->visit.kind;
    request->bytes = most / (uint64_t)ranks;
    const int is_switched_on = (settings->served & 1U << call->visit.kind) != 0;
    const int is_small =
        request->bytes < (settings->has_floor ? (uint64_t)settings->floor_bytes : LEAST_BYTES);
    /* Without counts every rank sends and receives as much. */
    *is_passed = !is_switched_on || (is_small && call->visit.kind == CT_KIND_IALLTOALL);
    request->may_be_here =
        is_switched_on && !is_small && !in_place && sent.is_plain && received.is_plain && most > 0;
    request->is_shared = request->may_be_here && is_shared(out->array) && is_shared(in->array);
    return 1;
}

int ct_begun_try(ct_begun_call *call) {
    ct_begun_request *made = call->request;
    ct_board_request request = {.may_be_here = 0};
    int is_passed = 0;
    made->inner = MPI_REQUEST_NULL;
    made->exchange.board = NULL;
    made->joined = NULL;
    made->trial = -1;
    made->is_noted = 0;
    ct_communicator *state = ct_communicator_of(call->visit.comm);
    if (state == NULL) { /* not even a communicator, or before MPI_Init */
        return 0;
    }
    made->is_noted = ct_report_is_on() && ct_visit_site(&call->visit, &made->site);
    made->start_s = made->is_noted ? ct_clock_s() : 0;
    if (!ct_begun_request_is_possible() || state->ranks < 2 ||
        !look(call, state->ranks, &request, &is_passed)) {
        return 0;
    }
    ct_joined *joined = ct_joined_count(state, is_passed);
    if (joined == NULL) {
        return 0;
    }
    request.call = joined->asked;
    const ct_board_answer answer = ct_board_decide(joined->board, joined->rank, &request);
    if (answer.is_sample) { /* the last to begin, whose time counts */
        made->trial = answer.trial;
        made->start_s = ct_clock_s();
    }
    if (answer.is_sample || answer.exchange >= 0) {
        made->joined = joined;
        joined->references++;
    }
    if (answer.exchange < 0) {
        return 0;
    }
    call->code = ct_begun_exchange_begin(&made->exchange, joined->board, answer.exchange,
                                         joined->rank, joined->processes, call->given);
    ct_begun_request_create(made, call->returned);
    return 1;
}

int ct_begun_pass(ct_begun_call *call, int code) {
    ct_begun_request *watched = call->request;
    if (code != MPI_SUCCESS || (watched->trial < 0 && !watched->is_noted)) {
        return code;
    }
    if (!ct_begun_request_is_possible()) {
        ct_sites_add(&watched->site, ct_clock_s() - watched->start_s, NULL);
    } else {
        watched->inner = *call->returned;
        ct_begun_request_create(watched, call->returned);
    }
    return code;
}
