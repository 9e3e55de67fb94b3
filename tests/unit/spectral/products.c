/* Products of spectra, and modes that are pairs, coefficient by coefficient. */
#include "expect.h"
#include "spectra.h"

#include <string.h>

/* Products, with a shift that turns mode k of n points by exp(-2 pi i k s / n). */
static void test_products(void) {
    static const ptrdiff_t extent[] = {4, 6};
    static const ptrdiff_t shifts[][2] = {{0, 0}, {1, 0}, {0, -2}, {3, 601}};
    ct_fft_problem problem = ct_fft_complex(2, extent);
    ct_spectrum spectrum = whole(&problem, 1);
    for (int conjugate = 0; conjugate < 2; conjugate++) {
        for (size_t s = 0; s < sizeof shifts / sizeof *shifts; s++) {
            const ptrdiff_t shift[CT_MAX_AXES] = {shifts[s][0], shifts[s][1]};
            double *a = fill(&spectrum.box, extent);
            double *b = fill(&spectrum.box, extent);
            double *before = fill(&spectrum.box, extent);
            int wrong = 0;
            ct_spectrum_multiply(&spectrum, b, conjugate, shift, a);
            for (ptrdiff_t k = 0; k < 24; k++) {
                const ptrdiff_t mode[] = {k / 6, k % 6};
                double angle =
                    -2 * pi * ((double)(mode[0] * shift[0]) / 4 + (double)(mode[1] * shift[1]) / 6);
                double b_imaginary = conjugate ? -b[2 * k + 1] : b[2 * k + 1];
                double real = b[2 * k] * cos(angle) - b_imaginary * sin(angle);
                double imaginary = b[2 * k] * sin(angle) + b_imaginary * cos(angle);
                double wanted[] = {before[2 * k] * real - before[2 * k + 1] * imaginary,
                                   before[2 * k] * imaginary + before[2 * k + 1] * real};
                wrong += fabs(a[2 * k] - wanted[0]) > 1e-10;
                wrong += fabs(a[2 * k + 1] - wanted[1]) > 1e-10;
            }
            EXPECT_INT(wrong, 0);
            free(a);
            free(b);
            free(before);
        }
    }
}

/* An even number of modes of more points: what the highest coefficient, half of which belongs to
 * either sign, becomes. */
static void test_pairs(void) {
    ct_fft_problem problem = line(CT_FFT_C2C, 9);
    const ptrdiff_t shift[CT_MAX_AXES] = {2};
    problem.modes[0] = 4;
    ct_spectrum spectrum = whole(&problem, 1);
    const double a[] = {1, 2, 3, 4, 5, 6, 7, 8};
    const double b[] = {2, 1, 0, 3, 1, 4, 2, 2};
    double number[8];
    double power[5] = {0};
    double modes[5] = {0};
    memcpy(number, a, sizeof a);
    ct_filter_apply(&spectrum, &(ct_filter){.kind = CT_FILTER_GRADIENT}, number);
    EXPECT(number[4] == 0 && number[5] == 0);
    EXPECT(near(number[6], 2 * pi / 9 * 8) && near(number[7], -2 * pi / 9 * 7));
    memcpy(number, a, sizeof a);
    ct_spectrum_multiply(&spectrum, b, 0, shift, number);
    const double turn = cos(2 * pi * 2 * 2 / 9) / 2; /* (5 + 6 i) (1 + 4 i), in halves */
    EXPECT(near(number[4], turn * (5 - 24)) && near(number[5], turn * (20 + 6)));
    ct_spectrum_power(&spectrum, a, 1.0 / 9, power, modes);
    EXPECT(near(power[2] * 81, 61 / 2.0) && near(modes[2], 2));
    EXPECT(near(power[1] * 81, 25 + 113) && near(modes[1], 2));
}

int main(void) {
    test_products();
    test_pairs();
    return expect_status();
}
