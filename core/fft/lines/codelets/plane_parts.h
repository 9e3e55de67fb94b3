/* What a plane by codelets is made of: plane.c makes it, plane_run.c executes it. Local. */
#ifndef CT_FFT_LINES_CODELETS_PLANE_PARTS_H
#define CT_FFT_LINES_CODELETS_PLANE_PARTS_H

#include "fft/lines/codelets/kernels/kernels.h"
#include "fft/lines/codelets/plane.h"
#include "kernels/cache.h"

/* Columns in two steps: rows that are `rest` apart, `first` of them, then `rest` side by side. */
typedef struct column_steps {
    ptrdiff_t first, rest; /* first 1: one step */
} column_steps;

struct ct_fft_codelet_plane {
    _Alignas(CT_LINE_BYTES) char row_factors[sizeof(double) * CT_CODELET_FACTORS];
    _Alignas(ct_codelet_steps) char column_factors[sizeof(double) * CT_CODELET_INNER_FACTORS];
    const void *separating; /* factors of real planes, behind it */
    int is_long;            /* rows go one at a time, by long.h */
    ct_fft_class class;
    const ct_codelet_set *kernels;
    ptrdiff_t number_bytes; /* of a complex number */
    column_steps steps;
    ct_codelet_pass rows, first, rest;
    ptrdiff_t count, points;    /* of rows, complex numbers of one */
    ptrdiff_t from, into, work; /* bytes from row to row */
    ptrdiff_t padding_bytes;    /* of real planes, of rows of the work array to whole vectors */
    ptrdiff_t early;            /* so many first steps of columns ahead rows are fetched */
    int streams, fetches_next;
    int rows_stream; /* whether kernels of rows can, where rows are whole lines */
};

/* Rows of the work array: those of the plane, and some before the first step of columns, or before
 * they are written past the cache: two at once of coefficients, one of long rows. */
static inline ptrdiff_t ct_fft_codelet_work_rows(column_steps steps, ptrdiff_t count,
                                                 ct_fft_class class, int is_long) {
    const ptrdiff_t written = class == CT_CLASS_R2C   ? 2
                              : class == CT_CLASS_C2C ? 0
                              : is_long               ? 1
                                                      : steps.rest;
    return count + (class != CT_CLASS_C2R && steps.first > 1 ? steps.first : written);
}

#endif
