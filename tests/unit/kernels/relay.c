/* Copies by way of slots, tile by tile, beside the same copy at once: permuted axes of any lengths,
 * elements of many sizes, and with a conversion. Slots have room for what a tile says it takes, and
 * nothing beside it is written; tiles are no larger than asked for. */
#include "expect.h"

#include "base/arithmetic/random.h"
#include "kernels/buffered/relay.h"

#include <stdint.h>
#include <string.h>

enum {
    ARRAY_BYTES = 400000,
    SLOT_BYTES = 70000,
    AXES = 4,
    CASES = 100,
    GUARD = 0x5a,
    GUARD_BYTES = 256
};

static unsigned char source[ARRAY_BYTES], found[ARRAY_BYTES], wanted[ARRAY_BYTES];
static _Alignas(64) unsigned char slot[SLOT_BYTES];

static ptrdiff_t next_random(ptrdiff_t below) {
    static uint64_t state = 7;
    return (ptrdiff_t)ct_random_below(&state, (uint64_t)below);
}

/* A block of these counts whose axes lie in some order, with or without gaps. */
static ct_block block_of(const ptrdiff_t count[AXES], ptrdiff_t element_bytes) {
    ct_block block = {.offset = next_random(3) * element_bytes, .axes = AXES};
    ptrdiff_t next = element_bytes;
    int left[AXES] = {0, 1, 2, 3};
    for (int k = AXES; k > 0; k--) {
        const ptrdiff_t taken = next_random(k);
        const int a = left[taken];
        left[taken] = left[k - 1];
        block.count[a] = count[a];
        block.stride[a] = next;
        next *= count[a];
        next += next_random(2) * element_bytes;
    }
    return block;
}

/* Returns the number of tiles. */
static ptrdiff_t expect_relayed(const ct_strided *copy, ptrdiff_t most_bytes) {
    const ct_relay_cut cut = ct_relay_cut_of(copy, most_bytes);
    ptrdiff_t bytes = 0;
    memset(found, 1, sizeof found);
    memset(wanted, 1, sizeof wanted);
    for (ptrdiff_t i = 0; i < cut.count; i++) {
        const ct_strided tile = ct_relay_tile(copy, &cut, i);
        const ptrdiff_t takes = ct_relay_slot_bytes(&tile);
        int beside = 0;
        memset(slot + takes, GUARD, GUARD_BYTES);
        EXPECT(ct_strided_bytes(&tile) <= most_bytes ||
               ct_strided_bytes(&tile) == copy->unit_bytes);
        EXPECT(takes <= ct_relay_slot_most_bytes(most_bytes) ||
               ct_strided_bytes(&tile) == copy->unit_bytes);
        ct_relay_put(&tile, source, slot);
        for (int b = 0; b < GUARD_BYTES; b++) {
            beside += slot[takes + b] != GUARD;
        }
        EXPECT_INT(beside, 0);
        ct_relay_take(&tile, slot, found);
        bytes += ct_strided_bytes(&tile);
    }
    EXPECT(ct_relay_slot_most_bytes(ct_relay_tile_most_bytes(most_bytes)) <= most_bytes + 63);
    EXPECT_INT(bytes, ct_strided_bytes(copy));
    ct_strided_copy(copy, source, wanted);
    EXPECT_INT(memcmp(found, wanted, sizeof found), 0);
    return cut.count;
}

static void expect_case(void) {
    static const ptrdiff_t sizes[] = {1, 2, 4, 8, 12, 16, 20};
    static const ptrdiff_t most[] = {1, 100, 4096, 16384, 50000};
    const ptrdiff_t element_bytes = sizes[next_random(7)];
    const ptrdiff_t most_bytes = most[next_random(5)];
    ptrdiff_t count[AXES] = {1 + next_random(3), 1 + next_random(40), 1 + next_random(9),
                             1 + next_random(12)};
    if (next_random(4) == 0) { /* a matrix */
        count[0] = count[2] = 1;
        count[1] += next_random(80);
        count[3] += next_random(90);
    }
    const ct_block from = block_of(count, element_bytes);
    const ct_block into = block_of(count, element_bytes);
    ct_strided copy;
    EXPECT(ct_strided_prepare(&from, &into, element_bytes, &copy));
    copy.streams = (int)next_random(2);
    (void)expect_relayed(&copy, most_bytes);
}

/* The target's rows are longer than the source's, and both are whole lines. */
static void expect_shape(void) {
    const ct_strided turned = {
        .unit_bytes = 8, .axes = 2, .count = {200, 210}, .from = {1680, 8}, .into = {8, 1600}};
    const ct_relay_cut cut = ct_relay_cut_of(&turned, 32768);
    EXPECT_INT(cut.edge[0], 128);
    EXPECT_INT(cut.edge[1], 32);
    EXPECT_INT(expect_relayed(&turned, 32768), 2 * 7);
}

/* Turned doubles that become floats, -2 times as large, and are added to what is there. */
static void expect_converted(void) {
    ct_conversion narrow = ct_conversion_numbers(1, CT_DOUBLE, CT_FLOAT);
    const ct_block from = {.offset = 8, .axes = 2, .count = {90, 70}, .stride = {568, 8}};
    const ct_block into = {.offset = 4, .axes = 2, .count = {90, 70}, .stride = {4, 372}};
    ct_strided copy;
    narrow.alpha[0] = -2;
    narrow.beta[0] = 1;
    for (int i = 0; i < ARRAY_BYTES / 8; i++) {
        const double value = i * 0.37;
        memcpy(source + (size_t)i * sizeof value, &value, sizeof value);
    }
    EXPECT(ct_strided_prepare_conversion(&from, &into, &narrow, &copy));
    EXPECT(expect_relayed(&copy, 16384) > 2);
}

int main(void) {
    for (int i = 0; i < ARRAY_BYTES; i++) {
        source[i] = (unsigned char)(i * 7 + i / 251 + i / 63001);
    }
    for (int i = 0; i < CASES; i++) {
        expect_case();
    }
    expect_shape();
    expect_converted();
    return expect_status();
}
