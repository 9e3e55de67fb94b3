#include "kernels/stream.h"

#include "kernels/cache.h"
#include "kernels/vectors.h"

#include <stdint.h>
#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>

static void stream_lines(char *into, const char *from, size_t bytes) {
    for (size_t i = 0; i < bytes; i += sizeof(__m128i)) {
        _mm_stream_si128((__m128i *)(void *)(into + i),
                         _mm_loadu_si128((const __m128i *)(const void *)(from + i)));
    }
}

/* 32 bytes a store: a tenth faster than 16 or 64. */
__attribute__((target("avx2"))) static void stream_lines_avx2(char *into, const char *from,
                                                              size_t bytes) {
    for (size_t i = 0; i < bytes; i += sizeof(__m256i)) {
        _mm256_stream_si256((__m256i *)(void *)(into + i),
                            _mm256_loadu_si256((const __m256i *)(const void *)(from + i)));
    }
}

/* Only whole lines are streamed: a partial line would be a separate memory write. */
void ct_stream_copy(void *into, const void *from, size_t bytes) {
    char *to = into;
    const char *at = from;
    size_t head = (size_t)(-(uintptr_t)to % CT_LINE_BYTES);
    head = head < bytes ? head : bytes;
    size_t body = (bytes - head) / CT_LINE_BYTES * CT_LINE_BYTES;
    memcpy(to, at, head);
    if (ct_vectors_used() >= CT_VECTORS_AVX2) {
        stream_lines_avx2(to + head, at + head, body);
    } else {
        stream_lines(to + head, at + head, body);
    }
    memcpy(to + head + body, at + head + body, bytes - head - body);
}

void ct_stream_fence(void) {
    _mm_sfence();
}

#else

void ct_stream_copy(void *into, const void *from, size_t bytes) {
    memcpy(into, from, bytes);
}

void ct_stream_fence(void) {
}

#endif
