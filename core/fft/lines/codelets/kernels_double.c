#define REAL double
#define CODELETS ct_codelets_double
#define REGISTERS "fft/lines/codelets/registers_double.h"
#include "fft/lines/codelets/kernels_source.h"
