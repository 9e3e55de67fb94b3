/*
 * Copies to memory that will not be read soon: past the cache, where the processor can. A cached
 * store first reads the line it writes; a streaming one saves that third of the traffic.
 *
 * Local.
 */
#ifndef CT_KERNELS_STREAM_H
#define CT_KERNELS_STREAM_H

#include <stddef.h>

/* Copies `bytes` bytes between arrays that do not overlap, of any alignment. Others see all of it
 * only after ct_stream_fence. */
void ct_stream_copy(void *into, const void *from, size_t bytes);

/* Ends a series of such copies. */
void ct_stream_fence(void);

#endif
