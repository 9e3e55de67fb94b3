/* The development machine of the project, by ct_calibrate with both of its cores to itself: one
 * node, 2 ranks, an AMD EPYC, MPICH 4.0.2 (ch4:ucx). */
#include <cornerturn/calibration.h>

#define OCTAVES                                                                                    \
    8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536, 131072, 262144,     \
        524288, 1048576, 2097152, 4194304, 8388608
#define DOUBLE_OCTAVES 8, 32, 128, 512, 2048, 8192, 32768, 131072

/* The lines are those that ct_curve_fit finds; a test compares them. */
static const ct_calibration development = {
    .local_messages = {.knots = 21,
                       .bytes = {OCTAVES},
                       .seconds = {0.717e-6, 0.711e-6, 0.828e-6, 0.832e-6, 0.998e-6, 1e-6,
                                   1e-6,     1.08e-6,  1.83e-6,  2.77e-6,  5.37e-6,  4.88e-6,
                                   5.96e-6,  8.35e-6,  14.1e-6,  24.5e-6,  45.8e-6,  96.5e-6,
                                   219e-6,   484e-6,   966e-6},
                       .start_up_s = 0.947e-6,
                       .byte_s = 0.104e-9,
                       .error = 0.13},
    .local_windows = {.knots = 21,
                      .bytes = {OCTAVES},
                      .seconds = {0.463e-6, 0.472e-6, 0.458e-6, 0.525e-6, 0.538e-6, 0.482e-6,
                                  0.577e-6, 0.699e-6, 1.24e-6,  0.582e-6, 0.626e-6, 0.783e-6,
                                  1.17e-6,  1.84e-6,  3.07e-6,  5.9e-6,   12.7e-6,  33.6e-6,
                                  104e-6,   221e-6,   461e-6},
                      .start_up_s = 0.477e-6,
                      .byte_s = 0.02116e-9,
                      .error = 0.055},
    .local_private = {.knots = 21,
                      .bytes = {OCTAVES},
                      .seconds = {0.48e-6, 0.482e-6, 0.461e-6, 0.522e-6, 0.531e-6, 0.474e-6,
                                  0.56e-6, 0.681e-6, 1.23e-6,  2.43e-6,  4.73e-6,  8.73e-6,
                                  16.9e-6, 32.9e-6,  63.5e-6,  179e-6,   254e-6,   775e-6,
                                  0.00182, 0.00372,  0.00746},
                      .start_up_s = 0.445e-6,
                      .byte_s = 0.4952e-9,
                      .error = 0.069},
    .library = {.knots = 21,
                .bytes = {OCTAVES},
                .seconds = {0.819e-6, 0.822e-6, 0.937e-6, 0.934e-6, 1.12e-6, 1.11e-6, 1.09e-6,
                            1.2e-6,   2.06e-6,  3.23e-6,  7.06e-6,  6.92e-6, 7.95e-6, 7.34e-6,
                            11e-6,    20.9e-6,  36.5e-6,  88.8e-6,  229e-6,  545e-6,  0.00128},
                .start_up_s = 1.05e-6,
                .byte_s = 0.08369e-9,
                .error = 0.19},
    .permute = {.knots = 8,
                .bytes = {DOUBLE_OCTAVES},
                .seconds = {6.02e-10, 9.47e-10, 0.00349e-6, 0.00981e-6, 0.0384e-6, 0.153e-6,
                            0.628e-6, 2.9e-6},
                .start_up_s = 4.53e-10,
                .byte_s = 0.01862e-9,
                .error = 0.023},
    .barrier_s = 1.43e-6,
    .memory_bytes_per_s = 82.1e9,
};

const ct_calibration *ct_calibration_default(void) {
    return &development;
}
