/* Which way the model of a machine takes: reducing or transposing. */
#include "expect.h"

#include "adi/predict.h"

/* Messages of a start-up and so many seconds a byte. */
static ct_calibration machine_of(double start_up_s, double byte_s, double memory_bytes_per_s) {
    ct_calibration machine = {.memory_bytes_per_s = memory_bytes_per_s};
    double bytes = 8;
    for (int knot = 0; knot < 10; knot++, bytes *= 8) {
        EXPECT(ct_curve_add(&machine.local_messages, bytes, start_up_s + bytes * byte_s));
    }
    return machine;
}

/* Doubles in slabs of `thick` cells by `wide` x `wide` on `ranks`; transposing less reducing. */
static double reducing_gains(const ct_calibration *machine, int ranks, ptrdiff_t thick,
                             ptrdiff_t wide) {
    const ct_adi_spread spread = {.bytes = 8.0 * (double)(thick * wide * wide),
                                  .count = {thick, wide, wide},
                                  .parts = {ranks, 1, 1}};
    double seconds[2] = {0, 0};
    ct_adi_predict(machine, &spread, seconds);
    EXPECT(seconds[0] > 0 && seconds[1] > 0);
    return seconds[1] - seconds[0];
}

/* Between nodes it takes the messages between them, where the machine has been seen to have any. */
static void expect_distance(void) {
    const ct_calibration fast = machine_of(1e-6, 1e-10, 1e10);
    const ct_calibration slow = machine_of(5e-5, 1e-8, 1e10);
    for (int k = 0; k < 6; k++) {
        const int is_distant = k % 2;
        const int has_near = k < 4;
        const int has_far = k >= 2;
        const ct_adi_spread spread = {
            .bytes = 4e6, .count = {50, 100, 100}, .parts = {2, 1, 1}, .is_distant = {is_distant}};
        ct_adi_spread near = spread;
        ct_calibration machine = {.memory_bytes_per_s = 1e10};
        double found[2] = {0, 0};
        double wanted[2] = {0, 0};
        near.is_distant[0] = 0;
        machine.local_messages = has_near ? fast.local_messages : machine.local_messages;
        machine.distant = has_far ? slow.local_messages : machine.distant;
        ct_adi_predict(&machine, &spread, found);
        ct_adi_predict(!has_near || (is_distant && has_far) ? &slow : &fast, &near, wanted);
        EXPECT(found[0] == wanted[0] && found[1] == wanted[1]);
    }
    EXPECT(slow.local_messages.seconds[0] > fast.local_messages.seconds[0]);
}

int main(void) {
    const ct_calibration slow = machine_of(5e-5, 1e-8, 1e10);
    const ct_calibration fast = machine_of(1e-6, 1e-10, 1e10);
    for (int ranks = 2; ranks <= 64; ranks *= 2) { /* thick slabs */
        EXPECT(reducing_gains(&slow, ranks, 64, 256) > 0);
        EXPECT(reducing_gains(&fast, ranks, 64, 256) > 0);
        EXPECT(reducing_gains(&slow, ranks, 64, 256) > reducing_gains(&fast, ranks, 64, 256));
        EXPECT(reducing_gains(ct_calibration_default(), ranks, 64, 256) > 0);
    }
    /* Slabs of one cell: reducing sends two numbers for each, transposing one, and sweeps. */
    EXPECT(reducing_gains(&slow, 8, 1, 256) < 0);
    const ct_calibration fastest = machine_of(1e-7, 1e-12, 1e9);
    EXPECT(reducing_gains(&fastest, 8, 1, 256) > 0);
    expect_distance();
    /* An axis that nobody shares takes nothing. */
    const ct_adi_spread whole = {.bytes = 8e6, .count = {100, 100, 100}, .parts = {1, 1, 1}};
    double seconds[2] = {1, 1};
    ct_adi_predict(&fast, &whole, seconds);
    EXPECT(seconds[0] == 0 && seconds[1] == 0);
    return expect_status();
}
