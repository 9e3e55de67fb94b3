#include "exchange/peer_blocks.h"

#include "base/mpi.h"
#include "node/supposed/cluster.h"
#include <cornerturn/agree.h>

#include <stdlib.h>

/* Number of blocks to, or from, a peer; 0 if they have no elements, since both sides may count
 * empty blocks differently. */
static int blocks_told(const ct_blocks *blocks, int peer) {
    const ct_parts parts = ct_blocks_parts(blocks, peer);
    return ct_parts_elements(&parts) > 0 ? (int)parts.count : 0;
}

/* Allocates the descriptions of what the channels' ranks send. Both sides have the same number of
 * parts. Local. */
static ct_status allocate(const ct_channels *channels, const ct_blocks *receive,
                          ct_peer_blocks *found) {
    ptrdiff_t total = 0;
    for (int c = 0; c < channels->count; c++) {
        total += blocks_told(receive, channels->ranks[c]);
    }
    found->from = malloc((size_t)channels->count * sizeof *found->from + 1);
    found->blocks = malloc((size_t)total * sizeof *found->blocks + 1);
    if (found->from == NULL || found->blocks == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for the blocks of %d ranks", channels->count);
    }
    found->count = total;
    return CT_OK;
}

/* Ranks that are only supposed send what is received, from wherever: as many parts, and as large.
 */
static void suppose(const ct_channels *channels, const ct_blocks *receive, ct_peer_blocks *found) {
    for (int c = 0; c < channels->count; c++) {
        found->from[c] = ct_blocks_parts(receive, channels->ranks[c]);
    }
    found->count = 0;
}

/* A block as one MPI element, so that an int can count them. */
static ct_status block_type(MPI_Datatype *type) {
    ct_status status = CT_OK;
    CT_MPI(MPI_Type_contiguous(sizeof(ct_block), MPI_BYTE, type));
    CT_MPI(MPI_Type_commit(type));
cleanup:
    return status;
}

ct_status ct_peer_blocks_create(MPI_Comm comm, const ct_channels *channels, const ct_blocks *send,
                                const ct_blocks *receive, ct_peer_blocks *found) {
    MPI_Datatype type = MPI_DATATYPE_NULL;
    ct_status status = allocate(channels, receive, found);
    if (status == CT_OK) {
        status = block_type(&type);
    }
    CT_TRY(ct_agree(comm, status));
    if (ct_cluster_is_supposed(comm)) {
        suppose(channels, receive, found);
        goto cleanup;
    }
    ct_block *next = found->blocks;
    /* All ranks visit their peers in ascending order, which cannot deadlock. */
    for (int c = 0; c < channels->count; c++) {
        const int peer = channels->ranks[c];
        const ct_parts going = ct_blocks_parts(send, peer);
        const int told = blocks_told(receive, peer);
        found->from[c] = (ct_parts){.count = told, .list = next};
        CT_MPI(MPI_Sendrecv(ct_parts_at(&going, 0), blocks_told(send, peer), type, peer,
                            CT_TAG_BLOCK, next, told, type, peer, CT_TAG_BLOCK, comm,
                            MPI_STATUS_IGNORE));
        next += found->from[c].count;
    }
cleanup:
    if (type != MPI_DATATYPE_NULL) {
        (void)MPI_Type_free(&type);
    }
    return status;
}

void ct_peer_blocks_destroy(ct_peer_blocks *found) {
    free(found->from);
    free(found->blocks);
    *found = (ct_peer_blocks){.from = NULL};
}

double ct_peer_blocks_bytes(const ct_peer_blocks *found, const ct_channels *channels) {
    return found->from == NULL ? 0
                               : (double)channels->count * (double)sizeof *found->from +
                                     (double)found->count * (double)sizeof *found->blocks;
}
