#include "kernels/stream.h"

#include <stdint.h>
#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>

enum { LINE_BYTES = 64, STORE_BYTES = 16 };

/* Only whole lines are streamed: a part of one would be written by itself. */
void ct_stream_copy(void *into, const void *from, size_t bytes) {
    char *to = into;
    const char *at = from;
    size_t head = (size_t)(-(uintptr_t)to % LINE_BYTES);
    head = head < bytes ? head : bytes;
    size_t body = (bytes - head) / LINE_BYTES * LINE_BYTES;
    memcpy(to, at, head);
    for (size_t i = head; i < head + body; i += STORE_BYTES) {
        _mm_stream_si128((__m128i *)(void *)(to + i),
                         _mm_loadu_si128((const __m128i *)(const void *)(at + i)));
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
