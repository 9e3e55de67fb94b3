/* Copies that convert: random blocks, at once, through a message, and in parts of one, past the
 * cache and not, of real and complex numbers and of bytes, against element by element in double
 * precision. Nothing beside the target's elements changes. Then what rounding counts. */
#include "expect.h"

#include "base/arithmetic/random.h"
#include "kernels/buffered/block_copy.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

enum { ARRAY_BYTES = 1 << 18, MARGIN_BYTES = 64, ROUNDS = 1500 };

static unsigned char source[ARRAY_BYTES + 2 * MARGIN_BYTES];
static unsigned char found[ARRAY_BYTES + 2 * MARGIN_BYTES];
static unsigned char wanted[ARRAY_BYTES + 2 * MARGIN_BYTES];
static unsigned char message[ARRAY_BYTES + 2 * MARGIN_BYTES];

static uint64_t random_state = 20261123;

static ptrdiff_t random_below(ptrdiff_t below) {
    return (ptrdiff_t)ct_random_below(&random_state, (uint64_t)below);
}

/* Axes of these counts in a random order of memory, some with gaps; at any address. */
static int random_block(int axes, const ptrdiff_t *count, ptrdiff_t element_bytes,
                        ct_block *block) {
    ptrdiff_t stride = element_bytes;
    int order[CT_BLOCK_AXES] = {0, 1, 2, 3};
    *block = (ct_block){.offset = random_below(MARGIN_BYTES), .axes = axes};
    for (int i = 0; i < axes; i++) {
        const int other = i + (int)random_below(axes - i);
        const int axis = order[other];
        order[other] = order[i];
        stride += random_below(3) == 0 ? random_below(40) : 0;
        block->count[axis] = count[axis];
        block->stride[axis] = stride;
        stride *= count[axis];
    }
    return ct_block_end(block, element_bytes) <= ARRAY_BYTES;
}

static double read_number(ct_precision precision, const unsigned char *at, int index) {
    double wide = 0;
    float narrow = 0;
    if (precision == CT_DOUBLE) {
        memcpy(&wide, at + (size_t)index * sizeof wide, sizeof wide);
        return wide;
    }
    memcpy(&narrow, at + (size_t)index * sizeof narrow, sizeof narrow);
    return (double)narrow;
}

static void write_number(ct_precision precision, unsigned char *at, int index, double value) {
    const float narrow = (float)value;
    if (precision == CT_DOUBLE) {
        memcpy(at + (size_t)index * sizeof value, &value, sizeof value);
    } else {
        memcpy(at + (size_t)index * sizeof narrow, &narrow, sizeof narrow);
    }
}

/* The oracle: one element. Integers small enough to be exact in either precision. */
static void convert_one(const ct_conversion *c, const unsigned char *from, unsigned char *into) {
    if (c->numbers == 0) {
        memcpy(into, from, (size_t)c->from_bytes);
        into[c->sign_byte] ^= c->conjugates ? 0x80 : 0;
        return;
    }
    if (c->numbers != 2) {
        for (int i = 0; i < c->numbers; i++) {
            const double old = c->beta[0] != 0 ? c->beta[0] * read_number(c->into, into, i) : 0;
            write_number(c->into, into, i, c->alpha[0] * read_number(c->from, from, i) + old);
        }
        return;
    }
    const double re = read_number(c->from, from, 0);
    const double im = read_number(c->from, from, 1) * (c->conjugates ? -1 : 1);
    const double x = ct_conversion_adds(c) ? read_number(c->into, into, 0) : 0;
    const double y = ct_conversion_adds(c) ? read_number(c->into, into, 1) : 0;
    write_number(c->into, into, 0,
                 c->alpha[0] * re - c->alpha[1] * im + c->beta[0] * x - c->beta[1] * y);
    write_number(c->into, into, 1,
                 c->alpha[0] * im + c->alpha[1] * re + c->beta[0] * y + c->beta[1] * x);
}

/* A sum of zeros has a sign that depends on the order of its terms. */
static void drop_signs_of_zero(const ct_conversion *c, unsigned char *element) {
    for (int i = 0; i < c->numbers; i++) {
        if (read_number(c->into, element, i) == 0) {
            write_number(c->into, element, i, 0);
        }
    }
}

static ptrdiff_t place(const ct_block *block, ptrdiff_t element) {
    ptrdiff_t offset = block->offset;
    for (int a = block->axes - 1; a >= 0; a--) {
        offset += element % block->count[a] * block->stride[a];
        element /= block->count[a];
    }
    return offset;
}

static ct_conversion random_conversion(void) {
    if (random_below(6) == 0) {
        ct_conversion bytes = ct_conversion_bytes(1 + random_below(24));
        bytes.conjugates = (int)random_below(2);
        bytes.sign_byte = random_below(bytes.from_bytes);
        return bytes;
    }
    ct_conversion c = ct_conversion_numbers(1 + (int)random_below(3), (ct_precision)random_below(2),
                                            (ct_precision)random_below(2));
    if (random_below(2) != 0) {
        c.alpha[0] = (double)random_below(5) - 2;
        c.alpha[1] = c.numbers == 2 ? (double)random_below(3) - 1 : 0;
    }
    if (random_below(2) != 0) {
        c.beta[0] = (double)random_below(5) - 2;
        c.beta[1] = c.numbers == 2 ? (double)random_below(3) - 1 : 0;
    }
    c.conjugates = c.numbers == 2 && random_below(2) != 0;
    return c;
}

/* Some bytes of the message first, then others, each a few elements. */
static void unpack_in_parts(const ct_strided *unpack, ptrdiff_t bytes, ptrdiff_t element_bytes) {
    for (ptrdiff_t done = 0; done < bytes;) {
        const ptrdiff_t most = (bytes - done) / element_bytes;
        const ptrdiff_t part = (1 + random_below(most)) * element_bytes;
        ct_strided_unpack_part(unpack, done, part, message + done, found);
        done += part;
    }
}

static void pack_in_parts(const ct_strided *pack, ptrdiff_t bytes, ptrdiff_t element_bytes) {
    for (ptrdiff_t done = 0; done < bytes;) {
        const ptrdiff_t most = (bytes - done) / element_bytes;
        const ptrdiff_t part = (1 + random_below(most)) * element_bytes;
        ct_strided_pack_part(pack, done, part, source, message + done);
        done += part;
    }
}

/* Packs what is converted while it is packed, or while it is unpacked. */
static void by_message(const ct_conversion *c, const ct_block *from, const ct_block *into) {
    const int packs = random_below(2) != 0 && !ct_conversion_adds(c);
    const ptrdiff_t bytes = packs ? c->into_bytes : c->from_bytes;
    const ptrdiff_t total = ct_block_elements(from) * bytes;
    ct_strided pack =
        packs ? ct_strided_pack_conversion(from, 0, c) : ct_strided_pack(from, 0, bytes);
    ct_strided unpack =
        packs ? ct_strided_unpack(0, into, bytes) : ct_strided_unpack_conversion(0, into, c);
    pack.streams = unpack.streams = (int)random_below(2);
    if (random_below(2) != 0) {
        ct_strided_copy(&pack, source, message);
        ct_strided_copy(&unpack, message, found);
    } else {
        pack_in_parts(&pack, total, bytes);
        unpack_in_parts(&unpack, total, bytes);
    }
}

static void expect_converted(ptrdiff_t most_elements, int *rows_seen) {
    ptrdiff_t count[CT_BLOCK_AXES] = {1, 1, 1, 1};
    ptrdiff_t other[CT_BLOCK_AXES] = {1, 1, 1, 1};
    const int axes = (int)random_below(CT_BLOCK_AXES + 1);
    ptrdiff_t elements = 1;
    for (int a = 0; a < axes; a++) {
        count[a] =
            1 + random_below(most_elements / elements < 200 ? most_elements / elements : 200);
        other[a] = count[a];
        elements *= count[a];
    }
    if (axes > 1 && count[0] % 2 == 0 && random_below(3) == 0) { /* may not line up */
        other[0] /= 2;
        other[1] *= 2;
    }
    const ct_conversion c = random_conversion();
    ct_block from, into;
    if (!random_block(axes, count, c.from_bytes, &from) ||
        !random_block(axes, other, c.into_bytes, &into)) {
        return;
    }
    for (ptrdiff_t i = 0; i < ARRAY_BYTES; i++) {
        found[i] = wanted[i] = (unsigned char)(i * 37 % 251);
        source[i] = (unsigned char)(i * 91 % 253);
    }
    for (ptrdiff_t e = 0; e < elements; e++) {
        for (int i = 0; i < c.numbers; i++) {
            write_number(c.from, source + place(&from, e), i, (double)random_below(200) - 100);
            write_number(c.into, found + place(&into, e), i, (double)random_below(200) - 100);
        }
    }
    memcpy(wanted, found, sizeof wanted);
    for (ptrdiff_t e = 0; e < elements; e++) {
        convert_one(&c, source + place(&from, e), wanted + place(&into, e));
    }
    if (random_below(2) != 0) {
        const ct_block_copy copy =
            ct_block_copy_prepare(&from, &into, c.from_bytes, &c, (int)random_below(2));
        ct_block_copy_run(&copy, source, found);
    } else {
        by_message(&c, &from, &into);
    }
    for (ptrdiff_t e = 0; e < elements; e++) {
        drop_signs_of_zero(&c, found + place(&into, e));
        drop_signs_of_zero(&c, wanted + place(&into, e));
    }
    *rows_seen += elements * c.into_bytes > 4096;
    EXPECT_INT(memcmp(found, wanted, sizeof found), 0);
}

static void expect_copies(void) {
    ct_conversion c = ct_conversion_numbers(2, CT_DOUBLE, CT_DOUBLE);
    EXPECT(ct_conversion_is_copy(&c));
    c.conjugates = 1;
    EXPECT(!ct_conversion_is_copy(&c));
    c = ct_conversion_numbers(1, CT_DOUBLE, CT_FLOAT);
    EXPECT(!ct_conversion_is_copy(&c));
    c = ct_conversion_bytes(24);
    EXPECT(ct_conversion_is_copy(&c) && !ct_conversion_adds(&c));
}

static void expect_rounding(void) {
    enum { NUMBERS = 37 };
    double given[NUMBERS];
    float rounded[NUMBERS];
    ct_rounding r = {.worst = 0};
    for (int i = 0; i < NUMBERS; i++) {
        given[i] = i; /* exact */
    }
    ct_conversion c = ct_conversion_numbers(1, CT_DOUBLE, CT_FLOAT);
    c.rounding = &r;
    ct_convert(&c, NUMBERS, given, rounded);
    EXPECT(r.worst == 0 && r.overflows == 0 && r.underflows == 0 && rounded[36] == 36);
    given[3] = 1 + ldexp(1, -24); /* in the middle between two floats, as far off as can be */
    given[5] = -1e300;
    given[9] = (double)INFINITY;
    given[11] = (double)NAN;
    given[17] = 1e-300; /* nothing is left */
    given[18] = 1e-40;  /* some digits are */
    given[19] = (double)FLT_MIN;
    given[NUMBERS - 1] = 3.5e38;
    ct_convert(&c, NUMBERS, given, rounded);
    EXPECT(fabs(r.worst - ldexp(1, -24)) < 1e-12);
    EXPECT(r.overflows == 2 && r.underflows == 2);
    EXPECT(isinf(rounded[5]) && isinf(rounded[9]) && isnan(rounded[11]) && rounded[17] == 0);
}

int main(void) {
    int rows_seen = 0;
    for (int round = 0; round < ROUNDS; round++) {
        expect_converted(round % 10 == 0 ? 20000 : 300, &rows_seen);
    }
    EXPECT(rows_seen > ROUNDS / 40);
    expect_copies();
    expect_rounding();
    return expect_status();
}
