#define REAL float
#define FFTW(name) fftwf_##name
#define LIBRARY ct_fft_float
#define PRECISION CT_FLOAT
#define HALVES ct_fft_halves_float
#define SUFFIX "-single"
#include "fft/lines/library/library_source.h"
