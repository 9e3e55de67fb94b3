/* Wavenumbers, power and the kinds for Poisson's equation against formulas written out here. */
#include "expect.h"
#include "spectra.h"

static double wavenumber(const ct_spectrum *spectrum, int axis, ptrdiff_t index) {
    double found = NAN;
    EXPECT_INT(ct_spectrum_wavenumber(spectrum, axis, index, &found), CT_OK);
    return found;
}

static void expect_wavenumbers(ct_fft_kind kind, ptrdiff_t points, double offset, double logical) {
    ct_fft_problem problem = line(kind, points);
    ct_spectrum spectrum = whole(&problem, 0.5);
    for (ptrdiff_t i = 0; i < spectrum.box.count[0]; i++) {
        EXPECT(near(wavenumber(&spectrum, 0, i), ((double)i + offset) / (logical * 0.5)));
    }
    EXPECT(near(ct_spectrum_largest(&spectrum),
                ((double)spectrum.box.count[0] - 1 + offset) / (logical * 0.5)));
}

static void test_wavenumbers(void) {
    static const double fifths[] = {0, 1, 2, -2, -1};
    static const double sixths[] = {0, 1, 2, -3, -2, -1};
    ct_fft_problem odd = line(CT_FFT_C2C, 5);
    ct_fft_problem even = line(CT_FFT_C2C, 6);
    ct_fft_problem cut = line(CT_FFT_C2C, 10);
    cut.modes[0] = 5;
    ct_spectrum spectra[] = {whole(&odd, 2), whole(&even, 2), whole(&cut, 2)};
    for (int i = 0; i < 6; i++) {
        EXPECT(i == 5 || near(wavenumber(&spectra[0], 0, i), fifths[i] / 10));
        EXPECT(near(wavenumber(&spectra[1], 0, i), sixths[i] / 12));
        EXPECT(i == 5 || near(wavenumber(&spectra[2], 0, i), fifths[i] / 20));
    }
    EXPECT(near(ct_spectrum_largest(&spectra[1]), 0.25));
    expect_wavenumbers(CT_FFT_R2C, 9, 0, 9);
    expect_wavenumbers(CT_FFT_R2C, 8, 0, 8);
    expect_wavenumbers(CT_FFT_DCT1, 7, 0, 12);
    expect_wavenumbers(CT_FFT_DCT2, 7, 0, 14);
    expect_wavenumbers(CT_FFT_DCT3, 7, 0.5, 14);
    expect_wavenumbers(CT_FFT_DCT4, 7, 0.5, 14);
    expect_wavenumbers(CT_FFT_DST1, 7, 1, 16);
    expect_wavenumbers(CT_FFT_DST2, 7, 1, 14);
    expect_wavenumbers(CT_FFT_DST3, 7, 0.5, 14);
    expect_wavenumbers(CT_FFT_DST4, 7, 0.5, 14);
}

/* What a spectrum does not have has no number. */
static void test_no_wavenumbers(void) {
    ct_fft_problem problem = {.axes = 2, .extent = {4, 9}, .kind = {CT_FFT_NONE, CT_FFT_R2C}};
    const ct_spectrum spectrum = {
        .problem = problem, .spacing = {1, 0.5}, .box = {.axes = 2, .count = {4, 5}}};
    const ptrdiff_t wrong[][2] = {{-1, 0}, {2, 0}, {CT_MAX_AXES, 0}, {1, -1}, {1, 5}, {0, 4}};
    double found = 7;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        EXPECT_INT(ct_spectrum_wavenumber(&spectrum, (int)wrong[i][0], wrong[i][1], &found),
                   CT_ERROR_ARGUMENT);
        EXPECT_TEXT(ct_error_message(), "allowed: 0 to ");
    }
    EXPECT(found == 7);
    EXPECT(wavenumber(&spectrum, 0, 3) == 0 && near(wavenumber(&spectrum, 1, 4), 4 / 4.5));
}

/* A wave of amplitude 2 along r2c, by hand: its coefficient stands for two modes; Nyquist's for
 * one.
 */
static void test_power(void) {
    ct_fft_problem problem = line(CT_FFT_R2C, 8);
    ct_spectrum spectrum = whole(&problem, 0.5);
    double coefficients[10] = {8 * 3, 0, 0, 0, 0, -8, 0, 0, 8 * 5, 0}; /* 3 + 2 sin + 5 (-1)^n */
    double power[5] = {0};
    double modes[5] = {0};
    EXPECT(near(ct_spectrum_bin_width(&spectrum), 0.25));
    EXPECT(near(ct_spectrum_bins(&spectrum, 0.25), 5));
    EXPECT(near(ct_spectrum_mean(&spectrum, coefficients), 3));
    ct_spectrum_power(&spectrum, coefficients, 0.25, power, modes);
    static const double wanted[] = {9, 0, 2, 0, 25};
    static const double counts[] = {1, 2, 2, 2, 1};
    for (int bin = 0; bin < 5; bin++) {
        EXPECT(near(power[bin], wanted[bin]));
        EXPECT(near(modes[bin], counts[bin]));
    }
    spectrum.box.first[0] = 1; /* a part without k = 0 */
    spectrum.box.count[0] = 4;
    EXPECT(ct_spectrum_mean(&spectrum, coefficients + 2) == 0);
}

/* Bins in wavenumbers whose squares overflow or vanish, and of coefficients whose
 * squares overflow where those of the array do not. */
static void test_far_power(void) {
    static const double spacings[] = {1e-200, 1, 1e200};
    ct_fft_problem problem = line(CT_FFT_R2C, 8);
    for (int s = 0; s < 3; s++) {
        ct_spectrum spectrum = whole(&problem, spacings[s]);
        const double width = ct_spectrum_bin_width(&spectrum);
        double coefficients[10] = {8e153, 0, 0, 0, 0, -8e153, 0, 0, 8e153, 0};
        double power[5] = {0};
        double modes[5] = {0};
        EXPECT(near(width * spacings[s], 0.125));
        EXPECT(near(ct_spectrum_bins(&spectrum, width), 5));
        ct_spectrum_power(&spectrum, coefficients, width, power, modes);
        static const double wanted[] = {1, 0, 2, 0, 1};
        for (int bin = 0; bin < 5; bin++) {
            EXPECT(near(power[bin] / 1e306, wanted[bin]));
        }
        EXPECT(near(modes[2], 2));
        for (int i = 0; i < 10; i++) {
            coefficients[i] *= 1e150;
        }
        EXPECT(near(ct_spectrum_mean(&spectrum, coefficients) / 1e303, 1));
    }
    static const ptrdiff_t extent[] = {3, 4};
    ct_fft_problem two = ct_fft_complex(2, extent);
    ct_spectrum spectrum = whole(&two, 1e200); /* no mode but the first is that of k = 0 */
    double plane[24] = {5, 0, 7};
    EXPECT(near(ct_spectrum_mean(&spectrum, plane), 5 / 12.0));
}

/* A short axis does not widen the bins. */
static void test_bin_width(void) {
    static const ptrdiff_t extent[] = {3, 100, 60};
    ct_fft_problem problem = ct_fft_complex(3, extent);
    ct_spectrum spectrum = {.problem = problem, .spacing = {1, 1, 1}, .box.axes = 3};
    EXPECT(near(ct_spectrum_bin_width(&spectrum), 1.0 / 60));
    spectrum.problem.kind[2] = CT_FFT_NONE;
    EXPECT(near(ct_spectrum_bin_width(&spectrum), 0.01));
}

/* The points of each boundary, in half spacings: symmetric about both ends. */
static void test_poisson(void) {
    for (int boundary = CT_BOUNDARY_DIRICHLET; boundary <= CT_BOUNDARY_NEUMANN_DIRICHLET;
         boundary++) {
        for (int points = CT_POINTS_CELL; points <= CT_POINTS_NODE; points++) {
            const ptrdiff_t n = 5;
            ct_fft_kind kind = ct_poisson_kind((ct_boundary)boundary, (ct_points)points);
            double offset = ct_poisson_offset((ct_boundary)boundary, (ct_points)points);
            double ends = ct_poisson_ends((ct_boundary)boundary, (ct_points)points);
            ct_fft_problem problem = line(kind, n);
            ct_spectrum spectrum = whole(&problem, 1);
            int lower_dirichlet =
                boundary == CT_BOUNDARY_DIRICHLET || boundary == CT_BOUNDARY_DIRICHLET_NEUMANN;
            int upper_dirichlet =
                boundary == CT_BOUNDARY_DIRICHLET || boundary == CT_BOUNDARY_NEUMANN_DIRICHLET;
            for (ptrdiff_t k = 0; k < n; k++) {
                /* sin or cos of 2 pi k x, x from the lower end, meets the condition at the upper */
                double turn = 2 * pi * wavenumber(&spectrum, 0, k) * ((double)n + ends);
                double value = lower_dirichlet ? sin(turn) : cos(turn);
                double slope = lower_dirichlet ? cos(turn) : -sin(turn);
                EXPECT(fabs(upper_dirichlet ? value : slope) < 1e-12);
            }
            EXPECT(offset == (points == CT_POINTS_CELL ? 0.5 : lower_dirichlet ? 1 : 0));
        }
    }
    static const ptrdiff_t extent[] = {4, 5, 6};
    const ct_boundary boundary[] = {CT_BOUNDARY_PERIODIC, CT_BOUNDARY_PERIODIC,
                                    CT_BOUNDARY_DIRICHLET};
    ct_fft_problem problem = ct_poisson_problem(3, extent, boundary, CT_POINTS_NODE, 0);
    EXPECT_INT(problem.kind[0], CT_FFT_C2C);
    EXPECT_INT(problem.kind[1], CT_FFT_R2C);
    EXPECT_INT(problem.kind[2], CT_FFT_DST1);
    EXPECT_INT(ct_fft_problem_check(&problem), CT_OK);
    problem = ct_poisson_problem(3, extent, boundary, CT_POINTS_CELL, 1);
    EXPECT_INT(problem.kind[1], CT_FFT_C2C);
    EXPECT_INT(problem.kind[2], CT_FFT_DST2);
    EXPECT_INT(ct_poisson_kind(CT_BOUNDARY_NONE, CT_POINTS_NODE), CT_FFT_NONE);
}

int main(void) {
    test_wavenumbers();
    test_no_wavenumbers();
    test_power();
    test_far_power();
    test_bin_width();
    test_poisson();
    return expect_status();
}
