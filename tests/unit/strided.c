/* Copies between random blocks of every element size, against one that goes element by element. */
#include "expect.h"

#include "kernels/strided.h"
#include "kernels/tile.h"

#include <stdint.h>
#include <stdlib.h>

enum { ARRAY_BYTES = 1 << 18, MARGIN_BYTES = 64, MOST_ELEMENT_BYTES = 32 };

static unsigned char source[ARRAY_BYTES + 2 * MARGIN_BYTES];
static unsigned char found[ARRAY_BYTES + 2 * MARGIN_BYTES];
static unsigned char wanted[ARRAY_BYTES + 2 * MARGIN_BYTES];
static unsigned char message[ARRAY_BYTES + 2 * MARGIN_BYTES];

static uint64_t random_state = 20261121;

/* 0 .. below-1, the same in every run. */
static ptrdiff_t random_below(ptrdiff_t below) {
    random_state = random_state * 6364136223846793005U + 1442695040888963407U;
    return (ptrdiff_t)((random_state >> 33) % (uint64_t)below);
}

static void shuffle(int *order, int count) {
    for (int i = 0; i < count; i++) {
        int other = (int)random_below(i + 1);
        order[i] = order[other];
        order[other] = i;
    }
}

/* Lays axes of these counts out in a random order, with random gaps, not beyond `most_bytes`. */
static int random_block(int axes, const ptrdiff_t *count, ptrdiff_t element_bytes,
                        ct_block *block) {
    int order[CT_BLOCK_AXES];
    ptrdiff_t stride = element_bytes;
    shuffle(order, axes);
    *block = (ct_block){.offset = random_below(MARGIN_BYTES), .axes = axes};
    for (int i = 0; i < axes; i++) {
        int axis = order[i];
        if (random_below(3) == 0) {
            stride += random_below(3) == 0 ? 64 - stride % 64 : random_below(40);
        }
        block->count[axis] = count[axis];
        block->stride[axis] = stride;
        stride *= count[axis];
    }
    return ct_block_end(block, element_bytes) <= ARRAY_BYTES;
}

/* The place of element `index` of a block. */
static ptrdiff_t place(const ct_block *block, ptrdiff_t index) {
    ptrdiff_t at = block->offset;
    for (int a = block->axes - 1; a >= 0; a--) {
        at += index % block->count[a] * block->stride[a];
        index /= block->count[a];
    }
    return at;
}

static void copy_slowly(const ct_block *from, const ct_block *into, ptrdiff_t element_bytes) {
    memset(wanted, 0xEE, sizeof wanted);
    for (ptrdiff_t e = 0; e < ct_block_elements(from); e++) {
        memcpy(wanted + MARGIN_BYTES + place(into, e), source + MARGIN_BYTES + place(from, e),
               (size_t)element_bytes);
    }
}

static int same(const unsigned char *bytes) {
    return memcmp(bytes, wanted, sizeof wanted) == 0;
}

/* Packs and unpacks in parts of random lengths. */
static void expect_parts(const ct_block *from, const ct_block *into, ptrdiff_t element_bytes,
                         int streams) {
    ptrdiff_t elements = ct_block_elements(from);
    ct_strided pack = ct_strided_pack(from, 5, element_bytes);
    ct_strided unpack = ct_strided_unpack(11, into, element_bytes);
    pack.streams = unpack.streams = streams;
    EXPECT_INT(ct_strided_bytes(&pack), elements * element_bytes);
    memset(found, 0xEE, sizeof found);
    for (ptrdiff_t first = 0; first < elements;) {
        ptrdiff_t part = 1 + random_below(random_below(2) == 0 ? 9 : elements);
        part = part < elements - first ? part : elements - first;
        ct_strided_pack_part(&pack, first * element_bytes, part * element_bytes,
                             source + MARGIN_BYTES, message);
        ct_strided_unpack_part(&unpack, first * element_bytes, part * element_bytes, message,
                               found + MARGIN_BYTES);
        first += part;
    }
    EXPECT(same(found));
}

static void expect_copies(const ct_block *from, const ct_block *into, ptrdiff_t element_bytes,
                          int streams) {
    ct_strided copy;
    copy_slowly(from, into, element_bytes);
    if (ct_strided_prepare(from, into, element_bytes, &copy)) {
        EXPECT_INT(ct_strided_bytes(&copy), ct_block_elements(from) * element_bytes);
        copy.streams = streams;
        memset(found, 0xEE, sizeof found);
        ct_strided_copy(&copy, source + MARGIN_BYTES, found + MARGIN_BYTES);
        EXPECT(same(found));
    }
    ct_strided pack = ct_strided_pack(from, 5, element_bytes);
    ct_strided unpack = ct_strided_unpack(5, into, element_bytes);
    pack.streams = unpack.streams = streams;
    memset(found, 0xEE, sizeof found);
    ct_strided_copy(&pack, source + MARGIN_BYTES, message);
    ct_strided_copy(&unpack, message, found + MARGIN_BYTES);
    EXPECT(same(found));
    expect_parts(from, into, element_bytes, streams);
}

static void random_copies(ptrdiff_t element_bytes) {
    static const ptrdiff_t extent[] = {1, 2, 3, 4, 7, 8, 15, 16, 17, 33, 64, 100, 128, 300};
    for (int round = 0; round < 60; round++) {
        ct_block from;
        ct_block into;
        ptrdiff_t count[CT_BLOCK_AXES];
        int axes = (int)random_below(CT_BLOCK_AXES + 1);
        for (int a = 0; a < axes; a++) {
            count[a] = extent[random_below((ptrdiff_t)(sizeof extent / sizeof *extent))];
        }
        if (random_block(axes, count, element_bytes, &from) &&
            random_block(axes, count, element_bytes, &into)) {
            expect_copies(&from, &into, element_bytes, 0);
            expect_copies(&from, &into, element_bytes, 1);
        }
    }
}

int main(void) {
    for (size_t i = 0; i < sizeof source; i++) {
        source[i] = (unsigned char)(i * 7 + i / 251 + i / 63001);
    }
    for (int vectors = 0; vectors <= (int)ct_vectors_best(); vectors++) {
        ct_vectors_limit((ct_vectors)vectors);
        for (ptrdiff_t element_bytes = 1; element_bytes <= MOST_ELEMENT_BYTES; element_bytes++) {
            random_copies(element_bytes);
        }
    }
    return expect_status();
}
