/*
 * Reducing exchanges two numbers a line, twice; transposing exchanges the array, twice, and sweeps
 * it once more. Both send as many messages. So reducing is faster, and the more the slower the
 * network, unless ranks have but a cell or two of each line.
 */
#include "adi/predict.h"

/* Of ranks of one node: planning knows of no others. */
static double exchange_s(const ct_calibration *machine, int parts, double bytes) {
    return ct_curve_at(&machine->local_messages, bytes / parts) * (parts - 1);
}

void ct_adi_predict(const ct_calibration *machine, const ct_adi_spread *spread, double seconds[2]) {
    double all_bytes = spread->bytes;
    seconds[0] = seconds[1] = 0;
    for (int axis = 0; axis < CT_ADI_BOX_AXES; axis++) {
        all_bytes *= spread->parts[axis];
    }
    for (int axis = 0; axis < CT_ADI_BOX_AXES; axis++) {
        const int parts = spread->parts[axis];
        if (parts > 1) {
            const double lines = spread->bytes / (double)spread->count[axis];
            seconds[0] += 2 * exchange_s(machine, parts, 2 * lines);
            seconds[1] += 2 * exchange_s(machine, parts, spread->bytes) +
                          4 * all_bytes / machine->memory_bytes_per_s;
        }
    }
}
