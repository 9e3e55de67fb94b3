#define _GNU_SOURCE
#include "node/process/rows.h"

#include <errno.h>
#include <stdint.h>

/* A call copies at most 2 GiB less a page. */
enum { CALL_MOST_BYTES = 1 << 30 };

int ct_process_rows_end(ct_process_rows *rows) {
    const ssize_t done =
        rows->bytes == 0
            ? 0
            : process_vm_readv(rows->process, rows->into, (unsigned long)rows->into_count,
                               rows->from, (unsigned long)rows->from_count, 0);
    const int is_complete = done == (ssize_t)rows->bytes;
    if (!is_complete && done >= 0) {
        errno = EFAULT; /* it ends before the first row that it cannot read */
    }
    ct_process_rows_begin(rows, rows->process);
    return is_complete;
}

/* Adds a piece to the last of `pieces` if it follows that. Returns their number. */
static int append(struct iovec *pieces, int count, void *base, size_t bytes) {
    struct iovec *last = &pieces[count - (count > 0)];
    if (count > 0 && (char *)last->iov_base + last->iov_len == base) {
        last->iov_len += bytes;
        return count;
    }
    pieces[count] = (struct iovec){base, bytes};
    return count + 1;
}

int ct_process_rows_add(ct_process_rows *rows, uint64_t address, void *into, size_t bytes) {
    for (size_t at = 0; at < bytes;) {
        const size_t left = bytes - at;
        const size_t now = left < CALL_MOST_BYTES ? left : CALL_MOST_BYTES;
        if ((rows->from_count == CT_PROCESS_ROWS || rows->into_count == CT_PROCESS_ROWS ||
             rows->bytes + now > CALL_MOST_BYTES) &&
            !ct_process_rows_end(rows)) {
            return 0;
        }
        void *from = (void *)(uintptr_t)(address + at); // NOLINT
        rows->from_count = append(rows->from, rows->from_count, from, now);
        rows->into_count = append(rows->into, rows->into_count, (char *)into + at, now);
        rows->bytes += now;
        at += now;
    }
    return 1;
}
