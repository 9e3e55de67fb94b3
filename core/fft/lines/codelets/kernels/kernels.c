#include "fft/lines/codelets/kernels/kernels.h"

#include "fft/lines/codelets/kernels/steps.h"
#include "fft/numbers.h"
#include "fft/shape/roots.h"
#include "kernels/cache.h"
#include "kernels/vectors.h"

static const ct_codelet_named nothing[] = {{0}};
static const ct_codelet_set no_kernels = {.register_bytes = CT_LINE_BYTES,
                                          .rows = nothing,
                                          .columns = nothing,
                                          .turned = nothing,
                                          .crossed = nothing,
                                          .placed = nothing};

const ct_codelet_set *ct_codelet_set_of(ct_precision precision) {
    const int are_floats = precision == CT_FLOAT;
    switch (ct_vectors_used()) {
#if defined(__x86_64__)
    case CT_VECTORS_AVX512:
        return are_floats ? &ct_codelets_float_avx512 : &ct_codelets_double_avx512;
    case CT_VECTORS_AVX2:
        return are_floats ? &ct_codelets_float_avx2 : &ct_codelets_double_avx2;
#endif
    default:
        (void)are_floats;
        return &no_kernels;
    }
}

ptrdiff_t ct_codelet_register_lanes(ct_precision precision) {
    return ct_codelet_set_of(precision)->register_bytes / (2 * ct_real_bytes(precision));
}

int ct_codelet_registers_are_narrow(ct_precision precision) {
    return ct_codelet_set_of(precision)->register_bytes < CT_LINE_BYTES;
}

ptrdiff_t ct_codelet_lanes(ct_precision precision) {
    return CT_LINE_BYTES / (2 * ct_real_bytes(precision));
}

/* NULL: there is none. */
static const ct_codelet_named *find(const ct_codelet_named *kernel, ptrdiff_t points) {
    while (kernel->points > 0 && kernel->points != points) {
        kernel++;
    }
    return kernel->points > 0 ? kernel : NULL;
}

static ct_codelet_kernel *kernel_of(const ct_codelet_named *kernels, ptrdiff_t points,
                                    ct_direction direction) {
    const ct_codelet_named *found = find(kernels, points);
    return found == NULL ? NULL : direction == CT_FORWARD ? found->forward : found->inverse;
}

const ct_codelet_named *ct_codelet_own_rows(ct_precision precision, ptrdiff_t points) {
    return find(ct_codelet_set_of(precision)->rows, points);
}

/* Points of such a row that are in a register, as it is transformed; 1: it is transposed. */
static ptrdiff_t row_lanes(ct_precision precision, ptrdiff_t points) {
    const ct_codelet_named *kernel = ct_codelet_own_rows(precision, points);
    return kernel != NULL ? kernel->lanes : 1;
}

/* Points of rows two of which have four registers. */
enum { TWO_REGISTERS = 2 * CT_CODELET_ROW_LANES };

/* Rows that have no kernel of their own, while columns have one. */
static int are_by_columns(ptrdiff_t points, ct_precision precision) {
    return ct_codelet_own_rows(precision, points) == NULL && points >= CT_CODELET_ROW_LANES &&
           ct_codelet_columns(precision, points, CT_FORWARD) != NULL;
}

ptrdiff_t ct_codelet_rows_at_once(ct_precision precision, ptrdiff_t points) {
    const ptrdiff_t lanes = row_lanes(precision, points);
    const ptrdiff_t in_register = ct_codelet_register_lanes(precision) / lanes;
    return points == TWO_REGISTERS && lanes == CT_CODELET_ROW_LANES ? 2 * in_register : in_register;
}

ct_codelet_kernel *ct_codelet_rows(ct_precision precision, ptrdiff_t points, ptrdiff_t rows,
                                   ct_direction direction) {
    const ct_codelet_set *set = ct_codelet_set_of(precision);
    if (rows > 0 && rows < ct_codelet_rows_at_once(precision, points)) {
        return NULL;
    }
    return are_by_columns(points, precision) ? set->rows_by_columns
                                             : kernel_of(set->rows, points, direction);
}

int ct_codelet_rows_stream(ct_precision precision, ptrdiff_t points) {
    const ct_codelet_set *set = ct_codelet_set_of(precision);
    const ct_codelet_named *kernel = find(set->rows, points);
    return !ct_codelet_registers_are_narrow(precision) && kernel != NULL &&
           kernel->lanes == CT_CODELET_ROW_LANES &&
           (points == TWO_REGISTERS ||
            (points % ((ptrdiff_t)CT_CODELET_ROW_LANES * CT_CODELET_ROW_LANES) == 0 &&
             kernel->first % CT_CODELET_ROW_LANES == 0));
}

ct_codelet_kernel *ct_codelet_columns(ct_precision precision, ptrdiff_t points,
                                      ct_direction direction) {
    const ct_codelet_set *set = ct_codelet_set_of(precision);
    ct_codelet_kernel *kernel = kernel_of(set->columns, points, direction);
    return kernel != NULL || set->columns == nothing ? kernel
           : ct_codelet_outer_first(points) > 1      ? set->columns_in_steps
           : ct_codelet_is_summed(points)            ? set->summed_columns
           : ct_codelet_convolved(points).first > 0  ? set->convolved_columns
                                                     : NULL;
}

ct_codelet_kernel *ct_codelet_turned(ct_precision precision, ptrdiff_t points,
                                     ct_direction direction) {
    return kernel_of(ct_codelet_set_of(precision)->turned, points, direction);
}

ct_codelet_kernel *ct_codelet_crossed(ct_precision precision, ptrdiff_t points,
                                      ct_direction direction) {
    return kernel_of(ct_codelet_set_of(precision)->crossed, points, direction);
}

ct_codelet_kernel *ct_codelet_placed(ct_precision precision, ptrdiff_t points,
                                     ct_direction direction) {
    return kernel_of(ct_codelet_set_of(precision)->placed, points, direction);
}
