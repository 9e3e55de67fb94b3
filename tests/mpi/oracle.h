/* The hand-written reference exchange that every algorithm is compared with: one blocking pair of
 * messages after the other, no schedule, no plan. */
#ifndef CT_TESTS_ORACLE_H
#define CT_TESTS_ORACLE_H

#include <cornerturn/exchange.h>
#include <string.h>

static inline void oracle_exchange(MPI_Comm comm, const ct_layout *send, const ct_layout *receive,
                                   const char *from, char *into) {
    int rank = 0;
    int size = 1;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    memcpy(into + receive->offset[rank], from + send->offset[rank], (size_t)send->bytes[rank]);
    for (int k = 1; k < size; k++) {
        int to = (rank + k) % size;
        int back = (rank + size - k) % size;
        MPI_Sendrecv(from + send->offset[to], (int)send->bytes[to], MPI_BYTE, to, 0,
                     into + receive->offset[back], (int)receive->bytes[back], MPI_BYTE, back, 0,
                     comm, MPI_STATUS_IGNORE);
    }
}

#endif
