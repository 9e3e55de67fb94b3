/* Rows in the memory of another process, of which the kernel copies many a call. Local. */
#ifndef CT_NODE_PROCESS_ROWS_H
#define CT_NODE_PROCESS_ROWS_H

#include "node/process/process.h"

#include <stdint.h>
#include <sys/uio.h>

/* Rows of a call. More were not faster: the kernel takes some 0.4 us for each, the call 1. */
enum { CT_PROCESS_ROWS = 128 };

/* Rows still to be read: where they are, and where they go. */
typedef struct ct_process_rows {
    pid_t process;
    int from_count, into_count;
    size_t bytes;
    struct iovec from[CT_PROCESS_ROWS], into[CT_PROCESS_ROWS];
} ct_process_rows;

static inline void ct_process_rows_begin(ct_process_rows *rows, pid_t process) {
    rows->process = process;
    rows->from_count = rows->into_count = 0;
    rows->bytes = 0;
}

/* Adds a row at `address` of the process, which is one with the row before where it follows that,
 * at either end; reads all of them when there are many. False as ct_process_read. */
int ct_process_rows_add(ct_process_rows *rows, uint64_t address, void *into, size_t bytes);

/* Reads what is left. False as ct_process_read. */
int ct_process_rows_end(ct_process_rows *rows);

#endif
