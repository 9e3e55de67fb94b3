/*
 * What a rank tells the others about one of its arrays, by which they map its memory file.
 */
#ifndef CT_BINDINGS_SHARED_NOTICE_H
#define CT_BINDINGS_SHARED_NOTICE_H

#include "node/context.h"

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

typedef struct ct_shared_notice {
    int is_shareable;
    int is_empty;
    int is_new; /* the file got its segment for this notice */
    uint64_t id;
    long pid;
    int descriptor;
    ptrdiff_t bytes;
    dev_t device;
    ino_t inode;
} ct_shared_notice;

#endif
