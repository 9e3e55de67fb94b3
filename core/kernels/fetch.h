/*
 * Rows of memory, in several places, that are fetched some cache lines at a time while something
 * else is computed.
 *
 * Local.
 */
#ifndef CT_KERNELS_FETCH_H
#define CT_KERNELS_FETCH_H

#include "kernels/cache.h"

enum { CT_FETCH_PLACES = 16 };

typedef struct ct_fetch_place {
    const char *from;
    ptrdiff_t rows, step; /* bytes from row to row */
} ct_fetch_place;

typedef struct ct_fetch_rows {
    ptrdiff_t row_bytes;
    int places;
    ct_fetch_place place[CT_FETCH_PLACES]; /* each with rows */
    int at;                                /* which place is next, and of it */
    ptrdiff_t row, byte;
} ct_fetch_rows;

/* Fetches the next so many cache lines; those that are left where there are fewer. */
static inline __attribute__((always_inline)) void ct_fetch_next(ct_fetch_rows *rows,
                                                                ptrdiff_t lines) {
    for (ptrdiff_t i = 0; i < lines && rows->at < rows->places; i++) {
        const ct_fetch_place *place = &rows->place[rows->at];
        ct_fetch_line(place->from + rows->row * place->step + rows->byte);
        rows->byte += CT_LINE_BYTES;
        if (rows->byte >= rows->row_bytes) {
            rows->byte = 0;
            rows->row++;
        }
        if (rows->row == place->rows) {
            rows->row = 0;
            rows->at++;
        }
    }
}

#endif
