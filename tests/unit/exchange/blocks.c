/* Blocks of a side: what follows a rule takes no list, and both give the same blocks in any order
 * of ranks; what is refused. */
#include "expect.h"

#include "exchange/blocks.h"
#include "kernels/strided.h"

enum { SIZE = 6, ELEMENT_BYTES = 8 };

static const int backwards[SIZE] = {5, 4, 3, 2, 1, 0};

static int equal(const ct_block *a, const ct_block *b) {
    return a->offset == b->offset && ct_block_same_shape(a, b);
}

/* Expects the blocks to be kept as they are, by a rule or not. */
static void expect_kept(const ct_block *block, int count, int is_rule) {
    const ct_layout layout = {ELEMENT_BYTES, block};
    const ct_blocks given = ct_blocks_of(&layout, count);
    ct_blocks blocks;
    double bytes = 0;
    ptrdiff_t end = 0;
    EXPECT_INT(ct_blocks_create(&given, "send", &blocks), CT_OK);
    EXPECT_INT(blocks.list == NULL, is_rule);
    EXPECT_INT(ct_blocks_held_bytes(&blocks), is_rule ? 0 : (size_t)count * sizeof *block);
    for (int reversed = 0; reversed <= (count == SIZE); reversed++) {
        blocks.order = reversed ? backwards : NULL;
        for (int rank = 0; rank < count; rank++) {
            const ct_block found = ct_blocks_at(&blocks, rank);
            const ct_block *wanted = &block[reversed ? count - 1 - rank : rank];
            EXPECT(equal(&found, wanted));
            EXPECT_INT(ct_blocks_elements(&blocks, rank), ct_block_elements(wanted));
        }
    }
    for (int rank = 0; rank < count; rank++) {
        const ptrdiff_t here = ct_block_end(&block[rank], ELEMENT_BYTES);
        bytes += (double)(ct_block_elements(&block[rank]) * ELEMENT_BYTES);
        end = here > end ? here : end;
    }
    EXPECT(ct_blocks_bytes(&blocks) == bytes);
    EXPECT_INT(ct_blocks_end(&blocks), end);
    ct_blocks_destroy(&blocks);
    EXPECT(blocks.list == NULL);
}

static void expect_refused(ct_block wrong, const char *message) {
    ct_block block[SIZE];
    const ct_layout layout = {ELEMENT_BYTES, block};
    const ct_blocks given = ct_blocks_of(&layout, SIZE);
    ct_blocks blocks;
    for (int n = 0; n < SIZE; n++) {
        block[n] = n == 4 ? wrong : ct_block_contiguous((ptrdiff_t)16 * n * n, 2, ELEMENT_BYTES);
    }
    EXPECT_INT(ct_blocks_create(&given, "send", &blocks), CT_ERROR_ARGUMENT);
    EXPECT_TEXT(ct_error_message(), message);
    EXPECT(blocks.list == NULL);
}

static void expect_all_refused(void) {
    ct_block wrong = ct_block_contiguous(0, 1, ELEMENT_BYTES);
    wrong.axes = CT_BLOCK_AXES + 1;
    expect_refused(wrong, "send block 4: 5 axes, offset 0");
    expect_refused(ct_block_contiguous(-1, 1, ELEMENT_BYTES), "send block 4: 1 axes, offset -1");
    expect_refused(ct_block_contiguous(0, -3, ELEMENT_BYTES), "send block 4: negative count -3");
    expect_refused(ct_block_contiguous(0, 3, 7), "send block 4: stride of 7 bytes along axis 0");
    expect_refused(ct_block_contiguous((ptrdiff_t)1 << 50, 3, ELEMENT_BYTES),
                   "send block 4 cannot be addressed");
}

/* What a rule says of some blocks, then one that breaks it at each place in turn. */
static void expect_broken_rules(void) {
    for (int broken = 0; broken <= SIZE; broken++) {
        ct_block block[SIZE];
        for (int n = 0; n < SIZE; n++) {
            block[n] = ct_block_rows((ptrdiff_t)24 * n, 3, 1, 144, ELEMENT_BYTES);
        }
        expect_kept(block, SIZE, 1);
        for (int n = broken; n < SIZE; n++) {
            block[n].offset += 8;
        }
        expect_kept(block, SIZE, broken == 0 || broken == SIZE);
        for (int n = 0; n < SIZE; n++) {
            block[n] =
                ct_block_rows((ptrdiff_t)24 * n, 3, 1, n == broken ? 152 : 144, ELEMENT_BYTES);
        }
        expect_kept(block, SIZE, broken == SIZE);
    }
}

int main(void) {
    ct_block block[SIZE];
    for (int n = 0; n < SIZE; n++) { /* from the far end on */
        block[n] = ct_block_contiguous(((ptrdiff_t)5 - n) << 32, 7, ELEMENT_BYTES);
    }
    expect_kept(block, SIZE, 1);
    expect_kept(block, 2, 1);
    expect_kept(block, 1, 1);
    for (int n = 0; n < SIZE; n++) { /* the same for all */
        block[n] = ct_block_contiguous(64, 7, ELEMENT_BYTES);
    }
    expect_kept(block, SIZE, 1);
    block[3] = ct_block_contiguous(0, 0, ELEMENT_BYTES);
    expect_kept(block, SIZE, 0);
    for (int n = 0; n < SIZE; n++) {
        block[n] = ct_block_contiguous(0, 0, ELEMENT_BYTES);
    }
    expect_kept(block, SIZE, 1);
    expect_broken_rules();

    /* Empty blocks become plain, whatever strides they have. */
    const ct_layout layout = {ELEMENT_BYTES, block};
    const ct_blocks given = ct_blocks_of(&layout, SIZE);
    ct_blocks blocks;
    for (int n = 0; n < SIZE; n++) {
        block[n] = ct_block_rows((ptrdiff_t)8 * n * n, 0, n, -n, ELEMENT_BYTES);
    }
    EXPECT_INT(ct_blocks_create(&given, "send", &blocks), CT_OK);
    EXPECT(blocks.list == NULL);
    EXPECT_INT(ct_blocks_end(&blocks), 0);

    const ct_blocks uniform = ct_blocks_uniform(SIZE, 3, 32, ELEMENT_BYTES);
    const ct_block last = ct_block_contiguous(160, 3, ELEMENT_BYTES);
    const ct_block found = ct_blocks_at(&uniform, 5);
    EXPECT(equal(&found, &last));
    EXPECT_INT(ct_blocks_of(NULL, SIZE).count, 0);
    expect_all_refused();
    return expect_status();
}
