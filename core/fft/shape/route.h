/*
 * The route from an array to its spectrum: the legs, with the axes transformed together and their
 * grids. Planned forward; the inverse runs it backwards. Local and pure.
 */
#ifndef CT_FFT_SHAPE_ROUTE_H
#define CT_FFT_SHAPE_ROUTE_H

#include "fft/shape/shape.h"
#include <cornerturn/fft.h>

/* Axes transformed in sequence on a block of the array that fits the cache; undivided along these
 * axes. */
typedef struct ct_fft_leg {
    int count, axis[CT_MAX_AXES];
    int grid[CT_MAX_AXES]; /* division of the work */
} ct_fft_leg;

typedef struct ct_fft_route {
    int legs;
    ct_fft_leg leg[CT_MAX_AXES];
    int array_grid[CT_MAX_AXES], spectrum_grid[CT_MAX_AXES];
} ct_fft_route;

/* is_shared: all ranks can access the whole array. Otherwise legs work on local data, after an
 * exchange where the grid changes. returns: the last leg goes there and back. CT_ERROR_ARGUMENT for
 * grids that `size` ranks cannot have. */
ct_status ct_fft_route_plan(const ct_fft_shape *shape, int size, int is_shared, int returns,
                            const ct_fft_options *options, ct_fft_route *route);

#endif
