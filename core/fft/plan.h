/* The inside of an FFT plan. */
#ifndef CT_FFT_PLAN_H
#define CT_FFT_PLAN_H

#include <complex.h>
#include <cornerturn/fft.h>
#include <fftw3.h>

typedef double complex ct_complex;

/* The transforms inside a rank, alike on all ranks: one plane (ny x nx), and in place a tile of
 * `width` lines along axis 0 that fits the cache, element k of line j at k * pitch + j. */
typedef struct ct_fft_local {
    fftw_plan plane, lines;
    int width, pitch;
    ct_complex *tile;         /* nz x pitch */
    ct_complex *plane_buffer; /* ny x nx */
} ct_fft_local;

struct ct_fft_plan {
    MPI_Comm comm;
    int rank, size;
    ptrdiff_t extent[3];
    ct_fft_options options; /* its strings are not kept */
    double factor;
    ct_box array, spectral; /* this rank's slabs */
    ct_fft_local local;
    ct_exchange_plan *exchange;
    int streams;      /* lines are written past the cache */
    ct_complex *work; /* what the exchange receives; this rank's own block is written into it */
    double seconds[CT_FFT_PHASES];
    void (*watch)(void *context, double done);
    void *watch_context;
    char warning[256];
};

/* Makes the local transforms of the plan's extents. Collective: rank 0 plans, the others follow. */
ct_status ct_fft_local_create(ct_fft_plan *plan, const char *wisdom_file);
void ct_fft_local_destroy(ct_fft_local *local);

/* First element of the block shared with `peer`, and its extent along the peer's axis. On the array
 * side block (planes of mine, rows of the peer), on the spectral side (planes of the peer, rows of
 * mine), each in C order and the blocks one after the other. */
ptrdiff_t ct_fft_array_block(const ct_fft_plan *plan, int peer, ptrdiff_t *rows);
ptrdiff_t ct_fft_spectral_block(const ct_fft_plan *plan, int peer, ptrdiff_t *planes);

/* Adds the wisdom of a file to FFTW's; false when there is a file but it is no wisdom. Local. */
int ct_fft_wisdom_read(const char *path);

/* Merges FFTW's wisdom into a file, atomically, making its directory. False on failure. Local. */
int ct_fft_wisdom_write(const char *path);

/* Gives every rank rank 0's wisdom. Collective. */
ct_status ct_fft_wisdom_share(MPI_Comm comm);

#endif
