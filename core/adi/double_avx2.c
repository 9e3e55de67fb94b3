#if defined(__x86_64__)
#define REAL double
#define LANES 4
#define TARGET __attribute__((target("avx2")))
#define TABLE ct_adi_double_avx2
#include "adi/kernels_source.h"
#endif
