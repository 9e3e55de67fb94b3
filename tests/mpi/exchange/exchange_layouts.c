/* Layouts that no plan can have, and empty blocks, which it can have however they look. */
#include "expect.h"
#include "refused.h"

#include <limits.h>
#include <stdint.h>

/* Layouts with one wrong block, on the last rank or on all. */
static void expect_blocks(void) {
    const ptrdiff_t most = PTRDIFF_MAX;
    const ptrdiff_t far_out = (ptrdiff_t)1 << 48;
    static const char *beyond = "cannot be addressed";
    const struct {
        ct_block block;
        const char *message;
    } wrong[] = {
        {{0, 1, {-4}, {ELEMENT_BYTES}}, "negative count -4 along axis 0"},
        {{0, 2, {2, -1}, {16, ELEMENT_BYTES}}, "negative count -1 along axis 1"},
        {{0, 2, {0, -1}, {16, ELEMENT_BYTES}}, "negative count -1 along axis 1"},
        {{-1, 1, {4}, {ELEMENT_BYTES}}, "offset -1"},
        {{PTRDIFF_MIN, 1, {0}, {ELEMENT_BYTES}}, "allowed: 0 to 4 axes, offsets from 0"},
        {{0, -1, {0}, {0}}, "-1 axes"},
        {{0, CT_BLOCK_AXES + 1, {1, 1, 1, 1}, {8, 8, 8, 8}}, "5 axes"},
        {{0, INT_MAX, {1, 1, 1, 1}, {8, 8, 8, 8}}, "axes"},
        {{0, 1, {2}, {ELEMENT_BYTES - 1}}, "stride of 7 bytes along axis 0"},
        {{0, 1, {2}, {0}}, "stride of 0 bytes along axis 0"},
        {{0, 2, {2, 2}, {-16, 8}}, "stride of -16 bytes along axis 0"},
        {{most, 1, {1}, {ELEMENT_BYTES}}, beyond},
        {{far_out, 1, {1}, {ELEMENT_BYTES}}, beyond},
        {{0, 1, {most}, {ELEMENT_BYTES}}, beyond},
        {{0, 1, {far_out / ELEMENT_BYTES + 1}, {ELEMENT_BYTES}}, beyond},
        {{0, 1, {2}, {most}}, beyond},
        {{0, 1, {2}, {far_out}}, beyond},
        {{0, 2, {most, most}, {ELEMENT_BYTES, ELEMENT_BYTES}}, beyond},
        {{0, 2, {1 << 30, 1 << 30}, {ELEMENT_BYTES, ELEMENT_BYTES}}, beyond},
        {{0, 4, {most, most, most, most}, {most, most, most, most}}, beyond},
        /* What an axis of one element has for a stride does not make up for another. */
        {{0, 2, {1, 2}, {-most, most / 2}}, beyond},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        for (int side = 0; side < 4; side++) { /* bits: of what is received; on all ranks */
            ct_block *block = side & 1 ? blocks.receive_block : blocks.send_block;
            ct_block kept = block[0];
            block[0] = (side & 2) != 0 || rank == size - 1 ? wrong[i].block : kept;
            expect_refused(&blocks.send, &blocks.receive, NULL, CT_ERROR_ARGUMENT,
                           wrong[i].message);
            EXPECT_TEXT(ct_error_message(), side & 1 ? "receive block 0" : "send block 0");
            block[0] = kept;
        }
    }
}

/* A block of no elements is right whatever its strides and its other axes are. */
static void expect_empty_blocks(void) {
    const ptrdiff_t most = PTRDIFF_MAX;
    const ct_block empty[] = {
        {0, 1, {0}, {0}},
        {0, 2, {3, 0}, {0, ELEMENT_BYTES}},
        {most, 2, {0, 3}, {-1, -1}},
        {0, 4, {most, most, most, 0}, {most, most, 0, 0}},
    };
    ct_block block[CASE_RANKS_MOST];
    ct_layout layout = {ELEMENT_BYTES, block};
    for (size_t i = 0; i < sizeof empty / sizeof empty[0]; i++) {
        for (int in_place = 0; in_place <= 1; in_place++) {
            ct_exchange_options options = {.in_place = in_place};
            for (int peer = 0; peer < size; peer++) {
                block[peer] = empty[i];
            }
            EXPECT_INT(ct_exchange(MPI_COMM_WORLD, &layout, NULL, &layout, NULL, &options), CT_OK);
        }
    }
}

static void expect_elements(void) {
    static const ptrdiff_t wrong[] = {0, -1, PTRDIFF_MIN, 4097, PTRDIFF_MAX};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        ct_layout send = {wrong[i], blocks.send_block};
        ct_layout receive = {wrong[i], blocks.receive_block};
        expect_refused(&send, &receive, NULL, CT_ERROR_ARGUMENT, "allowed: 1 to 4096, alike");
        receive.element_bytes = ELEMENT_BYTES;
        expect_refused(rank == 0 ? &send : &blocks.send, &receive, NULL, CT_ERROR_ARGUMENT,
                       "allowed: 1 to 4096, alike");
    }
    if (size > 1) {
        ct_layout send = {ELEMENT_BYTES - (rank == 0), blocks.send_block};
        ct_layout receive = {ELEMENT_BYTES - (rank == 0), blocks.receive_block};
        expect_refused(&send, &receive, NULL, CT_ERROR_ARGUMENT, "differ between ranks");
    }
}

static void expect_layouts(void) {
    const ct_layout none = {ELEMENT_BYTES, NULL};
    const char *message = "an exchange needs a send and a receive layout";
    for (int everywhere = 0; everywhere <= 1; everywhere++) {
        int here = everywhere || rank == 0;
        expect_refused(here ? NULL : &blocks.send, &blocks.receive, NULL, CT_ERROR_ARGUMENT,
                       message);
        expect_refused(&blocks.send, here ? NULL : &blocks.receive, NULL, CT_ERROR_ARGUMENT,
                       message);
        expect_refused(here ? &none : &blocks.send, &blocks.receive, NULL, CT_ERROR_ARGUMENT,
                       message);
        expect_refused(&blocks.send, here ? &none : &blocks.receive, NULL, CT_ERROR_ARGUMENT,
                       message);
    }
    for (int peer = 0; peer<size; peer += size> 1 ? size - 1 : 1) { /* what does not meet */
        for (int in_place = 0; in_place <= 1; in_place++) {
            ct_exchange_options options = {.in_place = in_place};
            ct_block kept = blocks.receive_block[peer];
            blocks.receive_block[peer].count[0] += rank == size - 1 ? 1 : 0;
            expect_refused(&blocks.send, &blocks.receive, &options, CT_ERROR_ARGUMENT,
                           "which expects 25");
            blocks.receive_block[peer] = kept;
        }
    }
}

int main(int argc, char **argv) {
    refused_begin(&argc, &argv);
    expect_blocks();
    expect_empty_blocks();
    expect_served();
    expect_elements();
    expect_served();
    expect_layouts();
    expect_served();
    MPI_Finalize();
    return expect_status();
}
