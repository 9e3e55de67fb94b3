/* Solving lines and operating on a box take the same numbers with all vector instructions, to the
 * rounding of products that some processors add without rounding them first. */
#include "adi_axes.h"
#include "fft/numbers.h"
#include "kernels/vectors.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ROUNDING 1e-14 /* of numbers up to about 1 */

/* Lines of a box along its last axis, or along the middle one, solved and then multiplied. */
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
    ct_adi_operation operation = {.count = {PLANES, ROWS, N}, .scale = 0.3, .identity = 0.1};
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
            EXPECT(fabs(found[vectors][0][i] - found[0][0][i]) < ROUNDING &&
                   fabs(found[vectors][1][i] - found[0][1][i]) < ROUNDING);
        }
    }
    ct_vectors_limit(CT_VECTORS_AVX512);
    ct_adi_axis_destroy(&axis);
}

/* Numbers at random of a precision. The caller frees them. */
static void *numbers_of(const ct_adi_kernels *kernels, double least, ptrdiff_t count) {
    void *numbers = calloc((size_t)count, sizeof(double));
    for (ptrdiff_t i = 0; i < count; i++) {
        const double number = least + 0.4 * random_number();
        kernels->store(&number, 1, (char *)numbers + i * kernels->bytes);
    }
    return numbers;
}

/* Lines that begin alike in pages, which few lines of a cache are for: together as one by one. */
static void expect_crowded(ct_precision precision, int is_variable, int is_cyclic) {
    enum { LINES = 37, LONG = 1024, ALL = LINES * LONG };
    const double rounding = precision == CT_FLOAT ? 1e-5 : ROUNDING;
    const ct_adi_kernels *kernels = ct_adi_kernels_for(precision);
    const ptrdiff_t count = is_variable ? ALL : LONG;
    void *pivot = numbers_of(kernels, 0.2, count);
    void *low = numbers_of(kernels, 0.1, ALL + LINES); /* of variable lines couplings */
    void *high = numbers_of(kernels, 0.1, LONG);
    void *given = numbers_of(kernels, -0.2, ALL);
    void *together = malloc(ALL * sizeof(double));
    void *scratch = malloc(ALL * sizeof(double));
    ct_adi_systems s = {.shape = {LINES, LONG, 1}, .is_cyclic = is_cyclic, .has_left = is_cyclic};
    s.pivot = pivot;
    s.low = low;
    s.high = is_variable ? NULL : high;
    s.left = s.weight = s.ends = high;
    s.is_variable = is_variable;
    s.back = low;
    s.ahead = (char *)low + kernels->bytes;
    s.pitch = LONG + 1;
    s.scale = high;
    memcpy(together, given, (size_t)(ALL * kernels->bytes));
    kernels->solve(&s, 0, LINES, together, scratch, NULL);
    for (ptrdiff_t line = 0; line < LINES; line++) {
        kernels->solve(&s, line, 1, given, scratch, NULL);
    }
    for (ptrdiff_t i = 0; i < ALL; i++) {
        EXPECT(fabs(ct_real_at(together, i, precision) - ct_real_at(given, i, precision)) <
               rounding);
    }
    free(pivot);
    free(low);
    free(high);
    free(given);
    free(together);
    free(scratch);
}

enum { PLANES = 3, ROWS = 11, N = 37, PLANE = ROWS * N, CELLS = PLANES * PLANE };

/* Constant systems of `shape`, in `memory`. */
static ct_adi_systems make_systems(ct_adi_shape shape, int is_cyclic, double *memory) {
    const ct_adi_kernels *kernels = ct_adi_kernels_for(CT_DOUBLE);
    ct_adi_systems s = {.shape = shape, .has_left = is_cyclic, .is_cyclic = is_cyclic};
    double numbers[6 * N];
    ct_adi_axis axis;
    make_axis(shape.n, is_cyclic, &axis);
    const ct_adi_stretch stretch = {&axis, 0, shape.n, 0.7, 0.4};
    ct_adi_constant_place(shape.n, kernels, memory, &s);
    ct_adi_constant_factorise(&stretch, 0.8, kernels, numbers, &s);
    ct_adi_axis_destroy(&axis);
    return s;
}

/* One plane is substituted along the middle axis, and the last one unless NULL. */
static void substitute(const ct_adi_kernels *kernels, const ct_adi_systems *middle,
                       const ct_adi_systems *last, double *plane) {
    const ct_adi_part all = {.outers = 1, .count = N, .end = ROWS};
    const ct_adi_part rows = {.outers = ROWS, .count = 1, .end = N};
    double known[N];
    memcpy(known, plane + PLANE - N, sizeof known);
    kernels->backward(middle, &all, plane, middle->is_cyclic ? known : NULL,
                      middle->is_cyclic ? known : NULL);
    for (ptrdiff_t i = 0; i < ROWS; i++) {
        known[i] = plane[i * N + N - 1];
    }
    if (last != NULL) {
        kernels->backward(last, &rows, plane, last->is_cyclic ? known : NULL,
                          last->is_cyclic ? known : NULL);
    }
}

/* Rows of a box are eliminated along these axes, some at a time. */
static void fused_forward(const ct_adi_kernels *kernels, const ct_adi_systems *middle,
                          const ct_adi_systems *first, const ct_adi_systems *last, double *box,
                          double *sums) {
    enum { PART = 4, PITCH = N + 3 };
    double plane[ROWS * PITCH];
    double edge[N];
    double weighted[N];
    for (ptrdiff_t number = 0; number < PLANES; number++) {
        double *rows = box + PLANE * (first->is_mirrored ? PLANES - 1 - number : number);
        for (ptrdiff_t i = 0; i < ROWS; i += PART) {
            const ptrdiff_t end = i + PART < ROWS ? i + PART : ROWS;
            const ptrdiff_t at = N * i;
            const ct_adi_fused_rows rows_of_plane = {.first = i,
                                                     .end = end,
                                                     .number = number,
                                                     .r = rows + at,
                                                     .edge = edge,
                                                     .weighted = weighted,
                                                     .pitch = PITCH,
                                                     .d = plane + PITCH * i,
                                                     .sum = sums != NULL ? sums + at : NULL};
            kernels->fused_forward(middle, first, last, &rows_of_plane);
        }
        for (ptrdiff_t i = 0; i < ROWS; i++) {
            memcpy(rows + N * i, plane + PITCH * i, N * sizeof *plane);
        }
    }
}

typedef enum last_axis { NO_LAST, OPEN_LAST, CYCLIC_LAST } last_axis;

/* Elimination along the middle axis, the first one and perhaps the last one, then substitution
 * along all, give what one axis after the other gives: a state, and the sums along the first axis.
 * goes_on: that has numbers before and after the box, which are not substituted along the others
 * either. */
static void expect_crossed(last_axis along, int is_cyclic, int goes_on, int is_mirrored,
                           int replaces) {
    static double given[CELLS];
    static double box[CELLS];
    static double state[2][CELLS];
    double memory[3][6 * N];
    double scan[17 * (N + 15)];
    double beyond[2][2][PLANE]; /* before and after */
    double sums[2][PLANE] = {{0}};
    double scratch[3 * PLANE];
    double edge[2 * N];
    const ct_adi_systems middle =
        make_systems((ct_adi_shape){PLANES, ROWS, N}, is_cyclic, memory[0]);
    ct_adi_systems first = make_systems((ct_adi_shape){1, PLANES, PLANE}, goes_on, memory[1]);
    const ct_adi_part all = {.outers = 1, .count = PLANE, .end = PLANES};
    ct_adi_systems systems = make_systems((ct_adi_shape){(ptrdiff_t)PLANES * ROWS, N, 1},
                                          along == CYCLIC_LAST, memory[2]);
    const ct_adi_systems *last = along != NO_LAST ? &systems : NULL;
    EXPECT(ct_adi_scan_numbers(N) <= (ptrdiff_t)(sizeof scan / sizeof *scan));
    systems.scan = scan;
    first.is_cyclic = 0;
    first.is_mirrored = is_mirrored;
    for (ptrdiff_t i = 0; i < CELLS; i++) {
        given[i] = random_number() - 0.5;
    }
    for (int vectors = CT_VECTORS_PORTABLE; vectors <= CT_VECTORS_AVX512; vectors++) {
        ct_vectors_limit((ct_vectors)vectors);
        const ct_adi_kernels *kernels = ct_adi_kernels_for(CT_DOUBLE);
        kernels->make_scan(&systems);
        for (int way = 0; way < 2; way++) {
            memcpy(beyond[way], given, sizeof beyond[way]);
            memcpy(state[way], given, sizeof given);
        }
        memcpy(box, given, sizeof given);
        substitute(kernels, &middle, last, beyond[0][0]);
        substitute(kernels, &middle, last, beyond[0][1]);
        if (last != NULL) {
            kernels->solve(last, 0, (ptrdiff_t)PLANES * ROWS, box, scratch, NULL);
        }
        kernels->solve(&middle, 0, PLANES, box, scratch, NULL);
        kernels->forward(&first, &all, box, goes_on ? sums[0] : NULL, NULL);
        kernels->update(&first, box, goes_on ? beyond[0][0] : NULL, goes_on ? beyond[0][1] : NULL,
                        replaces, state[0], scratch);
        memcpy(box, given, sizeof given);
        fused_forward(kernels, &middle, &first, last, box, goes_on ? sums[1] : NULL);
        const ct_adi_fused_return back = {.d = box,
                                          .before = goes_on ? beyond[1][0] : NULL,
                                          .last = goes_on ? beyond[1][1] : NULL,
                                          .replaces = replaces,
                                          .state = state[1],
                                          .pitch = N + 3,
                                          .carry = scratch,
                                          .edge = edge};
        kernels->fused_backward(&middle, &first, last, &back);
        substitute(kernels, &middle, last, sums[1]);
        for (ptrdiff_t i = 0; i < CELLS; i++) {
            EXPECT(fabs(state[1][i] - state[0][i]) < ROUNDING);
            EXPECT(i >= PLANE || fabs(sums[1][i] - sums[0][i]) < ROUNDING);
        }
    }
    ct_vectors_limit(CT_VECTORS_AVX512);
}

int main(void) {
    for (int code = 0; code < 4; code++) {
        expect_same_numbers(code / 2, code % 2);
    }
    for (int code = 0; code < 18; code++) {
        const int kind = code % 3; /* of lines: open, cyclic, variable */
        ct_vectors_limit((ct_vectors)(code / 3 % 3));
        expect_crowded(code < 9 ? CT_FLOAT : CT_DOUBLE, kind == 2, kind == 1);
    }
    ct_vectors_limit(CT_VECTORS_AVX512);
    for (int code = 0; code < 48; code++) {
        expect_crossed((last_axis)(code / 16), code / 8 % 2, code / 4 % 2, code / 2 % 2, code % 2);
    }
    return expect_status();
}
