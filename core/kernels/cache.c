#include "kernels/cache.h"

#include <ctype.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LAST_LEVEL "/sys/devices/system/cpu/cpu0/cache/index3/"
enum { USUAL_SHARE_BYTES = 4 << 20, USUAL_SECOND_BYTES = 1 << 20, LINE = 4096 };

/* The first line of a system file; empty without it. */
static void read_line(const char *path, char line[LINE]) {
    FILE *file = fopen(path, "r");
    if (file == NULL || fgets(line, LINE, file) == NULL) {
        line[0] = '\0';
    }
    if (file != NULL) {
        (void)fclose(file);
    }
}

/* The cores of a mask such as "ff,ffffffff". */
static int count_cores(const char *mask) {
    static const char digits[] = "0123456789abcdef";
    int count = 0;
    for (; *mask != '\0'; mask++) {
        const char *digit = strchr(digits, tolower((unsigned char)*mask));
        count += digit != NULL ? __builtin_popcount((unsigned)(digit - digits)) : 0;
    }
    return count;
}

/* Not sysconf(), which on some processors adds up the caches of the socket. */
ptrdiff_t ct_cache_share_bytes(int cores) {
    char line[LINE];
    read_line(LAST_LEVEL "shared_cpu_map", line);
    int sharers = count_cores(line);
    read_line(LAST_LEVEL "size", line); /* such as "32768K" */
    const long kilobytes = strtol(line, NULL, 10);
    if (sharers == 0 || kilobytes <= 0) {
        return USUAL_SHARE_BYTES;
    }
    return (ptrdiff_t)kilobytes * 1024 / (cores < sharers ? cores : sharers);
}

/* 0: unknown. */
static long second_bytes(void) {
#if defined(_SC_LEVEL2_CACHE_SIZE)
    return sysconf(_SC_LEVEL2_CACHE_SIZE);
#else
    return 0;
#endif
}

ptrdiff_t ct_cache_second_bytes(void) {
    static atomic_long known; /* bytes: asking may take the time of a small copy */
    long bytes = atomic_load_explicit(&known, memory_order_relaxed);
    if (bytes == 0) {
        bytes = second_bytes();
        bytes = bytes > 0 ? bytes : USUAL_SECOND_BYTES;
        atomic_store_explicit(&known, bytes, memory_order_relaxed);
    }
    return bytes;
}
