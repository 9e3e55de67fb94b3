/*
 * The way from an array to its spectrum: which axes are transformed together, and by whom. It is
 * planned in the forward direction; inverse goes it backwards. Local and pure.
 */
#ifndef CT_FFT_SHAPE_ROUTE_H
#define CT_FFT_SHAPE_ROUTE_H

#include "fft/shape/shape.h"
#include <cornerturn/fft.h>

/* Axes transformed one after the other on a block of the array that fits the cache; along them the
 * work is not divided. */
typedef struct ct_fft_leg {
    int count, axis[CT_MAX_AXES];
    int grid[CT_MAX_AXES]; /* how the work is divided */
} ct_fft_leg;

typedef struct ct_fft_route {
    int legs;
    ct_fft_leg leg[CT_MAX_AXES];
    int array_grid[CT_MAX_AXES], spectrum_grid[CT_MAX_AXES];
} ct_fft_route;

/* is_shared: every rank reaches all of the array. Else a leg finds at its rank what it needs, after
 * an exchange when the grid changes. CT_ERROR_ARGUMENT for grids that `size` ranks cannot have. */
ct_status ct_fft_route_plan(const ct_fft_shape *shape, int size, int is_shared,
                            const ct_fft_options *options, ct_fft_route *route);

#endif
