/* The blocks that ranks of the same node send to this one, as they lie in the senders' arrays, so
 * that this rank can copy them from there. */
#ifndef CT_EXCHANGE_PEER_BLOCKS_H
#define CT_EXCHANGE_PEER_BLOCKS_H

#include "exchange/blocks.h"
#include "node/channel.h"
#include <mpi.h>

typedef struct ct_peer_blocks {
    ct_parts *from;   /* by channel; in as many parts as the receive layout */
    ct_block *blocks; /* of all of them */
    ptrdiff_t count;
} ct_peer_blocks;

/* Exchanges block descriptions with the rank of every channel. Collective over the ranks of the
 * channels; all fail together: CT_ERROR_MEMORY, CT_ERROR_MPI. The caller destroys it. */
ct_status ct_peer_blocks_create(MPI_Comm comm, const ct_channels *channels, const ct_blocks *send,
                                const ct_blocks *receive, ct_peer_blocks *found);
void ct_peer_blocks_destroy(ct_peer_blocks *found);

/* Bytes of memory besides the struct. Local. */
double ct_peer_blocks_bytes(const ct_peer_blocks *found, const ct_channels *channels);

#endif
