#include "fft_filtered.h"

#include "fftw_of.h"

/* Axes of three, the one with the least stride last. */
static void sort_axes(const ct_fft_tile *tile, int order[3]) {
    for (int i = 0; i < 3; i++) {
        int at = i;
        for (; at > 0 && tile->stride[order[at - 1]] < tile->stride[i]; at--) {
            order[at] = order[at - 1];
        }
        order[at] = i;
    }
}

void fft_filtered_multiply(void *context, const ct_fft_tile *tile) {
    const ptrdiff_t numbers = tile->element_bytes / (ptrdiff_t)sizeof(ct_real);
    int order[3];
    (void)context;
    sort_axes(tile, order);
    for (ptrdiff_t z = 0; z < tile->box.count[order[0]]; z++) {
        for (ptrdiff_t y = 0; y < tile->box.count[order[1]]; y++) {
            ct_real *row = (ct_real *)(void *)((char *)tile->values + z * tile->stride[order[0]] +
                                               y * tile->stride[order[1]]);
            const ptrdiff_t place =
                tile->box.first[order[0]] + z + tile->box.first[order[1]] + y + 1;
            const ct_real factor = 1 / (ct_real)place;
            for (ptrdiff_t x = 0; x < numbers * tile->box.count[order[2]]; x++) {
                row[x] *= factor;
            }
        }
    }
}
