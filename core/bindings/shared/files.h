/*
 * Memory of a program that the other ranks of the node can reach, though it was allocated by one
 * rank alone: fftw_malloc, or malloc under the preload. Each array is a memory file of its process
 * (memfd_create: no name, gone with the process). When all ranks come to use such arrays, the
 * others open them through /proc/PID/fd/DESCRIPTOR, check that it is the same file, and map it;
 * from then on it is a segment like those of ct_alloc. Whatever does not work out on any rank
 * leaves the array private.
 *
 * A forked child has such memory to itself, as other memory, but that pages which it has not
 * written to show what its parent writes later.
 */
#ifndef CT_BINDINGS_SHARED_FILES_H
#define CT_BINDINGS_SHARED_FILES_H

#include "bindings/shared/notice.h"

#include <stddef.h>
#include <stdint.h>

/* Memory aligned to a page, zeros where it is to be clear; NULL where it cannot be shared. Local;
 * any thread, before and after MPI. */
void *ct_shared_file_alloc(size_t bytes, int clear);

/* Up to 64 MiB of what was freed last are kept for arrays of up to the same size. False, and
 * nothing happens, where the memory is not of ct_shared_file_alloc. Local; any thread. */
int ct_shared_file_free(void *memory);

/* Its bytes, at least those asked for; 0 where it is not of ct_shared_file_alloc. Local; any
 * thread. */
size_t ct_shared_file_bytes(void *memory);

/* What there is to say of an array of this rank. A new file gets its segment here. Local. */
ct_shared_notice ct_shared_file_notice(const ct_context *context, const void *array,
                                       ptrdiff_t bytes, ptrdiff_t alignment);

/* Takes back the segment of an array's notice if the file got it there: where not all ranks opened
 * it, an exchange would go by it. Local, of MPI's thread. */
void ct_shared_file_forget(const ct_shared_notice *notice);

/* What another rank has to know to open the file with an address inside by itself, and where the
 * file begins here. False: there is none. Local. */
int ct_shared_file_tell(const void *address, ct_shared_notice *notice, uint64_t *base);

/* Frees what was freed while other ranks could read it. Local, of MPI's thread. */
void ct_shared_files_abandon(void);

#endif
