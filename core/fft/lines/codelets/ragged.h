/*
 * Rows one after the other in memory that are no whole cache lines, written past the
 * cache in any order. A line with parts of two rows is put together before it is written: a store
 * to a part of a line reads it first and holds up the streaming stores after it (planes of r2c
 * 256^3, two ranks, 115 us and 100). Local.
 */
#ifndef CT_FFT_LINES_CODELETS_RAGGED_H
#define CT_FFT_LINES_CODELETS_RAGGED_H

#include <stddef.h>

typedef struct ct_ragged_rows {
    char *into; /* the first row */
    ptrdiff_t rows;
    ptrdiff_t bytes; /* of a row, at least a line */
    ptrdiff_t step;  /* from row to row; where something lies between them, it is left alone */
    char *edges;     /* ct_ragged_bytes, beginning with a line */
} ct_ragged_rows;

/* Bytes of the lines that rows share with their neighbours. */
ptrdiff_t ct_ragged_bytes(ptrdiff_t rows);

/* How far inside a cache line a row begins. */
ptrdiff_t ct_ragged_phase(const ct_ragged_rows *ragged, ptrdiff_t row);

/* Writes a row. Copies are fastest from where it begins as far inside a cache line. */
void ct_ragged_write(const ct_ragged_rows *ragged, ptrdiff_t row, const char *from);

/* Writes what is shared by rows, once all are written. */
void ct_ragged_end(const ct_ragged_rows *ragged);

#endif
