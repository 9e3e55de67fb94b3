/* What a plane by codelets is made of: plane.c makes it, plane_run.c executes it, plane_ends.c
 * reads and writes its rows. Local. */
#ifndef CT_FFT_LINES_CODELETS_PLANE_PARTS_H
#define CT_FFT_LINES_CODELETS_PLANE_PARTS_H

#include "fft/lines/codelets/kernels/factors.h"
#include "fft/lines/codelets/kernels/kernels.h"
#include "fft/lines/codelets/plane.h"
#include "kernels/cache.h"

/* Columns in two steps: rows that are `rest` apart, `first` of them, then `rest` side by side. */
typedef struct column_steps {
    ptrdiff_t first, rest; /* first 1: one step */
} column_steps;

/* Bytes from the beginning of the work array, which has the plane's rows first, to what follows. */
typedef struct plane_room {
    ptrdiff_t some;  /* rows before the first step of columns, or before they are written */
    ptrdiff_t apart; /* rows of vectors or side by side that are read, taken apart, or what is put
                        together */
    ptrdiff_t transformed; /* such rows of complex vectors */
    ptrdiff_t edges;       /* of rows past the cache (ragged.h) */
    ptrdiff_t all;
} plane_room;

struct ct_fft_codelet_plane {
    _Alignas(CT_LINE_BYTES) char row_factors[sizeof(double) * CT_CODELET_FACTORS];
    _Alignas(ct_codelet_steps) char rest_factors[sizeof(double) * CT_CODELET_INNER_FACTORS];
    const void *separating; /* factors of real planes, behind it, */
    const char *between;    /* and of columns between their steps */
    int is_long;            /* rows go one at a time, by long.h */
    ct_fft_class class;
    const ct_codelet_set *kernels;
    ptrdiff_t number_bytes; /* of a complex number */
    column_steps steps;
    ct_codelet_pass rows, first, rest;
    ptrdiff_t components;    /* of the vectors that rows are of: real ones have a row of each in the
                                work array, complex ones lie there as in the array; 1: numbers */
    int are_beside;          /* rows lie side by side, as components do: they are taken apart into
                                the work array, where lines across them are columns */
    ptrdiff_t count, points; /* of rows, complex numbers of one, or of a component of it */
    ptrdiff_t from, into, work; /* bytes from row to row */
    ptrdiff_t part;             /* and from component to component in the work array */
    ptrdiff_t padding_bytes;    /* of rows of the work array to whole vectors */
    ptrdiff_t taken;            /* rows of vectors that go at once, as kernels want */
    plane_room room;
    ptrdiff_t early; /* so many first steps of columns ahead rows are fetched */
    int streams, fetches_next;
    int rows_stream; /* whether kernels of rows can, where rows are whole lines */
};

/* Whether the work array has each component as a row until what is real is put together. */
static inline int ct_fft_plane_are_apart(const ct_fft_codelet_plane *plane) {
    return plane->class != CT_CLASS_C2C && plane->components > 1;
}

/* Bytes between rows of the plane that enter together. */
static inline ptrdiff_t ct_fft_plane_step(const ct_fft_codelet_plane *plane) {
    return plane->from * (plane->steps.first > 1 ? plane->steps.rest : 1);
}

#endif
