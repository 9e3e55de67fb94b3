/* Bandwidth of links: time of messages that share links, relative to messages that do not. */
#include "base/mpi.h"
#include "calibrate/calibrate.h"
#include "calibrate/link_probe.h"
#include "trace/clock.h"
#include <cornerturn/agree.h>
#include <cornerturn/schedule.h>

#include <math.h>
#include <stdlib.h>

/* A small message for the latency, and one large enough to neglect it. */
enum { FEW_BYTES = 8, MANY_BYTES = 262144, REPEATS = 5 };

/* Seconds of a probe: of the slowest rank, the least over repetitions. Collective. */
static ct_status time_probe(MPI_Comm comm, const ct_link_probe *probe, int bytes, char *memory,
                            double *seconds) {
    const int to = probe->to == CT_NOBODY ? MPI_PROC_NULL : probe->to;
    const int from = probe->from == CT_NOBODY ? MPI_PROC_NULL : probe->from;
    ct_status status = CT_OK;
    *seconds = HUGE_VAL;
    for (int i = 0; i < REPEATS; i++) {
        CT_MPI(MPI_Barrier(comm));
        double taken_s = -ct_clock_s();
        CT_MPI(MPI_Sendrecv(memory, bytes, MPI_BYTE, to, 0, memory + bytes, bytes, MPI_BYTE, from,
                            0, comm, MPI_STATUS_IGNORE));
        taken_s += ct_clock_s();
        CT_MPI(MPI_Allreduce(MPI_IN_PLACE, &taken_s, 1, MPI_DOUBLE, MPI_MAX, comm));
        *seconds = fmin(*seconds, taken_s);
    }
cleanup:
    return status;
}

ct_status ct_links_calibrate(MPI_Comm comm, const ct_topology *network,
                             ct_calibration *calibration) {
    const ct_curve *distant = &calibration->distant;
    int shared = 0;
    double few_s = 0;
    double many_s = 0;
    char *memory = NULL;
    ct_status status = CT_OK;
    int rank = 0;
    calibration->link_speed = 0;
    CT_TRY(ct_agree(comm, ct_link_probe_count(network, &shared)));
    if (shared < 2 || distant->knots == 0) {
        return CT_OK;
    }
    CT_MPI(MPI_Comm_rank(comm, &rank));
    memory = calloc(2, MANY_BYTES);
    CT_TRY(ct_agree(comm, memory != NULL
                              ? CT_OK
                              : ct_raise(CT_ERROR_MEMORY, "no memory to find the links' speed")));
    ct_link_probe probe = ct_link_probe_of(network, rank);
    CT_TRY(time_probe(comm, &probe, FEW_BYTES, memory, &few_s));
    CT_TRY(time_probe(comm, &probe, MANY_BYTES, memory, &many_s));
    calibration->link_speed = ct_link_probe_speed(
        shared, ct_curve_at(distant, MANY_BYTES) - ct_curve_at(distant, FEW_BYTES), many_s - few_s);
cleanup:
    free(memory);
    return status;
}
