/*
 * Copies with streaming (non-temporal) stores, where the processor has them, for memory that is not
 * read soon. An ordinary store first reads the line it writes; streaming saves that third of the
 * traffic.
 *
 * Local.
 */
#ifndef CT_KERNELS_STREAM_H
#define CT_KERNELS_STREAM_H

#include <stddef.h>

/* Copies `bytes` bytes between arrays that do not overlap, of any alignment. Visible to other cores
 * only after ct_stream_fence. */
void ct_stream_copy(void *into, const void *from, size_t bytes);

/* Store fence after a series of such copies. */
void ct_stream_fence(void);

#endif
