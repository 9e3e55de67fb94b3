/*
 * The plain distributed transform, what one would write with FFTW and MPI alone: slabs of the first
 * axis; planes transformed, blocks packed, MPI_Alltoallv, lines transformed; and, for natural
 * order, blocks back and unpacked. To real numbers the same backwards.
 */
#ifndef CT_BENCH_FFT_ALLTOALL_H
#define CT_BENCH_FFT_ALLTOALL_H

#include "fftw_of.h"

#include <mpi.h>
#include <stddef.h>

typedef struct fft_alltoall {
    int rank, size;
    ptrdiff_t extent[3]; /* of the spectrum */
    bench_kind kind;
    FFTW(complex) * spectrum; /* in natural order: the output, to real numbers the input */
    FFTW(plan) planes, lines;
    FFTW(complex) * packed, *across;
    int *counts[2], *offsets[2]; /* of the blocks packed, and across */
    MPI_Datatype element;
} fft_alltoall;

/* From `input` to `output`, both overwritten here. False when there is no memory or no plan. Local.
 */
int fft_alltoall_create(const ptrdiff_t extent[3], bench_kind kind, unsigned rigour, void *input,
                        void *output, fft_alltoall *fft);

/* Seconds, on this rank, that it would have taken with the spectrum in transposed order: until the
 * lines are transformed, or from there on. To real numbers the input is overwritten. */
double fft_alltoall_run(fft_alltoall *fft);

void fft_alltoall_destroy(fft_alltoall *fft);

#endif
