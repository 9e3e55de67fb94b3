#include "trace/phase.h"

#include <pthread.h>
#include <stdint.h>
#include <string.h>

enum { DEEPEST = 64 };

int ct_phase_is_recorded = 0;

/* What is recorded, of one thread. */
static struct {
    pthread_t thread;
    ct_trace_ring *ring;
    ct_phase_callbacks callbacks;
    int depth;
    const char *name[DEEPEST + 1];
    double inner_s[DEEPEST + 1]; /* by depth: of phases inside that have ended */
    ct_phase_sums sums;
} record;

static int is_mine(void) {
    return pthread_equal(record.thread, pthread_self());
}

static void put(ct_trace_event event, const char *name) {
    if (record.ring != NULL) {
        strncpy(event.name, name, sizeof event.name - 1);
        event.name[sizeof event.name - 1] = '\0';
        ct_trace_ring_put(record.ring, &event);
    }
}

/* Counts an event's time at a depth as inside what is around it. `inner_s`: what it encloses. */
static void count(int kind, int depth, double seconds, double inner_s) {
    record.sums.self_s[kind] += seconds - inner_s;
    record.inner_s[depth] += seconds;
}

ct_phase ct_phase_begin(ct_trace_kind kind, const char *name) {
    ct_phase phase = {.name = name, .bytes = -1, .kind = kind};
    if (ct_phase_is_recorded && is_mine() && record.depth < DEEPEST) {
        phase.depth = ++record.depth;
        record.name[phase.depth] = name;
        record.inner_s[phase.depth] = 0;
        if (record.callbacks.begin != NULL) {
            record.callbacks.begin(record.callbacks.context, name);
        }
    }
    phase.start_s = ct_clock_s();
    return phase;
}

/* Tells of the ends of a phase and of those inside that a failure has left. */
static void leave(const ct_phase *phase) {
    for (; record.depth >= phase->depth; record.depth--) {
        if (record.callbacks.end != NULL) {
            record.callbacks.end(record.callbacks.context, record.name[record.depth]);
        }
    }
}

double ct_phase_end(const ct_phase *phase) {
    const double end_s = ct_clock_s();
    const double seconds = end_s - phase->start_s;
    if (phase->depth == 0 || !ct_phase_is_recorded || phase->depth > record.depth) {
        return seconds;
    }
    leave(phase);
    count((int)phase->kind, record.depth, seconds, record.inner_s[phase->depth]);
    put((ct_trace_event){.start_s = phase->start_s,
                         .end_s = end_s,
                         .bytes = phase->bytes,
                         .kind = (int32_t)phase->kind,
                         .peer = -1,
                         .step = -1},
        phase->name);
    return seconds;
}

void ct_trace_add(const ct_trace_event *event) {
    if (ct_phase_is_recorded && is_mine()) {
        if (event->kind != CT_TRACE_STEP) { /* a step's time is that of what happens meanwhile */
            count(event->kind, record.depth, event->end_s - event->start_s, 0);
        }
        put(*event, event->name);
    }
}

void ct_trace_add_lap(const char *name, double start_s, double end_s) {
    if (record.ring != NULL && is_mine()) {
        record.sums.self_s[CT_TRACE_PHASE] += end_s - start_s - record.inner_s[0];
        record.inner_s[0] = 0;
        put((ct_trace_event){.start_s = start_s,
                             .end_s = end_s,
                             .bytes = -1,
                             .kind = CT_TRACE_PHASE,
                             .peer = -1,
                             .step = -1},
            name);
    }
}

static void start(void) {
    const int is_wanted = record.ring != NULL || record.callbacks.begin != NULL;
    if (is_wanted && !ct_phase_is_recorded) {
        record.thread = pthread_self();
        record.depth = 0;
        record.inner_s[0] = 0;
    }
    ct_phase_is_recorded = is_wanted;
}

void ct_phase_record(ct_trace_ring *ring) {
    record.ring = ring;
    record.sums = (ct_phase_sums){{0}};
    start();
}

ct_phase_sums ct_phase_sums_so_far(void) {
    return record.sums;
}

void ct_phase_call(const ct_phase_callbacks *callbacks) {
    record.callbacks = callbacks != NULL ? *callbacks : (ct_phase_callbacks){.begin = NULL};
    start();
}
