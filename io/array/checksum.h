/*
 * Checksums of distributed arrays: the sum over all elements of a hash of element and position.
 * Independent of the distribution; detects elements that are wrong, missing or misplaced. Local and
 * pure.
 */
#ifndef CT_IO_ARRAY_CHECKSUM_H
#define CT_IO_ARRAY_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Mixes 64 bits so that each depends on all. Source: S. Vigna, "An experimental exploration of
 * Marsaglia's xorshift generators, scrambled", ACM TOMS 42 (2016) 30, the finaliser of splitmix64.
 */
static inline uint64_t ct_checksum_mix(uint64_t bits) {
    bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9U;
    bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebU;
    return bits ^ (bits >> 31);
}

/* The hash of an element of `bytes` bytes at position `place`. */
static inline uint64_t ct_checksum_element(const char *element, ptrdiff_t bytes, ptrdiff_t place) {
    uint64_t sum = ct_checksum_mix((uint64_t)place + 0x9e3779b97f4a7c15U);
    for (ptrdiff_t at = 0; at < bytes; at += (ptrdiff_t)sizeof sum) {
        uint64_t word = 0;
        const ptrdiff_t left = bytes - at;
        memcpy(&word, element + at, left < (ptrdiff_t)sizeof word ? (size_t)left : sizeof word);
        sum = ct_checksum_mix(sum ^ word);
    }
    return sum;
}

#endif
