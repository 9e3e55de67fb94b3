#define REAL float
#define CODELETS ct_codelets_float_avx2
#define REGISTERS "fft/lines/codelets/kernels/registers/float_avx2.h"
#include "fft/lines/codelets/kernels/kernels_source.h"
