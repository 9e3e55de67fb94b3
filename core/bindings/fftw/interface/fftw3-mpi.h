/*
 * FFTW's MPI interface, version 3.3, in double and single precision, as libcornerturn_fftw3_mpi has
 * it: for machines whose FFTW comes without MPI or with another MPI. FFTW's own fftw3-mpi.h does as
 * well; its manual says what the functions do.
 *
 * Arrays of fftw_malloc and fftw_alloc_* of 64 KiB and more are memory files (memfd_create), which
 * the other ranks of the node map when a plan is made: transforms then read and write them where
 * they are. Such an array is not copied on write when the program forks: the child sees, and makes,
 * changes of it. Environment: CT_FFTW_SHARE, the bytes from which arrays are shared, 0 for none.
 * Beyond a quarter of the file descriptors a process may have, and where memfd_create fails, they
 * are FFTW's own. Any other array works too, at the price of copies.
 *
 * Link this library before FFTW's: fftw_execute, fftw_destroy_plan and some others are here too,
 * for plans made here, and pass on those that are FFTW's.
 */
#ifndef FFTW3_MPI_H
#define FFTW3_MPI_H

#include <cornerturn/public.h>
#include <mpi.h>
#include <stddef.h>

CT_PUBLIC_BEGIN

#include <fftw3.h>

#define FFTW_MPI_DEFAULT_BLOCK (0)
#define FFTW_MPI_SCRAMBLED_IN (1U << 27) /* 1D spectra are in natural order here */
#define FFTW_MPI_SCRAMBLED_OUT (1U << 28)
#define FFTW_MPI_TRANSPOSED_IN (1U << 29)
#define FFTW_MPI_TRANSPOSED_OUT (1U << 30)

#define CT_FFTW(name) FFTW_MANGLE_DOUBLE(name)
#define CT_FFTW_MPI(name) FFTW_MANGLE_DOUBLE(mpi_##name)
#define CT_FFTW_REAL double
#define CT_FFTW_COMPLEX fftw_complex
#include "fftw3-mpi-calls.h"
#undef CT_FFTW
#undef CT_FFTW_MPI
#undef CT_FFTW_REAL
#undef CT_FFTW_COMPLEX

#define CT_FFTW(name) FFTW_MANGLE_FLOAT(name)
#define CT_FFTW_MPI(name) FFTW_MANGLE_FLOAT(mpi_##name)
#define CT_FFTW_REAL float
#define CT_FFTW_COMPLEX fftwf_complex
#include "fftw3-mpi-calls.h"
#undef CT_FFTW
#undef CT_FFTW_MPI
#undef CT_FFTW_REAL
#undef CT_FFTW_COMPLEX

CT_PUBLIC_END

#endif
