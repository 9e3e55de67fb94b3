/* Swaps of transposed blocks of every element size, with each set of vector instructions: beside a
 * swap element by element. Nothing beside the elements changes, and nothing at all where no kernel
 * swaps. */
#include "expect.h"

#include "kernels/strided.h"
#include "kernels/vectors.h"

enum { ARRAY_BYTES = 300000, MOST_ELEMENT_BYTES = 20, PITCH_BYTES = 4096 };

typedef struct arrays {
    unsigned char a[ARRAY_BYTES], b[ARRAY_BYTES];
} arrays;

static arrays found;
static arrays wanted;

static void fill(arrays *both) {
    for (size_t i = 0; i < ARRAY_BYTES; i++) {
        both->a[i] = (unsigned char)(i * 7 + i / 251 + i / 63001);
        both->b[i] = (unsigned char)(i * 11 + i / 241 + i / 60013);
    }
}

/* Matrices one after the other, by rows. */
static ct_block matrices(ptrdiff_t offset, const ptrdiff_t count[3], ptrdiff_t pitch,
                         ptrdiff_t element_bytes) {
    return (ct_block){.offset = offset,
                      .axes = 3,
                      .count = {count[0], count[1], count[2]},
                      .stride = {count[1] * pitch, pitch, element_bytes}};
}

static void swap_slowly(const ct_block *from, const ct_block *into, ptrdiff_t element_bytes) {
    for (ptrdiff_t i = 0; i < from->count[0]; i++) {
        for (ptrdiff_t j = 0; j < from->count[1]; j++) {
            for (ptrdiff_t k = 0; k < from->count[2] * element_bytes; k++) {
                const ptrdiff_t one = k / element_bytes;
                unsigned char *a =
                    wanted.a + from->offset + i * from->stride[0] + j * from->stride[1] + k;
                unsigned char *b = wanted.b + into->offset + i * into->stride[0] +
                                   j * into->stride[1] + one * into->stride[2] + k % element_bytes;
                const unsigned char kept = *a;
                *a = *b;
                *b = kept;
            }
        }
    }
}

static int expect_swap(const ptrdiff_t count[3], ptrdiff_t pitch, ptrdiff_t element_bytes) {
    const ptrdiff_t turned_count[3] = {count[0], count[2], count[1]};
    const ct_block from = matrices(count[1] % 5, count, pitch, element_bytes);
    ct_block into = matrices(count[2] % 7, turned_count, (count[1] + count[2] % 3) * element_bytes,
                             element_bytes);
    ct_strided across;
    into = (ct_block){.offset = into.offset,
                      .axes = 3,
                      .count = {count[0], count[1], count[2]},
                      .stride = {into.stride[0], into.stride[2], into.stride[1]}};
    EXPECT(ct_strided_prepare(&from, &into, element_bytes, &across));
    fill(&found);
    fill(&wanted);
    const int is_swapped = ct_strided_swap(&across, found.a, found.b);
    if (is_swapped) {
        swap_slowly(&from, &into, element_bytes);
    }
    EXPECT_INT(memcmp(&found, &wanted, sizeof found), 0);
    return is_swapped;
}

int main(void) {
    static const ptrdiff_t shapes[][3] = {{1, 60, 33},  {1, 33, 60}, {1, 16, 150},
                                          {3, 21, 8},   {2, 40, 40}, {1, 1, 40},
                                          {1, 50, 130}, {1, 64, 64}, {1, 0, 5}};
    enum { SHAPES = sizeof shapes / sizeof *shapes };
    const int best = (int)ct_vectors_used();
    for (int vectors = 0; vectors <= best; vectors++) {
        int swapped = 0;
        ct_vectors_limit((ct_vectors)vectors);
        for (ptrdiff_t bytes = 1; bytes <= MOST_ELEMENT_BYTES; bytes++) {
            for (int i = 0; i < SHAPES; i++) {
                const int fits =
                    shapes[i][0] * shapes[i][1] <= 70 && shapes[i][2] * bytes <= PITCH_BYTES;
                swapped += expect_swap(shapes[i], shapes[i][2] * bytes + 24, bytes);
                swapped += fits && expect_swap(shapes[i], PITCH_BYTES, bytes);
                swapped += fits && expect_swap(shapes[i], PITCH_BYTES + bytes, bytes);
            }
        }
        EXPECT(vectors == CT_VECTORS_PORTABLE || swapped > 3 * SHAPES);
    }
    return expect_status();
}
