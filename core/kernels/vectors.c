#include "kernels/vectors.h"

#include <stdatomic.h>

static atomic_int limit = CT_VECTORS_AVX512;

static ct_vectors best(void) {
#if defined(__x86_64__)
    if (!__builtin_cpu_supports("fma")) {
        return CT_VECTORS_PORTABLE;
    }
    if (__builtin_cpu_supports("avx512f")) {
        return CT_VECTORS_AVX512;
    }
    if (__builtin_cpu_supports("avx2")) {
        return CT_VECTORS_AVX2;
    }
#endif
    return CT_VECTORS_PORTABLE;
}

ct_vectors ct_vectors_used(void) {
    int allowed = atomic_load_explicit(&limit, memory_order_relaxed);
    int most = (int)best();
    return (ct_vectors)(allowed < most ? allowed : most);
}

void ct_vectors_limit(ct_vectors vectors) {
    atomic_store_explicit(&limit, (int)vectors, memory_order_relaxed);
}
