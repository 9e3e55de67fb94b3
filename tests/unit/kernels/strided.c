/* Copies between blocks of every element size, random ones and those that meet each kernel, with
 * each set of vector instructions of this processor, past the cache and not: against a copy that
 * goes element by element. Nothing beside the target's elements changes. */
#include "expect.h"

#include "base/arithmetic/random.h"
#include "kernels/cache.h"
#include "kernels/strided.h"
#include "kernels/vectors.h"

#include <stdint.h>

enum { ARRAY_BYTES = 9 << 15, LONG_BYTES = 19 << 15, MARGIN_BYTES = 64, MOST_ELEMENT_BYTES = 32 };

static _Alignas(CT_LINE_BYTES) unsigned char source[LONG_BYTES + 2 * MARGIN_BYTES];
static _Alignas(CT_LINE_BYTES) unsigned char found[LONG_BYTES + 2 * MARGIN_BYTES];
static _Alignas(CT_LINE_BYTES) unsigned char wanted[LONG_BYTES + 2 * MARGIN_BYTES];
static _Alignas(CT_LINE_BYTES) unsigned char message[LONG_BYTES + 2 * MARGIN_BYTES];
static size_t looked_at = ARRAY_BYTES + 2 * MARGIN_BYTES; /* of `found` and `wanted` */

static uint64_t random_state = 20261121;

/* 0 .. below-1, the same in every run. */
static ptrdiff_t random_below(ptrdiff_t below) {
    return (ptrdiff_t)ct_random_below(&random_state, (uint64_t)below);
}

/* Lays axes of these counts out in a random order, with gaps, some of whole elements throughout.
 * Returns whether they fit. */
static int random_block(int axes, const ptrdiff_t *count, ptrdiff_t element_bytes,
                        ct_block *block) {
    int order[CT_BLOCK_AXES];
    ptrdiff_t stride = element_bytes;
    ptrdiff_t grain = random_below(2) == 0 ? element_bytes : 1;
    ct_random_order(order, axes, &random_state);
    *block = (ct_block){.offset = random_below(MARGIN_BYTES) / grain * grain, .axes = axes};
    for (int i = 0; i < axes; i++) {
        int axis = order[i];
        if (random_below(3) == 0) {
            stride += random_below(40) * grain;
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
    memset(wanted, 0xEE, looked_at);
    for (ptrdiff_t e = 0; e < ct_block_elements(from); e++) {
        memcpy(wanted + MARGIN_BYTES + place(into, e), source + MARGIN_BYTES + place(from, e),
               (size_t)element_bytes);
    }
}

static int same(const unsigned char *bytes) {
    return memcmp(bytes, wanted, looked_at) == 0;
}

/* Packs and unpacks in parts of random lengths. */
static void expect_parts(const ct_block *from, const ct_block *into, ptrdiff_t element_bytes,
                         int streams) {
    ptrdiff_t elements = ct_block_elements(from);
    ct_strided pack = ct_strided_pack(from, 5, element_bytes);
    ct_strided unpack = ct_strided_unpack(11, into, element_bytes);
    pack.streams = unpack.streams = streams;
    EXPECT_INT(ct_strided_bytes(&pack), elements * element_bytes);
    memset(found, 0xEE, looked_at);
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
        memset(found, 0xEE, looked_at);
        ct_strided_copy(&copy, source + MARGIN_BYTES, found + MARGIN_BYTES);
        EXPECT(same(found));
    }
    ct_strided pack = ct_strided_pack(from, 5, element_bytes);
    ct_strided unpack = ct_strided_unpack(5, into, element_bytes);
    pack.streams = unpack.streams = streams;
    memset(found, 0xEE, looked_at);
    ct_strided_copy(&pack, source + MARGIN_BYTES, message);
    ct_strided_copy(&unpack, message, found + MARGIN_BYTES);
    EXPECT(same(found));
    expect_parts(from, into, element_bytes, streams);
}

static void random_copies(ptrdiff_t element_bytes) {
    static const ptrdiff_t extent[] = {1, 2, 3, 4, 7, 8, 15, 16, 17, 33, 64, 100, 128, 300};
    for (int round = 0; round < 30; round++) {
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

/* Matrices whose rows lie in few sets of the cache, at every place of a target's line, every second
 * one with whole lines; the last three are more than a tile of 4, 16 or 8 bytes either way. */
static void turned_matrices(ptrdiff_t element_bytes) {
    static const ptrdiff_t shapes[][2] = {{60, 33},  {33, 60},  {16, 128}, {61, 8},
                                          {67, 520}, {19, 130}, {35, 260}};
    static const ptrdiff_t pitches[] = {4096, 4096 - 16, 4096 + 8, 2048, 1024 + 64};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        for (size_t j = 0; j < sizeof pitches / sizeof *pitches; j++) {
            ptrdiff_t rows = shapes[i][0];
            ptrdiff_t columns = shapes[i][1];
            ptrdiff_t shift = random_below(MARGIN_BYTES / element_bytes + 1) * element_bytes;
            ptrdiff_t offset = (ptrdiff_t)((i + j) % 2) * random_below(MARGIN_BYTES);
            ct_block from = ct_block_rows(offset, rows, columns, pitches[j], element_bytes);
            ct_block into = ct_block_rows(shift, columns, rows,
                                          (rows + random_below(9)) * element_bytes, element_bytes);
            into = ct_block_transposed(&into);
            if (columns * element_bytes <= pitches[j]) {
                expect_copies(&from, &into, element_bytes, 0);
                expect_copies(&from, &into, element_bytes, 1);
            }
        }
    }
}

/* Vectors of a few numbers taken apart, into a row of each component, and put together. */
static void few_components(ptrdiff_t element_bytes) {
    static const ptrdiff_t vectors[] = {5, 16, 10, 67, 12};
    for (ptrdiff_t components = 2; components <= 8; components++) {
        for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
            const ptrdiff_t gap = i % 2 == 0 ? 0 : random_below(9);
            const ptrdiff_t pitch = (vectors[i] + gap) * element_bytes;
            const ct_block together =
                ct_block_rows(random_below(MARGIN_BYTES), vectors[i], components,
                              components * element_bytes, element_bytes);
            const ct_block rows = ct_block_rows(random_below(MARGIN_BYTES), components, vectors[i],
                                                pitch, element_bytes);
            const ct_block apart = ct_block_transposed(&rows);
            expect_copies(&together, &apart, element_bytes, 0);
            expect_copies(&apart, &together, element_bytes, 0);
        }
    }
}

/* Rows that are read along past the cache, and some that are left; columns whole pages apart,
 * others that begin with lines, and of both kinds and of others more than a panel has. */
static void long_rows(ptrdiff_t element_bytes) {
    const ptrdiff_t low = 256 / element_bytes + 1;
    const ptrdiff_t high = element_bytes < 4 ? low + 64 + 3 : element_bytes <= 8 ? 83 : 37;
    const ptrdiff_t rows[] = {high, high, low, low};
    const ptrdiff_t columns[] = {144, 300, 2100, 1900};
    const ptrdiff_t pitch[] = {4096, 2048, low * element_bytes, 320};
    looked_at = sizeof wanted;
    for (ptrdiff_t i = 0; i < 8; i++) {
        const ptrdiff_t wide = columns[i / 2] * element_bytes + 24;
        const ct_block from = ct_block_rows(0, rows[i / 2], columns[i / 2], wide, element_bytes);
        const ct_block turned =
            ct_block_rows(i % 2 * 48, columns[i / 2], rows[i / 2], pitch[i / 2], element_bytes);
        const ct_block into = ct_block_transposed(&turned);
        expect_copies(&from, &into, element_bytes, 1);
    }
    looked_at = ARRAY_BYTES + 2 * MARGIN_BYTES;
}

/* Axes that neither line up nor divide each other need a place in between; those that divide do
 * not. */
static void expect_refusals(void) {
    ct_strided copy;
    ct_block six_by_four = ct_block_rows(0, 6, 4, 100, 8);
    ct_block eight_by_three = ct_block_rows(0, 8, 3, 100, 8);
    ct_block three_by_eight = ct_block_rows(0, 3, 8, 100, 8);
    EXPECT(!ct_strided_prepare(&six_by_four, &eight_by_three, 8, &copy));
    EXPECT(!ct_strided_prepare(&eight_by_three, &six_by_four, 8, &copy));
    EXPECT(ct_strided_prepare(&six_by_four, &three_by_eight, 8, &copy));
    EXPECT_INT(ct_strided_bytes(&copy), 6 * 4 * 8);
}

/* Nothing is copied of an empty block, and one element of a block without axes. */
static void expect_ends(void) {
    ct_strided copy;
    ct_block empty = ct_block_rows(0, 6, 0, 100, 8);
    ct_block one = {.offset = 24, .axes = 0};
    EXPECT(ct_strided_prepare(&empty, &empty, 8, &copy));
    EXPECT_INT(ct_strided_bytes(&copy), 0);
    ct_strided_copy(&copy, NULL, NULL);
    EXPECT_INT(ct_block_end(&empty, 8), 0);
    EXPECT_INT(ct_block_end(&one, 8), 32);
    expect_copies(&one, &one, 8, 0);
}

/* Units, and what is without gaps, are what packing makes of random blocks. */
static void expect_units(void) {
    int units_seen = 0;
    int gaps_seen = 0;
    for (int round = 0; round < 4000; round++) {
        const int axes = (int)random_below(CT_BLOCK_AXES + 1);
        ptrdiff_t count[CT_BLOCK_AXES];
        ct_block block;
        for (int a = 0; a < axes; a++) {
            count[a] = round % 16 == 0 ? random_below(3) : 1 + random_below(3);
        }
        if (!random_block(axes, count, 8, &block)) {
            continue;
        }
        const ct_strided pack = ct_strided_pack(&block, 24, 8);
        EXPECT_INT(ct_block_is_contiguous(&block, 8), pack.axes == 0);
        gaps_seen += pack.axes > 0;
        if (pack.axes == 1) {
            const ct_strided units =
                ct_strided_units(pack.count[0], pack.unit_bytes, pack.from_offset, pack.from[0],
                                 pack.into_offset, pack.unit_bytes);
            EXPECT(units.axes == 1 && units.count[0] == pack.count[0]);
            EXPECT(units.unit_bytes == pack.unit_bytes && units.streams == pack.streams);
            EXPECT(units.from_offset == pack.from_offset && units.from[0] == pack.from[0]);
            EXPECT(units.into_offset == pack.into_offset && units.into[0] == pack.into[0]);
            units_seen++;
        }
    }
    EXPECT(units_seen > 100 && gaps_seen > units_seen);
}

int main(void) {
    int best = (int)ct_vectors_used();
    for (size_t i = 0; i < sizeof source; i++) {
        source[i] = (unsigned char)(i * 7 + i / 251 + i / 63001);
    }
    expect_refusals();
    expect_ends();
    expect_units();
    for (int vectors = 0; vectors <= best; vectors++) {
        ct_vectors_limit((ct_vectors)vectors);
        EXPECT_INT(ct_vectors_used(), vectors);
        for (ptrdiff_t element_bytes = 1; element_bytes <= MOST_ELEMENT_BYTES; element_bytes++) {
            random_copies(element_bytes);
            few_components(element_bytes);
            turned_matrices(element_bytes);
        }
        for (int i = 0; i < 15; i++) { /* one to three of 1, 2, 4, 8 and 16 bytes */
            long_rows((ptrdiff_t)(1 + i % 3) << i / 3);
        }
        long_rows(40);
    }
    return expect_status();
}
