#include "fft/lines/halves/halves.h"
#include "kernels/vectors.h"

#include <string.h>

#define REAL double

#define ROWS portable
#define COMPLEXES 1
#define TARGET
#include "fft/lines/halves/halves_source.h"

#if defined(__x86_64__)
#define ROWS avx2
#define COMPLEXES 2
#define TARGET __attribute__((target("avx2,fma")))
#include "fft/lines/halves/halves_source.h"

#define ROWS avx512
#define COMPLEXES 4
#define TARGET __attribute__((target("avx512f")))
#include "fft/lines/halves/halves_source.h"
#endif

ct_fft_halves_rows *ct_fft_halves_double(void) {
#if defined(__x86_64__)
    return ct_vectors_used() >= CT_VECTORS_AVX512 ? avx512
           : ct_vectors_used() >= CT_VECTORS_AVX2 ? avx2
                                                  : portable;
#else
    return portable;
#endif
}
