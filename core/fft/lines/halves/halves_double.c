#define REAL double
#define REAL_BITS 64
#define HALVES ct_fft_halves_double
#include "fft/lines/halves/widths_source.h"
