#include "kernels/tile/tile.h"
#include "kernels/vectors.h"

ct_tile_kernels ct_tile_choose_kernels(ptrdiff_t unit, int transposed) {
    ct_vectors vectors = ct_vectors_used();
    ct_tile_kernels kernels = {.copy = NULL};
    if (!transposed) {
        return (ct_tile_kernels){.copy = ct_tile_units};
    }
    if (vectors >= CT_VECTORS_AVX512) {
        kernels = ct_tile_avx512(unit);
    }
    if (vectors >= CT_VECTORS_AVX2 && kernels.copy == NULL) {
        kernels = ct_tile_avx2(unit);
    }
    if (kernels.copy == NULL) {
        kernels = ct_tile_collected(unit);
    }
    return kernels.copy != NULL ? kernels : (ct_tile_kernels){.copy = ct_tile_portable};
}

ct_tile_kernel ct_tile_choose_components(ptrdiff_t unit) {
    return ct_vectors_used() >= CT_VECTORS_AVX512 ? ct_tile_components_avx512(unit) : NULL;
}
