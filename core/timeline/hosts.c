#include "timeline/hosts.h"

#include "base/mpi.h"
#include "trace/clock.h"
#include <cornerturn/agree.h>

#include <stdlib.h>
#include <string.h>

enum { TAG_ASK = 1, TAG_ANSWER, ROUND_TRIPS = 32 };

static ct_status allocate(int size, ct_trace_hosts *hosts) {
    hosts->of_rank = calloc((size_t)size, sizeof *hosts->of_rank);
    hosts->first = calloc((size_t)size, sizeof *hosts->first);
    hosts->name = calloc((size_t)size, sizeof *hosts->name);
    return hosts->of_rank != NULL && hosts->first != NULL && hosts->name != NULL
               ? CT_OK
               : ct_raise(CT_ERROR_MEMORY, "no memory for the hosts of %d ranks", size);
}

/* Ranks of a host mostly follow each other: the search begins at the one before. */
static int host_of(const ct_trace_hosts *hosts, int rank) {
    for (int host = hosts->count - 1; host >= 0; host--) {
        if (strcmp(hosts->name[hosts->first[host]], hosts->name[rank]) == 0) {
            return host;
        }
    }
    return hosts->count;
}

ct_status ct_trace_hosts_find(MPI_Comm comm, ct_trace_hosts *hosts) {
    char name[MPI_MAX_PROCESSOR_NAME] = "";
    int *leads = NULL;
    int rank = 0;
    int size = 1;
    int length = 0;
    ct_status status = CT_OK;
    *hosts = (ct_trace_hosts){.leads = 0};
    CT_MPI(MPI_Comm_rank(comm, &rank));
    CT_MPI(MPI_Comm_size(comm, &size));
    CT_MPI(MPI_Get_processor_name(name, &length));
    CT_TRY(ct_agree_on_first(comm, rank == 0 ? allocate(size, hosts) : CT_OK));
    CT_MPI(MPI_Gather(name, sizeof name, MPI_CHAR, hosts->name, sizeof name, MPI_CHAR, 0, comm));
    for (int r = 0; rank == 0 && r < size; r++) {
        const int host = host_of(hosts, r);
        hosts->of_rank[r] = host;
        if (host == hosts->count) {
            hosts->first[hosts->count++] = r;
        }
    }
    leads = rank == 0 ? calloc((size_t)size, sizeof *leads) : NULL;
    CT_TRY(ct_agree_on_first(comm, rank == 0 && leads == NULL
                                       ? ct_raise(CT_ERROR_MEMORY, "no memory for %d ranks", size)
                                       : CT_OK));
    for (int host = 0; leads != NULL && host < hosts->count; host++) {
        leads[hosts->first[host]] = 1;
    }
    CT_MPI(MPI_Scatter(leads, 1, MPI_INT, &hosts->leads, 1, MPI_INT, 0, comm));
cleanup:
    free(leads);
    if (status != CT_OK) {
        ct_trace_hosts_free(hosts);
    }
    return status;
}

void ct_trace_hosts_free(ct_trace_hosts *hosts) {
    free(hosts->of_rank);
    free(hosts->first);
    free(hosts->name);
    *hosts = (ct_trace_hosts){.leads = 0};
}

/* Rank 0's part: the fastest of some round trips. */
static ct_status ask(MPI_Comm comm, int whom, ct_trace_offset *offset) {
    double fastest_s = 1e30;
    ct_status status = CT_OK;
    for (int i = 0; i < ROUND_TRIPS; i++) {
        double theirs_s = 0;
        const double asked_s = ct_clock_s();
        CT_MPI(MPI_Send(NULL, 0, MPI_BYTE, whom, TAG_ASK, comm));
        CT_MPI(MPI_Recv(&theirs_s, 1, MPI_DOUBLE, whom, TAG_ANSWER, comm, MPI_STATUS_IGNORE));
        const double trip_s = ct_clock_s() - asked_s;
        if (trip_s < fastest_s) {
            const double middle_s = asked_s + trip_s / 2;
            fastest_s = trip_s;
            *offset = (ct_trace_offset){middle_s, theirs_s - middle_s, trip_s / 2};
        }
    }
cleanup:
    return status;
}

static ct_status answer(MPI_Comm comm) {
    ct_status status = CT_OK;
    for (int i = 0; i < ROUND_TRIPS; i++) {
        CT_MPI(MPI_Recv(NULL, 0, MPI_BYTE, 0, TAG_ASK, comm, MPI_STATUS_IGNORE));
        const double mine_s = ct_clock_s();
        CT_MPI(MPI_Send(&mine_s, 1, MPI_DOUBLE, 0, TAG_ANSWER, comm));
    }
cleanup:
    return status;
}

ct_status ct_trace_compare_clocks(MPI_Comm comm, const ct_trace_hosts *hosts,
                                  ct_trace_offset *offset) {
    int rank = 0;
    ct_status status = CT_OK;
    CT_MPI(MPI_Comm_rank(comm, &rank));
    if (rank != 0) {
        return hosts->leads ? answer(comm) : CT_OK;
    }
    offset[0] = (ct_trace_offset){ct_clock_s(), 0, 0};
    for (int host = 1; host < hosts->count; host++) {
        CT_TRY(ask(comm, hosts->first[host], &offset[host]));
    }
cleanup:
    return status;
}

double ct_trace_aligned_s(const ct_trace_offset *before, const ct_trace_offset *after,
                          double host_s) {
    const double between_s = after->at_s - before->at_s;
    const double drift = between_s > 0 ? (after->ahead_s - before->ahead_s) / between_s : 0;
    /* host_s = t + before->ahead_s + drift * (t - before->at_s), solved for t */
    return before->at_s + (host_s - before->ahead_s - before->at_s) / (1 + drift);
}
