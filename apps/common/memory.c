#include "apps/common/memory.h"

#include "base/fail.h"
#include "base/mpi.h"
#include "io/run/available.h"
#include "node/supposed/cluster.h"
#include <cornerturn/agree.h>
#include <math.h>

/* What ranks of a node need together, and how many they are. */
typedef struct node_need {
    double bytes;
    int ranks;
} node_need;

static ct_status sum_node(MPI_Comm comm, double need_bytes, node_need *need) {
    MPI_Comm node = MPI_COMM_NULL;
    ct_status status = CT_OK;
    CT_MPI(MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node));
    CT_MPI(MPI_Comm_size(node, &need->ranks));
    CT_MPI(MPI_Allreduce(&need_bytes, &need->bytes, 1, MPI_DOUBLE, MPI_SUM, node));
cleanup:
    if (node != MPI_COMM_NULL) {
        (void)MPI_Comm_free(&node);
    }
    return status;
}

/* What a run takes besides arrays and plans: tables of their pages, 8 bytes for one of 4096;
 * buffers of files, the MPI library's for messages, and what is first touched later than here, 14
 * MB of a rank with arrays of 400. */
static double with_rest(double bytes) {
    const double buffers = fmin(bytes, 16 << 20) + (bytes > 0 ? 4 << 20 : 0);
    return bytes + bytes / 512 + buffers;
}

/* Local. */
static ct_status compare(int rank, double need_bytes, const node_need *need, const char *what,
                         const char *allowed) {
    const ct_available alone = ct_available_alone();
    const ct_available node = ct_available_on_node();
    if (need_bytes > alone.bytes) {
        return ct_raise(CT_ERROR_MEMORY,
                        "no memory for %s: rank %d needs %.0f bytes and has %.0f by %s; allowed: "
                        "more ranks%s",
                        what, rank, need_bytes, alone.bytes, alone.of, allowed);
    }
    if (need_bytes > 0 && need->bytes > node.bytes) {
        return ct_raise(CT_ERROR_MEMORY,
                        "no memory for %s: rank %d needs %.0f bytes, the ranks of its node, %d, "
                        "need %.0f together, and the node has %.0f by %s; allowed: more nodes%s",
                        what, rank, need_bytes, need->ranks, need->bytes, node.bytes, node.of,
                        allowed);
    }
    return CT_OK;
}

ct_status job_check_memory(MPI_Comm comm, double need_bytes, const char *what,
                           const char *allowed) {
    node_need need = {0, 0};
    const double rank_bytes = with_rest(need_bytes);
    int rank = 0;
    ct_status status = CT_OK;
    if (ct_cluster_is_supposed(comm)) { /* its nodes are not this one */
        return CT_OK;
    }
    CT_MPI(MPI_Comm_rank(comm, &rank));
    CT_TRY(sum_node(comm, rank_bytes, &need));
    CT_TRY(ct_agree(comm, compare(rank, rank_bytes, &need, what, allowed)));
cleanup:
    return status;
}
