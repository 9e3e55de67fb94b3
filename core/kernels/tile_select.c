#include "kernels/tile.h"

#include <stdatomic.h>

static atomic_int limit = CT_VECTORS_AVX512;

ct_vectors ct_vectors_best(void) {
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f")) {
        return CT_VECTORS_AVX512;
    }
    if (__builtin_cpu_supports("avx2")) {
        return CT_VECTORS_AVX2;
    }
#endif
    return CT_VECTORS_PORTABLE;
}

void ct_vectors_limit(ct_vectors vectors) {
    atomic_store(&limit, (int)vectors);
}

ct_tile_kernels ct_tile_select(ptrdiff_t unit_bytes) {
    ct_tile_kernels kernels = {NULL, NULL};
    int allowed = atomic_load(&limit);
    int best = (int)ct_vectors_best();
    int vectors = allowed < best ? allowed : best;
    if (vectors == CT_VECTORS_AVX512) {
        kernels = ct_tile_avx512(unit_bytes);
    } else if (vectors == CT_VECTORS_AVX2) {
        kernels = ct_tile_avx2(unit_bytes);
    }
    return kernels.copy != NULL ? kernels : (ct_tile_kernels){ct_tile_portable, NULL};
}
