/* Shared segments: those that this process has mapped; and shm_open that refuses on request. */
#ifndef CT_TESTS_SEGMENTS_H
#define CT_TESTS_SEGMENTS_H

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

static int refuse_sharing;

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
        mapped += strstr(line, "/dev/shm/cornerturn-") != NULL;
    }
    if (maps != NULL) {
        (void)fclose(maps);
    }
    return mapped;
}

#endif
