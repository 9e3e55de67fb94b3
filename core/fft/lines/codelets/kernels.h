/* Passes over the axes of a field of complex doubles, for one set of instructions. Local. */
#ifndef CT_FFT_LINES_CODELETS_KERNELS_H
#define CT_FFT_LINES_CODELETS_KERNELS_H

#include <cornerturn/fft.h>
#include <stddef.h>

enum { CT_CODELET_LANES = 4, CT_CODELET_ROW_MOST = 64 };

/* What is fetched meanwhile, line by line: input, and of each page of the output one line, so that
 * its address is translated before it is written (in pages of 4 KiB: 10000 of 16 x 16, two ranks,
 * 1.9 ms and 1.3). */
typedef struct ct_codelet_ahead {
    const char *from, *into;
    ptrdiff_t left; /* bytes */
} ct_codelet_ahead;

typedef struct ct_codelet_pass ct_codelet_pass;
typedef void ct_codelet_kernel(const ct_codelet_pass *pass, const double *from, double *into,
                               int streams, ct_codelet_ahead *ahead);

struct ct_codelet_pass {
    ct_codelet_kernel *kernel;
    ptrdiff_t count;       /* of rows; of columns, blocks of them */
    ptrdiff_t width;       /* of such a block, in vectors */
    ptrdiff_t step;        /* from point to point of a column, in real numbers */
    ptrdiff_t fetched;     /* bytes, each time */
    const double *factors; /* of rows, by vector: real parts, and imaginary ones with both signs */
    double factor;         /* of rows */
};

/* NULL: there is none for lines of so many points. Columns are lines along an axis other than the
 * last one. */
ct_codelet_kernel *ct_codelet_rows(ptrdiff_t points, ct_direction direction);
ct_codelet_kernel *ct_codelet_columns(ptrdiff_t points, ct_direction direction);

#endif
