/* Passes over lines of complex numbers of either precision, for registers of 64 bytes (AVX-512) and
 * of 32 (AVX2). All are compiled from kernels_source.h; what differs is in the registers of each.
 * A vector is what passes take at once, whatever the registers: a cache line of numbers. Local. */
#ifndef CT_FFT_LINES_CODELETS_KERNELS_KERNELS_H
#define CT_FFT_LINES_CODELETS_KERNELS_KERNELS_H

#include "kernels/fetch.h"

#include <cornerturn/fft_problem.h>
#include <cornerturn/precision.h>
#include <stddef.h>

/* What is moved meanwhile. Fetched is, a cache line at a time: `from` to be read, and `into` to be
 * written: all lines, or those only that begin a page, which are written past the cache but have an
 * address to translate (in pages of 4 KiB: 10000 of 16 x 16, two ranks, 1.9 ms and 1.3). */
typedef struct ct_codelet_ahead {
    const char *from, *into;
    ptrdiff_t left; /* bytes */
    int streams, reads_only;
    ptrdiff_t skip;      /* from the end of a row that is fetched to the next */
    ct_fetch_rows *rows; /* of columns, besides: NULL, or as much as they read is fetched */

    /* Whole lines of an earlier result are written past the cache, so many bytes each time: in one
     * go they would wait for the memory (10000 of 32 x 32 real numbers, two ranks, 5.8 ms and
     * 4.6). */
    const char *result;
    char *target;
    ptrdiff_t owed, paid; /* bytes that are left, and those of each time */
} ct_codelet_ahead;

/* Rows of columns that are read and written: the same, or apart. */
enum { CT_CODELET_STEP_MOST = 32, CT_CODELET_PLACES = CT_CODELET_STEP_MOST };
typedef struct ct_codelet_places {
    const char *from[CT_CODELET_PLACES];
    char *into[CT_CODELET_PLACES];
} ct_codelet_places;

/* Points of rows and columns, at most. */
enum { CT_CODELET_MOST = 512 };

typedef struct ct_codelet_pass ct_codelet_pass;
typedef void ct_codelet_kernel(const ct_codelet_pass *pass, const char *from, char *into,
                               int streams, ct_codelet_ahead *ahead);

struct ct_codelet_pass {
    ct_codelet_kernel *kernel;
    ptrdiff_t count; /* of rows; of columns, blocks of them */
    ptrdiff_t width; /* bytes of such a block; the last vector has some of those before, where they
                        are not whole vectors, which columns in place must be */
    ptrdiff_t from_step, into_step;   /* bytes from row to row, or point to point of a column */
    ptrdiff_t from_block, into_block; /* from block to block of columns */
    ptrdiff_t fetched;                /* bytes, each time */
    const void *factors;
    double factor;                   /* of rows: of the results */
    const ct_codelet_places *places; /* of placed columns: their rows, of `width` bytes */
};

/* Two rows of complex planes that mirror each other and of coefficients of real ones, which have
 * one number more. They may be one row: then half of its numbers are enough, and not in place. */
typedef struct ct_codelet_separation {
    ptrdiff_t half;
    ptrdiff_t numbers; /* from the first on, with those that mirror them */
    const void *factors;
    const void *from[2];
    void *into[2];
    const char *ahead[2]; /* what is read next, of combine */
} ct_codelet_separation;

/* Coefficients of complex rows, and complex rows, twice as large, of coefficients. */
typedef void ct_codelet_separating(const ct_codelet_separation *rows);

/* A tile of rows, of whole vectors side by side, each number of which is multiplied by a factor for
 * it and one for its row. They become columns of other rows. */
typedef struct ct_codelet_crossing {
    ptrdiff_t rows;                 /* of the tile, a multiple of CT_CODELET_SQUARE */
    ptrdiff_t row_bytes, from_step; /* of a row of the tile, and to the next one */
    ptrdiff_t into_step;            /* bytes from one of the other rows to the next */
    const void *numbers_factors, *rows_factors;
    double factor; /* of all */
} ct_codelet_crossing;
enum { CT_CODELET_SQUARE = 4 };
typedef void ct_codelet_crossing_kernel(const ct_codelet_crossing *tile, const char *from,
                                        char *into);

/* A kernel in both directions; the last of a table has 0 points. Of rows the points that are in a
 * register as they are transformed, and the registers of the first step. */
typedef struct ct_codelet_named {
    ptrdiff_t points, lanes, first;
    ct_codelet_kernel *forward, *inverse;
} ct_codelet_named;

/* Columns of first x rest points by two kernels; the factors between them follow, and those of the
 * second. */
typedef struct ct_codelet_steps {
    ct_codelet_kernel *turned, *columns;
    ptrdiff_t first, rest;
} ct_codelet_steps;

/* Columns of `points` by sums, so many at once (sums_source.h); their factors follow. */
enum { CT_CODELET_SUMS = 4, CT_CODELET_SUMMED_MOST = 83 };
typedef struct ct_codelet_sums {
    ptrdiff_t points;
} ct_codelet_sums;

/* Columns of `points` by two transforms of first x rest points (steps.h). Behind it follow the
 * factors between the steps there, the transform of what is convolved with divided by first x rest,
 * in the order that the steps there leave, and the factors between the steps back; then the places
 * or, where it is padded, a, of points and of results. */
typedef struct ct_codelet_convolution {
    ct_codelet_kernel *turned, *columns, *turned_back, *columns_back; /* of their steps */
    ptrdiff_t points, first, rest;
    int is_padded;
} ct_codelet_convolution;

/* Rows, or fields of up to three axes as rows of all their points, that go by passes over columns
 * one for each axis; their factors follow. */
typedef struct ct_codelet_by_columns {
    ptrdiff_t points;
    int passes;
    ct_codelet_pass pass[3];
} ct_codelet_by_columns;

/* The kernels of numbers of one precision, by one kind of registers. */
typedef struct ct_codelet_set {
    ptrdiff_t register_bytes;
    const ct_codelet_named *rows, *columns, *turned, *crossed, *placed;
    ct_codelet_kernel *columns_in_steps, *summed_columns, *convolved_columns, *rows_by_columns;
    ct_codelet_separating *separate, *combine;
    ct_codelet_crossing_kernel *cross;
} ct_codelet_set;

extern const ct_codelet_set ct_codelets_double_avx512, ct_codelets_float_avx512,
    ct_codelets_double_avx2, ct_codelets_float_avx2;

/* Those for this processor's vectors (kernels/vectors.h); without such vectors, none. */
const ct_codelet_set *ct_codelet_set_of(ct_precision precision);

/* Whether registers are half a vector. */
int ct_codelet_registers_are_narrow(ct_precision precision);

/* Complex numbers of a vector, and of a register. */
ptrdiff_t ct_codelet_lanes(ct_precision precision);
ptrdiff_t ct_codelet_register_lanes(ct_precision precision);

/* NULL: there is none for so many rows of so many points; they need not be whole vectors. */
ct_codelet_kernel *ct_codelet_rows(ct_precision precision, ptrdiff_t points, ptrdiff_t rows,
                                   ct_direction direction);

/* The kernel of such rows alone; NULL: they go as columns, or not at all. */
const ct_codelet_named *ct_codelet_own_rows(ct_precision precision, ptrdiff_t points);

/* Such rows that are transformed at once: of so many registers that four are full. */
ptrdiff_t ct_codelet_rows_at_once(ct_precision precision, ptrdiff_t points);

/* Whether they are written in whole registers, past the cache if they stream. */
int ct_codelet_rows_stream(ct_precision precision, ptrdiff_t points);

/* Columns are lines side by side, as many in a vector as it has lanes. Those of more points than
 * registers hold want the inner factors. */
ct_codelet_kernel *ct_codelet_columns(ct_precision precision, ptrdiff_t points,
                                      ct_direction direction);

/* The same, with results that are multiplied by `factors`, a complex number for each point. */
ct_codelet_kernel *ct_codelet_turned(ct_precision precision, ptrdiff_t points,
                                     ct_direction direction);

/* Columns of one block, with results that are multiplied by `factors`, the crossing ones, and by
 * the factor of the pass. Those of a column are written side by side. */
ct_codelet_kernel *ct_codelet_crossed(ct_precision precision, ptrdiff_t points,
                                      ct_direction direction);

/* Columns of at most CT_CODELET_PLACES points in the places of the pass, each result multiplied by
 * its factor; past the cache where all places begin with lines. */
ct_codelet_kernel *ct_codelet_placed(ct_precision precision, ptrdiff_t points,
                                     ct_direction direction);

/* Points of a row that are in a register of 64 bytes, in which doubles have one row and floats two;
 * or half as many of twice as many rows: so rows go that have no multiple of these points. Of
 * doubles registers of 32 bytes have one point of each of two rows. */
enum { CT_CODELET_ROW_LANES = 4 };

#endif
