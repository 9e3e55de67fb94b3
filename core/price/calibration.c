/* The default calibration, and a calibration as a machine. */
#include <cornerturn/calibration.h>

#include <stdio.h>

/* Measured by ct_calibrate on the project's development machine, idle: one node, 2 ranks, an AMD
 * EPYC, MPICH 4.0.2 (ch4:ucx). */
#define OCTAVES                                                                                    \
    8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536, 131072, 262144,     \
        524288, 1048576, 2097152, 4194304, 8388608
#define DOUBLE_OCTAVES 8, 32, 128, 512, 2048, 8192, 32768, 131072

/* The lines are those that ct_curve_fit finds; a test compares them. */
static const ct_calibration development = {
    .local_messages = {.knots = 21,
                       .bytes = {OCTAVES},
                       .seconds = {0.711e-6, 0.709e-6, 0.822e-6, 0.823e-6, 0.988e-6, 0.995e-6,
                                   1.02e-6,  1.09e-6,  1.68e-6,  2.7e-6,   4.98e-6,  4.86e-6,
                                   5.95e-6,  8.28e-6,  12.7e-6,  22.5e-6,  43.2e-6,  89.1e-6,
                                   207e-6,   533e-6,   0.00134},
                       .start_up_s = 0.967e-6,
                       .byte_s = 0.09811e-9,
                       .error = 0.16},
    .local_shared = {.knots = 21,
                     .bytes = {OCTAVES},
                     .seconds = {0.477e-6, 0.472e-6, 0.457e-6, 0.524e-6, 0.527e-6, 0.483e-6,
                                 0.547e-6, 0.566e-6, 0.578e-6, 0.596e-6, 0.639e-6, 0.761e-6,
                                 1.2e-6,   1.83e-6,  2.91e-6,  5.45e-6,  12.3e-6,  23.3e-6,
                                 55.4e-6,  156e-6,   492e-6},
                     .start_up_s = 0.477e-6,
                     .byte_s = 0.02175e-9,
                     .error = 0.087},
    .local_private = {.knots = 21,
                      .bytes = {OCTAVES},
                      .seconds = {0.395e-6, 0.402e-6, 0.398e-6, 0.463e-6, 0.486e-6, 0.546e-6,
                                  0.583e-6, 0.75e-6,  1.2e-6,   2.55e-6,  2.53e-6,  2.9e-6,
                                  3.43e-6,  4.32e-6,  6.35e-6,  10.4e-6,  21.1e-6,  41.5e-6,
                                  86.7e-6,  229e-6,   504e-6},
                      .start_up_s = 0.461e-6,
                      .byte_s = 0.04112e-9,
                      .error = 0.16},
    .library = {.knots = 21,
                .bytes = {OCTAVES},
                .seconds = {0.829e-6, 0.81e-6, 0.952e-6, 0.934e-6, 1.11e-6, 1.12e-6, 1.12e-6,
                            1.23e-6,  1.81e-6, 3.26e-6,  7.39e-6,  6.88e-6, 7.84e-6, 7.25e-6,
                            10.8e-6,  19.6e-6, 36.1e-6,  71.6e-6,  176e-6,  450e-6,  0.00115},
                .start_up_s = 1.09e-6,
                .byte_s = 0.07396e-9,
                .error = 0.14},
    .permute = {.knots = 8,
                .bytes = {DOUBLE_OCTAVES},
                .seconds = {0.00118e-6, 0.00159e-6, 0.00414e-6, 0.0103e-6, 0.0448e-6, 0.168e-6,
                            0.605e-6, 2.77e-6},
                .start_up_s = 0.00102e-6,
                .byte_s = 0.02044e-9,
                .error = 0.047},
    .barrier_s = 1.43e-06,
    .memory_bytes_per_s = 9.03e+10,

};

const ct_calibration *ct_calibration_default(void) {
    return &development;
}

ct_machine ct_calibration_machine(const ct_calibration *calibration, int shared) {
    const ct_curve *local = shared && calibration->local_shared.knots > 0
                                ? &calibration->local_shared
                                : &calibration->local_messages;
    const ct_curve *distant = calibration->distant.knots > 0 ? &calibration->distant : local;
    ct_machine machine = {.name = "calibrated",
                          .start_up_s = distant->start_up_s,
                          .byte_s = distant->byte_s,
                          .local_start_up_s = local->start_up_s,
                          .local_byte_s = local->byte_s,
                          .permute_byte_s = calibration->permute.byte_s,
                          .barrier_s = calibration->barrier_s,
                          .pairwise_s = distant->start_up_s,
                          .ports = 1,
                          .rails = 1};
    (void)snprintf(machine.source, sizeof machine.source, "measured by this library (%s)",
                   shared ? "shared memory" : "messages");
    return machine;
}
