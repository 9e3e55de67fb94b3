/*
 * Whether /dev/shm has space for more shared memory. Its files are sparse: a process that touches a
 * page when the file system is full gets SIGBUS. So bytes promised to earlier arrays count as used,
 * as far as the allocating ranks know. Other processes of the node are not asked: against them
 * memory is certain once its pages are placed.
 */
#ifndef CT_NODE_SHM_LIMIT_H
#define CT_NODE_SHM_LIMIT_H

#include <cornerturn/status.h>
#include <stddef.h>

/* The user's limit per node, from CT_SHARED_BYTES; PTRDIFF_MAX if unset. CT_ERROR_CONFIG if it is
 * no number of bytes. Local. */
ct_status ct_shm_limit(ptrdiff_t *limit_bytes);

/* Whether `bytes` more can be shared besides `promised_bytes` not yet touched. Doubles, since sums
 * over a node may exceed ptrdiff_t. Local. */
int ct_shm_fits(double bytes, double promised_bytes, ptrdiff_t limit_bytes);

/* Lower bound of a mapping's bytes without pages. Local. */
ptrdiff_t ct_shm_untouched_bytes(void *start, ptrdiff_t bytes);

/* Places the pages at `start`, mapped from `offset` of a file in /dev/shm, as this rank's first
 * write would. False, where that would be SIGBUS, if there is no space for all. Local. */
int ct_shm_place(void *start, ptrdiff_t bytes, int descriptor, ptrdiff_t offset);

#endif
