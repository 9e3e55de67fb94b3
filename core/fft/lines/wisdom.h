/* FFTW's wisdom in files. */
#ifndef CT_FFT_LINES_WISDOM_H
#define CT_FFT_LINES_WISDOM_H

#include "fft/lines/library/library.h"

#include <mpi.h>

/* Adds the wisdom of a file to FFTW's; false if the file exists but is not wisdom. Local. */
int ct_fft_wisdom_read(const ct_fft_backend *fftw, const char *path);

/* Merges FFTW's wisdom into a file, atomically, creating its directory. False on failure. Local. */
int ct_fft_wisdom_write(const ct_fft_backend *fftw, const char *path);

/* Broadcasts rank 0's wisdom. Collective. */
ct_status ct_fft_wisdom_share(const ct_fft_backend *fftw, MPI_Comm comm);

#endif
