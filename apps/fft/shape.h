/* What is transformed into what: the config's words as problems of the library. Local. */
#ifndef CT_APPS_FFT_SHAPE_H
#define CT_APPS_FFT_SHAPE_H

#include "apps/fft/config.h"
#include "io/array/array.h"

#include <cornerturn/fft.h>
#include <cornerturn/spectral.h>

/* An array as a dataset has it. */
typedef struct fft_array {
    int axes;
    ptrdiff_t extent[CT_MAX_AXES]; /* in natural order */
    int order[CT_MAX_AXES];        /* axes as the dataset has them */
    const char *number;            /* type of its elements in memory: "complex128" */
    ptrdiff_t element_bytes;
} fft_array;

typedef struct fft_shape {
    ct_fft_problem problem; /* of the input, in the config's direction */
    ct_fft_problem second;  /* of what it is multiplied by */
    ct_fft_problem back;    /* from the spectrum to the result */
    int has_second, has_back;
    fft_array input, other, output; /* what is read, what of the second dataset, what is written */
    int array_grid[CT_MAX_AXES], spectrum_grid[CT_MAX_AXES];
    double spacing[CT_MAX_AXES];
    ct_filter filter;
    int components, component[CT_MAX_AXES]; /* axes along which a filter has components in the
                                               result, which are its last axis; 0: it has none */
    ptrdiff_t shift[CT_MAX_AXES];           /* of a product */
    double bin_width, bins;                 /* of power */
    int needs_mean_0;                       /* Poisson: there is a solution only then */
} fft_shape;

/* Reads the config for an input `info` and a second dataset `second` (of convolutions and
 * correlations) on `size` ranks. CT_ERROR_CONFIG; CT_ERROR_FILE where the data do not fit. */
ct_status fft_shape_make(const fft_config *config, const ct_array_info *info,
                         const ct_array_info *second, int size, fft_shape *shape);

/* The parts of it that have to do with the operation; called by the above. */
ct_status fft_operation_shape(const fft_config *config, const ct_array_info *info,
                              const ct_array_info *second, fft_shape *shape);

ct_status fft_product_shape(const fft_config *config, const ct_array_info *second,
                            fft_shape *shape);

/* Whether a problem can be planned. CT_ERROR_CONFIG naming the section that made it. */
ct_status fft_check_problem(const char *section, const ct_fft_problem *problem);

/* Sets the kinds of transform of shape->problem from the config. CT_ERROR_CONFIG. */
ct_status fft_shape_kinds(const fft_config *config, int is_real, fft_shape *shape);

/* Type and bytes of an array's elements in memory. */
void fft_array_type(fft_array *array, int is_complex, ct_precision precision);

/* Positions of a box as the dataset has its axes. */
ct_box fft_array_box(const fft_array *array, const ct_box *box);

/* The part of such a box that the array has; beyond it are zeros. */
ct_box fft_array_clip(const fft_array *array, const ct_box *stored);

double fft_array_elements(const fft_array *array);

/* Points that are transformed together: the product over the transformed axes. */
double fft_transformed(const ct_fft_problem *problem);

/* "c2c c2c r2c". Returns `text`. */
enum { FFT_KINDS_BYTES = 32 };
const char *fft_kinds_text(const ct_fft_problem *problem, char text[FFT_KINDS_BYTES]);

#endif
