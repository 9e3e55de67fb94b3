#define REAL float
#define REAL_BITS 32
#define HALVES ct_fft_halves_float
#include "fft/lines/halves/widths_source.h"
