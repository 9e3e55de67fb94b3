/*
 * The movement of a distributed transform in natural order without its arithmetic, where ranks of a
 * node share arrays: planes of this rank through the cache, then tiles of lines along the first
 * axis out of the parts of all ranks and back.
 */
#ifndef CT_BENCH_FFT_MOVEMENT_H
#define CT_BENCH_FFT_MOVEMENT_H

#include <mpi.h>
#include <stddef.h>

typedef struct fft_movement {
    MPI_Win window;
    int rank, size;
    ptrdiff_t planes, bytes; /* of all, and of the first ranks' parts */
    ptrdiff_t plane_bytes, own_bytes;
    char *part, *first; /* this rank's, and rank 0's, behind which the others lie */
    char *tile;
} fft_movement;

/* For `extent` planes, of which this rank has `bytes`. False without memory. Collective, as the
 * others. */
int fft_movement_create(ptrdiff_t extent, ptrdiff_t bytes, fft_movement *movement);

/* `input`: where the first stage reads; NULL: where it writes. */
void fft_movement_run(const fft_movement *movement, const void *input);
void fft_movement_destroy(fft_movement *movement);

#endif
