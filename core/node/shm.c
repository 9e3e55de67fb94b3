#define _GNU_SOURCE /* O_TMPFILE */
#include "node/shm.h"

#include "base/fail.h"
#include "base/pages.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

/* Left for MPI's buffers, which use the same file system and address space. */
enum { MARGIN_BYTES = 16 << 20 };

static const char directory[] = "/dev/shm";

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
    if (statvfs(directory, &shared) != 0) {
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

static int create_named(uint64_t id, ct_shm_file *made) {
    struct timespec now = {0};
    (void)clock_gettime(CLOCK_REALTIME, &now);
    (void)snprintf(made->name, sizeof made->name, "/cornerturn-%ld-%llx-%lx%09lx", made->process,
                   (unsigned long long)id, (unsigned long)now.tv_sec, (unsigned long)now.tv_nsec);
    return shm_open(made->name, O_RDWR | O_CREAT | O_EXCL, S_IRUSR | S_IWUSR);
}

int ct_shm_create(ptrdiff_t bytes, int has_name, uint64_t id, ct_shm_file *made) {
    struct stat about = {0};
    *made = (ct_shm_file){.process = (long)getpid(), .descriptor = -1};
    if (!has_name) {
        made->descriptor = open(directory, O_TMPFILE | O_RDWR | O_CLOEXEC, S_IRUSR | S_IWUSR);
    }
    if (made->descriptor < 0) {
        made->descriptor = create_named(id, made);
    }
    if (made->descriptor >= 0 &&
        (ftruncate(made->descriptor, bytes) != 0 || fstat(made->descriptor, &about) != 0)) {
        ct_shm_unname(made);
        (void)close(made->descriptor);
        made->descriptor = -1;
    }
    made->device = about.st_dev;
    made->inode = about.st_ino;
    return made->descriptor;
}

int ct_shm_open(const ct_shm_file *file) {
    char path[64];
    struct stat about;
    if (file->name[0] != '\0') {
        return shm_open(file->name, O_RDWR, 0);
    }
    (void)snprintf(path, sizeof path, "/proc/%ld/fd/%d", file->process, file->descriptor);
    const int descriptor = open(path, O_RDWR | O_CLOEXEC);
    if (descriptor >= 0 && (fstat(descriptor, &about) != 0 || about.st_dev != file->device ||
                            about.st_ino != file->inode)) {
        (void)close(descriptor); /* of a process that has this number elsewhere */
        return -1;
    }
    return descriptor;
}

void ct_shm_unname(const ct_shm_file *file) {
    if (file->name[0] != '\0') {
        (void)shm_unlink(file->name);
    }
}
