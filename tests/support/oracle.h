/* The hand-written reference exchange that every algorithm is compared with: one blocking pair of
 * messages after the other, element by element, no schedule, no plan. */
#ifndef CT_TESTS_ORACLE_H
#define CT_TESTS_ORACLE_H

#include <cornerturn/exchange.h>
#include <stdlib.h>
#include <string.h>

/* Where element `index` of a block is, counted axis by axis. */
static inline ptrdiff_t oracle_place(const ct_block *block, ptrdiff_t index) {
    ptrdiff_t place = block->offset;
    for (int a = block->axes - 1; a >= 0; a--) {
        place += index % block->count[a] * block->stride[a];
        index /= block->count[a];
    }
    return place;
}

static inline void oracle_exchange(MPI_Comm comm, const ct_layout *send, const ct_layout *receive,
                                   const char *from, char *into) {
    const size_t element = (size_t)send->element_bytes;
    int rank = 0;
    int size = 1;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    for (int k = 0; k < size; k++) {
        int to = (rank + k) % size;
        int back = (rank + size - k) % size;
        ptrdiff_t out = ct_block_elements(&send->block[to]);
        ptrdiff_t in = ct_block_elements(&receive->block[back]);
        char *packed = malloc((size_t)(out + in + 1) * element);
        char *came = packed + (size_t)out * element;
        for (ptrdiff_t i = 0; i < out; i++) {
            memcpy(packed + (size_t)i * element, from + oracle_place(&send->block[to], i), element);
        }
        MPI_Sendrecv(packed, (int)(out * send->element_bytes), MPI_BYTE, to, 0, came,
                     (int)(in * send->element_bytes), MPI_BYTE, back, 0, comm, MPI_STATUS_IGNORE);
        for (ptrdiff_t i = 0; i < in; i++) {
            memcpy(into + oracle_place(&receive->block[back], i), came + (size_t)i * element,
                   element);
        }
        free(packed);
    }
}

#endif
