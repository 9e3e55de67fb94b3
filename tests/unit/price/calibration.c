/* The assumed calibration: its lines are those of its points; a calibration as a machine. */
#include "expect.h"

#include <cornerturn/calibration.h>

#include <math.h>

static void expect_fitted(const ct_curve *curve) {
    ct_curve again = *curve;
    ct_curve_fit(&again);
    EXPECT(curve->knots >= 8);
    EXPECT(fabs(curve->start_up_s / again.start_up_s - 1) < 0.01);
    EXPECT(fabs(curve->byte_s / again.byte_s - 1) < 0.01);
    EXPECT(fabs(curve->error - again.error) < 0.02);
    for (int i = 1; i < curve->knots; i++) {
        EXPECT(curve->bytes[i] > curve->bytes[i - 1]);
        EXPECT(curve->seconds[i] > 0);
    }
}

static void expect_machines(void) {
    ct_calibration calibration = {.local_messages = {.knots = 1, .start_up_s = 1, .byte_s = 2},
                                  .local_shared = {.knots = 1, .start_up_s = 3, .byte_s = 4},
                                  .distant = {.knots = 1, .start_up_s = 5, .byte_s = 6},
                                  .permute = {.knots = 1, .start_up_s = 7, .byte_s = 8},
                                  .barrier_s = 9};
    ct_machine machine = ct_calibration_machine(&calibration, 1);
    EXPECT(machine.local_start_up_s == 3 && machine.local_byte_s == 4);
    EXPECT(machine.start_up_s == 5 && machine.byte_s == 6);
    EXPECT(machine.permute_byte_s == 8 && machine.barrier_s == 9);
    machine = ct_calibration_machine(&calibration, 0);
    EXPECT(machine.local_start_up_s == 1 && machine.local_byte_s == 2);
    calibration.distant.knots = calibration.local_shared.knots = 0;
    machine = ct_calibration_machine(&calibration, 1); /* shared that were not measured */
    EXPECT(machine.start_up_s == 1 && machine.local_start_up_s == 1);
}

int main(void) {
    const ct_calibration *assumed = ct_calibration_default();
    expect_fitted(&assumed->local_messages);
    expect_fitted(&assumed->local_shared);
    expect_fitted(&assumed->local_private);
    expect_fitted(&assumed->library);
    expect_fitted(&assumed->permute);
    EXPECT_INT(assumed->distant.knots, 0);
    EXPECT(assumed->barrier_s > 0 && assumed->memory_bytes_per_s > 0);
    expect_machines();
    return expect_status();
}
