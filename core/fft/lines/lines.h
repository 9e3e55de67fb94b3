/*
 * Transforms the lines along one axis: gathers a tile of lines into rows or columns of a buffer
 * that fits the cache, pads with zeros, transforms into another buffer, and copies the retained
 * points to the result. Local.
 */
#ifndef CT_FFT_LINES_LINES_H
#define CT_FFT_LINES_LINES_H

#include "fft/lines/library/library.h"
#include "fft/lines/twiddles.h"
#include "fft/lines/view.h"
#include "fft/shape/shape.h"

#include <cornerturn/fft_filter.h>

/* How lines lie in a tile: as rows, as columns before the transform and rows after it, or as
 * columns. */
typedef enum ct_fft_tile_layout {
    CT_FFT_ROWS,
    CT_FFT_COLUMNS_TO_ROWS,
    CT_FFT_COLUMNS
} ct_fft_tile_layout;

/* One end of the transform. */
typedef struct ct_fft_end {
    ptrdiff_t extent;      /* positions of the array */
    ptrdiff_t points;      /* of a line, of which the ranges are in the array */
    ct_fft_range range[2]; /* the second begins after a gap or is empty */
    ptrdiff_t element_bytes;
    int is_across;         /* lines are columns of the tile */
    ptrdiff_t step, pitch; /* of the tile, in elements: stride along a line, and between lines */
    int is_direct;         /* lines are not copied but transformed in the block */
} ct_fft_end;

/* The arrays at both ends of a plan for lines: strides, in bytes, of a typical piece; whether it is
 * a block between two passes; the axes, a bit each, that are whole in every block. */
typedef struct ct_fft_ends {
    ptrdiff_t from_stride[CT_MAX_AXES], into_stride[CT_MAX_AXES];
    int from_is_block, into_is_block;
    int turns;          /* the pass turns */
    int component_axis; /* of which tiles have one position; negative: none */
    unsigned whole;
} ct_fft_ends;

/* What a turning pass does to coefficients before it transforms them back; hook NULL: nothing. */
typedef struct ct_fft_turn {
    ct_fft_hook hook;
    void *context;
    int is_end; /* nothing is transformed back, and execution ends */
} ct_fft_turn;

typedef struct ct_fft_lines {
    const ct_fft_backend *fftw;
    int axes, axis;
    ct_fft_lines_job job;         /* on a tile */
    int is_copy;                  /* copies without transform */
    int is_complex;               /* before the transform */
    int has_codelet;              /* of ours, for columns */
    int may_be_placed;            /* columns of few points (ct_fft_tile_may_be_placed) */
    ptrdiff_t tall_bytes;         /* of the tile of columns by codelets/tall.h; 0: they are not */
    int are_rows;                 /* that may go from array to array (codelets/rows/rows.h) */
    int are_fields;               /* short rows, which may go so some at once (codelets/fields) */
    ptrdiff_t vector;             /* components that such rows have of each point side by side */
    ptrdiff_t work_bytes;         /* of the work array of what does (codelets/straight.h) */
    int fetches;                  /* the next tile, while columns go by it */
    ptrdiff_t width[CT_MAX_AXES]; /* of a tile; all along the axis */
    ptrdiff_t tile_lines;
    int rest_axis; /* axis along which the last tile of a block is only `rest` wide; rest 0: none */
    ptrdiff_t rest;
    int order[CT_MAX_AXES];      /* axes of the buffer, fastest first */
    ptrdiff_t step[CT_MAX_AXES]; /* lines per position; 0 along the axis */
    ct_fft_end from, into;
    void *plan, *rest_plan;           /* for full and for narrower tiles */
    struct ct_fft_codelet_rows *rows; /* of lines that are rows */
    struct ct_fft_fields *fields;     /* of those that are short */
    int turns; /* lines are transformed back in the tile, into what they came from */
    void *back_plan, *back_rest_plan;
    const ct_fft_turn *turn; /* NULL: nothing is done between the two */
    double back_factor;
    ct_fft_ends ends;
    ct_fft_tile_layout layout, other; /* of tiles; one that may be faster than rows
                                         (columns are), or rows */
    int is_in_place;                  /* the tile after the transform is the one before */
    ptrdiff_t pair;                   /* frequency whose two signs share one coefficient; 0: none */
    double factor;
    ptrdiff_t real_bytes;
    const ct_fft_twiddles *twiddles; /* NULL: none */
    int streams;                     /* the result is written with streaming stores */
} ct_fft_lines;

static inline ct_precision ct_fft_lines_precision(const ct_fft_lines *lines) {
    return lines->real_bytes == sizeof(float) ? CT_FLOAT : CT_DOUBLE;
}

/* Workspace of a thread: buffers for a tile before and after, blocks between two passes. */
typedef struct ct_fft_workspace {
    char *buffer[2], *block[2];
    ct_sequence_piece piece; /* that it works on, passed before the array is written */
} ct_fft_workspace;

/* Prepares the transform along `axis`, from state `from` to `into`, of blocks of up to `block`
 * positions: everything but FFTW's plan. */
ct_fft_lines ct_fft_lines_prepare(const ct_fft_shape *shape, int axis, ct_direction direction,
                                  const ct_fft_state *from, const ct_fft_state *into,
                                  const ptrdiff_t block[CT_MAX_AXES], const ct_fft_ends *ends);

/* Sets the layout of tiles, rows or the other one; destroys plans for another one. */
void ct_fft_lines_set_layout(ct_fft_lines *lines, ct_fft_tile_layout layout);

/* Bytes of a tile at one end, the larger of both layouts. */
ptrdiff_t ct_fft_end_most_bytes(const ct_fft_lines *lines, const ct_fft_end *end);

/* So many columns of a tile as they are transformed: by a codelet in whole vectors, of which the
 * last is padded. */
ptrdiff_t ct_fft_tile_columns(const ct_fft_lines *lines, ptrdiff_t count);

/* Bytes of a tile at one end. */
ptrdiff_t ct_fft_end_bytes(const ct_fft_lines *lines, const ct_fft_end *end);

/* Destroys FFTW's plans. */
void ct_fft_lines_destroy(ct_fft_lines *lines);

/* Multiplies lines along the first part of a split axis by twiddle factors: those of a box, in a
 * tile at one end. */
void ct_fft_lines_twiddle(const ct_fft_lines *lines, const ct_fft_end *end, const ct_box *box,
                          char *tile);

/* Transforms the lines of a box, whole along the axis, in positions of the input. Of lines that
 * fetch it is a tile, and `after` the next one. */
void ct_fft_lines_run(const ct_fft_lines *lines, const ct_box *box, const ct_box *after,
                      const ct_fft_view *from, const ct_fft_view *into,
                      const ct_fft_workspace *workspace);

#endif
