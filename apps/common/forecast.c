#include "apps/common/forecast.h"

#include "base/escape.h"
#include "base/mpi.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Reads NODESxRANKS. */
static ct_status read_cluster(const char *text, ct_cluster *cluster) {
    char rest = 0;
    if (sscanf(text, "%9dx%9d%c", &cluster->nodes, &cluster->node_ranks, &rest) != 2 ||
        cluster->nodes < 1 || cluster->node_ranks < 1 ||
        cluster->nodes > CT_CLUSTER_RANKS_MOST / cluster->node_ranks) {
        return ct_raise(CT_ERROR_CONFIG,
                        "--forecast: \"%s\"; allowed: NODESxRANKS such as 4x32, up to %d ranks",
                        ct_escaped(text), CT_CLUSTER_RANKS_MOST);
    }
    return CT_OK;
}

ct_status job_forecast_begin(ct_options *options, MPI_Comm *comm, int *size,
                             job_forecast *forecast) {
    ct_status status = CT_OK;
    if (options->forecast == NULL) {
        return CT_OK;
    }
    if (*size != 1) {
        return ct_raise(CT_ERROR_CONFIG,
                        "--forecast: started on %d ranks; allowed: one process, without mpirun",
                        *size);
    }
    CT_TRY(read_cluster(options->forecast, &forecast->cluster));
    CT_TRY(ct_cluster_create(&forecast->cluster, &forecast->comm));
    forecast->is_on = true;
    options->check = true;
    *comm = forecast->comm;
    *size = forecast->cluster.nodes * forecast->cluster.node_ranks;
cleanup:
    return status;
}

void job_forecast_end(job_forecast *forecast) {
    if (forecast->is_on) {
        (void)MPI_Comm_free(&forecast->comm);
        forecast->is_on = false;
    }
}

void job_forecast_print(const job_forecast *forecast, const ct_constants *constants,
                        const job_found *found) {
    const ct_cluster *cluster = &forecast->cluster;
    const double rank_bytes = found->array_bytes + found->plan_bytes;
    (void)printf("forecast: for %d %s of %d %s\n", cluster->nodes,
                 cluster->nodes == 1 ? "node" : "nodes", cluster->node_ranks,
                 cluster->node_ranks == 1 ? "rank" : "ranks");
    (void)printf("memory: %.4g MB a rank (%s %.4g MB, plans %.4g MB), %.4g GB a node; the program "
                 "itself and MPI come on top\n",
                 rank_bytes * 1e-6, found->arrays, found->array_bytes * 1e-6,
                 found->plan_bytes * 1e-6, rank_bytes * cluster->node_ranks * 1e-9);
    (void)printf("grid: %s\n", found->parts);
    if (isfinite(found->seconds)) {
        (void)printf("time: %.4g s %s, predicted by %s\n", found->seconds, found->about,
                     constants->source);
    } else {
        (void)printf("time: nothing predicts %s\n", found->about);
    }
    if (found->how != NULL) {
        (void)printf("plan: %s\n", found->how);
    }
    if (found->exchange != NULL) {
        (void)printf("exchange: %s, %s\n", ct_exchange_algorithm(found->exchange),
                     ct_exchange_reason(found->exchange));
    }
}
