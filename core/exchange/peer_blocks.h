/* What ranks of the same node send to this one: where it lies in their arrays, for copies that read
 * them there. */
#ifndef CT_EXCHANGE_PEER_BLOCKS_H
#define CT_EXCHANGE_PEER_BLOCKS_H

#include "exchange/blocks.h"
#include "node/channel.h"
#include <mpi.h>

typedef struct ct_peer_blocks {
    ct_parts *from;   /* each channel's rank; in as many parts as they are received in */
    ct_block *blocks; /* of all of them */
    ptrdiff_t count;
} ct_peer_blocks;

/* Tells the rank of every channel where what it is sent lies, and hears the same. Collective over
 * the ranks of the channels; all fail together: CT_ERROR_MEMORY, CT_ERROR_MPI. The caller destroys
 * it. */
ct_status ct_peer_blocks_create(MPI_Comm comm, const ct_channels *channels, const ct_blocks *send,
                                const ct_blocks *receive, ct_peer_blocks *found);
void ct_peer_blocks_destroy(ct_peer_blocks *found);

/* Bytes of memory it takes besides the struct. Local. */
double ct_peer_blocks_bytes(const ct_peer_blocks *found, const ct_channels *channels);

#endif
