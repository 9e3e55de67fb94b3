#include "apps/exchange/parallel/samples.h"

#include "base/fail.h"

#include <stdbool.h>
#include <stdlib.h>

enum { GAP = 5, NOBODYS = -1, ELEMENT = sizeof(int) };

const char *sample_name(sample_kind kind) {
    static const char *const names[SAMPLES] = {"uniform", "uneven", "strided", "transposing"};
    return names[kind];
}

/* Elements of the block from one rank to another, where they differ. */
static int uneven(int from, int to) {
    return (5 * from + 3 * to + from * to) % 7 * 40;
}

/* Rows of the matrix that a rank has before, and columns that it has after; some have none. */
static int rows_of(int rank) {
    return (2 * rank + 3) % 5;
}

static int columns_of(int rank) {
    return (3 * rank + 4) % 6;
}

static ptrdiff_t sum_before(int (*owned)(int), int rank) {
    ptrdiff_t sum = 0;
    for (int before = 0; before < rank; before++) {
        sum += owned(before);
    }
    return sum;
}

/* One block after the other, a gap before each. */
static void place_side_by_side(sample *made, ct_block *send, ct_block *receive, bool is_uneven) {
    int sent = 0;
    int received = 0;
    for (int peer = 0; peer < made->size; peer++) {
        int out = is_uneven ? uneven(made->rank, peer) : 24;
        int in = is_uneven ? uneven(peer, made->rank) : 24;
        sent += GAP;
        received += GAP;
        send[peer] = ct_block_contiguous((ptrdiff_t)sent * ELEMENT, out, ELEMENT);
        receive[peer] = ct_block_contiguous((ptrdiff_t)received * ELEMENT, in, ELEMENT);
        sent += out;
        received += in;
    }
}

/* Sub-matrices; rows end with a gap. */
static void place_matrix(sample *made, ct_block *send, ct_block *receive, bool transposes) {
    const ptrdiff_t rows = rows_of(made->rank);
    const ptrdiff_t columns = columns_of(made->rank);
    const ptrdiff_t send_row = (sum_before(columns_of, made->size) + GAP) * ELEMENT;
    const ptrdiff_t receive_row = (columns + GAP) * ELEMENT;
    const ptrdiff_t transposed_row = (sum_before(rows_of, made->size) + GAP) * ELEMENT;
    for (int peer = 0; peer < made->size; peer++) {
        ptrdiff_t column = sum_before(columns_of, peer);
        ptrdiff_t row = sum_before(rows_of, peer);
        send[peer] = ct_block_rows(column * ELEMENT, rows, columns_of(peer), send_row, ELEMENT);
        receive[peer] =
            ct_block_rows(row * receive_row, rows_of(peer), columns, receive_row, ELEMENT);
        if (transposes) {
            ct_block across =
                ct_block_rows(row * ELEMENT, columns, rows_of(peer), transposed_row, ELEMENT);
            receive[peer] = ct_block_transposed(&across);
        }
    }
}

/* Bytes of an array with these blocks, and a gap at its end. */
static ptrdiff_t array_bytes(const ct_block *blocks, int size) {
    ptrdiff_t most = 0;
    for (int peer = 0; peer < size; peer++) {
        ptrdiff_t end = ct_block_end(&blocks[peer], ELEMENT);
        most = end > most ? end : most;
    }
    return most + (ptrdiff_t)GAP * ELEMENT;
}

ct_status sample_create(sample_kind kind, int rank, int size, sample *made) {
    *made = (sample){.rank = rank, .size = size};
    made->blocks = malloc(2 * (size_t)size * sizeof *made->blocks);
    if (made->blocks == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for a layout of %d ranks", size);
    }
    ct_block *send = made->blocks;
    ct_block *receive = made->blocks + size;
    if (kind == SAMPLE_UNIFORM || kind == SAMPLE_UNEVEN) {
        place_side_by_side(made, send, receive, kind == SAMPLE_UNEVEN);
    } else {
        place_matrix(made, send, receive, kind == SAMPLE_TRANSPOSING);
    }
    made->send = (ct_layout){ELEMENT, send};
    made->receive = (ct_layout){ELEMENT, receive};
    made->send_bytes = array_bytes(send, size);
    made->receive_bytes = array_bytes(receive, size);
    return CT_OK;
}

void sample_destroy(sample *made) {
    free(made->blocks);
    made->blocks = NULL;
}

/* Where element `index` of a block is in an array of ints. */
static ptrdiff_t place_of(const ct_block *block, ptrdiff_t index) {
    ptrdiff_t bytes = block->offset;
    for (int axis = block->axes - 1; axis >= 0; axis--) {
        bytes += index % block->count[axis] * block->stride[axis];
        index /= block->count[axis];
    }
    return bytes / ELEMENT;
}

/* Element `index` of the block from one rank to another: no other is the same soon. */
static int value_of(int from, int to, ptrdiff_t index) {
    return (int)((((unsigned)from * 1009 + (unsigned)to) * 4099 + (unsigned)index) & 0x7fffffff);
}

/* Writes the values of all blocks; those of a receive layout, as if everything had come. */
static void write_values(const sample *made, const ct_layout *layout, bool is_sent, int *array) {
    for (int peer = 0; peer < made->size; peer++) {
        const ct_block *block = &layout->block[peer];
        int from = is_sent ? made->rank : peer;
        int to = is_sent ? peer : made->rank;
        for (ptrdiff_t i = 0; i < ct_block_elements(block); i++) {
            array[place_of(block, i)] = value_of(from, to, i);
        }
    }
}

static void clear(int *array, ptrdiff_t bytes) {
    for (ptrdiff_t i = 0; i < bytes / ELEMENT; i++) {
        array[i] = NOBODYS;
    }
}

void sample_fill(const sample *made, int *send, int *receive) {
    clear(send, made->send_bytes);
    clear(receive, made->receive_bytes);
    write_values(made, &made->send, true, send);
}

/* Compares an array with what it must be. */
static ct_status compare(const sample *made, bool is_sent, const int *found) {
    const ptrdiff_t bytes = is_sent ? made->send_bytes : made->receive_bytes;
    int *wanted = malloc((size_t)bytes);
    ct_status status = CT_OK;
    if (wanted == NULL) {
        CT_FAIL(CT_ERROR_MEMORY, "no memory for %td bytes", bytes);
    }
    clear(wanted, bytes);
    write_values(made, is_sent ? &made->send : &made->receive, is_sent, wanted);
    for (ptrdiff_t i = 0; i < bytes / ELEMENT; i++) {
        if (found[i] != wanted[i]) {
            CT_FAIL(CT_ERROR_INTERNAL, "%s array, element %td of %td: %s",
                    is_sent ? "send" : "receive", i, bytes / ELEMENT,
                    is_sent                ? "was changed"
                    : wanted[i] == NOBODYS ? "was written, though it is in no block"
                    : found[i] == NOBODYS  ? "did not come"
                                           : "is another one's");
        }
    }
cleanup:
    free(wanted);
    return status;
}

ct_status sample_check(const sample *made, const int *send, const int *receive) {
    ct_status status = compare(made, false, receive);
    return status == CT_OK ? compare(made, true, send) : status;
}
