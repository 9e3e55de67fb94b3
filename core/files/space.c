#define _GNU_SOURCE /* fallocate */
#include "files/space.h"

#include "base/escape.h"
#include "base/fail.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

/* Checked first for clear messages; exceeding RLIMIT_FSIZE would end the process by SIGXFSZ. */
static ct_status check_space(const char *path, int handle, double size, double more) {
    struct rlimit limit;
    struct statvfs disk;
    if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY &&
        size + more > (double)limit.rlim_cur) {
        return ct_raise(CT_ERROR_FILE,
                        "cannot write %s: it needs %.3g GB, and the limit on file sizes here "
                        "(ulimit -f) is %.3g GB",
                        ct_escaped(path), (size + more) * 1e-9, (double)limit.rlim_cur * 1e-9);
    }
    if (fstatvfs(handle, &disk) == 0 && disk.f_blocks > 0) { /* 0: unknown */
        double available = (double)disk.f_bavail * (double)disk.f_frsize;
        if (more > available) {
            return ct_raise(CT_ERROR_FILE,
                            "cannot write %s: it needs %.3g GB, and %.3g GB are free on its disk",
                            ct_escaped(path), more * 1e-9, available * 1e-9);
        }
    }
    return CT_OK;
}

ct_status ct_space_reserve(const char *path, const char *temporary, ptrdiff_t more_bytes,
                           bool *reserved) {
    ct_status status = CT_OK;
    struct stat about;
    int outcome = 0;
    int handle = open(temporary, O_WRONLY | O_CLOEXEC);
    *reserved = false;
    if (handle < 0 || fstat(handle, &about) != 0) {
        CT_FAIL(CT_ERROR_FILE, "cannot write %s: %s", ct_escaped(path), strerror(errno));
    }
    CT_TRY(check_space(path, handle, (double)about.st_size, (double)more_bytes));
    do { /* not posix_fallocate, which writes to every block on file systems without support */
        outcome = fallocate(handle, 0, about.st_size, more_bytes);
    } while (outcome != 0 && errno == EINTR);
    *reserved = outcome == 0;
    if (outcome != 0 && (errno == ENOSPC || errno == EDQUOT || errno == EFBIG)) {
        CT_FAIL(CT_ERROR_FILE, "cannot write %s: reserving %.3g GB: %s", ct_escaped(path),
                (double)more_bytes * 1e-9, strerror(errno));
    }
cleanup:
    if (handle >= 0) {
        (void)close(handle);
    }
    return status;
}
