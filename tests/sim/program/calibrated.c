#include "calibrated.h"

#include "base/mpi.h"
#include "calibrate/calibrate.h"

#include <cornerturn/agree.h>
#include <stdlib.h>
#include <string.h>

static const int swapped_bytes[] = {8, 64, 512, 4096, 32768, 262144};
enum { SIZES = sizeof swapped_bytes / sizeof *swapped_bytes };

/* Nothing is copied past a cache here, and what costs nothing is given a time that a tuning file
 * may have. */
static const double memory_bytes_per_s = 1e12;
static const double nothing_s = 1e-12;

/* Where the rank stands: rank i of a node is a neighbour of i^1, node n of n^1. */
typedef struct stand {
    int rank, size, node_ranks;
} stand;

static int neighbour(const stand *s, int distant) {
    int node = s->rank / s->node_ranks;
    int place = s->rank % s->node_ranks;
    int peer = distant ? (node ^ 1) * s->node_ranks + place : node * s->node_ranks + (place ^ 1);
    int exists = distant ? peer < s->size : (place ^ 1) < s->node_ranks;
    return exists ? peer : MPI_PROC_NULL;
}

/* Seconds of one swap, of the slowest pair. Collective. */
static ct_status time_swap(int peer, int bytes, char *memory, double *seconds) {
    ct_status status = CT_OK;
    CT_MPI(MPI_Barrier(MPI_COMM_WORLD));
    double start_s = MPI_Wtime();
    CT_MPI(MPI_Sendrecv(memory, bytes, MPI_BYTE, peer, 0, memory + bytes, bytes, MPI_BYTE, peer, 0,
                        MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    *seconds = MPI_Wtime() - start_s;
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, seconds, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD));
cleanup:
    return status;
}

static ct_status measure_curve(int peer, char *memory, ct_curve *curve) {
    ct_status status = CT_OK;
    for (int i = 0; i < SIZES; i++) {
        double seconds = 0;
        CT_TRY(time_swap(peer, swapped_bytes[i], memory, &seconds));
        (void)ct_curve_add(curve, swapped_bytes[i], seconds);
    }
    ct_curve_fit(curve);
cleanup:
    return status;
}

static ct_status time_barrier(double *seconds) {
    ct_status status = CT_OK;
    CT_MPI(MPI_Barrier(MPI_COMM_WORLD));
    double start_s = MPI_Wtime();
    CT_MPI(MPI_Barrier(MPI_COMM_WORLD));
    *seconds = MPI_Wtime() - start_s;
cleanup:
    return status;
}

ct_status calibrated_measure(const ct_topology *network, double permute_byte_s,
                             ct_calibration *calibration) {
    const int node_ranks = ct_topology_node_ranks(network);
    stand here = {.node_ranks = node_ranks};
    ct_status status = CT_OK;
    char *memory = calloc(2, (size_t)swapped_bytes[SIZES - 1]);
    memset(calibration, 0, sizeof *calibration);
    calibration->memory_bytes_per_s = memory_bytes_per_s;
    CT_MPI(MPI_Comm_rank(MPI_COMM_WORLD, &here.rank));
    CT_MPI(MPI_Comm_size(MPI_COMM_WORLD, &here.size));
    CT_TRY(ct_agree(MPI_COMM_WORLD,
                    memory != NULL ? CT_OK
                                   : ct_raise(CT_ERROR_MEMORY, "no memory for a calibration")));
    if (node_ranks > 1) {
        CT_TRY(measure_curve(neighbour(&here, 0), memory, &calibration->local_messages));
    }
    if (here.size > node_ranks) {
        CT_TRY(measure_curve(neighbour(&here, 1), memory, &calibration->distant));
    }
    for (int i = 0; i < SIZES; i++) {
        (void)ct_curve_add(&calibration->permute, swapped_bytes[i],
                           nothing_s + swapped_bytes[i] * permute_byte_s);
    }
    ct_curve_fit(&calibration->permute);
    CT_TRY(time_barrier(&calibration->barrier_s));
    CT_TRY(ct_links_calibrate(MPI_COMM_WORLD, network, calibration));
cleanup:
    free(memory);
    return status;
}
