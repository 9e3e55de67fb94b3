#include "bindings/preload/visit.h"

#include "bindings/preload/packed.h"
#include "bindings/preload/report.h"
#include "bindings/preload/share.h"
#include "trace/clock.h"
#include <cornerturn/status.h>

#include <stdint.h>
#include <stdio.h>

/* The bytes of a type of MPI's own, which is never freed, or -1. */
static ptrdiff_t named_bytes(MPI_Datatype type) {
    enum { TYPES = 4 };
    static _Thread_local struct {
        MPI_Datatype type;
        ptrdiff_t bytes; /* 0: no type */
    } known[TYPES];
    static _Thread_local unsigned next;
    int integers = 0;
    int addresses = 0;
    int types = 0;
    int combiner = 0;
    int bytes = 0;
    for (int i = 0; i < TYPES; i++) {
        if (known[i].bytes > 0 && known[i].type == type) {
            return known[i].bytes;
        }
    }
    if (PMPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner) != MPI_SUCCESS ||
        combiner != MPI_COMBINER_NAMED || PMPI_Type_size(type, &bytes) != MPI_SUCCESS) {
        return -1;
    }
    known[next % TYPES].type = type;
    known[next++ % TYPES].bytes = bytes;
    return bytes;
}

ptrdiff_t ct_visit_bytes(const void *array, int count, MPI_Datatype type) {
    MPI_Count derived_bytes = 0;
    if (count <= 0 || type == MPI_DATATYPE_NULL) {
        return 0;
    }
    const ptrdiff_t bytes = named_bytes(type);
    if (bytes >= 0) {
        return array != NULL ? count * bytes : 0;
    }
    (void)PMPI_Type_size_x(type, &derived_bytes); /* whose array MPI_BOTTOM can be, which is NULL */
    return derived_bytes > 0 ? count * (ptrdiff_t)derived_bytes : 0;
}

/* Whether other calls with these arguments are alike: those of a type that is not MPI's own are
 * not, since it can be freed, and another has its handle. */
static int is_repeatable(const ct_visit *visit) {
    return visit->arguments != NULL && !visit->is_timed && !ct_communicator_has_threads() &&
           (visit->bytes == CT_BYTES_VARY || named_bytes(visit->type) >= 0);
}

int ct_visit_begin(ct_visit *visit) {
    visit->is_timed = ct_report_is_on();
    visit->state = visit->bytes != 0 ? ct_communicator_of(visit->comm) : NULL;
    visit->is_again = visit->state != NULL && ct_communicator_is_again(visit->state, visit->kind);
    if (visit->state != NULL && !visit->is_again) {
        visit->slot =
            ct_communicator_count(visit->state, visit->kind, visit->bytes, &visit->counted);
        visit->is_timed = visit->is_timed || ct_communicator_samples(visit->state);
        if (visit->slot == NULL && is_repeatable(visit)) {
            ct_repeat_allow(visit->kind, visit->arguments, visit->counted.left);
        }
    }
    if (visit->slot != NULL && visit->slot->packs) {
        visit->packs = 1;
        visit->is_timed = visit->is_timed || ct_slot_is_timed(visit->slot);
    }
    visit->start_s = visit->is_timed ? ct_clock_s() : 0;
    return visit->slot != NULL && !ct_slot_goes_to_library(visit->slot);
}

/* What a rank sends in the call. */
static double sent_bytes_of(const ct_visit *visit, int ranks) {
    double sent_bytes = 0;
    int bytes = 0;
    if (visit->counts == NULL) {
        const int is_to_all = visit->kind == CT_KIND_ALLTOALL || visit->kind == CT_KIND_IALLTOALL ||
                              visit->kind == CT_KIND_ALLTOALL_INIT;
        return (is_to_all ? ranks : 1) * (double)visit->bytes;
    }
    for (int peer = 0; peer < ranks; peer++) {
        if (peer == 0 || visit->sent_types != NULL) {
            (void)PMPI_Type_size(visit->sent_types != NULL ? visit->sent_types[peer] : visit->type,
                                 &bytes);
        }
        sent_bytes += (double)visit->counts[peer] * bytes;
    }
    return sent_bytes;
}

int ct_visit_site(const ct_visit *visit, ct_site *call) {
    int ranks = 0;
    if (PMPI_Comm_size(visit->comm, &ranks) != MPI_SUCCESS) {
        return 0;
    }
    const double sent_bytes = sent_bytes_of(visit, ranks);
    *call = (ct_site){.kind = visit->kind,
                      .address = ct_sites_caller(visit->address),
                      .ranks = ranks,
                      .bytes = visit->bytes,
                      .calls = 1,
                      .sent_bytes = sent_bytes};
    if (visit->bytes == CT_BYTES_VARY) {
        call->bytes = 1;
        while ((double)call->bytes < sent_bytes) {
            call->bytes *= 2;
        }
    }
    return 1;
}

/* Tells the report. `label`: NULL, or the algorithm of ours. */
static void note(const ct_visit *visit, double seconds, const char *label) {
    ct_site call;
    if (ct_visit_site(visit, &call)) {
        ct_sites_add(&call, seconds, label);
    }
}

/* An exchange that broke down after it had begun: as MPI reports what went wrong on the way. */
static int fail(const ct_visit *visit) {
    (void)fprintf(stderr, "cornerturn: %s\n", ct_error_message());
    ct_communicator_give_up(visit->state);
    (void)PMPI_Comm_call_errhandler(visit->comm, MPI_ERR_OTHER);
    return MPI_ERR_OTHER;
}

int ct_visit_serve(ct_visit *visit, ct_call *call, ct_call_reader *read) {
    ct_call_caller caller = {.passed = visit->slot->passed, .share = ct_share_of(visit->state)};
    call->name = ct_kind_name(visit->kind);
    call->comm = visit->comm;
    call->caller = &caller;
    ct_packed packed = {.sides = {{.blocks = 0}}};
    if (visit->packs) {
        ct_packed_create(&packed, call, visit->types, visit->state->ranks);
    }
    const ct_status status = ct_plan_cache_call(call, read);
    if (status != CT_OK) {
        visit->code = fail(visit);
        return 1;
    }
    visit->slot->passed = caller.passed;
    visit->state->sharings += caller.has_shared;
    ct_slot_note(visit->slot, caller.is_ours && !caller.is_left);
    if (caller.is_hopeless) {
        ct_communicator_give_up(visit->state);
    }
    if (caller.is_left && caller.is_foreign) {
        ct_slot_note_foreign(visit->slot);
    }
    if (caller.is_left) {
        visit->start_s = visit->is_timed ? ct_clock_s() : 0;
        return 0;
    }
    visit->code = visit->packs ? ct_packed_unpack(&packed, visit->comm) : MPI_SUCCESS;
    const double seconds = visit->is_timed ? ct_clock_s() - visit->start_s : 0;
    if (visit->is_timed && ct_report_is_on()) {
        note(visit, seconds, caller.is_ours ? caller.label : NULL);
    }
    if (visit->packs) {
        ct_slot_count_packed(visit->slot, visit->comm, seconds);
    }
    return 1;
}

/* Whether the code is of arguments that MPI refuses before it sends anything; others may be of what
 * came from other ranks. */
static int is_of_arguments(int code) {
    int class = MPI_SUCCESS;
    (void)PMPI_Error_class(code, &class);
    return class == MPI_ERR_ARG || class == MPI_ERR_BUFFER || class == MPI_ERR_COUNT ||
           class == MPI_ERR_ROOT || class == MPI_ERR_TYPE;
}

int ct_visit_end(const ct_visit *visit, int code) {
    const double seconds = visit->is_timed ? ct_clock_s() - visit->start_s : 0;
    if (code != MPI_SUCCESS && visit->state != NULL && is_of_arguments(code)) {
        if (!visit->is_again) {
            ct_communicator_uncount(visit->state, visit->kind, &visit->counted);
        }
    } else if (visit->state != NULL && visit->is_again) {
        visit->state->refused &= ~(1U << visit->kind);
    }
    if (visit->packs) {
        ct_slot_count_packed(visit->slot, visit->comm, seconds);
    }
    if (!visit->is_timed || code != MPI_SUCCESS) {
        return code;
    }
    if (visit->state != NULL && ct_communicator_samples(visit->state)) {
        visit->state->sampled_s += seconds;
        visit->state->samples++;
    }
    if (ct_report_is_on()) {
        note(visit, seconds, NULL);
    }
    return code;
}
