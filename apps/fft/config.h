/* The config of fft: one member a key. */
#ifndef CT_APPS_FFT_CONFIG_H
#define CT_APPS_FFT_CONFIG_H

#include "apps/common/exchange.h"
#include "io/array/layout.h"
#include "io/config/options.h"
#include <cornerturn/grid.h>

typedef enum fft_operation {
    FFT_TRANSFORM,
    FFT_POWER,
    FFT_FILTER,
    FFT_CONVOLVE,
    FFT_CORRELATE,
    FFT_POISSON
} fft_operation;

typedef enum fft_filter {
    FFT_LOW_PASS,
    FFT_HIGH_PASS,
    FFT_BAND_PASS,
    FFT_GAUSSIAN,
    FFT_GRADIENT,
    FFT_RIESZ,
    FFT_LAPLACIAN
} fft_filter;

/* filter.axis: one of them, or all. */
enum { FFT_ALL_AXES = CT_MAX_AXES };

/* Which part of a convolution is written. */
typedef enum fft_extent { FFT_SAME, FFT_FULL, FFT_PERIODIC } fft_extent;

typedef struct fft_config {
    char *input, *input_dataset, *input_order;
    char *output, *output_dataset, *output_order, *report;
    char *second, *second_dataset; /* of convolutions and correlations */
    char *spacing;
    char *kinds, *points, *length, *modes;
    char *array_grid, *spectrum_grid;
    char *boundaries, *coordinates;
    double stall_s;
    bool overwrite, xdmf, wisdom, symmetry, finite, round_trip, remove_mean, gradient;
    int operation, precision, direction, scaling, rigour; /* in the order of their enums */
    int filter, filter_axis, extent, placement;
    double filter_from, filter_to, filter_width, power_width;
    long long pipeline, coordinates_axis;
    job_exchange exchange;
    ct_storage_config storage;
} fft_config;

/* Names of enums, in their order. */
extern const char *const fft_operations[],
    *const fft_filters[], *const fft_scalings[], *const fft_kinds[], *const fft_boundaries[];

/* The program with its table of keys. */
extern const ct_program fft_program;

#endif
