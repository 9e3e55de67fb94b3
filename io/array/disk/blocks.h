/* What direct reads and writes, past the page cache, want of places and sizes. Private to io. */
#ifndef CT_IO_ARRAY_DISK_BLOCKS_H
#define CT_IO_ARRAY_DISK_BLOCKS_H

#include <stddef.h>
#include <sys/types.h>

enum {
    CT_DISK_CALL_BYTES = 1 << 23,  /* of one call */
    CT_DISK_BLOCK_BYTES = 4096,    /* of the largest sectors, and of a page */
    CT_DISK_MEMORY_BYTES = 512,    /* alignment that devices want of memory */
    CT_DISK_DIRECT_BYTES = 1 << 20 /* shorter runs are left to the page cache, which joins them */
};

/* Bytes from an offset to the next whole block. */
static inline ptrdiff_t ct_disk_head_bytes(off_t offset) {
    return (CT_DISK_BLOCK_BYTES - offset % CT_DISK_BLOCK_BYTES) % CT_DISK_BLOCK_BYTES;
}

/* Bytes of whole blocks. */
static inline ptrdiff_t ct_disk_whole_bytes(ptrdiff_t bytes) {
    return bytes / CT_DISK_BLOCK_BYTES * CT_DISK_BLOCK_BYTES;
}

#endif
