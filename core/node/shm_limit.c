#include "node/shm_limit.h"

#include "base/fail.h"
#include "base/pages.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/statvfs.h>

/* Left for MPI's buffers, which use the same file system and address space. */
enum { MARGIN_BYTES = 16 << 20 };

ct_status ct_shm_limit(ptrdiff_t *limit_bytes) {
    const char *text = getenv("CT_SHARED_BYTES");
    char *end = NULL;
    *limit_bytes = PTRDIFF_MAX;
    if (text == NULL) {
        return CT_OK;
    }
    errno = 0;
    long long number = strtoll(text, &end, 10);
    if (end == text || *end != '\0' || errno != 0 || number < 0) {
        return ct_raise(CT_ERROR_CONFIG, "CT_SHARED_BYTES is \"%s\"; allowed: a number of bytes",
                        text);
    }
    *limit_bytes = (ptrdiff_t)number;
    return CT_OK;
}

/* Exceeding RLIMIT_FSIZE would end the process. */
static int may_be_mapped(size_t bytes) {
    struct rlimit file = {.rlim_cur = RLIM_INFINITY};
    (void)getrlimit(RLIMIT_FSIZE, &file);
    if (file.rlim_cur != RLIM_INFINITY && bytes > file.rlim_cur) {
        return 0;
    }
    void *place = mmap(NULL, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return place != MAP_FAILED && munmap(place, bytes) == 0;
}

int ct_shm_fits(double bytes, double promised_bytes, ptrdiff_t limit_bytes) {
    struct statvfs shared;
    if (statvfs("/dev/shm", &shared) != 0) {
        return 0;
    }
    double free_bytes = (double)shared.f_bavail * (double)shared.f_frsize - MARGIN_BYTES;
    if (free_bytes > (double)limit_bytes) {
        free_bytes = (double)limit_bytes;
    }
    return bytes + promised_bytes <= free_bytes && may_be_mapped((size_t)bytes + MARGIN_BYTES);
}

ptrdiff_t ct_shm_untouched_bytes(void *start, ptrdiff_t bytes) {
    enum { PAGES_AT_ONCE = 4096 };
    ptrdiff_t untouched = bytes;
    for (ptrdiff_t at = 0; at < bytes; at += (ptrdiff_t)PAGES_AT_ONCE * CT_PAGE_BYTES) {
        unsigned char resident[PAGES_AT_ONCE] = {0}; /* if mincore fails, pages count as
                                                        untouched */
        ptrdiff_t left = bytes - at;
        ptrdiff_t most = (ptrdiff_t)PAGES_AT_ONCE * CT_PAGE_BYTES;
        (void)mincore((char *)start + at, (size_t)(left < most ? left : most), resident);
        for (int page = 0; page < PAGES_AT_ONCE; page++) {
            untouched -= resident[page] & 1 ? CT_PAGE_BYTES : 0;
        }
    }
    return untouched > 0 ? untouched : 0;
}

int ct_shm_place(void *start, ptrdiff_t bytes, int descriptor, ptrdiff_t offset) {
    int error = 0;
#ifdef MADV_POPULATE_WRITE
    if (madvise(start, (size_t)bytes, MADV_POPULATE_WRITE) == 0) {
        return 1;
    }
    if (errno != EINVAL) { /* Linux before 5.14 */
        return 0;
    }
#else
    (void)start;
#endif
    do {
        error = posix_fallocate(descriptor, offset, (off_t)bytes);
    } while (error == EINTR);
    return error == 0;
}
