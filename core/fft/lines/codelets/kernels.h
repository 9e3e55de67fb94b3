/* Passes over lines of complex doubles, for one set of instructions. Local. */
#ifndef CT_FFT_LINES_CODELETS_KERNELS_H
#define CT_FFT_LINES_CODELETS_KERNELS_H

#include <cornerturn/fft.h>
#include <stddef.h>

enum { CT_CODELET_LANES = 4 };

/* What is fetched meanwhile, a cache line at a time: `from` to be read, and `into` to be written:
 * all lines, or those only that begin a page, which are written past the cache but have an address
 * to translate (in pages of 4 KiB: 10000 of 16 x 16, two ranks, 1.9 ms and 1.3). */
typedef struct ct_codelet_ahead {
    const char *from, *into;
    ptrdiff_t left; /* bytes */
    int streams;
} ct_codelet_ahead;

typedef struct ct_codelet_pass ct_codelet_pass;
typedef void ct_codelet_kernel(const ct_codelet_pass *pass, const double *from, double *into,
                               int streams, ct_codelet_ahead *ahead);

struct ct_codelet_pass {
    ct_codelet_kernel *kernel;
    ptrdiff_t count;                /* of rows; of columns, blocks of them */
    ptrdiff_t width;                /* of such a block, in vectors */
    ptrdiff_t from_step, into_step; /* from row to row, or point to point of a column, in reals */
    ptrdiff_t fetched;              /* bytes, each time */
    const double *factors;
    double factor; /* of rows: of the results */
};

/* NULL: there is none for lines of so many points. */
ct_codelet_kernel *ct_codelet_rows(ptrdiff_t points, ct_direction direction);

/* Columns are lines side by side, CT_CODELET_LANES of them in a vector. */
ct_codelet_kernel *ct_codelet_columns(ptrdiff_t points, ct_direction direction);

/* The factors of rows and columns of up to CT_CODELET_MOST points, in so many real numbers. */
enum { CT_CODELET_MOST = 64, CT_CODELET_FACTORS = 4 * CT_CODELET_MOST };
void ct_codelet_row_factors(ptrdiff_t points, ct_direction direction, double *factors);
void ct_codelet_column_factors(ptrdiff_t points, ct_direction direction, double *factors);

#endif
