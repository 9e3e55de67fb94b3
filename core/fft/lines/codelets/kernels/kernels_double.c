#define REAL double
#define CODELETS ct_codelets_double
#define REGISTERS "fft/lines/codelets/kernels/registers_double.h"
#include "fft/lines/codelets/kernels/kernels_source.h"
