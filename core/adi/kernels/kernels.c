#include "adi/kernels/kernels.h"

#include "kernels/vectors.h"

const ct_adi_kernels *ct_adi_kernels_for(ct_precision precision) {
#if defined(__x86_64__)
    if (ct_vectors_used() >= CT_VECTORS_AVX512) {
        return precision == CT_FLOAT ? &ct_adi_float_avx512 : &ct_adi_double_avx512;
    }
    if (ct_vectors_used() >= CT_VECTORS_AVX2) {
        return precision == CT_FLOAT ? &ct_adi_float_avx2 : &ct_adi_double_avx2;
    }
#endif
    return precision == CT_FLOAT ? &ct_adi_float_portable : &ct_adi_double_portable;
}
