/* What is assumed of a machine that was not calibrated, and a calibration as a machine. */
#include <cornerturn/calibration.h>

#include <stdio.h>

ct_machine ct_calibration_machine(const ct_calibration *calibration, int windows) {
    const ct_curve *local = windows && calibration->local_windows.knots > 0
                                ? &calibration->local_windows
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
                   windows ? "shared windows" : "messages");
    return machine;
}
