/*
 * Through the page cache a file of 1 GB took 2.5 s to the disk, past it 0.5 s (two ranks, ext4 on a
 * virtual disk): no page is copied, looked up, dirtied and found again by write-back, and each rank
 * has its own request under way. Direct writes need whole blocks; the ends of a run go through the
 * page cache, which the kernel keeps coherent. File systems without direct writes refuse them, and
 * then everything goes through the page cache.
 */
#define _GNU_SOURCE /* O_DIRECT, sync_file_range */
#include "io/array/disk/writer.h"

#include "io/array/disk/blocks.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int ct_writer_open(const char *file_name, ct_writer *writer) {
    *writer = (ct_writer){.handle = open(file_name, O_WRONLY | O_CLOEXEC), .direct = -1};
    if (writer->handle >= 0) {
        writer->direct = open(file_name, O_WRONLY | O_CLOEXEC | O_DIRECT);
    }
    return writer->handle >= 0 ? 0 : -1;
}

int ct_writer_close(ct_writer *writer) {
    free(writer->bounce);
    if (writer->direct >= 0) {
        (void)close(writer->direct);
    }
    return close(writer->handle);
}

/* Writes through the page cache, and starts write-back early: the file is flushed before it gets
 * its name. */
static int put_cached(const ct_writer *writer, off_t offset, ptrdiff_t bytes, const char *from) {
    while (bytes > 0) {
        const ssize_t put =
            pwrite(writer->handle, from,
                   (size_t)(bytes < CT_DISK_CALL_BYTES ? bytes : CT_DISK_CALL_BYTES), offset);
        if (put < 0 && errno != EINTR) {
            return -1;
        }
        const ptrdiff_t written = put > 0 ? put : 0;
        (void)sync_file_range(writer->handle, offset, (off_t)written, SYNC_FILE_RANGE_WRITE);
        from += written;
        offset += (off_t)written;
        bytes -= written;
    }
    return 0;
}

/* The bytes in memory that a device can read: these, or a copy. NULL without memory for one. */
static const char *aligned(ct_writer *writer, const char *from, ptrdiff_t bytes) {
    if ((uintptr_t)from % CT_DISK_MEMORY_BYTES == 0) {
        return from;
    }
    if (writer->bounce == NULL) {
        writer->bounce = aligned_alloc(CT_DISK_BLOCK_BYTES, CT_DISK_CALL_BYTES);
    }
    return writer->bounce != NULL ? memcpy(writer->bounce, from, (size_t)bytes) : NULL;
}

/* Writes whole blocks past the page cache. Returns how many bytes; where direct writes fail, for
 * whatever reason, no more are tried. */
static ptrdiff_t put_direct(ct_writer *writer, off_t offset, ptrdiff_t bytes, const char *from) {
    ptrdiff_t done = 0;
    while (done < bytes) {
        const ptrdiff_t left = bytes - done;
        const ptrdiff_t call = left < CT_DISK_CALL_BYTES ? left : CT_DISK_CALL_BYTES;
        const char *at = aligned(writer, from + done, call);
        const ssize_t put =
            at != NULL ? pwrite(writer->direct, at, (size_t)call, offset + (off_t)done) : -1;
        if (put < 0 && at != NULL && errno == EINTR) {
            continue;
        }
        if (put <= 0 || put % CT_DISK_BLOCK_BYTES != 0) {
            (void)close(writer->direct);
            writer->direct = -1;
            return put > 0 ? done + put : done;
        }
        done += put;
    }
    return done;
}

int ct_writer_put(ct_writer *writer, off_t offset, ptrdiff_t bytes, const char *from) {
    const ptrdiff_t head = ct_disk_head_bytes(offset);
    ptrdiff_t done = 0;
    if (writer->direct >= 0 && bytes - head >= CT_DISK_DIRECT_BYTES) {
        if (put_cached(writer, offset, head, from) != 0) {
            return -1;
        }
        done = head + put_direct(writer, offset + (off_t)head, ct_disk_whole_bytes(bytes - head),
                                 from + head);
    }
    return put_cached(writer, offset + (off_t)done, bytes - done, from + done);
}
