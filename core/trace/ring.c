#include "trace/ring.h"

#include <stdlib.h>
#include <string.h>

enum { PHASES_SHARE = 8 };

typedef struct part {
    int first, capacity; /* among the ring's events */
    double put;
} part;

struct ct_trace_ring {
    part phases, others;
    ct_trace_event event[];
};

_Static_assert(sizeof(void *) != 8 || sizeof(ct_trace_event) == 88,
               "trace.h says what an event takes");

ct_trace_ring *ct_trace_ring_create(int events) {
    const int all = events > CT_TRACE_EVENTS_LEAST ? events : CT_TRACE_EVENTS_LEAST;
    const int phases = all / PHASES_SHARE;
    ct_trace_ring *ring = malloc(sizeof *ring + (size_t)all * sizeof *ring->event);
    if (ring != NULL) {
        ring->phases = (part){0, phases, 0};
        ring->others = (part){phases, all - phases, 0};
    }
    return ring;
}

void ct_trace_ring_destroy(ct_trace_ring **ring) {
    free(*ring);
    *ring = NULL;
}

void ct_trace_ring_put(ct_trace_ring *ring, const ct_trace_event *event) {
    part *its = event->kind == CT_TRACE_PHASE ? &ring->phases : &ring->others;
    const int place = (int)((unsigned long long)its->put % (unsigned)its->capacity);
    ring->event[its->first + place] = *event;
    its->put++;
}

static int compare(double a, double b) {
    return (a > b) - (a < b);
}

static int by_time(const void *left, const void *right) {
    const ct_trace_event *a = left;
    const ct_trace_event *b = right;
    const int order = compare(a->start_s, b->start_s);
    const int inside = compare(b->end_s, a->end_s);
    const int kind = inside != 0 ? inside : a->kind - b->kind;
    return order != 0 ? order : kind != 0 ? kind : a->step - b->step;
}

static int left_in(const part *its) {
    return its->put < its->capacity ? (int)its->put : its->capacity;
}

ct_trace_event *ct_trace_ring_close(ct_trace_ring *ring, int *count, double *dropped) {
    const int phases = left_in(&ring->phases);
    const int others = left_in(&ring->others);
    memmove(ring->event + phases, ring->event + ring->others.first,
            (size_t)others * sizeof *ring->event);
    *count = phases + others;
    *dropped = ring->phases.put + ring->others.put - *count;
    qsort(ring->event, (size_t)*count, sizeof *ring->event, by_time);
    return ring->event;
}
