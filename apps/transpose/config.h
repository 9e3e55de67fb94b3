/* The config of transpose: one member a key. */
#ifndef CT_APPS_TRANSPOSE_CONFIG_H
#define CT_APPS_TRANSPOSE_CONFIG_H

#include "apps/common/exchange.h"
#include "io/array/layout.h"
#include "io/config/options.h"

typedef struct transpose_config {
    char *input, *input_dataset, *extent, *output, *output_dataset, *axes, *input_grid,
        *output_grid, *report;
    double stall_s;
    bool overwrite, xdmf, conjugate, in_place, checksum;
    int number; /* of ct_array_numbers */
    long long limit_bytes;
    job_exchange exchange;
    ct_storage_config storage;
} transpose_config;

/* The program with its table of keys. */
extern const ct_program transpose_program;

#endif
