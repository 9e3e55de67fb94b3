#include "node/barrier.h"

#include "base/fail.h"
#include "base/threads/poll.h"
#include "trace/phase.h"

#include <stdatomic.h>
#include <stdint.h>

/* In vain, before a rank that has a core gives it away: some 100 us, which a short stage takes. */
enum { POLLS = 20000 };

typedef struct line {
    _Atomic uint64_t times;
    ct_node_barrier_entry entry;
} line;

static line *line_of(const ct_node_barrier *barrier, int rank) {
    return barrier->lines.of[rank];
}

ct_status ct_node_barrier_create(MPI_Comm comm, ct_node_barrier *barrier, int *is_possible) {
    ct_context *context = NULL;
    ct_status status = CT_OK;
    *barrier = (ct_node_barrier){.times = 0};
    *is_possible = 0;
    CT_TRY(ct_context_of(comm, &context));
    if (context->is_supposed) { /* nobody will wait */
        *is_possible = context->node_size == context->size;
        return CT_OK;
    }
    CT_TRY(ct_records_create(context, sizeof(line), &barrier->lines));
    barrier->context = context;
    *is_possible = barrier->lines.of != NULL;
cleanup:
    if (!*is_possible) {
        ct_node_barrier_destroy(barrier);
    }
    return status;
}

void ct_node_barrier_destroy(ct_node_barrier *barrier) {
    ct_records_destroy(&barrier->lines);
    *barrier = (ct_node_barrier){.times = 0};
}

uint64_t ct_node_barrier_arrive(ct_node_barrier *barrier) {
    line *mine = barrier->lines.memory;
    atomic_store_explicit(&mine->times, ++barrier->times, memory_order_release);
    return barrier->times;
}

/* What MPI may fail with does not end a wait: what follows needs the others' writes. */
void ct_node_barrier_wait_for(ct_node_barrier *barrier, uint64_t times) {
    const ct_context *context = barrier->context;
    const ct_phase wait = ct_span_begin(CT_TRACE_WAIT, "barrier of the node");
    for (int rank = 0; rank < context->size; rank++) {
        line *theirs = line_of(barrier, rank);
        int polls = 0;
        while (atomic_load_explicit(&theirs->times, memory_order_acquire) < times) {
            if (ct_poll_gives_way(&polls, POLLS, context->has_core)) {
                (void)ct_context_progress(context);
            }
        }
    }
    ct_span_end(&wait);
}

void ct_node_barrier_wait(ct_node_barrier *barrier) {
    ct_node_barrier_wait_for(barrier, ct_node_barrier_arrive(barrier));
}

ct_node_barrier_entry ct_node_barrier_publish(ct_node_barrier *barrier, int is_refused,
                                              const void *const array[CT_BARRIER_ARRAYS],
                                              const ptrdiff_t bytes[CT_BARRIER_ARRAYS]) {
    const ct_context *context = barrier->context;
    ct_node_barrier_entry all = {.is_refused = is_refused};
    line *mine = barrier->lines.memory;
    for (int i = 0; i < CT_BARRIER_ARRAYS; i++) {
        all.place[i] = ct_place_shared_by(&barrier->latest[i], array[i], context->comm,
                                          context->node_ranks, context->size);
        all.is_private = all.is_private || (bytes[i] > 0 && all.place[i].segment == 0);
    }
    mine->entry = all;
    ct_node_barrier_wait(barrier);
    for (int rank = 0; rank < context->size; rank++) {
        const ct_node_barrier_entry *theirs = &line_of(barrier, rank)->entry;
        all.is_refused = all.is_refused || theirs->is_refused;
        all.is_private = all.is_private || theirs->is_private;
    }
    return all;
}

char *ct_node_barrier_address(const ct_node_barrier *barrier, int rank, int array) {
    return ct_place_address(line_of(barrier, rank)->entry.place[array]);
}
