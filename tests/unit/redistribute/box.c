/* Block distributions: every position belongs to exactly one part, in order, parts differ by at
 * most one; more parts than positions; boxes beyond 2^31 elements. */
#include "expect.h"

#include <cornerturn/grid.h>

static void expect_partition(ptrdiff_t extent, int parts) {
    ptrdiff_t next = 0;
    for (int index = 0; index < parts; index++) {
        ptrdiff_t count = ct_block_count(extent, parts, index);
        EXPECT_INT(ct_block_first(extent, parts, index), next);
        EXPECT(count == extent / parts || count == extent / parts + 1);
        next += count;
    }
    EXPECT_INT(next, extent);
}

int main(void) {
    static const ptrdiff_t extents[] = {0, 1, 2, 3, 7, 64, 181, 1000003, (ptrdiff_t)5 << 31};
    for (size_t i = 0; i < sizeof extents / sizeof *extents; i++) {
        for (int parts = 1; parts <= 41; parts++) {
            expect_partition(extents[i], parts);
        }
    }
    EXPECT_INT(ct_block_first(7, 3, 1), 3);
    EXPECT_INT(ct_block_first(7, 3, 2), 5);

    ptrdiff_t extent[3] = {181, 1 << 16, 1 << 16};
    ct_box slab = ct_slab(3, extent, 0, 8, 7);
    EXPECT_INT(slab.first[0], 159);
    EXPECT_INT(slab.count[0], 22);
    EXPECT_INT(ct_box_elements(&slab), (ptrdiff_t)22 << 32);
    ct_box empty = ct_slab(3, extent, 0, 200, 199);
    EXPECT_INT(ct_box_elements(&empty), 0);
    return expect_status();
}
