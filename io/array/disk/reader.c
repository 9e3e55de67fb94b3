/*
 * Large arrays that are not in the page cache are read past it: 8 GiB by two ranks of a machine of
 * 24 GiB took 3.3 and 3.5 s, 6.3 and 7.0 by way of the page cache, for whose pages there is hardly
 * room beside the array (ext4 on a virtual disk that dd reads in 7.7 to 10 s). Smaller ones go
 * through it, since the next run may find them there.
 */
#define _GNU_SOURCE /* O_DIRECT */
#include "io/array/disk/reader.h"

#include "io/array/disk/blocks.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { LARGE_PART = 8 };

double ct_reader_large_bytes = -1;

bool ct_reader_is_large(double node_bytes) {
    if (ct_reader_large_bytes >= 0) {
        return node_bytes > ct_reader_large_bytes;
    }
    const double memory_bytes = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
    return memory_bytes > 0 && node_bytes > memory_bytes / LARGE_PART;
}

int ct_reader_open(const char *file_name, bool is_large, ct_reader *reader) {
    *reader = (ct_reader){.handle = open(file_name, O_RDONLY | O_CLOEXEC), .direct = -1};
    if (reader->handle >= 0 && is_large) {
        reader->direct = open(file_name, O_RDONLY | O_CLOEXEC | O_DIRECT);
        if (reader->direct >= 0) { /* what is left to the page cache is not read ahead */
            (void)posix_fadvise(reader->handle, 0, 0, POSIX_FADV_RANDOM);
        }
    }
    return reader->handle >= 0 ? 0 : -1;
}

void ct_reader_close(ct_reader *reader) {
    free(reader->bounce);
    if (reader->direct >= 0) {
        (void)close(reader->direct);
    }
    (void)close(reader->handle);
}

/* Whether most of some whole blocks of the file are in the page cache. Of files that are not ours
 * to write Linux says yes to all, and of what it cannot tell we do. */
static bool is_cached(const ct_reader *reader, off_t offset, ptrdiff_t bytes) {
    unsigned char pages[CT_DISK_CALL_BYTES / CT_DISK_BLOCK_BYTES];
    const size_t count = (size_t)(bytes / CT_DISK_BLOCK_BYTES);
    size_t cached = 0;
    void *mapped = MAP_FAILED;
    if (sysconf(_SC_PAGESIZE) == CT_DISK_BLOCK_BYTES) {
        mapped = mmap(NULL, (size_t)bytes, PROT_READ, MAP_SHARED, reader->handle, offset);
    }
    if (mapped == MAP_FAILED) {
        return true;
    }
    const bool is_told = mincore(mapped, (size_t)bytes, pages) == 0;
    for (size_t i = 0; i < count && is_told; i++) {
        cached += pages[i] & 1;
    }
    (void)munmap(mapped, (size_t)bytes);
    return !is_told || 2 * cached > count;
}

/* Through the page cache. */
static int get_cached(const ct_reader *reader, off_t offset, ptrdiff_t bytes, char *into) {
    while (bytes > 0) {
        const ssize_t got = pread(reader->handle, into, (size_t)bytes, offset);
        if (got == 0) {
            errno = ENODATA;
        }
        if (got == 0 || (got < 0 && errno != EINTR)) {
            return -1;
        }
        const ptrdiff_t taken = got > 0 ? got : 0;
        into += taken;
        offset += (off_t)taken;
        bytes -= taken;
    }
    return 0;
}

/* A call past the page cache, of whole blocks; by way of memory that the device can write, if this
 * is not. */
static ssize_t call_direct(ct_reader *reader, off_t offset, ptrdiff_t bytes, char *into) {
    const bool is_aligned = (uintptr_t)into % CT_DISK_MEMORY_BYTES == 0;
    if (!is_aligned && reader->bounce == NULL) {
        reader->bounce = aligned_alloc(CT_DISK_BLOCK_BYTES, CT_DISK_CALL_BYTES);
        if (reader->bounce == NULL) {
            return -1;
        }
    }
    const ssize_t got =
        pread(reader->direct, is_aligned ? into : reader->bounce, (size_t)bytes, offset);
    if (got > 0 && !is_aligned) {
        memcpy(into, reader->bounce, (size_t)got);
    }
    return got;
}

static void end_direct(ct_reader *reader) {
    (void)close(reader->direct);
    reader->direct = -1;
    (void)posix_fadvise(reader->handle, 0, 0, POSIX_FADV_NORMAL);
}

/* Reads whole blocks that are not in the page cache, past it. Returns how many bytes; where direct
 * reads fail, for whatever reason, no more are tried. */
static ptrdiff_t get_direct(ct_reader *reader, off_t offset, ptrdiff_t bytes, char *into) {
    ptrdiff_t done = 0;
    while (done < bytes) {
        const ptrdiff_t left = bytes - done;
        const ptrdiff_t call = left < CT_DISK_CALL_BYTES ? left : CT_DISK_CALL_BYTES;
        ssize_t got = call;
        if (is_cached(reader, offset + (off_t)done, call)) {
            if (get_cached(reader, offset + (off_t)done, call, into + done) != 0) {
                return done; /* which is found again, and told, by who goes on */
            }
        } else {
            got = call_direct(reader, offset + (off_t)done, call, into + done);
            reader->direct_bytes += got > 0 ? got : 0;
        }
        if (got <= 0 || got % CT_DISK_BLOCK_BYTES != 0) {
            end_direct(reader);
            return got > 0 ? done + got : done;
        }
        done += got;
    }
    return done;
}

int ct_reader_get(ct_reader *reader, off_t offset, ptrdiff_t bytes, char *into) {
    const ptrdiff_t head = ct_disk_head_bytes(offset);
    ptrdiff_t done = 0;
    if (reader->direct >= 0 && bytes - head >= CT_DISK_DIRECT_BYTES) {
        if (get_cached(reader, offset, head, into) != 0) {
            return -1;
        }
        done = head + get_direct(reader, offset + (off_t)head, ct_disk_whole_bytes(bytes - head),
                                 into + head);
    }
    return get_cached(reader, offset + (off_t)done, bytes - done, into + done);
}
