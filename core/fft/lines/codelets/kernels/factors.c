#include "fft/lines/codelets/kernels/factors.h"

#include "fft/lines/codelets/kernels/steps.h"
#include "fft/numbers.h"
#include "fft/shape/roots.h"
#include "fft/shape/shape.h"

#include <string.h>

/* Sets factor i of those in `lanes` lanes: of each register real parts twice, then the imaginary
 * ones with both signs. */
static void set_lane(void *factors, ptrdiff_t i, ptrdiff_t lanes, ct_precision precision,
                     double complex factor) {
    const ptrdiff_t re = i / lanes * 4 * lanes + i % lanes * 2;
    const ptrdiff_t im = re + 2 * lanes;
    ct_real_set(factors, re, precision, creal(factor));
    ct_real_set(factors, re + 1, precision, creal(factor));
    ct_real_set(factors, im, precision, -cimag(factor));
    ct_real_set(factors, im + 1, precision, cimag(factor));
}

/* From real number `at` on, those of first x rest points. */
static void set_between(void *factors, ptrdiff_t at, ptrdiff_t first, ptrdiff_t rest,
                        ct_precision precision, ct_direction direction) {
    for (ptrdiff_t i = 0; i < first * rest; i++) {
        const double complex root =
            ct_fft_root_of(i / first * (i % first), first * rest, direction);
        ct_real_set(factors, at + 2 * i, precision, creal(root));
        ct_real_set(factors, at + 2 * i + 1, precision, cimag(root));
    }
}

/* w^(j k) of lane j of register k. */
void ct_codelet_row_factors(ct_precision precision, ptrdiff_t points, ct_direction direction,
                            void *factors) {
    const ct_codelet_named *kernel = ct_codelet_own_rows(precision, points);
    if (ct_codelet_rows(precision, points, 0, direction) ==
        ct_codelet_set_of(precision)->rows_by_columns) {
        ct_codelet_field_factors(precision, 1, &points, direction, factors);
    }
    if (kernel == NULL) {
        return;
    }
    const ptrdiff_t lanes = kernel->lanes;
    const ptrdiff_t registers = points / lanes;
    for (ptrdiff_t i = 0; i < points && lanes > 1; i++) {
        set_lane(factors, i, lanes, precision,
                 ct_fft_root_of(i % lanes * (i / lanes), points, direction));
    }
    if (kernel->first < registers) {
        set_between(factors, lanes > 1 ? 4 * points : 0, kernel->first, registers / kernel->first,
                    precision, direction);
    }
}

void ct_codelet_field_factors(ct_precision precision, int axes, const ptrdiff_t *extent,
                              ct_direction direction, void *factors) {
    ct_codelet_by_columns *by = factors;
    char *inner = (char *)(by + 1);
    const ptrdiff_t register_bytes = ct_codelet_set_of(precision)->register_bytes;
    ptrdiff_t step = register_bytes;
    *by = (ct_codelet_by_columns){.points = 1, .passes = axes};
    for (int a = axes - 1; a >= 0; a--) {
        by->pass[a] = (ct_codelet_pass){
            .kernel = ct_codelet_columns(precision, extent[a], direction),
            .width = step,
            .from_step = step,
            .into_step = step,
            .from_block = extent[a] * step,
            .into_block = extent[a] * step,
            .factors = inner,
        };
        inner += ct_codelet_inner_factors(precision, extent[a], direction, inner);
        step *= extent[a];
        by->points *= extent[a];
    }
    for (int a = 0; a < axes; a++) {
        by->pass[a].count = by->points * register_bytes / by->pass[a].from_block;
    }
}

/* exp(-+ pi i j^2 / points). */
static double complex chirp_of(ptrdiff_t j, ptrdiff_t points, ct_direction direction) {
    return ct_fft_root_of(j * j % (2 * points), 2 * points, direction);
}

static void set(void *numbers, ptrdiff_t i, ct_precision precision, double complex number) {
    ct_real_set(numbers, 2 * i, precision, creal(number));
    ct_real_set(numbers, 2 * i + 1, precision, cimag(number));
}

/* The transform of numbers that there are `points` of, by the sum, divided by that, of number k +
 * first l to place k rest + l. */
static void set_kernel(const double complex *numbers, ct_codelet_convolution_size size,
                       ct_precision precision, void *kernel) {
    const ptrdiff_t points = size.first * size.rest;
    double complex root[CT_CODELET_MOST];
    for (ptrdiff_t m = 0; m < points; m++) {
        root[m] = ct_fft_root(m, points) / (double)points;
    }
    for (ptrdiff_t i = 0; i < points; i++) {
        const ptrdiff_t k = i / size.rest + i % size.rest * size.first;
        double complex sum = 0;
        for (ptrdiff_t m = 0; m < points; m++) {
            sum += ct_times(numbers[m], root[k * m % points]);
        }
        set(kernel, i, precision, sum);
    }
}

/* What is convolved with. */
static void find_convolved(ptrdiff_t points, ct_codelet_convolution_size size,
                           ct_direction direction, const short *place, double complex *numbers) {
    const ptrdiff_t all = size.first * size.rest;
    memset(numbers, 0, (size_t)all * sizeof *numbers);
    for (ptrdiff_t m = 0; m < all && !size.is_padded; m++) {
        numbers[m] = ct_fft_root_of(place[m > 0 ? all - m : 0], points, direction);
    }
    for (ptrdiff_t m = 0; m < points && size.is_padded; m++) {
        numbers[m] = numbers[m > 0 ? all - m : 0] = conj(chirp_of(m, points, direction));
    }
}

/* Of columns by a convolution: its tables, as ct_codelet_convolution has them. Returns their bytes.
 */
static size_t set_convolution(ct_precision precision, ptrdiff_t points, ct_direction direction,
                              void *factors) {
    const ct_codelet_convolution_size size = ct_codelet_convolved(points);
    const ptrdiff_t all = size.first * size.rest;
    const size_t number_bytes = 2 * (size_t)ct_real_bytes(precision);
    const size_t table = (size_t)all * number_bytes;
    const size_t last = size.is_padded ? 2 * (size_t)points * number_bytes
                                       : ((size_t)all * sizeof(short) + number_bytes - 1) /
                                             number_bytes * number_bytes;
    char *const at = (char *)((ct_codelet_convolution *)factors + 1);
    double complex numbers[CT_CODELET_MOST];
    short place[CT_CODELET_MOST];
    *(ct_codelet_convolution *)factors = (ct_codelet_convolution){
        .turned = ct_codelet_turned(precision, size.first, CT_FORWARD),
        .columns = ct_codelet_columns(precision, size.rest, CT_FORWARD),
        .turned_back = ct_codelet_turned(precision, size.rest, CT_FORWARD),
        .columns_back = ct_codelet_columns(precision, size.first, CT_FORWARD),
        .points = points,
        .first = size.first,
        .rest = size.rest,
        .is_padded = size.is_padded};
    set_between(at, 0, size.first, size.rest, precision, CT_FORWARD);
    set_between(at + 2 * table, 0, size.rest, size.first, precision, CT_FORWARD);
    if (!size.is_padded) {
        ct_fft_find_powers(points, place);
        memcpy(at + 3 * table, place, (size_t)all * sizeof(short));
    }
    find_convolved(points, size, direction, place, numbers);
    set_kernel(numbers, size, precision, at + table);
    for (ptrdiff_t j = 0; j < points && size.is_padded; j++) {
        const double complex chirp = chirp_of(j, points, direction);
        set(at + 3 * table, j, precision, chirp);
        set(at + 3 * table, points + j, precision, chirp);
    }
    return sizeof(ct_codelet_convolution) + 3 * table + last;
}

/* Of columns by sums: as ct_codelet_sums has them. Returns their bytes. */
static size_t set_sums(ct_precision precision, ptrdiff_t points, ct_direction direction,
                       void *factors) {
    const ptrdiff_t pairs = points / 2;
    char *const at = (char *)((ct_codelet_sums *)factors + 1);
    const ptrdiff_t each = 2 * (ptrdiff_t)CT_CODELET_SUMS;
    ptrdiff_t set = 0;
    *(ct_codelet_sums *)factors = (ct_codelet_sums){points};
    for (ptrdiff_t k = 1; k <= pairs; k += CT_CODELET_SUMS) {
        for (ptrdiff_t j = 1; j <= pairs; j++, set += each) {
            for (ptrdiff_t i = 0; i < CT_CODELET_SUMS; i++) {
                const double complex root = ct_fft_root_of((k + i) * j % points, points, direction);
                ct_real_set(at, set + i, precision, creal(root));
                ct_real_set(at, set + CT_CODELET_SUMS + i, precision, -cimag(root));
            }
        }
    }
    return sizeof(ct_codelet_sums) + (size_t)(set * ct_real_bytes(precision));
}

size_t ct_codelet_inner_factors(ct_precision precision, ptrdiff_t points, ct_direction direction,
                                void *factors) {
    const ct_codelet_set *set = ct_codelet_set_of(precision);
    ct_codelet_kernel *kernel = ct_codelet_columns(precision, points, direction);
    const ptrdiff_t first = ct_codelet_outer_first(points);
    const size_t between = 2 * (size_t)(points * ct_real_bytes(precision));
    if (kernel != NULL && kernel == set->summed_columns) {
        return set_sums(precision, points, direction, factors);
    }
    if (kernel != NULL && kernel == set->convolved_columns) {
        return set_convolution(precision, points, direction, factors);
    }
    if (kernel != NULL && kernel == set->columns_in_steps) {
        char *const behind = (char *)((ct_codelet_steps *)factors + 1);
        *(ct_codelet_steps *)factors = (ct_codelet_steps){
            .turned = ct_codelet_turned(precision, first, direction),
            .columns = ct_codelet_columns(precision, points / first, direction),
            .first = first,
            .rest = points / first,
        };
        set_between(behind, 0, first, points / first, precision, direction);
        return sizeof(ct_codelet_steps) + between +
               ct_codelet_inner_factors(precision, points / first, direction, behind + between);
    }
    if (first > 1) {
        set_between(factors, 0, first, points / first, precision, direction);
    }
    return first > 1 ? between : 0;
}

void ct_codelet_between_factors(ct_precision precision, ptrdiff_t first, ptrdiff_t rest,
                                ct_direction direction, void *factors) {
    set_between(factors, 0, first, rest, precision, direction);
}

void ct_codelet_crossing_factors(ct_precision precision, ptrdiff_t first, ptrdiff_t rest,
                                 ct_direction direction, void *factors) {
    const ptrdiff_t lanes = ct_codelet_register_lanes(precision);
    for (ptrdiff_t i = 0; i < (rest + lanes - 1) / lanes * lanes * first; i++) {
        const ptrdiff_t column = i / (first * lanes) * lanes;
        const ptrdiff_t j = (column + lanes > rest ? rest - lanes : column) + i % lanes;
        const double complex root =
            ct_fft_root_of(j * (i / lanes % first), first * rest, direction);
        ct_real_set(factors, 2 * i, precision, creal(root));
        ct_real_set(factors, 2 * i + 1, precision, cimag(root));
    }
}

/* -i w^k / 2, or i w^-k; the last vector has some of those before. */
void ct_codelet_separating_factors(ct_precision precision, ptrdiff_t half, ct_direction direction,
                                   void *factors) {
    const double complex unit = CMPLX(0, direction == CT_FORWARD ? -0.5 : 1);
    const ptrdiff_t lanes = ct_codelet_register_lanes(precision);
    for (ptrdiff_t i = 0; i < (half + lanes - 1) / lanes * lanes; i++) {
        const ptrdiff_t first = i / lanes * lanes;
        const ptrdiff_t k = first + lanes <= half ? i : half - lanes + i % lanes;
        set_lane(factors, i, lanes, precision,
                 ct_times(unit, ct_fft_root_of(k, 2 * half, direction)));
    }
}
