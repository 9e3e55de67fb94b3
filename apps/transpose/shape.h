/* The shape of a transpose and its distributions. Local but where it says. */
#ifndef CT_APPS_TRANSPOSE_SHAPE_H
#define CT_APPS_TRANSPOSE_SHAPE_H

#include "apps/transpose/config.h"
#include "io/array/info.h"
#include "io/array/slices.h"

/* How an array is divided: along its first axis, by ct_grid_auto, or as configured. */
typedef enum transpose_cut { TRANSPOSE_ROWS, TRANSPOSE_AUTO, TRANSPOSE_GRID } transpose_cut;

typedef struct transpose_shape {
    int axes, size;                /* size: ranks */
    ptrdiff_t extent[CT_MAX_AXES]; /* of the input */
    int permutation[CT_MAX_AXES];  /* axis a of the result is axis permutation[a] of the input */
    ptrdiff_t element_bytes;
    transpose_cut cut[2]; /* of input and result */
    int grid[2][CT_MAX_AXES];

    ct_slices panels; /* of the result, transposed one after the other */
    bool swaps;       /* in place: there is one array, and one panel */
} transpose_shape;

/* Reads generate.extent. CT_ERROR_CONFIG. */
ct_status transpose_read_extent(const transpose_config *config, ct_array_info *info);

/* Reads axes and grids of the config for the array `info` on `size` ranks. CT_ERROR_CONFIG. */
ct_status transpose_shape_make(const transpose_config *config, const ct_array_info *info, int size,
                               transpose_shape *shape);

/* Chooses panels. CT_ERROR_CONFIG if the smallest one exceeds memory.limit. */
ct_status transpose_shape_cut(const transpose_config *config, transpose_shape *shape);

/* The distributions of a panel, a box of the result, and of its input, as separate arrays. */
void transpose_distribute(const transpose_shape *shape, const ct_box *panel, ct_distribution *from,
                          ct_distribution *into);

/* The part of `rank` in the whole input, or result, for a panel. */
ct_box transpose_input_box(const transpose_shape *shape, const ct_box *panel, int rank);
ct_box transpose_output_box(const transpose_shape *shape, const ct_box *panel, int rank);

/* Bytes that `rank` needs for the input and the result of any panel. */
void transpose_array_bytes(const transpose_shape *shape, int rank, ptrdiff_t bytes[2]);

#endif
