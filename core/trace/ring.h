/*
 * What a rank records for a trace: the latest events of two rings, one for phases, which are few
 * and tell what the others belong to, and one for everything else. Local.
 */
#ifndef CT_TRACE_RING_H
#define CT_TRACE_RING_H

#include <stddef.h>
#include <stdint.h>

typedef enum ct_trace_kind {
    CT_TRACE_PHASE, /* of a program, of a solver, or a caller's region */
    CT_TRACE_EXCHANGE,
    CT_TRACE_STEP, /* of an exchange: from the end of the one before to its own */
    CT_TRACE_SEND,
    CT_TRACE_RECEIVE,
    CT_TRACE_WAIT,
    CT_TRACE_COPY,
    CT_TRACE_TRANSFORM, /* arithmetic on this rank's part */
    CT_TRACE_READ,
    CT_TRACE_WRITE,
    CT_TRACE_KINDS
} ct_trace_kind;

enum { CT_TRACE_NAME_BYTES = 40, CT_TRACE_EVENTS_LEAST = 64 };

/* Something that took time. */
typedef struct ct_trace_event {
    double start_s, end_s;
    uint64_t message;         /* the same where it is sent and received; 0: no message */
    ptrdiff_t bytes;          /* negative: not known */
    int32_t kind, peer, step; /* the latter two negative: none */
    char name[CT_TRACE_NAME_BYTES];
} ct_trace_event;

typedef struct ct_trace_ring ct_trace_ring;

/* Space for so many events, at least CT_TRACE_EVENTS_LEAST; NULL without memory. */
ct_trace_ring *ct_trace_ring_create(int events);
void ct_trace_ring_destroy(ct_trace_ring **ring);

/* Adds an event, in place of the oldest where the ring is full. */
void ct_trace_ring_put(ct_trace_ring *ring, const ct_trace_event *event);

/* The events that are left, enclosing ones before what they enclose, and how many were
 * replaced. The ring takes no more afterwards. */
ct_trace_event *ct_trace_ring_close(ct_trace_ring *ring, int *count, double *dropped);

#endif
