/* A trace from its begin to its file. */
#include <cornerturn/trace.h>

#include "base/escape.h"
#include "base/mpi.h"
#include "files/output.h"
#include "timeline/json.h"
#include <cornerturn/agree.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { TAG_TURN = 3, TAG_EVENTS };

/* The trace that is on. */
static struct {
    MPI_Comm comm; /* its own; MPI_COMM_NULL: no trace */
    int is_on, rank, size;
    ct_trace_ring *ring;
    ct_trace_hosts hosts;
    ct_trace_times times;
    double begin_s;
    ct_output *output; /* on rank 0 */
} trace;

static ct_status check(const char *path, int events) {
    if (trace.is_on) {
        return ct_raise(CT_ERROR_ARGUMENT, "a trace is on; allowed: one at a time");
    }
    if (path == NULL || path[0] == '\0') {
        return ct_raise(CT_ERROR_ARGUMENT, "a trace needs the name of its file");
    }
    return events >= 0 ? CT_OK
                       : ct_raise(CT_ERROR_ARGUMENT,
                                  "a trace of %d events a rank; allowed: 0 (%d) and more", events,
                                  CT_TRACE_EVENTS);
}

static ct_status allocate(int events) {
    const size_t hosts = trace.hosts.count > 0 ? (size_t)trace.hosts.count : 1;
    const int wanted = events > 0 ? events : CT_TRACE_EVENTS;
    trace.ring = ct_trace_ring_create(wanted);
    trace.times.before = calloc(hosts, sizeof *trace.times.before);
    trace.times.after = calloc(hosts, sizeof *trace.times.after);
    return trace.ring != NULL && trace.times.before != NULL && trace.times.after != NULL
               ? CT_OK
               : ct_raise(CT_ERROR_MEMORY, "no memory for a trace of %d events", wanted);
}

static void free_all(void) {
    ct_trace_ring_destroy(&trace.ring);
    ct_trace_hosts_free(&trace.hosts);
    free(trace.times.before);
    free(trace.times.after);
    ct_output_discard(&trace.output);
    if (trace.is_on) {
        (void)MPI_Comm_free(&trace.comm);
    }
    memset(&trace, 0, sizeof trace);
}

static ct_status open_trace(MPI_Comm comm, const char *path, int events) {
    ct_status status = CT_OK;
    CT_TRY(ct_comm_duplicate(comm, &trace.comm, &trace.rank, &trace.size));
    trace.is_on = 1;
    CT_TRY(ct_agree_on_first(comm, trace.rank == 0 ? ct_output_create(path, true, &trace.output)
                                                   : CT_OK));
    CT_TRY(ct_trace_hosts_find(trace.comm, &trace.hosts));
    CT_TRY(ct_agree(comm, allocate(events)));
    CT_TRY(ct_trace_compare_clocks(trace.comm, &trace.hosts, trace.times.before));
cleanup:
    if (status != CT_OK) {
        free_all();
    }
    return status;
}

ct_status ct_trace_begin(MPI_Comm comm, const char *path, int events) {
    ct_status status = ct_comm_check(comm);
    if (status != CT_OK) {
        return status;
    }
    CT_TRY(ct_agree(comm, check(path, events)));
    CT_TRY(open_trace(comm, path, events));
    trace.begin_s = ct_clock_s();
    ct_phase_record(trace.ring);
cleanup:
    return status;
}

/* Peers, told as ranks of MPI_COMM_WORLD, become ranks of the trace; none where they are not of it.
 */
static ct_status number_peers(ct_trace_event *events, int count) {
    MPI_Group world = MPI_GROUP_NULL;
    MPI_Group traced = MPI_GROUP_NULL;
    ct_status status = CT_OK;
    CT_MPI(MPI_Comm_group(MPI_COMM_WORLD, &world));
    CT_MPI(MPI_Comm_group(trace.comm, &traced));
    for (int i = 0, last = -1, rank = -1; i < count; i++) {
        if (events[i].peer >= 0 && events[i].peer != last) {
            last = events[i].peer;
            CT_MPI(MPI_Group_translate_ranks(world, 1, &last, traced, &rank));
            rank = rank >= 0 ? rank : -1; /* MPI_UNDEFINED is negative */
        }
        events[i].peer = events[i].peer >= 0 ? rank : -1;
    }
cleanup:
    if (world != MPI_GROUP_NULL) {
        (void)MPI_Group_free(&world);
    }
    if (traced != MPI_GROUP_NULL) {
        (void)MPI_Group_free(&traced);
    }
    return status;
}

/* This rank's events and what rank 0 has to know first. */
static ct_status take_events(ct_trace_part *part, ct_trace_event **events) {
    *part = (ct_trace_part){
        .begin_s = trace.begin_s, .end_s = ct_clock_s(), .sums = ct_phase_sums_so_far()};
    ct_phase_record(NULL);
    *events = ct_trace_ring_close(trace.ring, &part->count, &part->dropped);
    part->first_s = part->count > 0 ? (*events)[0].start_s : part->begin_s;
    return number_peers(*events, part->count);
}

/* By rank 0's clock, the earliest event of all. */
static double earliest_s(const ct_trace_part *parts) {
    double origin_s = parts[0].first_s;
    for (int rank = 0; rank < trace.size; rank++) {
        const int host = trace.hosts.of_rank[rank];
        const double first_s = ct_trace_aligned_s(&trace.times.before[host],
                                                  &trace.times.after[host], parts[rank].first_s);
        origin_s = first_s < origin_s ? first_s : origin_s;
    }
    return origin_s;
}

/* Writes the events of all ranks, which send them when it is their turn: rank 0 has those of one at
 * a time beside its own. */
static ct_status write_ranks(FILE *file, const ct_trace_part *parts, const ct_trace_event *mine) {
    int most = 1;
    ct_trace_event *theirs = NULL;
    ct_status status = CT_OK;
    for (int rank = 1; rank < trace.size; rank++) {
        most = parts[rank].count > most ? parts[rank].count : most;
    }
    theirs = malloc((size_t)most * sizeof *theirs);
    const int can = theirs != NULL && file != NULL;
    if (can) {
        ct_trace_json_rank(file, &trace.hosts, &trace.times, 0, mine, parts[0].count);
    }
    for (int rank = 1; rank < trace.size; rank++) {
        CT_MPI(MPI_Send(&can, 1, MPI_INT, rank, TAG_TURN, trace.comm));
        for (int first = 0; can && first < parts[rank].count; first += CT_TRACE_EVENTS) {
            const int left = parts[rank].count - first;
            const int count = left < CT_TRACE_EVENTS ? left : CT_TRACE_EVENTS;
            CT_MPI(MPI_Recv(theirs + first, count * (int)sizeof *theirs, MPI_BYTE, rank, TAG_EVENTS,
                            trace.comm, MPI_STATUS_IGNORE));
        }
        if (can) {
            ct_trace_json_rank(file, &trace.hosts, &trace.times, rank, theirs, parts[rank].count);
        }
    }
    if (theirs == NULL) {
        status = ct_raise(CT_ERROR_MEMORY, "no memory for %d events of a trace", most);
    }
cleanup:
    free(theirs);
    return status;
}

static ct_status send_events(const ct_trace_event *events, int count) {
    int is_wanted = 0;
    ct_status status = CT_OK;
    CT_MPI(MPI_Recv(&is_wanted, 1, MPI_INT, 0, TAG_TURN, trace.comm, MPI_STATUS_IGNORE));
    for (int first = 0; is_wanted && first < count; first += CT_TRACE_EVENTS) {
        const int part = count - first < CT_TRACE_EVENTS ? count - first : CT_TRACE_EVENTS;
        CT_MPI(MPI_Send(events + first, part * (int)sizeof *events, MPI_BYTE, 0, TAG_EVENTS,
                        trace.comm));
    }
cleanup:
    return status;
}

/* Rank 0's part: all events into the file, which then gets its name. */
static ct_status write_file(const ct_trace_part *parts, const ct_trace_event *mine) {
    FILE *file = fopen(ct_output_temporary(trace.output), "w");
    int problem = file == NULL ? errno : 0;
    trace.times.origin_s = earliest_s(parts);
    if (file != NULL) {
        ct_trace_json_begin(file, &trace.hosts, &trace.times, parts, trace.size);
    }
    ct_status status = write_ranks(file, parts, mine);
    if (file != NULL) {
        ct_trace_json_end(file);
        errno = 0;
        const int is_lost = ferror(file);
        if (fclose(file) != 0 || is_lost) {
            problem = errno != 0 ? errno : ENOSPC;
        }
    }
    if (status == CT_OK && problem != 0) {
        status = ct_raise(CT_ERROR_FILE, "cannot write trace %s: %s",
                          ct_escaped(ct_output_temporary(trace.output)), strerror(problem));
    }
    return status == CT_OK ? ct_output_commit(&trace.output) : status;
}

ct_status ct_trace_end(ct_trace_summary *summary) {
    ct_trace_part part;
    ct_trace_part *parts = NULL;
    ct_trace_event *events = NULL;
    ct_trace_summary of = {.seconds = 0};
    ct_status status = CT_OK;
    if (!trace.is_on) {
        return ct_raise(CT_ERROR_ARGUMENT, "no trace is on; ct_trace_begin begins one");
    }
    status = take_events(&part, &events);
    parts = trace.rank == 0 ? malloc((size_t)trace.size * sizeof *parts) : NULL;
    if (status == CT_OK && trace.rank == 0 && parts == NULL) {
        status = ct_raise(CT_ERROR_MEMORY, "no memory to end a trace of %d ranks", trace.size);
    }
    CT_TRY(ct_agree(trace.comm, status));
    CT_TRY(ct_trace_compare_clocks(trace.comm, &trace.hosts, trace.times.after));
    CT_MPI(MPI_Gather(&part, sizeof part, MPI_BYTE, parts, sizeof part, MPI_BYTE, 0, trace.comm));
    status = parts != NULL ? write_file(parts, events) : send_events(events, part.count);
    CT_TRY(ct_agree_on_first(trace.comm, status));
    if (parts != NULL) {
        of = ct_trace_summarise(parts, trace.size);
    }
    CT_MPI(MPI_Bcast(&of, sizeof of, MPI_BYTE, 0, trace.comm));
    if (summary != NULL) {
        *summary = of;
    }
cleanup:
    free(parts);
    free_all();
    return status;
}

void ct_trace_discard(void) {
    if (trace.is_on) {
        ct_phase_record(NULL);
        free_all();
    }
}
