/*
 * Cache lines and prefetching.
 *
 * Local.
 */
#ifndef CT_KERNELS_CACHE_H
#define CT_KERNELS_CACHE_H

#include <stddef.h>
#include <stdint.h>

/* Bytes of a cache line. */
enum { CT_LINE_BYTES = 64 };

/* Offset of an address in its cache line. */
static inline ptrdiff_t ct_line_phase(const void *address) {
    return (ptrdiff_t)((uintptr_t)address % CT_LINE_BYTES);
}

/* Bytes in whole cache lines. */
static inline ptrdiff_t ct_in_lines(ptrdiff_t bytes) {
    return (bytes + CT_LINE_BYTES - 1) / CT_LINE_BYTES * CT_LINE_BYTES;
}

/* The same in an odd number of them: rows so far apart are in different sets of a cache. */
static inline ptrdiff_t ct_in_odd_lines(ptrdiff_t bytes) {
    return (ct_in_lines(bytes) / CT_LINE_BYTES | 1) * CT_LINE_BYTES;
}

/* Prefetches the line of an address into the second-level cache; the first is too small. Always
 * inlined: gcc drops calls of a function that only prefetches. */
static inline __attribute__((always_inline)) void ct_fetch_line(const char *address) {
    __builtin_prefetch(address, 0, 2);
}

/* Into the first-level cache too: of what is needed within some hundred instructions. */
static inline __attribute__((always_inline)) void ct_fetch_near(const char *address) {
    __builtin_prefetch(address, 0, 3);
}

/* The lines of `bytes` bytes. */
static inline __attribute__((always_inline)) void ct_fetch(const char *first, ptrdiff_t bytes) {
    for (const char *at = first - ct_line_phase(first); at < first + bytes; at += CT_LINE_BYTES) {
        ct_fetch_line(at);
    }
}

/* Share of each of `cores` busy cores in the last-level cache, in bytes: from Linux's /sys;
 * elsewhere a usual value. */
ptrdiff_t ct_cache_share_bytes(int cores);

/* A core's second-level cache, in bytes: as the system says, or a usual value. */
ptrdiff_t ct_cache_second_bytes(void);

#endif
