#define REAL double
#define CODELETS ct_codelets_double_avx512
#define REGISTERS "fft/lines/codelets/kernels/registers/double_avx512.h"
#include "fft/lines/codelets/kernels/kernels_source.h"
