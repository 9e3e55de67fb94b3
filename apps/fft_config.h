/* The config of fft: one member a key. */
#ifndef CT_APPS_FFT_CONFIG_H
#define CT_APPS_FFT_CONFIG_H

#include "apps/job_exchange.h"
#include "io/options.h"

typedef struct fft_config {
    char *input, *input_dataset, *output, *output_dataset, *report;
    bool overwrite, xdmf, wisdom, round_trip;
    int direction, scaling, rigour; /* in the order of the library's enums */
    job_exchange exchange;
} fft_config;

/* Names of ct_scaling, in its order. */
extern const char *const fft_scalings[];

/* The program with its table of keys. */
extern const ct_program fft_program;

#endif
