/* FFTW's MPI interface in single precision. */
#include "bindings/fftw/interface/fftw3-mpi.h"

#define REAL float
#define COMPLEX fftwf_complex
#define FFTW(name) fftwf_##name
#define MPI(name) fftwf_mpi_##name
#define BACKEND ct_fftw_float
#define PRECISION CT_FLOAT
#define PREFIX "fftwf_"

#include "bindings/fftw/interface/calls_source.h"
#include "bindings/fftw/interface/fortran_source.h"
#include "bindings/fftw/interface/local_source.h"
#include "bindings/fftw/interface/serial_source.h"
#include "bindings/fftw/interface/wisdom_source.h"
