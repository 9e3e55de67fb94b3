/*
 * Traces: what every rank does when, as a file for a timeline viewer; and the same regions for
 * profilers.
 *
 * While a trace is on, each rank keeps its latest events in memory: phases, exchanges with their
 * steps, messages with peer and bytes, waits, copies, transforms, reads and writes. At the end rank
 * 0 writes them as JSON in Chrome's trace event format, which https://ui.perfetto.dev opens: a
 * process a host, a thread a rank, an arrow a message. The hosts' clocks are compared by round
 * trips at begin and end, and all times are by rank 0's; `otherData` in the file says by how much
 * they differed, how exactly that is known, and how many events were dropped.
 *
 * Without a trace or callbacks each event costs a test of a variable.
 */
#ifndef CORNERTURN_TRACE_H
#define CORNERTURN_TRACE_H

#include <cornerturn/public.h>
#include <cornerturn/status.h>
#include <mpi.h>

CT_PUBLIC_BEGIN

enum { CT_TRACE_EVENTS = 32768 };

/* Begins to record on the calling thread of each rank of `comm`, up to `events` events a rank (0:
 * CT_TRACE_EVENTS; 88 bytes each), the latest ones. An existing file at `path` is replaced at the
 * end; until then the file has a temporary name beside it. Collective. CT_ERROR_ARGUMENT while
 * there is a trace, for negative `events` and without a path; CT_ERROR_FILE where `path` cannot be
 * written; CT_ERROR_MEMORY. */
ct_status ct_trace_begin(MPI_Comm comm, const char *path, int events);

/* What a trace says of all ranks. */
typedef struct ct_trace_summary {
    double seconds;         /* from begin to end, the most of all ranks */
    int slowest;            /* the rank that waited least for others */
    double slowest_waits_s; /* for how long */
    double wait_share;      /* of the ranks' time, 0 .. 1 */
    double exchange_share;  /* exchanges, waits within included */
    double transform_share; /* arithmetic on arrays */
    double overlap_saves_s; /* if each rank's exchanges and waits took place while it transforms */
    double events, dropped; /* in the file; replaced by later ones */
} ct_trace_summary;

/* Ends the trace and writes its file. `summary` may be NULL. Collective over the same ranks; before
 * MPI_Finalize. CT_ERROR_ARGUMENT without a trace; CT_ERROR_FILE, without a file, where it cannot
 * be written. */
ct_status ct_trace_end(ct_trace_summary *summary);

/* Ends the trace without a file; nothing without a trace. Local: for the way out of failures. */
void ct_trace_discard(void);

/* A region of the caller's, which the trace shows as a phase: regions end in the reverse order of
 * their begins. At most 32 are open at once; more are ignored. The name is copied. Local. */
void ct_trace_region_begin(const char *name);
void ct_trace_region_end(void);

/* Functions that are called on entering and leaving each region of the library and of
 * ct_trace_region_begin, in pairs, innermost first, on the thread that set them: for Score-P,
 * Caliper, NVTX. A name is valid during the call. They call nothing of this library. Such regions
 * are told of without a trace, too. */
typedef struct ct_trace_callbacks {
    void (*begin)(void *context, const char *name);
    void (*end)(void *context, const char *name);
    void *context;
} ct_trace_callbacks;

/* Sets them, in place of those before; NULL: none. Call outside regions. Local. CT_ERROR_ARGUMENT
 * where one of the two is missing. */
ct_status ct_trace_hooks(const ct_trace_callbacks *callbacks);

CT_PUBLIC_END

#endif
