#define REAL double
#define FFTW(name) fftw_##name
#define LIBRARY ct_fft_double
#define PRECISION CT_DOUBLE
#define HALVES ct_fft_halves_double
#define SUFFIX ""
#include "fft/lines/library/library_source.h"
