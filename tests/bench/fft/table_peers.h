/* Transforms of the table by FFTW: by its MPI library where that takes them, each rank its own part
 * of a batch, and on threads of rank 0. Double precision. */
#ifndef CT_BENCH_TABLE_PEERS_H
#define CT_BENCH_TABLE_PEERS_H

#include "table_case.h"

#include <fftw3.h>

typedef struct table_peer {
    fftw_plan plan; /* NULL: it has none for this case */
    double *array[2];
    ptrdiff_t bytes[2], first, count; /* planes of this rank */
    double plan_s;
} table_peer;

/* Pages of input and output are placed. Message on stderr and 0 when the library cannot be opened
 * or there is no memory. Collective. */
int table_mpi_create(const table_case *c, table_peer *peer);

/* On rank 0 after fftw_init_threads; `threads` of them. Local, as destroy. */
int table_threads_create(const table_case *c, int threads, table_peer *peer);

void table_peer_destroy(table_peer *peer);

#endif
