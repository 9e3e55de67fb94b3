/*
 * Transforming the lines along one axis: a tile of lines is gathered from where they are into the
 * rows or columns of a buffer that fits the cache, zeros are filled in, the lines are transformed
 * into another one, and the points that belong to the result are copied there. Local.
 */
#ifndef CT_FFT_LINES_LINES_H
#define CT_FFT_LINES_LINES_H

#include "fft/lines/library.h"
#include "fft/lines/twiddles.h"
#include "fft/lines/view.h"
#include "fft/shape/shape.h"

/* One end of the transform. */
typedef struct ct_fft_end {
    ptrdiff_t extent;      /* positions of the array */
    ptrdiff_t points;      /* of a line: of these, the ranges come from or go to the array */
    ct_fft_range range[2]; /* the second begins after a gap or is empty */
    ptrdiff_t element_bytes;
    int is_across;         /* neighbours in the tile are points of different lines */
    ptrdiff_t step, pitch; /* of the tile: elements from a point of a line to the next, from a line
                              to the next */
    int is_direct;         /* lines are not copied: they are a tile of a block already */
} ct_fft_end;

/* What a plan for lines needs to know about the arrays at both ends: strides, in bytes, of a
 * typical piece; whether it is a block between two passes; the axes, a bit each, that every block
 * has whole. */
typedef struct ct_fft_ends {
    ptrdiff_t from_stride[CT_MAX_AXES], into_stride[CT_MAX_AXES];
    int from_is_block, into_is_block;
    unsigned whole;
} ct_fft_ends;

typedef struct ct_fft_lines {
    const ct_fft_backend *fftw;
    int axes, axis;
    ct_fft_lines_job job;         /* on a tile */
    int is_copy;                  /* nothing is transformed */
    int is_complex;               /* before the transform */
    ptrdiff_t width[CT_MAX_AXES]; /* of a tile; along the axis: all */
    ptrdiff_t tile_lines;
    int rest_axis; /* along which the last tile of a block is narrower, `rest` wide; rest 0: none */
    ptrdiff_t rest;
    int order[CT_MAX_AXES];      /* axes of the buffer, fastest first */
    ptrdiff_t step[CT_MAX_AXES]; /* lines from a position to the next; along the axis 0 */
    ct_fft_end from, into;
    void *plan, *rest_plan; /* for tiles, and narrower ones */
    ct_fft_ends ends;
    int may_be_across; /* neighbours in the array before are points of different lines, and may be
                        in a tile */
    ptrdiff_t pair;    /* frequency whose two signs share a coefficient; 0: none */
    double factor;
    ptrdiff_t real_bytes;
    const ct_fft_twiddles *twiddles; /* NULL: none */
    int streams;                     /* the result is written past the cache */
} ct_fft_lines;

/* Where one thread works: buffers for a tile before and after, blocks between two passes. */
typedef struct ct_fft_workspace {
    char *buffer[2], *block[2];
} ct_fft_workspace;

/* Prepares transforming `axis`, from state `from` to `into`, of blocks of up to `block` positions:
 * everything but FFTW's plan. */
ct_fft_lines ct_fft_lines_prepare(const ct_fft_shape *shape, int axis, ct_direction direction,
                                  const ct_fft_state *from, const ct_fft_state *into,
                                  const ptrdiff_t block[CT_MAX_AXES], const ct_fft_ends *ends);

/* Sets the layout of tiles before the transform: lines are columns (is_across) or rows. Destroys a
 * plan that is for the other layout. After the transform lines are rows: writing columns costs FFTW
 * more than transposing the tile. */
void ct_fft_lines_set_layout(ct_fft_lines *lines, int is_across);

/* Bytes of a tile at one end, with either layout. */
ptrdiff_t ct_fft_end_most_bytes(const ct_fft_lines *lines, const ct_fft_end *end);

/* Bytes of a tile at one end. */
ptrdiff_t ct_fft_end_bytes(const ct_fft_lines *lines, const ct_fft_end *end);

/* Makes the plans with FFTW's flags, that for narrower tiles with `rest_flags`, for the
 * workspace of any thread; `workspace` is overwritten. True when they are there. */
int ct_fft_lines_plan(ct_fft_lines *lines, const ct_fft_workspace *workspace, unsigned flags,
                      unsigned rest_flags);
void ct_fft_lines_destroy(ct_fft_lines *lines);

/* Transforms the lines of a box, which is whole along the axis (given as it is before). */
void ct_fft_lines_run(const ct_fft_lines *lines, const ct_box *box, const ct_fft_view *from,
                      const ct_fft_view *into, const ct_fft_workspace *workspace);

#endif
