/* Copies between blocks as a whole, through pieces where axes do not line up; which go past the
 * cache; and shares of it. */
#include "expect.h"

#include "kernels/buffered/block_copy.h"
#include "kernels/cache.h"
#include "kernels/strided.h"

#include <string.h>

enum { ARRAY_BYTES = 1 << 16 };

static unsigned char source[ARRAY_BYTES];
static unsigned char found[ARRAY_BYTES];
static unsigned char wanted[ARRAY_BYTES];

/* More cores never have more each, and all of them something. */
static void expect_shares(void) {
    EXPECT(ct_cache_share_bytes(1) >= ct_cache_share_bytes(2));
    EXPECT(ct_cache_share_bytes(2) >= ct_cache_share_bytes(1000));
    EXPECT(ct_cache_share_bytes(1000) > 0);
}

/* Whoever asks for a copy says whether it streams, however large it is. Where the axes do not
 * line up it goes through several pieces. */
static void expect_block_copies(void) {
    enum { ELEMENTS = 60 * 40, ELEMENT_BYTES = 12 };
    const ct_block wide = ct_block_rows(0, 60, 40, (ptrdiff_t)50 * ELEMENT_BYTES, ELEMENT_BYTES);
    const ct_block high = ct_block_rows(8, 80, 30, (ptrdiff_t)40 * ELEMENT_BYTES, ELEMENT_BYTES);
    for (int streams = 0; streams < 2; streams++) {
        ct_block_copy copy = ct_block_copy_prepare(&wide, &wide, ELEMENT_BYTES, NULL, streams);
        EXPECT(copy.lines_up);
        EXPECT_INT(copy.first.streams, streams);
        copy = ct_block_copy_prepare(&wide, &high, ELEMENT_BYTES, NULL, streams);
        EXPECT(!copy.lines_up && copy.bytes > copy.piece_bytes);
        EXPECT_INT(copy.second.streams, streams);
        memset(found, 0x5a, sizeof found);
        memset(wanted, 0x5a, sizeof wanted);
        for (ptrdiff_t i = 0; i < ELEMENTS; i++) {
            memcpy(wanted + high.offset + (i / 30 * 40 + i % 30) * ELEMENT_BYTES,
                   source + (i / 40 * 50 + i % 40) * ELEMENT_BYTES, ELEMENT_BYTES);
        }
        ct_block_copy_run(&copy, source, found);
        EXPECT_INT(memcmp(found, wanted, sizeof found), 0);
    }
}

/* Large copies, beyond 2 GiB too, go past the cache by themselves, small ones do not. */
static void expect_streams(void) {
    ct_strided copy;
    ct_block small = ct_block_contiguous(0, CT_STREAM_FROM_BYTES / 8 - 1, 8);
    ct_block large = ct_block_contiguous(0, CT_STREAM_FROM_BYTES / 8, 8);
    ct_block huge = ct_block_contiguous(0, (ptrdiff_t)5 << 31, 8);
    EXPECT(ct_strided_prepare(&small, &small, 8, &copy) && !copy.streams);
    EXPECT(ct_strided_prepare(&large, &large, 8, &copy) && copy.streams);
    EXPECT(ct_strided_prepare(&huge, &huge, 8, &copy) && copy.streams);
    EXPECT_INT(ct_strided_bytes(&copy), (ptrdiff_t)5 << 34);
}

int main(void) {
    for (size_t i = 0; i < sizeof source; i++) {
        source[i] = (unsigned char)(i * 7 + i / 251);
    }
    expect_shares();
    expect_block_copies();
    expect_streams();
    return expect_status();
}
