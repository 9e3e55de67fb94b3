/* Rows in vectors of 8, but lines along the last axis are transposed 4 in a vector: 16 at once, two
 * vectors of 8, conflict in the first-level cache where strides are powers of two, and one vector
 * of 8 is bound by latency. */
#include "adi/kernels/kernels.h" /* elsewhere not empty, which ISO C forbids */

#if defined(__x86_64__)
#include <immintrin.h>
#define REAL double
#define LANES 4
#define WIDE 8
#define TARGET __attribute__((target("avx512f,fma")))
#define STREAM _mm512_stream_pd
#define TABLE ct_adi_double_avx512
#include "adi/kernels/kernels_source.h"
#endif
