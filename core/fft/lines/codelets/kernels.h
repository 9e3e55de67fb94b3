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
    int streams, reads_only;
    ptrdiff_t skip; /* from the end of a row that is fetched to the next, in rows */
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

/* Columns are lines side by side, CT_CODELET_LANES of them in a vector. Those of more points than
 * registers hold want the inner factors. */
ct_codelet_kernel *ct_codelet_columns(ptrdiff_t points, ct_direction direction);

/* The same, with results that are multiplied by `factors`, a complex number for each point. */
ct_codelet_kernel *ct_codelet_turned(ptrdiff_t points, ct_direction direction);

/* The factors of rows of up to CT_CODELET_MOST points, in so many real numbers. */
enum { CT_CODELET_MOST = 512, CT_CODELET_FACTORS = 4 * CT_CODELET_MOST + CT_CODELET_MOST / 2 };
void ct_codelet_row_factors(ptrdiff_t points, ct_direction direction, double *factors);

/* How many of the points of a column go first, where it goes in two steps; 1: it does not. */
ptrdiff_t ct_codelet_first(ptrdiff_t points);

/* The factors of a column of `first` x `rest` points, of all `first` of each turned column: w^(j k)
 * of the k-th result of the j-th. */
void ct_codelet_inner_factors(ptrdiff_t points, ct_direction direction, double *factors);
void ct_codelet_column_factors(ptrdiff_t first, ptrdiff_t rest, ct_direction direction,
                               double *factors);

/* Two rows of complex planes that mirror each other and of coefficients of real ones, which have
 * one number more. They may be the same. */
typedef struct ct_codelet_separation {
    ptrdiff_t half;
    const double *factors;
    const double *from[2];
    double *into[2];
    const double *ahead[2]; /* what is read next, of combine */
} ct_codelet_separation;

/* Coefficients of complex rows, and complex rows, twice as large, of coefficients. */
void ct_codelet_separate(const ct_codelet_separation *rows);
void ct_codelet_combine(const ct_codelet_separation *rows);

/* Their factors, 4 * half real numbers. */
void ct_codelet_separating_factors(ptrdiff_t half, ct_direction direction, double *factors);

#endif
