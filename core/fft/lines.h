/*
 * Transforming the lines along one axis: a tile of lines is gathered from where they are into a
 * buffer that fits the cache, zeros are filled in, the tile is transformed, and what is kept of it
 * goes to where it belongs. Local.
 */
#ifndef CT_FFT_LINES_H
#define CT_FFT_LINES_H

#include "fft/library.h"
#include "fft/shape.h"

/* A box of an array and where it is: bytes from the address of its owner's memory, and from a
 * position to the next along each axis. */
typedef struct ct_fft_piece {
    ct_box box;
    int owner;
    ptrdiff_t offset, stride[CT_MAX_AXES];
} ct_fft_piece;

/* Pieces that cover a box, all in one memory: `address` of each owner. */
typedef struct ct_fft_view {
    int count;
    ct_fft_piece *piece;
    ptrdiff_t element_bytes;
    char *const *address;
} ct_fft_view;

/* Positions outside .. outside+count-1 of the array are inside .. of a line. */
typedef struct ct_fft_range {
    ptrdiff_t outside, inside, count;
} ct_fft_range;

/* One end of the transform. */
typedef struct ct_fft_end {
    ptrdiff_t extent;      /* positions of the array */
    ptrdiff_t points;      /* of a line: of these, the ranges come from or go to the array */
    ct_fft_range range[2]; /* the second begins after a gap or is empty */
    ptrdiff_t element_bytes;
    ptrdiff_t pitch; /* elements from a row of the buffer to the next */
    char *buffer;
} ct_fft_end;

typedef struct ct_fft_twiddles {
    double *coarse, *fine; /* complex numbers */
    ptrdiff_t fine_count;
} ct_fft_twiddles;

typedef struct ct_fft_lines {
    const ct_fft_backend *fftw;
    int axes, axis;
    ct_fft_lines_job job;         /* on a tile; class and kind for all */
    int is_copy;                  /* nothing is transformed */
    int is_complex;               /* before the transform */
    int rows;                     /* 1: rows of the buffer are lines; 0: its columns are */
    ptrdiff_t width[CT_MAX_AXES]; /* of a tile; along the axis: all */
    ptrdiff_t tile_lines;
    int order[CT_MAX_AXES];      /* axes of the buffer, fastest first */
    ptrdiff_t step[CT_MAX_AXES]; /* lines from a position to the next; along the axis 0 */
    ct_fft_end from, into;
    void *plan;
    /* Straight between two arrays, or in one, tile_lines rows at a time that follow each other
     * along direct_axis; negative: never. */
    void *direct;
    int direct_axis, is_in_place;
    ptrdiff_t direct_from, direct_into; /* bytes from row to row */
    double factor;                      /* other than 1: never direct */
    ptrdiff_t real_bytes;
    const ct_fft_twiddles *twiddles; /* NULL: none */
    int streams;                     /* the result is written past the cache */
} ct_fft_lines;

/* What a plan for lines needs to know about the arrays at both ends: strides, in bytes, of a
 * typical piece; whether there is just one piece on every rank; whether both are the same memory.
 */
typedef struct ct_fft_ends {
    ptrdiff_t from_stride[CT_MAX_AXES], into_stride[CT_MAX_AXES];
    int is_whole, is_same;
} ct_fft_ends;

/* Prepares transforming `axis`, from state `from` to `into`, of blocks of up to `block` positions:
 * everything but the buffers' memory and FFTW's plans. */
ct_fft_lines ct_fft_lines_prepare(const ct_fft_shape *shape, int axis, ct_direction direction,
                                  const ct_fft_state *from, const ct_fft_state *into,
                                  const ptrdiff_t block[CT_MAX_AXES], const ct_fft_ends *ends);

/* Bytes of the buffer at one end. */
ptrdiff_t ct_fft_end_bytes(const ct_fft_lines *lines, const ct_fft_end *end);

/* Makes the plans with FFTW's flags; scratch arrays hold what direct plans run between. True when
 * all are there. */
int ct_fft_lines_plan(ct_fft_lines *lines, void *scratch[2], unsigned flags);
ptrdiff_t ct_fft_lines_scratch_bytes(const ct_fft_lines *lines);
void ct_fft_lines_destroy(ct_fft_lines *lines);

/* Transforms the lines of a box, which is whole along the axis (given as it is before). */
void ct_fft_lines_run(const ct_fft_lines *lines, const ct_box *box, const ct_fft_view *from,
                      const ct_fft_view *into);

#endif
