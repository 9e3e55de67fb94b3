/* The development machine of the project, by ct_calibrate when it was idle: one node, 2 ranks on
 * the 2 cores of an AMD EPYC, MPICH 4.0.2 (ch4:ucx). */
#include <cornerturn/calibration.h>

/* Octaves from 8 bytes to 256 KiB, and on to 8 MiB. */
#define TO_256_KIB                                                                                 \
    8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536, 131072, 262144
#define TO_8_MIB TO_256_KIB, 524288, 1048576, 2097152, 4194304, 8388608

/* The lines are those that ct_curve_fit finds; a test compares them. */
static const ct_calibration development = {
    .local_messages = {.knots = 21,
                       .bytes = {TO_8_MIB},
                       .seconds = {0.291e-6, 0.29e-6,  0.309e-6, 0.308e-6, 0.376e-6, 0.385e-6,
                                   0.421e-6, 0.412e-6, 0.982e-6, 0.861e-6, 1.69e-6,  3.8e-6,
                                   4.86e-6,  7.28e-6,  13.1e-6,  24e-6,    47.1e-6,  207e-6,
                                   0.00578,  0.00573,  0.00752},
                       .start_up_s = 0.306e-6,
                       .byte_s = 0.1064e-9,
                       .error = 0.16},
    .local_windows = {.knots = 21,
                      .bytes = {TO_8_MIB},
                      .seconds = {0.128e-6, 0.134e-6, 0.135e-6, 0.157e-6, 0.162e-6, 0.166e-6,
                                  0.23e-6,  0.215e-6, 0.313e-6, 0.216e-6, 0.258e-6, 0.413e-6,
                                  0.79e-6,  1.4e-6,   2.64e-6,  6.29e-6,  17.6e-6,  123e-6,
                                  0.00196,  0.00522,  0.0097},
                      .start_up_s = 0.137e-6,
                      .byte_s = 0.01927e-9,
                      .error = 0.16},
    .local_private = {.knots = 21,
                      .bytes = {TO_8_MIB},
                      .seconds = {0.129e-6, 0.128e-6, 0.137e-6, 0.158e-6, 0.165e-6, 0.165e-6,
                                  0.195e-6, 0.221e-6, 0.381e-6, 0.661e-6, 1.44e-6,  2.74e-6,
                                  4.53e-6,  8.98e-6,  17.4e-6,  28.2e-6,  87.1e-6,  0.00123,
                                  0.0152,   0.0188,   0.0282},
                      .start_up_s = 0.128e-6,
                      .byte_s = 0.1343e-9,
                      .error = 0.14},
    .library = {.knots = 21,
                .bytes = {TO_8_MIB},
                .seconds = {0.385e-6, 0.411e-6, 0.423e-6, 0.425e-6, 0.503e-6, 0.502e-6, 0.52e-6,
                            0.547e-6, 1.44e-6,  1.18e-6,  3.76e-6,  5.68e-6,  6.64e-6,  6.09e-6,
                            10.4e-6,  19.7e-6,  45.5e-6,  165e-6,   516e-6,   995e-6,   0.0167},
                .start_up_s = 0.459e-6,
                .byte_s = 0.08592e-9,
                .error = 0.14},
    .permute = {.knots = 16,
                .bytes = {TO_256_KIB},
                .seconds = {0.0038e-6, 0.00409e-6, 0.00383e-6, 0.00361e-6, 0.00367e-6, 0.00495e-6,
                            0.00967e-6, 0.019e-6, 0.0382e-6, 0.0767e-6, 0.152e-6, 0.313e-6,
                            0.714e-6, 1.78e-6, 3.48e-6, 6.1e-6},
                .start_up_s = 0.00245e-6,
                .byte_s = 0.01813e-9,
                .error = 0.21},
    .barrier_s = 0.0149,
    .memory_bytes_per_s = 12.1e9,
};

const ct_calibration *ct_calibration_default(void) {
    return &development;
}
