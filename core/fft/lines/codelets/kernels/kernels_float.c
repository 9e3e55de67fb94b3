#define REAL float
#define CODELETS ct_codelets_float
#define REGISTERS "fft/lines/codelets/kernels/registers_float.h"
#include "fft/lines/codelets/kernels/kernels_source.h"
