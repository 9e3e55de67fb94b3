/*
 * Send arrays of the program that come to be readable by the other ranks of the node: in
 * libcornerturn_preload_share.so, whose malloc (allocate.c) puts large memory into files that they
 * can open (bindings/shared). In libcornerturn_preload.so there is none.
 */
#ifndef CT_BINDINGS_PRELOAD_SHARE_H
#define CT_BINDINGS_PRELOAD_SHARE_H

#include "bindings/preload/communicator.h"
#include "collectives/call.h"

/* CT_PRELOAD_SHARE, the bytes from which memory is shared; SIZE_MAX: none is. Read once. Local. */
size_t ct_share_from(void);

/* For calls on a communicator; NULL: no more, so that a program with new arrays in each call does
 * not open them all. The same on all ranks. Local. */
ct_call_share *ct_share_of(const ct_communicator *state);

#endif
