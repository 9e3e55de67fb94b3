#include "adi/kernels/kernels.h" /* elsewhere not empty, which ISO C forbids */

#if defined(__x86_64__)
#include <immintrin.h>
#define REAL float
#define LANES 8
#define APART
#define TARGET __attribute__((target("avx2,fma")))
#define STREAM _mm256_stream_ps
#define TABLE ct_adi_float_avx2
#include "adi/kernels/kernels_source.h"
#endif
