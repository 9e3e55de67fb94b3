/*
 * Memory files of other ranks of the node (files.h), mapped here.
 */
#ifndef CT_BINDINGS_SHARED_OPEN_H
#define CT_BINDINGS_SHARED_OPEN_H

#include "node/context.h"

#include <cornerturn/status.h>
#include <stddef.h>

enum { CT_SHARED_FILES_MOST = 2 }; /* arrays at once */

/* Makes sure that all ranks reach `bytes[i]` of array i of every rank, for all of `count`; *shared
 * is 0, on all ranks, where they do not, and where ranks are on several nodes. Arrays begin at a
 * multiple of `alignment` inside their memory. Collective. */
ct_status ct_shared_files_open(const ct_context *context, int count, const void *const *array,
                               const ptrdiff_t *bytes, ptrdiff_t alignment, int *shared);

/* Frees what was freed, or what no other rank has open any more. Local. */
void ct_shared_files_sweep(void);

#endif
