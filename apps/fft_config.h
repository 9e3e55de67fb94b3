/* The config of fft: one member a key. */
#ifndef CT_APPS_FFT_CONFIG_H
#define CT_APPS_FFT_CONFIG_H

#include "io/options.h"

typedef struct fft_config {
    char *input, *input_dataset, *output, *output_dataset, *report, *parameters;
    bool overwrite, xdmf, wisdom, round_trip;
    int direction, scaling, rigour, algorithm, planning; /* in the order of the library's enums */
    long long window;
} fft_config;

/* Names of ct_scaling, in its order. */
extern const char *const fft_scalings[];

/* The program with its table of keys. */
extern const ct_program fft_program;

/* Completes the table by what the library knows; before anything else. Local. */
void fft_program_prepare(void);

#endif
