/* Wachspress's parameters against their defining properties and the theory of their number. */
#include "expect.h"

#include "adi/problem/wachspress.h"
#include <cornerturn/wachspress.h>
#include <math.h>

/* The largest factor on a fine geometric grid of the interval. */
static double largest_factor(double low, double high, int count, const double *parameters) {
    double largest = 0;
    for (int i = 0; i <= 4000; i++) {
        const double x = low * pow(high / low, i / 4000.0);
        double factor = 1;
        for (int j = 0; j < count; j++) {
            factor *= (x - parameters[j]) / (x + parameters[j]);
        }
        largest = fmax(largest, fabs(factor));
    }
    return largest;
}

static void expect_wachspress(void) {
    double parameters[CT_ADI_PARAMETERS_MOST];
    static const double ratios[] = {1, 1.5, 40, 1e4, 1e7, 1e12};
    for (size_t r = 0; r < sizeof ratios / sizeof *ratios; r++) {
        for (int count = 1; count <= 16; count++) {
            const double low = 0.3;
            const double high = low * ratios[r];
            ct_adi_wachspress(low, high, count, parameters);
            const double factor = ct_adi_wachspress_factor(low, high, count);
            EXPECT(fabs(largest_factor(low, high, count, parameters) - factor) <=
                   1e-9 + 1e-4 * factor);
            for (int j = 0; j < count; j++) { /* worse when one is moved */
                const double saved = parameters[j];
                parameters[j] *= 1.05;
                EXPECT(ratios[r] < 2 || largest_factor(low, high, count, parameters) > factor);
                parameters[j] = saved;
                EXPECT(j == 0 || saved <= parameters[j - 1]);
                EXPECT(saved >= low * (1 - 1e-9) && saved <= high * (1 + 1e-9));
            }
        }
    }
    ct_adi_wachspress(2, 8, 1, parameters); /* one: the geometric mean */
    EXPECT(fabs(parameters[0] - 4) < 1e-14);
    /* Two, by hand: p (a + b - p) = a b with p1 + p2 = sqrt(2 (a + b) sqrt(a b)). */
    ct_adi_wachspress(1, 16, 2, parameters);
    EXPECT(fabs(parameters[0] * parameters[1] - 16) < 1e-12);
    EXPECT(fabs(parameters[0] + parameters[1] - sqrt(2 * 17 * 4.0)) < 1e-12);
    /* Their number in theory, ln(4 high / low) ln(4 / reduction) / pi^2, up to the next integer. */
    for (int power = 1; power < 9; power++) {
        const double ratio = pow(10, power);
        for (int digits = 2; digits < 12; digits += 2) {
            const double reduction = pow(10, -digits);
            const double theory = log(4 * ratio) * log(4 / reduction) / 9.8696044010893586;
            const int count = ct_adi_wachspress_count(1, ratio, reduction);
            EXPECT(count >= theory - 0.1 && count <= theory + 1.1);
        }
    }
}

int main(void) {
    expect_wachspress();
    return expect_status();
}
