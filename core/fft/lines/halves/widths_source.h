/* Defines the function HALVES, which chooses those of halves_source.h for this processor, and those
 * for REAL numbers of REAL_BITS. */
#include "fft/lines/halves/halves.h"
#include "kernels/vectors.h"

#include <string.h>

#define WIDTH portable
#define COMPLEXES (128 / (2 * REAL_BITS))
#define TARGET
#include "fft/lines/halves/halves_source.h"

#if defined(__x86_64__)
#define WIDTH avx2
#define COMPLEXES (256 / (2 * REAL_BITS))
#define TARGET __attribute__((target("avx2,fma")))
#include "fft/lines/halves/halves_source.h"

#define WIDTH avx512
#define COMPLEXES (512 / (2 * REAL_BITS))
#define TARGET __attribute__((target("avx512f")))
#include "fft/lines/halves/halves_source.h"
#endif

ct_fft_halves_kernels HALVES(void) {
#if defined(__x86_64__)
    return ct_vectors_used() >= CT_VECTORS_AVX512 ? avx512
           : ct_vectors_used() >= CT_VECTORS_AVX2 ? avx2
                                                  : portable;
#else
    return portable;
#endif
}
