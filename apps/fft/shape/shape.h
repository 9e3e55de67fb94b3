/* The config as problems of the library. Local. */
#ifndef CT_APPS_FFT_SHAPE_SHAPE_H
#define CT_APPS_FFT_SHAPE_SHAPE_H

#include "apps/fft/config.h"
#include "apps/fft/shape/array.h"
#include "io/array/info.h"

#include <cornerturn/fft.h>
#include <cornerturn/poisson.h>
#include <cornerturn/spectral.h>

typedef struct fft_shape {
    ct_fft_problem problem; /* of the input, in the config's direction */
    ct_fft_problem second;  /* of the second dataset, whose spectrum multiplies the first */
    ct_fft_problem back;    /* from the spectrum to the result */
    int has_second, has_back;
    fft_array input, other, output; /* the input, the second dataset, what is written */
    int array_grid[CT_MAX_AXES], spectrum_grid[CT_MAX_AXES];
    double spacing[CT_MAX_AXES];
    ct_filter filter;
    int components, component[CT_MAX_AXES]; /* axes along which a filter has components, which are
                                               the last axis of the result; 0: it has none */
    ptrdiff_t shift[CT_MAX_AXES];           /* of a product */
    double bin_width, bins;                 /* of power */
    ct_poisson poisson;                     /* with unbounded axes, in place of the filter */
    int is_unbounded, has_faces;
    int needs_mean_0; /* Poisson: condition of solvability */
    int mirror; /* axis that is c2c for the user and r2c in `problem`: the rest of the output are
                   conjugates; -1: none */
} fft_shape;

/* Reads the config for an input `info` and a second dataset `second` (of convolutions and
 * correlations) on `size` ranks. CT_ERROR_CONFIG; CT_ERROR_FILE where the data do not fit. */
ct_status fft_shape_make(const fft_config *config, const ct_array_info *info,
                         const ct_array_info *second, int size, fft_shape *shape);

#endif
