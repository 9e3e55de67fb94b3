/*
 * Arrays of fftw_malloc that the other ranks of the node can reach. fftw_malloc is not collective,
 * so each array is a memory file of its process alone (memfd_create: no name, gone with the
 * process). When a plan is made with such arrays, the other ranks open them through
 * /proc/PID/fd/DESCRIPTOR, check that it is the same file, and map it; from then on it is a segment
 * like those of ct_alloc. Whatever does not work out on any rank leaves the array private.
 */
#ifndef CT_BINDINGS_FFTW_SHARED_H
#define CT_BINDINGS_FFTW_SHARED_H

#include "node/context.h"

#include <cornerturn/status.h>
#include <stddef.h>

/* Memory as of malloc, aligned to a page; NULL where it cannot be shared or is too small to be
 * worth it. Local; any thread, before and after MPI. */
void *ct_fftw_shared_alloc(size_t bytes);

/* False, and nothing happens, where the memory is not of ct_fftw_shared_alloc. Local; any thread.
 */
int ct_fftw_shared_free(void *memory);

/* Makes sure that all ranks reach `bytes[i]` of array i of every rank, for all of `count`; *shared
 * is 0, on all ranks, where they do not. Collective. */
enum { CT_FFTW_SHARED_MOST = 2 };
ct_status ct_fftw_shared_open(const ct_context *context, int count, void *const *array,
                              const ptrdiff_t *bytes, int *shared);

/* Frees what was freed, or what no other rank has open any more. Local. */
void ct_fftw_shared_sweep(void);

#endif
