/* An array as a dataset has it. Local. */
#ifndef CT_APPS_FFT_SHAPE_ARRAY_H
#define CT_APPS_FFT_SHAPE_ARRAY_H

#include <cornerturn/grid.h>
#include <cornerturn/precision.h>

typedef struct fft_array {
    int axes;
    ptrdiff_t extent[CT_MAX_AXES]; /* in natural order */
    int order[CT_MAX_AXES];        /* axes in the dataset's order */
    const char *number;            /* type of the elements in memory: "complex128" */
    ptrdiff_t element_bytes;
} fft_array;

/* Sets type and bytes of the elements in memory. */
void fft_array_type(fft_array *array, int is_complex, ct_precision precision);

/* The extents in the dataset's order. */
void fft_array_extents(const fft_array *array, ptrdiff_t stored[CT_MAX_AXES]);

/* The box with its axes in the dataset's order. */
ct_box fft_array_box(const fft_array *array, const ct_box *box);

/* The part of such a box that lies inside the array; zeros are appended beyond it. */
ct_box fft_array_clip(const fft_array *array, const ct_box *stored);

double fft_array_elements(const fft_array *array);

#endif
