/* What ranks of the same node send to this one: where it lies in their arrays, for copies that read
 * them there. */
#ifndef CT_EXCHANGE_COMING_H
#define CT_EXCHANGE_COMING_H

#include "exchange/blocks.h"
#include "node/channel.h"
#include <mpi.h>

typedef struct ct_coming {
    ct_parts *from;   /* each channel's rank; in as many parts as they are received in */
    ct_block *blocks; /* of all of them */
    ptrdiff_t count;
} ct_coming;

/* Tells the rank of every channel where what it is sent lies, and hears the same. Collective over
 * the ranks of the channels; all fail together: CT_ERROR_MEMORY, CT_ERROR_MPI. The caller destroys
 * it. */
ct_status ct_coming_create(MPI_Comm comm, const ct_channels *channels, const ct_blocks *send,
                           const ct_blocks *receive, ct_coming *coming);
void ct_coming_destroy(ct_coming *coming);

/* Bytes of memory it takes besides the struct. Local. */
double ct_coming_bytes(const ct_coming *coming, const ct_channels *channels);

#endif
