/* FFTW in the precision a benchmark is compiled for: CT_BENCH_FLOAT, else double. */
#ifndef CT_BENCH_FFTW_OF_H
#define CT_BENCH_FFTW_OF_H

#include <complex.h>
#include <fftw3.h>

#if defined(CT_BENCH_FLOAT)
#define FFTW(name) fftwf_##name
typedef float ct_real;
enum { BENCH_PRECISION = 1 };
#else
#define FFTW(name) fftw_##name
typedef double ct_real;
enum { BENCH_PRECISION = 0 };
#endif

/* What is transformed: complex numbers, real ones forward, and back to real ones. */
typedef enum bench_kind { BENCH_C2C, BENCH_R2C, BENCH_C2R, BENCH_KINDS } bench_kind;

#endif
