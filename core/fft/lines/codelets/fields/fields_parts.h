/* What a batch of fields is made of: fields.c makes it, fields_run.c executes it. Local. */
#ifndef CT_FFT_LINES_CODELETS_FIELDS_PARTS_H
#define CT_FFT_LINES_CODELETS_FIELDS_PARTS_H

#include "fft/lines/codelets/fields/fields.h"
#include "fft/lines/codelets/kernels/factors.h"
#include "fft/lines/codelets/kernels/kernels.h"
#include "kernels/cache.h"

/* Two rows of a field, or one, whose frequencies along all axes but the last are opposite: bytes
 * before them in the work array, and their numbers. */
typedef struct mirrored_rows {
    ptrdiff_t work[2], row[2];
} mirrored_rows;

/* A sheet has the last two axes of a field of three, where it is apart in the work array; else it
 * is a block of fields. */
struct ct_fft_fields {
    _Alignas(CT_LINE_BYTES) char row_factors[sizeof(double) * CT_CODELET_FACTORS];
    _Alignas(ct_codelet_steps) char column_factors[CT_FFT_FIELDS_AXES - 1]
                                                  [sizeof(double) * CT_CODELET_INNER_FACTORS];
    ct_fft_class class;
    const ct_codelet_set *kernels;
    ptrdiff_t together;                       /* fields of a block */
    ptrdiff_t extent[CT_FFT_FIELDS_AXES - 1]; /* of all axes but the last; 1: there is none */
    ptrdiff_t points, number_bytes;           /* complex numbers of a row */
    ptrdiff_t from_bytes, into_bytes;         /* of a field, */
    ptrdiff_t from_row, into_row;             /* and of one of its rows */
    ptrdiff_t sheets, sheet_rows;             /* of a block, of a sheet */
    ptrdiff_t step, sheet_step, field_step; /* bytes from row to row of the work array, and so on */
    ptrdiff_t work_bytes, result_bytes;     /* of a block: rows, and what it becomes */
    ptrdiff_t paid;                         /* bytes of it that are written at once meanwhile */
    ct_codelet_pass rows, columns, across;  /* of a sheet, and of a field along its first axis */
    int are_last;           /* complex rows, from the work array to the result; else `across` is */
    int streams;            /* results go past the cache, */
    int may_stream;         /* as kernels write them where that begins with a cache line */
    int fetches_sheets;     /* the next sheet is fetched, not the same one of the next block */
    int fetches_results;    /* and the lines of results, not in place */
    int is_long;            /* rows, in two steps, cannot be left where they are read */
    const void *separating; /* factors of real fields, behind it, */
    const mirrored_rows *pair; /* and their rows */
    ptrdiff_t pairs;
};

#endif
