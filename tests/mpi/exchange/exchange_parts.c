/* Exchanges of several blocks a rank: random lists of blocks, none and empty ones among them, of
 * every shape, by every kind of algorithm, in private and in shared arrays and in place; long
 * blocks, which the kernel copies between private arrays; and lists that do not meet. */
#include "exchange/plan.h"
#include "expect.h"

#include <cornerturn/memory.h>

#include <stdint.h>
#include <stdlib.h>

enum {
    RANKS_MOST = 8,
    PARTS_MOST = 5,
    ROUNDS = 18,
    ROUND_LONG = 12,
    ROUND_REFUSED = 3,
    ARRAY_BYTES = 1 << 20
};

static int rank, size;

/* One side of this rank: blocks one behind another in its array. */
typedef struct side {
    ct_block block[RANKS_MOST * PARTS_MOST];
    ptrdiff_t first[RANKS_MOST + 1];
    ptrdiff_t end;
} side;

static ct_blocks blocks_of(const side *s, ptrdiff_t element_bytes) {
    return (ct_blocks){
        .element_bytes = element_bytes, .count = size, .first_part = s->first, .list = s->block};
}

static unsigned draw(unsigned *state, unsigned limit) {
    *state = *state * 1664525U + 1013904223U;
    return (*state >> 8) % limit;
}

/* The elements of each part that goes from one rank to another: the same for who asks. */
static int sizes_of(unsigned round, int from, int to, int elements[PARTS_MOST]) {
    unsigned state = round * 7919U + (unsigned)from * 131U + (unsigned)to * 17U;
    (void)draw(&state, 2);
    if (round >= ROUND_LONG) { /* from here on */
        elements[0] = 6 * (200 + (int)draw(&state, 1000));
        return 1;
    }
    const int parts = (int)draw(&state, PARTS_MOST + 1);
    for (int i = 0; i < parts; i++) {
        static const int sizes[] = {0, 1, 6, 24, 60, 360};
        elements[i] = sizes[draw(&state, sizeof sizes / sizeof *sizes)];
    }
    return parts;
}

/* A block of so many elements, of a shape that this side draws, with gaps between its rows. */
static ct_block shape_of(unsigned *state, int elements, ptrdiff_t element_bytes, ptrdiff_t *end) {
    const ptrdiff_t row = elements % 6 == 0 && elements > 0 ? elements / 6 : elements;
    const ptrdiff_t gap = (ptrdiff_t)draw(state, 3) * element_bytes;
    ct_block block = ct_block_contiguous(*end, elements, element_bytes);
    if (row < elements) {
        block = ct_block_rows(*end, 6, row, row * element_bytes + gap, element_bytes);
        block = draw(state, 2) ? ct_block_transposed(&block) : block;
    }
    *end += elements * element_bytes + 6 * gap;
    return block;
}

static void fill_side(side *s, unsigned round, int is_send, ptrdiff_t element_bytes) {
    unsigned state = round * 31U + (unsigned)rank * 2U + (unsigned)is_send;
    ptrdiff_t count = 0;
    s->end = 0;
    for (int peer = 0; peer < size; peer++) {
        int elements[PARTS_MOST];
        const int parts =
            is_send ? sizes_of(round, rank, peer, elements) : sizes_of(round, peer, rank, elements);
        s->first[peer] = count;
        for (int i = 0; i < parts; i++) {
            ct_block *block = &s->block[count++];
            *block = ct_block_contiguous(s->end, elements[i], element_bytes);
            if (is_send && round >= ROUND_LONG) {
                s->end += elements[i] * element_bytes;
            } else {
                *block = shape_of(&state, elements[i], element_bytes, &s->end);
            }
        }
    }
    s->first[size] = count;
}

/* Byte `byte` of element `number` of part `part` between two ranks. */
static unsigned char value_of(int from, int to, ptrdiff_t part, ptrdiff_t number, ptrdiff_t byte) {
    return (unsigned char)(1 + (from * 53 + to * 101 + part * 29 + number * 7 + byte) % 251);
}

/* Calls for every element of a side, in the order of messages: writes it, or sums what is wrong. */
static int walk(const side *s, int is_send, ptrdiff_t element_bytes, unsigned char *array) {
    int wrong = 0;
    for (int peer = 0; peer < size; peer++) {
        for (ptrdiff_t n = s->first[peer]; n < s->first[peer + 1]; n++) {
            const ct_block *block = &s->block[n];
            for (ptrdiff_t i = 0; i < ct_block_elements(block); i++) {
                ptrdiff_t at = block->offset;
                for (ptrdiff_t a = block->axes - 1, rest = i; a >= 0; a--) {
                    at += rest % block->count[a] * block->stride[a];
                    rest /= block->count[a];
                }
                for (ptrdiff_t byte = 0; byte < element_bytes; byte++) {
                    const unsigned char wanted = value_of(
                        is_send ? rank : peer, is_send ? peer : rank, n - s->first[peer], i, byte);
                    wrong += !is_send && array[at + byte] != wanted;
                    array[at + byte] = is_send ? wanted : 0; /* what is left is between blocks */
                }
            }
        }
    }
    return wrong;
}

static void expect_delivered(unsigned round, const char *algorithm, int shares, int in_place) {
    static const ptrdiff_t widths[] = {8, 1, 24};
    const ptrdiff_t element_bytes = widths[round % 3];
    side send, receive;
    unsigned char *arrays[2] = {NULL, NULL};
    fill_side(&send, round, 1, element_bytes);
    fill_side(&receive, round, 0, element_bytes);
    for (int i = 0; i < 2; i++) {
        if (shares) {
            EXPECT_INT(ct_alloc(MPI_COMM_WORLD, ARRAY_BYTES, (void **)&arrays[i]), CT_OK);
        } else {
            arrays[i] = malloc(ARRAY_BYTES);
        }
        memset(arrays[i], 0, ARRAY_BYTES);
    }
    unsigned char *into = arrays[in_place ? 0 : 1];
    const ct_blocks from = blocks_of(&send, element_bytes);
    const ct_blocks to = blocks_of(&receive, element_bytes);
    const ct_exchange_options options = {
        .algorithm = algorithm, .in_place = in_place, .private_arrays = !shares};
    ct_exchange_plan *plan = NULL;
    EXPECT_INT(
        ct_movement_plan_create(MPI_COMM_WORLD, CT_EXCHANGE, 0, &from, &to, NULL, &options, &plan),
        CT_OK);
    for (int times = 0; plan != NULL && times < 2; times++) {
        memset(into, 0, ARRAY_BYTES);
        (void)walk(&send, 1, element_bytes, arrays[0]);
        EXPECT_INT(ct_exchange_execute(plan, arrays[0], into), CT_OK);
        EXPECT_INT(walk(&receive, 0, element_bytes, into), 0);
        ptrdiff_t touched = 0;
        for (ptrdiff_t i = 0; i < ARRAY_BYTES && !in_place; i++) {
            touched += into[i] != 0;
        }
        EXPECT_INT(touched, 0);
    }
    EXPECT(plan == NULL || ct_exchange_plan_bytes(plan) > 0);
    ct_exchange_plan_destroy(&plan);
    for (int i = 0; i < 2; i++) {
        if (shares) {
            ct_free((void **)&arrays[i]);
        } else {
            free(arrays[i]);
        }
    }
}

/* Whether rank 0 sends the last rank anything. */
static int comes(void) {
    int elements[PARTS_MOST];
    int sum = 0;
    for (int i = sizes_of(ROUND_REFUSED, 0, size - 1, elements); i > 0; i--) {
        sum += elements[i - 1];
    }
    return sum > 0;
}

/* As many elements in other parts; numbers that do not rise; on one rank or on all. */
static void expect_refused_parts(void) {
    side send, receive;
    fill_side(&send, ROUND_REFUSED, 1, 8);
    fill_side(&receive, ROUND_REFUSED, 0, 8);
    for (int fault = 0; fault < 3; fault++) {
        side wrong = receive;
        const char *message = "allowed: as many, one by one of as many elements";
        if (rank == size - 1 && fault == 0) { /* what came in two comes in one more, of nothing */
            memmove(&wrong.block[1], wrong.block, (size_t)wrong.first[size] * sizeof(ct_block));
            wrong.block[0] = ct_block_contiguous(0, 0, 8);
            for (int peer = 1; peer <= size; peer++) {
                wrong.first[peer]++;
            }
        } else if (fault > 0) {
            message = fault == 1 ? "allowed: rising numbers" : "allowed: from 0 on";
            if (rank == size - 1) {
                wrong.first[fault == 1 ? 1 : 0] = fault == 1 ? 1000 : 1;
            }
        }
        const ct_blocks from = blocks_of(&send, 8);
        const ct_blocks to = blocks_of(&wrong, 8);
        ct_exchange_plan *plan = NULL;
        if ((fault == 0 && !comes()) || (fault == 1 && size == 1)) {
            continue; /* nothing comes in any parts alike; the last number is the list's own length
                       */
        }
        EXPECT_INT(
            ct_movement_plan_create(MPI_COMM_WORLD, CT_EXCHANGE, 0, &from, &to, NULL, NULL, &plan),
            CT_ERROR_ARGUMENT);
        EXPECT_TEXT(ct_error_message(), message);
        ct_exchange_plan_destroy(&plan);
    }
}

int main(int argc, char **argv) {
    static const char *const algorithms[] = {
        "auto", "direct", "direct --transport messages", "bruck --radix 2", "naive", "mpi"};
    enum { ALGORITHMS = sizeof algorithms / sizeof *algorithms };
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (unsigned round = 0; round < ROUNDS; round++) {
        for (int a = 0; a < ALGORITHMS; a++) {
            expect_delivered(round, algorithms[a], (int)(round + (unsigned)a) % 2, round % 4 == 3);
        }
    }
    expect_refused_parts();
    MPI_Finalize();
    return expect_status();
}
