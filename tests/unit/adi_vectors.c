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

/* Constant systems of `shape`, in `memory`. */
static ct_adi_systems make_systems(ct_adi_shape shape, int is_cyclic, double *memory) {
    const ct_adi_kernels *kernels = ct_adi_kernels_for(CT_DOUBLE);
    ct_adi_systems s = {.shape = shape, .has_left = is_cyclic, .is_cyclic = is_cyclic};
    double numbers[6 * 23];
    ct_adi_axis axis;
    make_axis(shape.n, is_cyclic, &axis);
    const ct_adi_stretch stretch = {&axis, 0, shape.n, 0.7, 0.4};
    ct_adi_constant_place(shape.n, kernels, memory, &s);
    ct_adi_constant_factorise(&stretch, 0.8, kernels, numbers, &s);
    ct_adi_axis_destroy(&axis);
    return s;
}

/* Where the middle axis meets the first, one pass over a plane gives the numbers of two. */
static void expect_joined(int is_cyclic, int has_sum, ptrdiff_t number) {
    enum { PLANES = 3, ROWS = 11, N = 23, PLANE = ROWS * N, CELLS = PLANES * PLANE };
    double memory[2][6 * N + CT_ADI_ENDS];
    double given[CELLS + PLANE + N]; /* a box, sums, last unknowns */
    double found[2][CELLS + PLANE];
    double carry[N];
    for (ptrdiff_t i = 0; i < CELLS + PLANE + N; i++) {
        given[i] = random_number() - 0.5;
    }
    for (int vectors = CT_VECTORS_PORTABLE; vectors <= CT_VECTORS_AVX512; vectors++) {
        ct_vectors_limit((ct_vectors)vectors);
        const ct_adi_kernels *kernels = ct_adi_kernels_for(CT_DOUBLE);
        const ct_adi_systems middle =
            make_systems((ct_adi_shape){PLANES, ROWS, N}, is_cyclic, memory[0]);
        const ct_adi_systems first =
            make_systems((ct_adi_shape){1, PLANES, PLANE}, has_sum, memory[1]);
        const ct_adi_part plane = {.outer = number, .outers = 1, .count = N, .end = ROWS};
        const ct_adi_part layer = {.outers = 1, .count = PLANE, .first = number, .end = number + 1};
        const double *last = is_cyclic ? given + CELLS + PLANE : NULL;
        const ct_adi_joint joint = {.number = number,
                                    .d = found[1] + number * PLANE,
                                    .before = found[1] + (number - 1) * PLANE,
                                    .last = last,
                                    .sum = has_sum ? found[1] + CELLS : NULL,
                                    .carry = carry};
        memcpy(found[0], given, sizeof found[0]);
        memcpy(found[1], given, sizeof found[1]);
        kernels->backward(&middle, &plane, found[0], last, last);
        kernels->forward(&first, &layer, found[0], has_sum ? found[0] + CELLS : NULL, NULL);
        kernels->join(&middle, &first, &joint);
        for (ptrdiff_t i = 0; i < CELLS + PLANE; i++) {
            EXPECT(found[0][i] == found[1][i]);
        }
    }
    ct_vectors_limit(CT_VECTORS_AVX512);
}

int main(void) {
    for (int code = 0; code < 4; code++) {
        expect_same_numbers(code / 2, code % 2);
        expect_joined(code / 2, code % 2, 1);
        expect_joined(code / 2, code % 2, 2);
    }
    return expect_status();
}
