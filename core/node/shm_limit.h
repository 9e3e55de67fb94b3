/*
 * Whether memory can be shared at all: it is a file in /dev/shm that has its size from the start
 * but its pages only when they are touched. A file system too small for them all kills
 * whoever touches one page too many, so what was promised to earlier arrays counts as taken,
 * as far as the ranks that allocate together know: those of the node that are not among them are
 * not asked.
 */
#ifndef CT_NODE_SHM_LIMIT_H
#define CT_NODE_SHM_LIMIT_H

#include <cornerturn/status.h>
#include <stddef.h>

enum { CT_PAGE_BYTES = 4096, CT_HUGE_PAGE_BYTES = 2 << 20 };

/* What the user allows a node to share, from CT_SHARED_BYTES; PTRDIFF_MAX when that is not set.
 * CT_ERROR_CONFIG when it is no number of bytes. Local. */
ct_status ct_shm_limit(ptrdiff_t *limit_bytes);

/* Whether this rank can see `bytes` more being shared, besides `promised_bytes` that are shared but
 * not yet touched. Any numbers; doubles because sums over a node may be beyond ptrdiff_t. Local. */
int ct_shm_fits(double bytes, double promised_bytes, ptrdiff_t limit_bytes);

/* Bytes of a mapping, at least, that have no pages yet. Local. */
ptrdiff_t ct_shm_untouched_bytes(void *start, ptrdiff_t bytes);

#endif
