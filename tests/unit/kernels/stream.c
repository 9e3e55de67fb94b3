/* Streaming copies of every alignment and size: exactly the bytes asked for, nothing beside them.
 */
#include "expect.h"

#include "kernels/stream.h"
#include "kernels/vectors.h"

enum { ROOM = 512, MARGIN = 80 };

static void expect_copy(const unsigned char *source, size_t from, size_t into, size_t bytes) {
    static unsigned char target[ROOM];
    int right = 1;
    memset(target, 0xEE, sizeof target);
    ct_stream_copy(target + into, source + from, bytes);
    ct_stream_fence();
    for (size_t i = 0; i < ROOM; i++) {
        int inside = i >= into && i < into + bytes;
        right &= target[i] == (inside ? source[from + i - into] : 0xEE);
    }
    EXPECT(right);
}

int main(void) {
    static unsigned char source[ROOM];
    for (size_t i = 0; i < ROOM; i++) {
        source[i] = (unsigned char)(i * 7 + i / 256);
    }
    for (int best = (int)ct_vectors_used(), vectors = 0; vectors <= best; vectors++) {
        ct_vectors_limit((ct_vectors)vectors);
        for (size_t from = 0; from < 17; from++) {
            for (size_t into = 0; into < MARGIN; into++) {
                for (size_t bytes = 0; bytes < 300; bytes += 1 + bytes / 7) {
                    expect_copy(source, from, into, bytes);
                }
            }
        }
    }
    return expect_status();
}
