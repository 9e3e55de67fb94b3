/* One distributed transpose at a time, byte by byte, against what every element is known to be. */
#ifndef CT_TESTS_TRANSPOSES_H
#define CT_TESTS_TRANSPOSES_H

#include "expect.h"

#include <cornerturn/memory.h>
#include <cornerturn/transpose.h>
#include <mpi.h>
#include <stdlib.h>

enum { GUARD = 0x5a, GUARD_BYTES = 64, ARRAY_BYTES = 4 << 20 };

static int rank, size;
static unsigned state = 99; /* the same on all ranks */

static inline int below(int end) {
    state = state * 1103515245U + 12345U;
    return (int)((state >> 8) % (unsigned)end);
}

/* Input and output of all transposes: shared by the ranks, and private. */
static void *arrays[2][2];

static inline void arrays_begin(void) {
    for (int i = 0; i < 4; i++) {
        MPI_Comm owners = i < 2 ? MPI_COMM_WORLD : MPI_COMM_SELF;
        EXPECT_INT(ct_alloc(owners, ARRAY_BYTES, &arrays[i / 2][i % 2]), CT_OK);
    }
}

static inline void arrays_end(void) {
    for (int i = 0; i < 4; i++) {
        ct_free(&arrays[i / 2][i % 2]);
    }
}

/* One transpose. */
typedef struct trial {
    ct_distribution from, into;
    int permutation[CT_MAX_AXES];
    ptrdiff_t element_bytes;
    ct_transpose_options options;
} trial;

/* Byte `byte` of element `number` of the whole input. */
static inline unsigned char input_byte(ptrdiff_t number, ptrdiff_t byte) {
    return (unsigned char)((unsigned)(number * 131 + byte * 29 + (number >> 7)) * 40503U >> 5);
}

/* Position `index` of a box in C order. */
static inline void position_in(const ct_box *box, ptrdiff_t index, ptrdiff_t *position) {
    for (int a = box->axes - 1; a >= 0; a--) {
        position[a] = box->first[a] + index % box->count[a];
        index /= box->count[a];
    }
}

/* Writes the elements of this rank's part of `held`, element p of it being the whole input's
 * element at the position whose axis source[a] is p's axis a. */
static inline void write_part(const trial *t, const ct_distribution *held, const int *source,
                              ptrdiff_t sign_byte, unsigned char *part) {
    const ct_box box = ct_distribution_box(held, rank);
    ptrdiff_t strides[CT_MAX_AXES];
    ct_distribution_strides(held, rank, strides);
    for (ptrdiff_t i = 0; i < ct_box_elements(&box); i++) {
        ptrdiff_t position[CT_MAX_AXES];
        ptrdiff_t origin[CT_MAX_AXES] = {0};
        ptrdiff_t place = 0;
        ptrdiff_t number = 0;
        position_in(&box, i, position);
        for (int a = 0; a < box.axes; a++) {
            place += (position[a] - box.first[a]) * strides[a];
            origin[source[a]] = position[a];
        }
        for (int a = 0; a < box.axes; a++) {
            number = number * t->from.extent[a] + origin[a];
        }
        for (ptrdiff_t byte = 0; byte < t->element_bytes; byte++) {
            part[place * t->element_bytes + byte] =
                input_byte(number, byte) ^ (byte == sign_byte ? 0x80 : 0);
        }
    }
}

static inline void write_input(const trial *t, unsigned char *part) {
    static const int same[CT_MAX_AXES] = {0, 1, 2, 3};
    write_part(t, &t->from, same, -1, part);
}

static inline void write_wanted(const trial *t, unsigned char *part) {
    ptrdiff_t last = t->element_bytes - 1;
    ptrdiff_t sign_byte = t->options.sign_byte > 0 ? t->options.sign_byte : last;
    write_part(t, &t->into, t->permutation, t->options.conjugate ? sign_byte : -1, part);
}

static inline void tell(const trial *t) {
    (void)fprintf(stderr,
                  "    rank %d of %d: %d axes, %td x %td.. over %d x %d.. into %d x %d.., element "
                  "%td, %s, transport %d, private %d, in place %d, conjugate %d\n",
                  rank, size, t->from.axes, t->from.extent[0], t->from.extent[1], t->from.grid[0],
                  t->from.grid[1], t->into.grid[0], t->into.grid[1], t->element_bytes,
                  t->options.exchange.algorithm, (int)t->options.exchange.transport,
                  t->options.exchange.private_arrays, t->options.exchange.in_place,
                  t->options.conjugate);
}

/* What a plan for `t` makes of an input must be what it should be, twice, and nothing else of the
 * result's memory may change. */
static inline void expect_transposes(const trial *t) {
    const int in_place = t->options.exchange.in_place;
    void *const *pool = arrays[t->options.exchange.private_arrays];
    const ptrdiff_t input_bytes = ct_distribution_elements(&t->from, rank) * t->element_bytes;
    ptrdiff_t bytes = ct_distribution_elements(&t->into, rank) * t->element_bytes + GUARD_BYTES;
    int failed_before = expect_failed;
    ct_transpose_plan *plan = NULL;
    void *output = pool[1];
    void *input = in_place ? output : pool[0];
    if (in_place && bytes < input_bytes) {
        bytes = input_bytes;
    }
    EXPECT(bytes <= ARRAY_BYTES && input_bytes <= ARRAY_BYTES);
    unsigned char *wanted = malloc((size_t)bytes);
    EXPECT_INT(ct_transpose_plan_create(MPI_COMM_WORLD, &t->from, t->permutation, &t->into,
                                        t->element_bytes, &t->options, &plan),
               CT_OK);
    for (int round = 0; round < 2 && plan != NULL; round++) {
        memset(output, GUARD, (size_t)bytes);
        write_input(t, input);
        memcpy(wanted, output, (size_t)bytes);
        write_wanted(t, wanted);
        EXPECT_INT(ct_transpose_execute(plan, input, output), CT_OK);
        EXPECT_INT(memcmp(output, wanted, (size_t)bytes), 0);
        EXPECT(ct_transpose_plan_bytes(plan) > 0);
        EXPECT_INT(ct_transpose_exchange(plan) == NULL,
                   in_place && ct_transpose_swaps(&t->from, t->permutation, &t->into));
    }
    ct_transpose_plan_destroy(&plan);
    EXPECT(plan == NULL);
    if (expect_failed > failed_before) {
        tell(t);
    }
    free(wanted);
}

/* Over rows, a grid that is chosen, or columns. */
static inline void choose_grid(ct_distribution *d, int way) {
    for (int a = 0; a < d->axes; a++) {
        d->grid[a] = way == 1 ? 0 : 1;
    }
    if (way == 0) {
        d->grid[0] = size;
    } else if (way == 2) {
        d->grid[d->axes - 1] = size;
    } else {
        EXPECT_INT(ct_grid_auto(d->axes, d->extent, size, d->grid), CT_OK);
    }
}

static inline trial make_trial(int axes, const ptrdiff_t *extent, const int *permutation,
                               int from_way, int into_way, ptrdiff_t element_bytes) {
    trial t = {.from = {.axes = axes}, .into = {.axes = axes}, .element_bytes = element_bytes};
    for (int a = 0; a < axes; a++) {
        t.permutation[a] = permutation != NULL ? permutation[a] : axes - 1 - a;
        t.from.extent[a] = extent[a];
    }
    for (int a = 0; a < axes; a++) {
        t.into.extent[a] = extent[t.permutation[a]];
    }
    choose_grid(&t.from, from_way);
    choose_grid(&t.into, into_way);
    return t;
}

/* Rows `more` elements longer than need be. */
static inline void pad(ct_distribution *d, int more) {
    const int last = d->axes - 1;
    d->pitch = more > 0 ? ct_block_count(d->extent[last], d->grid[last], 0) + more : 0;
}

/* Sizes of elements, in bytes. */
static const ptrdiff_t elements[] = {1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 24, 32};
enum { ELEMENTS = sizeof elements / sizeof *elements };

#endif
