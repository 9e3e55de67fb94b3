/* Layouts to try exchanges with: what a block (from, to) is, and where each side keeps it. */
#ifndef CT_TESTS_CASES_H
#define CT_TESTS_CASES_H

#include <cornerturn/exchange.h>
#include <string.h>

enum { CASE_RANKS_MOST = 16, CASE_GAP_BYTES = 48 };

typedef enum case_kind {
    CASE_UNIFORM,     /* contiguous, of one size, in an order of their own with gaps */
    CASE_UNEVEN,      /* the same of any size, some empty */
    CASE_SUBMATRICES, /* columns of my rows become rows of my columns: strided at both ends */
    CASE_TRANSPOSING, /* the same, transposed on the way */
    CASE_BOXES,       /* boxes of three axes, which change their order */
    CASE_ASKEW,       /* 4 x 6 elements become 8 x 3: axes that do not line up */
    CASES
} case_kind;

typedef struct exchange_case {
    case_kind kind;
    ct_block send_block[CASE_RANKS_MOST], receive_block[CASE_RANKS_MOST];
    ct_layout send, receive;
    ptrdiff_t send_bytes, receive_bytes; /* of the arrays, gaps included */
} exchange_case;

/* Rows that a rank owns, and columns; some ranks own none. */
static inline ptrdiff_t case_rows(int rank, unsigned seed) {
    return ((unsigned)rank * 5 + seed) % 4;
}
static inline ptrdiff_t case_columns(int rank, unsigned seed) {
    return ((unsigned)rank * 3 + 2 * seed) % 5 + (seed % 7 == 3 ? 60 : 0);
}

static inline ptrdiff_t case_first(ptrdiff_t (*owned)(int, unsigned), int rank, unsigned seed) {
    ptrdiff_t first = 0;
    for (int before = 0; before < rank; before++) {
        first += owned(before, seed);
    }
    return first;
}

/* The size of block (from, to): the same number wherever it is asked for. */
static inline ptrdiff_t case_elements(int from, int to, unsigned seed) {
    unsigned mixed = (unsigned)(from * 7919 + to * 104729) + seed * 2654435761U;
    mixed ^= mixed >> 13;
    return mixed % 4 == 0 ? 0 : (ptrdiff_t)(mixed % 700);
}

/* Contiguous blocks one after the other, in an order of their own, with gaps. */
static inline void case_scatter(exchange_case *c, int rank, int size, unsigned seed,
                                ptrdiff_t element) {
    ptrdiff_t end[2] = {CASE_GAP_BYTES, CASE_GAP_BYTES};
    for (int k = 0; k < size; k++) {
        int to = (int)(((unsigned)k + seed + 5U * (unsigned)rank) % (unsigned)size);
        int from = (int)(((unsigned)k + seed + 1U + 5U * (unsigned)rank) % (unsigned)size);
        ptrdiff_t out = c->kind == CASE_UNIFORM ? 24 : case_elements(rank, to, seed);
        ptrdiff_t in = c->kind == CASE_UNIFORM ? 24 : case_elements(from, rank, seed);
        c->send_block[to] = ct_block_contiguous(end[0], out, element);
        c->receive_block[from] = ct_block_contiguous(end[1], in, element);
        end[0] += out * element + CASE_GAP_BYTES;
        end[1] += in * element + CASE_GAP_BYTES;
    }
}

/* Rank i has the rows a(i) of a matrix and gets its columns b(i). */
static inline void case_matrix(exchange_case *c, int rank, int size, unsigned seed,
                               ptrdiff_t element) {
    const ptrdiff_t all_rows = case_first(case_rows, size, seed);
    const ptrdiff_t pitch = (case_first(case_columns, size, seed) + 1) * element;
    const ptrdiff_t rows = case_rows(rank, seed);
    const ptrdiff_t columns = case_columns(rank, seed);
    for (int peer = 0; peer < size; peer++) {
        ptrdiff_t column = case_first(case_columns, peer, seed);
        ptrdiff_t row = case_first(case_rows, peer, seed);
        c->send_block[peer] =
            ct_block_rows(column * element, rows, case_columns(peer, seed), pitch, element);
        c->receive_block[peer] = ct_block_rows(row * (columns + 1) * element, case_rows(peer, seed),
                                               columns, (columns + 1) * element, element);
        if (c->kind == CASE_TRANSPOSING) {
            ct_block across = ct_block_rows(row * element, columns, case_rows(peer, seed),
                                            (all_rows + 2) * element, element);
            c->receive_block[peer] = ct_block_transposed(&across);
        }
    }
}

/* Boxes of 2 x 3 x 4, one beside the other along the second axis; askew, 4 x 6 and 8 x 3. */
static inline void case_boxes(exchange_case *c, int size, ptrdiff_t element) {
    const ptrdiff_t row = 5 * element;
    const ptrdiff_t plane = row * 3 * size;
    for (ptrdiff_t peer = 0; peer < size; peer++) {
        if (c->kind == CASE_BOXES) {
            c->send_block[peer] = (ct_block){peer * 3 * row, 3, {2, 3, 4}, {plane, row, element}};
            c->receive_block[peer] =
                (ct_block){peer * 24 * element, 3, {2, 3, 4}, {3 * element, element, 6 * element}};
        } else {
            c->send_block[peer] =
                ct_block_rows(peer * 6 * element, 4, 6, element * (6 * size + 1), element);
            c->receive_block[peer] =
                ct_block_rows(peer * 3 * element, 8, 3, element * (3 * size + 2), element);
        }
    }
}

static inline void case_make(exchange_case *c, case_kind kind, int rank, int size,
                             ptrdiff_t element, unsigned seed) {
    *c = (exchange_case){.kind = kind};
    if (kind == CASE_UNIFORM || kind == CASE_UNEVEN) {
        case_scatter(c, rank, size, seed, element);
    } else if (kind == CASE_BOXES || kind == CASE_ASKEW) {
        case_boxes(c, size, element);
    } else {
        case_matrix(c, rank, size, seed, element);
    }
    c->send = (ct_layout){element, c->send_block};
    c->receive = (ct_layout){element, c->receive_block};
    for (int peer = 0; peer < size; peer++) {
        ptrdiff_t send_end = ct_block_end(&c->send_block[peer], element) + CASE_GAP_BYTES;
        ptrdiff_t receive_end = ct_block_end(&c->receive_block[peer], element) + CASE_GAP_BYTES;
        c->send_bytes = send_end > c->send_bytes ? send_end : c->send_bytes;
        c->receive_bytes = receive_end > c->receive_bytes ? receive_end : c->receive_bytes;
    }
}

#endif
