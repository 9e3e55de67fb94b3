/* The factors that kernels multiply by, as they lie in memory for them. Local, pure. */
#ifndef CT_FFT_LINES_CODELETS_KERNELS_FACTORS_H
#define CT_FFT_LINES_CODELETS_KERNELS_FACTORS_H

#include "fft/lines/codelets/kernels/kernels.h"

/* The factors of columns and of rows of up to CT_CODELET_MOST points, in so many real numbers. */
enum {
    CT_CODELET_INNER_FACTORS = 10 * CT_CODELET_MOST,
    CT_CODELET_FACTORS = CT_CODELET_INNER_FACTORS + 64
};
void ct_codelet_row_factors(ct_precision precision, ptrdiff_t points, ct_direction direction,
                            void *factors);

/* The same of fields of up to three axes that have so many points, for the kernel rows_by_columns,
 * which transforms as many at once as a vector has lanes. They are not to be moved. */
void ct_codelet_field_factors(ct_precision precision, int axes, const ptrdiff_t *extent,
                              ct_direction direction, void *factors);

/* The factors of a column, aligned as a ct_codelet_steps: those of first x rest points between its
 * steps, which are kept before them where each is a kernel; or those of sums, or of a convolution.
 * Of columns in one step there are none. Returns their bytes. */
size_t ct_codelet_inner_factors(ct_precision precision, ptrdiff_t points, ct_direction direction,
                                void *factors);

/* w^(j k) of the k-th result of the j-th of first x rest points, all k of each j. */
void ct_codelet_between_factors(ct_precision precision, ptrdiff_t first, ptrdiff_t rest,
                                ct_direction direction, void *factors);

/* The same for columns side by side in vectors, the last of which has some of those before: w^(j k)
 * of the k-th result of the j-th. */
void ct_codelet_crossing_factors(ct_precision precision, ptrdiff_t first, ptrdiff_t rest,
                                 ct_direction direction, void *factors);

/* Those of separate and combine, 4 * half real numbers. */
void ct_codelet_separating_factors(ct_precision precision, ptrdiff_t half, ct_direction direction,
                                   void *factors);

#endif
