#include "fft/single_axis/formulas.h"

#include "base/arithmetic/extremes.h"
#include "kernels/vectors.h"

#define WIDTH portable
#define TARGET
#include "fft/single_axis/formulas_source.h"

#if defined(__x86_64__)
#define WIDTH avx2
#define TARGET __attribute__((target("avx2")))
#include "fft/single_axis/formulas_source.h"

#define WIDTH avx512
#define TARGET __attribute__((target("avx512f")))
#include "fft/single_axis/formulas_source.h"
#endif

const ct_fft_formulas *ct_fft_formulas_used(void) {
#if defined(__x86_64__)
    return ct_vectors_used() >= CT_VECTORS_AVX512 ? &avx512
           : ct_vectors_used() >= CT_VECTORS_AVX2 ? &avx2
                                                  : &portable;
#else
    return &portable;
#endif
}
