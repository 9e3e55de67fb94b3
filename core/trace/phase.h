/*
 * Phases: what reports sum up, traces draw, and callers' profilers are told. One clock reading
 * serves all three. Local; only the thread that began to record is recorded.
 */
#ifndef CT_TRACE_PHASE_H
#define CT_TRACE_PHASE_H

#include "trace/clock.h"
#include "trace/ring.h"

typedef struct ct_phase {
    const char *name; /* lives as long as the phase; NULL: a span that is not recorded */
    double start_s;
    ptrdiff_t bytes; /* of reads and writes; negative: none */
    ct_trace_kind kind;
    int depth; /* of recorded phases, this one included; 0: not recorded */
} ct_phase;

/* Callbacks at the begin and end of each recorded phase. */
typedef struct ct_phase_callbacks {
    void (*begin)(void *context, const char *name);
    void (*end)(void *context, const char *name);
    void *context;
} ct_phase_callbacks;

/* Seconds by kind on this rank, without those of phases inside. */
typedef struct ct_phase_sums {
    double self_s[CT_TRACE_KINDS];
} ct_phase_sums;

extern int ct_phase_is_recorded; /* a ring or callbacks are there */

/* Begins a phase; it ends before the one around it does. Returns its seconds, recorded or not. */
ct_phase ct_phase_begin(ct_trace_kind kind, const char *name);
double ct_phase_end(const ct_phase *phase);

/* The same where nobody needs the seconds: without recording, not even the clock is read. */
static inline ct_phase ct_span_begin(ct_trace_kind kind, const char *name) {
    return ct_phase_is_recorded ? ct_phase_begin(kind, name) : (ct_phase){.name = NULL};
}
static inline void ct_span_end(const ct_phase *span) {
    if (span->name != NULL) {
        (void)ct_phase_end(span);
    }
}

/* Now, where it is recorded; else 0, for ct_trace_add below. */
static inline double ct_trace_now_s(void) {
    return ct_phase_is_recorded ? ct_clock_s() : 0;
}

/* Adds an event inside the phases that are open, which has ended; callbacks are not told. Call with
 * ct_phase_is_recorded. */
void ct_trace_add(const ct_trace_event *event);

/* Adds a phase outside all others, named when it ended. */
void ct_trace_add_lap(const char *name, double start_s, double end_s);

/* Begins to record into a ring, or ends it with NULL; sums start at 0. */
void ct_phase_record(ct_trace_ring *ring);
ct_phase_sums ct_phase_sums_so_far(void);

/* Sets the callbacks; NULL: none. */
void ct_phase_call(const ct_phase_callbacks *callbacks);

#endif
