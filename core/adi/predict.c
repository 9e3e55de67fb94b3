/*
 * Reducing exchanges two numbers a line, twice; transposing exchanges the array, twice, and sweeps
 * it once more. Both send as many messages. So reducing is faster, and the more the slower the
 * network, unless ranks have but a cell or two of each line.
 */
#include "adi/predict.h"

/* Among the ranks that share the lines of an axis. */
static double exchange_s(const ct_calibration *machine, const ct_adi_spread *spread, int axis,
                         double bytes) {
    const ct_curve *near = &machine->local_messages;
    const ct_curve *far = &machine->distant;
    const int parts = spread->parts[axis];
    const int goes_far = near->knots == 0 || (spread->is_distant[axis] && far->knots > 0);
    return ct_curve_at(goes_far ? far : near, bytes / parts) * (parts - 1);
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
            seconds[0] += 2 * exchange_s(machine, spread, axis, 2 * lines);
            seconds[1] += 2 * exchange_s(machine, spread, axis, spread->bytes) +
                          4 * all_bytes / machine->memory_bytes_per_s;
        }
    }
}
