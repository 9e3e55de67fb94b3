/* Shared segments: those that this process has mapped; and a system that refuses on request to make
 * files for them, or to open such as have no name. */
#ifndef CT_TESTS_SEGMENTS_H
#define CT_TESTS_SEGMENTS_H

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static int refuse_sharing, refuse_nameless;

/* As the system's own. NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name) */
int open(const char *path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    const unsigned mode = (flags & (O_CREAT | O_DIRECTORY)) != 0 ? va_arg(arguments, unsigned) : 0;
    va_end(arguments);
    const int is_refused = strcmp(path, "/dev/shm") == 0
                               ? refuse_sharing
                               : refuse_nameless && (flags & O_CLOEXEC) != 0 && /* not UCX's own */
                                     strncmp(path, "/proc/", 6) == 0 &&
                                     strstr(path, "/fd/") != NULL;
    errno = EACCES;
    return is_refused ? -1 : (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

/* As the system's own, of which only the place of the files is known here.
 * NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name) */
int shm_open(const char *name, int flags, mode_t mode) {
    char path[128];
    (void)snprintf(path, sizeof path, "/dev/shm%s", name);
    return refuse_sharing ? -1 : open(path, flags, mode);
}

static inline int mapped_segments(void) {
    char line[512];
    int mapped = 0;
    FILE *maps = fopen("/proc/self/maps", "r");
    while (maps != NULL && fgets(line, sizeof line, maps) != NULL) {
        mapped +=
            strstr(line, "/dev/shm/#") != NULL || strstr(line, "/dev/shm/cornerturn-") != NULL;
    }
    if (maps != NULL) {
        (void)fclose(maps);
    }
    return mapped;
}

#endif
