/*
 * Send arrays of the program that come to be readable by the other ranks of the node: in
 * libcornerturn_preload_share.so, whose malloc (allocate.c) puts large memory into files that they
 * can open (bindings/shared). In libcornerturn_preload.so there is none.
 */
#ifndef CT_BINDINGS_PRELOAD_SHARE_H
#define CT_BINDINGS_PRELOAD_SHARE_H

#include "bindings/preload/communicator.h"
#include "bindings/shared/notice.h"
#include "collectives/call.h"

#include <stdint.h>

/* CT_PRELOAD_SHARE, the bytes from which memory is shared; SIZE_MAX: none is. Read once. Local. */
size_t ct_share_from(void);

/* For calls on a communicator; NULL: no more, so that a program with new arrays in each call does
 * not open them all. The same on all ranks. Local. */
ct_call_share *ct_share_of(const ct_communicator *state);

/* The memory file that an address is in, for a rank that opens it by itself, and where the file
 * begins in this process. False: the memory is private, and nothing is written. Local. */
int ct_share_file_of(const void *address, ct_shared_notice *file, uint64_t *base);

#endif
