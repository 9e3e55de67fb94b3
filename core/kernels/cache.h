/*
 * Lines of the cache, and asking for them ahead of their use.
 *
 * Local.
 */
#ifndef CT_KERNELS_CACHE_H
#define CT_KERNELS_CACHE_H

#include <stddef.h>
#include <stdint.h>

/* Of a cache, in bytes; the same on all processors this is tuned for. */
enum { CT_LINE_BYTES = 64 };

/* Bytes from the start of the line an address is in. */
static inline ptrdiff_t ct_line_phase(const void *address) {
    return (ptrdiff_t)((uintptr_t)address % CT_LINE_BYTES);
}

/* Fetches the lines of `bytes` bytes into the second-level cache. The first has too little room for
 * what waits. Inlined by force: gcc takes a function that only fetches for one without effect, and
 * drops the calls. */
static inline __attribute__((always_inline)) void ct_fetch(const char *first, ptrdiff_t bytes) {
    for (const char *at = first - ct_line_phase(first); at < first + bytes; at += CT_LINE_BYTES) {
        __builtin_prefetch(at, 0, 2);
    }
}

/* What each of `cores` busy cores of this machine has of the last-level cache, in bytes. Linux
 * tells; elsewhere that of usual machines. */
ptrdiff_t ct_cache_share_bytes(int cores);

#endif
