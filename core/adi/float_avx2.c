#if defined(__x86_64__)
#define REAL float
#define LANES 8
#define TARGET __attribute__((target("avx2")))
#define TABLE ct_adi_float_avx2
#include "adi/kernels_source.h"
#endif
