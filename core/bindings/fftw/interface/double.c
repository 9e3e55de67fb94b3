/* FFTW's MPI interface in double precision. */
#include "bindings/fftw/interface/fftw3-mpi.h"

#define REAL double
#define COMPLEX fftw_complex
#define FFTW(name) fftw_##name
#define MPI(name) fftw_mpi_##name
#define BACKEND ct_fftw_double
#define PRECISION CT_DOUBLE
#define PREFIX "fftw_"

#include "bindings/fftw/interface/calls_source.h"
#include "bindings/fftw/interface/fortran_source.h"
#include "bindings/fftw/interface/local_source.h"
#include "bindings/fftw/interface/serial_source.h"
#include "bindings/fftw/interface/wisdom_source.h"
