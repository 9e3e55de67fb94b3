/* Solving lines and operating on a box take the same numbers with all vector instructions. */
#include "adi_axes.h"
#include "kernels/vectors.h"

#include <string.h>

/* All vector instructions give the same numbers, bit by bit: lines of a box along its last axis, or
 * along the middle one, solved and then multiplied. */
static void expect_same_numbers(int is_cyclic, int is_last_axis) {
    enum { PLANES = 2, ROWS = 19, ROWS_ALL = PLANES * ROWS, N = 23, CELLS = ROWS_ALL * N };
    const ct_adi_shape shape =
        is_last_axis ? (ct_adi_shape){ROWS_ALL, N, 1} : (ct_adi_shape){PLANES, ROWS, N};
    static const double zeros[CELLS] = {0};
    double numbers[6 * N + CT_ADI_ENDS];
    double memory[6 * N + CT_ADI_ENDS];
    double scratch[3 * N + 24];
    double given[CELLS];
    double couplings[N];
    double found[CT_VECTORS_AVX512 + 1][2][CELLS];
    ct_adi_operation operation = {.count = {PLANES, ROWS, N}, .scale = 0.3, .keep = 0.1};
    ct_adi_axis axis;
    make_axis(shape.n, is_cyclic, &axis);
    for (ptrdiff_t i = 0; i < CELLS; i++) {
        given[i] = random_number() - 0.5;
    }
    for (ptrdiff_t i = 0; i < N; i++) {
        couplings[i] = random_number();
    }
    for (int k = 0; k < 2 * CT_ADI_BOX_AXES; k++) {
        operation.coupling[k / 2][k % 2] = couplings;
        operation.beyond[k / 2][k % 2] = (ct_adi_layer){.at = zeros};
    }
    for (int vectors = CT_VECTORS_PORTABLE; vectors <= CT_VECTORS_AVX512; vectors++) {
        const ct_adi_stretch stretch = {&axis, 0, shape.n, 0.7, 0.4};
        ct_adi_systems s = {.shape = shape, .has_left = is_cyclic, .is_cyclic = is_cyclic};
        ct_vectors_limit((ct_vectors)vectors);
        const ct_adi_kernels *kernels = ct_adi_kernels_for(CT_DOUBLE);
        ct_adi_constant_place(shape.n, kernels, memory, &s);
        ct_adi_constant_factorise(&stretch, 0.8, kernels, numbers, &s);
        memcpy(found[vectors][0], given, sizeof given);
        kernels->solve(&s, 0, shape.outer, found[vectors][0], scratch, NULL);
        kernels->operate(&operation, 0, ROWS_ALL, found[vectors][0], found[vectors][1]);
        for (ptrdiff_t i = 0; i < CELLS; i++) {
            EXPECT(found[vectors][0][i] == found[0][0][i] &&
                   found[vectors][1][i] == found[0][1][i]);
        }
    }
    ct_vectors_limit(CT_VECTORS_AVX512);
    ct_adi_axis_destroy(&axis);
}

int main(void) {
    for (int code = 0; code < 4; code++) {
        expect_same_numbers(code / 2, code % 2);
    }
    return expect_status();
}
