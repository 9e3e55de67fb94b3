/* Lines along the last axis are transposed 8 at once, one square: 16 conflict in the first-level
 * cache where strides are powers of two. Where kappa is a field, squares of 4 took 7 % longer. */
#include "adi/kernels/kernels.h" /* elsewhere not empty, which ISO C forbids */

#if defined(__x86_64__)
#include <immintrin.h>
#define REAL double
#define LANES 8
#define QUARTERS /* vectors of four pairs, which are shuffled whole */
#define SQUARES 1
#define TARGET __attribute__((target("avx512f,fma")))
#define STREAM _mm512_stream_pd
#define SHIFTED(low, high, k) (wide) _mm512_alignr_epi64((__m512i)(high), (__m512i)(low), k)
#define TABLE ct_adi_double_avx512
#include "adi/kernels/kernels_source.h"
#endif
