/*
 * The FNV-1a hash: of numbers, each in place of a byte, and of bytes. Local.
 *
 * What ranks or files compare by it: the same arithmetic on every machine. Source: Fowler, Noll,
 * Vo.
 */
#ifndef CT_BASE_HASH_H
#define CT_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

/* Where a hash starts. */
#define CT_HASH_START UINT64_C(14695981039346656037)
#define CT_HASH_START_OF_BYTES UINT32_C(2166136261)

static inline uint64_t ct_hash_number(uint64_t hash, uint64_t number) {
    return (hash ^ number) * UINT64_C(1099511628211);
}

static inline uint32_t ct_hash_bytes(uint32_t hash, const void *data, size_t bytes) {
    const unsigned char *byte = (const unsigned char *)data;
    for (size_t i = 0; i < bytes; i++) {
        hash = (hash ^ byte[i]) * UINT32_C(16777619);
    }
    return hash;
}

#endif
