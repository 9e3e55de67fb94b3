/* As in double precision; a transposed vector of 8 is one of AVX2. */
#include "adi/kernels/kernels.h" /* elsewhere not empty, which ISO C forbids */

#if defined(__x86_64__)
#include <immintrin.h>
#define REAL float
#define LANES 8
#define WIDE 16
#define STRIPS
#define TARGET __attribute__((target("avx512f,fma")))
#define STREAM _mm512_stream_ps
#define SHIFTED(low, high, k) (wide) _mm512_alignr_epi32((__m512i)(high), (__m512i)(low), k)
#define TABLE ct_adi_float_avx512
#include "adi/kernels/kernels_source.h"
#endif
