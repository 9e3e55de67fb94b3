#include "fft/lines/codelets/kernels/kernels.h"

#include "fft/lines/codelets/kernels/lengths.h"
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

/* Complex numbers of a register. */
static ptrdiff_t register_lanes(ct_precision precision) {
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

/* A length in two steps. */
typedef struct two_steps {
    ptrdiff_t points, first;
} two_steps;

#define TWO_STEPS(POINTS, FIRST) {POINTS, FIRST},
#define ONE_STEP(POINTS) {POINTS, POINTS},

/* Of points that are none of `lengths` 0. */
static ptrdiff_t first_in(const two_steps *lengths, ptrdiff_t points) {
    while (lengths->points > 0 && lengths->points != points) {
        lengths++;
    }
    return lengths->first;
}

static int is_step(ptrdiff_t points) {
    static const two_steps steps[] = {CT_CODELET_STEPS(ONE_STEP){0, 0}};
    return first_in(steps, points) > 0;
}

/* Of points without a kernel of their own the two steps are nearly the same, the first one more
 * often larger: so they take least. */
ptrdiff_t ct_codelet_first(ptrdiff_t points) {
    static const two_steps columns[] = {CT_CODELET_COLUMNS(TWO_STEPS){0, 0}};
    ptrdiff_t found = is_step(points) ? 1 : first_in(columns, points);
    for (ptrdiff_t first = 2;
         first <= CT_CODELET_STEP_MOST && points <= CT_CODELET_MOST && found == 0; first++) {
        const int suits = first * first >= points && points % first == 0 && is_step(first) &&
                          is_step(points / first);
        found = suits ? first : 0;
    }
    return found > 0 ? found : 1;
}

/* Points of such a row that are in a register, as it is transformed; 1: it is transposed. */
static ptrdiff_t row_lanes(ct_precision precision, ptrdiff_t points) {
    const ct_codelet_named *kernel = find(ct_codelet_set_of(precision)->rows, points);
    return kernel != NULL ? kernel->lanes : 1;
}

/* Points of rows two of which have four registers. */
enum { TWO_REGISTERS = 2 * CT_CODELET_ROW_LANES };

/* Rows that have no kernel of their own, while columns have one. */
static int are_by_columns(ptrdiff_t points, ct_precision precision) {
    return find(ct_codelet_set_of(precision)->rows, points) == NULL &&
           points >= CT_CODELET_ROW_LANES &&
           ct_codelet_columns(precision, points, CT_FORWARD) != NULL;
}

ptrdiff_t ct_codelet_rows_at_once(ct_precision precision, ptrdiff_t points) {
    const ptrdiff_t lanes = row_lanes(precision, points);
    const ptrdiff_t in_register = register_lanes(precision) / lanes;
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
    return kernel == NULL && ct_codelet_first(points) > 1 ? set->columns_in_steps : kernel;
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

static double complex root_of(ptrdiff_t m, ptrdiff_t points, ct_direction direction) {
    const double complex root = ct_fft_root(m, points);
    return direction == CT_FORWARD ? root : conj(root);
}

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
        const double complex root = root_of(i / first * (i % first), first * rest, direction);
        ct_real_set(factors, at + 2 * i, precision, creal(root));
        ct_real_set(factors, at + 2 * i + 1, precision, cimag(root));
    }
}

/* w^(j k) of lane j of register k. */
void ct_codelet_row_factors(ct_precision precision, ptrdiff_t points, ct_direction direction,
                            void *factors) {
    const ct_codelet_named *kernel = find(ct_codelet_set_of(precision)->rows, points);
    if (are_by_columns(points, precision)) {
        ct_codelet_field_factors(precision, 1, &points, direction, factors);
    }
    if (kernel == NULL) {
        return;
    }
    const ptrdiff_t lanes = kernel->lanes;
    const ptrdiff_t registers = points / lanes;
    for (ptrdiff_t i = 0; i < points && lanes > 1; i++) {
        set_lane(factors, i, lanes, precision, root_of(i % lanes * (i / lanes), points, direction));
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
        ct_codelet_inner_factors(precision, extent[a], direction, inner);
        inner += sizeof(ct_codelet_steps) + (size_t)(2 * extent[a] * ct_real_bytes(precision));
        step *= extent[a];
        by->points *= extent[a];
    }
    for (int a = 0; a < axes; a++) {
        by->pass[a].count = by->points * register_bytes / by->pass[a].from_block;
    }
}

void ct_codelet_inner_factors(ct_precision precision, ptrdiff_t points, ct_direction direction,
                              void *factors) {
    const ptrdiff_t first = ct_codelet_first(points);
    if (ct_codelet_columns(precision, points, direction) ==
        ct_codelet_set_of(precision)->columns_in_steps) {
        *(ct_codelet_steps *)factors = (ct_codelet_steps){
            .turned = ct_codelet_turned(precision, first, direction),
            .columns = ct_codelet_columns(precision, points / first, direction),
            .first = first,
            .rest = points / first,
        };
        factors = (ct_codelet_steps *)factors + 1;
    }
    if (first > 1) {
        set_between(factors, 0, first, points / first, precision, direction);
    }
}

void ct_codelet_between_factors(ct_precision precision, ptrdiff_t first, ptrdiff_t rest,
                                ct_direction direction, void *factors) {
    set_between(factors, 0, first, rest, precision, direction);
}

void ct_codelet_crossing_factors(ct_precision precision, ptrdiff_t first, ptrdiff_t rest,
                                 ct_direction direction, void *factors) {
    const ptrdiff_t lanes = register_lanes(precision);
    for (ptrdiff_t i = 0; i < (rest + lanes - 1) / lanes * lanes * first; i++) {
        const ptrdiff_t column = i / (first * lanes) * lanes;
        const ptrdiff_t j = (column + lanes > rest ? rest - lanes : column) + i % lanes;
        const double complex root = root_of(j * (i / lanes % first), first * rest, direction);
        ct_real_set(factors, 2 * i, precision, creal(root));
        ct_real_set(factors, 2 * i + 1, precision, cimag(root));
    }
}

/* -i w^k / 2, or i w^-k; the last vector has some of those before. */
void ct_codelet_separating_factors(ct_precision precision, ptrdiff_t half, ct_direction direction,
                                   void *factors) {
    const double complex unit = CMPLX(0, direction == CT_FORWARD ? -0.5 : 1);
    const ptrdiff_t lanes = register_lanes(precision);
    for (ptrdiff_t i = 0; i < (half + lanes - 1) / lanes * lanes; i++) {
        const ptrdiff_t first = i / lanes * lanes;
        const ptrdiff_t k = first + lanes <= half ? i : half - lanes + i % lanes;
        set_lane(factors, i, lanes, precision, ct_times(unit, root_of(k, 2 * half, direction)));
    }
}
