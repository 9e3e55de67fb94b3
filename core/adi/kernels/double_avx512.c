/* Rows in vectors of 8. Lines along the last axis are transposed 4 in a vector all the same: 16 of
 * them at once, two vectors of 8, leave each other no room in the first cache where they lie a
 * power of two apart, and more rows must be worked on together than elsewhere; 8 in one vector wait
 * for each other. */
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
