/* The development machine of the project, by ct_calibrate when it was idle: one node, 2 ranks on
 * the 2 cores of an AMD EPYC, MPICH 4.0.2 (ch4:ucx). */
#include <cornerturn/calibration.h>

#define OCTAVES                                                                                    \
    8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536, 131072, 262144,     \
        524288, 1048576, 2097152, 4194304, 8388608
#define DOUBLE_OCTAVES 8, 32, 128, 512, 2048, 8192, 32768, 131072

/* The lines are those that ct_curve_fit finds; a test compares them. */
static const ct_calibration development = {
    .local_messages = {.knots = 21,
                       .bytes = {OCTAVES},
                       .seconds = {0.311e-6, 0.299e-6, 0.315e-6, 0.317e-6, 0.385e-6, 0.389e-6,
                                   0.4e-6,   0.426e-6, 0.569e-6, 0.894e-6, 3.39e-6,  3.79e-6,
                                   4.88e-6,  7.26e-6,  13.9e-6,  23.6e-6,  45.7e-6,  107e-6,
                                   453e-6,   0.00996,  0.00764},
                       .start_up_s = 0.32e-6,
                       .byte_s = 0.1036e-9,
                       .error = 0.12},
    .local_windows = {.knots = 21,
                      .bytes = {OCTAVES},
                      .seconds = {0.132e-6, 0.129e-6, 0.131e-6, 0.151e-6, 0.158e-6, 0.164e-6,
                                  0.175e-6, 0.203e-6, 0.338e-6, 0.224e-6, 0.264e-6, 0.411e-6,
                                  0.8e-6,   1.44e-6,  2.78e-6,  5.49e-6,  13e-6,    42.4e-6,
                                  270e-6,   0.0057,   0.00958},
                      .start_up_s = 0.141e-6,
                      .byte_s = 0.02013e-9,
                      .error = 0.12},
    .local_private = {.knots = 21,
                      .bytes = {OCTAVES},
                      .seconds = {0.131e-6, 0.131e-6, 0.131e-6, 0.152e-6, 0.157e-6, 0.162e-6,
                                  0.179e-6, 0.206e-6, 0.337e-6, 0.676e-6, 1.33e-6,  3.01e-6,
                                  4.9e-6,   9.08e-6,  15.8e-6,  28.4e-6,  67.5e-6,  187e-6,
                                  0.00908,  0.0143,   0.0302},
                      .start_up_s = 0.129e-6,
                      .byte_s = 0.1292e-9,
                      .error = 0.11},
    .library = {.knots = 21,
                .bytes = {OCTAVES},
                .seconds = {0.395e-6, 0.394e-6, 0.428e-6, 0.411e-6, 0.509e-6, 0.495e-6, 0.527e-6,
                            0.549e-6, 0.789e-6, 1.2e-6,   3.98e-6,  5.7e-6,   6.63e-6,  6.03e-6,
                            11.6e-6,  19.7e-6,  36.5e-6,  95.4e-6,  487e-6,   0.00101,  0.00197},
                .start_up_s = 0.462e-6,
                .byte_s = 0.08498e-9,
                .error = 0.15},
    .permute = {.knots = 8,
                .bytes = {DOUBLE_OCTAVES},
                .seconds = {0.00326e-6, 0.0033e-6, 0.00333e-6, 0.00976e-6, 0.0385e-6, 0.152e-6,
                            0.679e-6, 2.92e-6},
                .start_up_s = 0.00272e-6,
                .byte_s = 0.01822e-9,
                .error = 0.14},
    .barrier_s = 0.515e-6,
    .memory_bytes_per_s = 16.9e9,
};

const ct_calibration *ct_calibration_default(void) {
    return &development;
}
