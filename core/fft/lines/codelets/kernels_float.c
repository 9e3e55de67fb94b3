#define REAL float
#define CODELETS ct_codelets_float
#define REGISTERS "fft/lines/codelets/registers_float.h"
#include "fft/lines/codelets/kernels_source.h"
