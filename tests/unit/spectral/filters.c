/* Filters, coefficient by coefficient, against formulas written out here. */
#include "expect.h"
#include "spectra.h"

#include <stdlib.h>

/* Factor of a filter at wavenumbers k, with those of odd factors in `odd`; times i in *is_odd. */
static double factor_at(const ct_filter *filter, const double *k, const double *odd, int axes,
                        int *is_odd) {
    double square = 0;
    for (int a = 0; a < axes; a++) {
        square += k[a] * k[a];
    }
    *is_odd = 0;
    switch (filter->kind) {
    case CT_FILTER_PASS:
        return sqrt(square) >= filter->from && sqrt(square) <= filter->to;
    case CT_FILTER_GAUSSIAN:
        return exp(-2 * pi * pi * filter->width * filter->width * square);
    case CT_FILTER_GRADIENT:
        *is_odd = 1;
        return 2 * pi * odd[filter->axis];
    case CT_FILTER_RIESZ:
        *is_odd = 1;
        return square > 0 ? -odd[filter->axis] / sqrt(square) : 0;
    case CT_FILTER_LAPLACIAN:
        return -4 * pi * pi * square;
    default:
        return square > 0 ? -1 / (4 * pi * pi * square) : 0;
    }
}

/* Applies a filter to a box of a complex spectrum and looks at every coefficient. */
static void expect_filtered(const ct_fft_problem *problem, const ct_box *box,
                            const ct_filter *filter) {
    ct_spectrum spectrum = whole(problem, 0.75);
    ptrdiff_t extent[CT_MAX_AXES];
    int wrong = 0;
    (void)ct_fft_extents(problem, 1, extent);
    spectrum.box = *box;
    EXPECT_INT(ct_spectrum_check(&spectrum), CT_OK);
    EXPECT_INT(ct_filter_check(&spectrum, filter), CT_OK);
    double *found = fill(box, extent);
    double *before = fill(box, extent);
    ct_filter_apply(&spectrum, filter, found);
    for (ptrdiff_t i = 0; i < ct_box_elements(box); i++) {
        double k[CT_MAX_AXES] = {0};
        double odd[CT_MAX_AXES] = {0};
        ptrdiff_t rest = i;
        int is_odd = 0;
        for (int a = box->axes - 1; a >= 0; a--) {
            const ptrdiff_t here = box->count[a] > 0 ? box->count[a] : 1;
            ptrdiff_t index = box->first[a] + rest % here;
            ptrdiff_t n = problem->extent[a];
            rest /= here;
            wrong += ct_spectrum_wavenumber(&spectrum, a, index, &k[a]) != CT_OK;
            odd[a] = 2 * index == n ? 0 : k[a];
        }
        double factor = factor_at(filter, k, odd, box->axes, &is_odd);
        double real = is_odd ? -factor * before[2 * i + 1] : factor * before[2 * i];
        double imaginary = is_odd ? factor * before[2 * i] : factor * before[2 * i + 1];
        wrong += !near(found[2 * i], real) || !near(found[2 * i + 1], imaginary);
    }
    EXPECT_INT(wrong, 0);
    free(found);
    free(before);
}

static void test_filters(void) {
    const ct_filter filters[] = {{.kind = CT_FILTER_PASS, .from = 0.11, .to = 0.3},
                                 {.kind = CT_FILTER_PASS, .from = 0.11, .to = INFINITY},
                                 {.kind = CT_FILTER_GAUSSIAN, .width = 0.8},
                                 {.kind = CT_FILTER_GRADIENT, .axis = 0},
                                 {.kind = CT_FILTER_GRADIENT, .axis = 2},
                                 {.kind = CT_FILTER_RIESZ, .axis = 0},
                                 {.kind = CT_FILTER_RIESZ, .axis = 2},
                                 {.kind = CT_FILTER_LAPLACIAN},
                                 {.kind = CT_FILTER_INVERSE_LAPLACIAN}};
    static const ptrdiff_t extents[][3] = {{6, 5, 8}, {1, 4, 7}, {2, 3, 1300}};
    for (size_t e = 0; e < sizeof extents / sizeof *extents; e++) {
        ct_fft_problem problem = ct_fft_real(3, extents[e]);
        ct_box all = {.axes = 3};
        (void)ct_fft_extents(&problem, 1, all.count);
        ct_box some = all;
        some.first[1] = 1;
        some.count[1] = all.count[1] - 2;
        some.first[2] = all.count[2] / 2;
        some.count[2] = all.count[2] - some.first[2];
        ct_box none = some;
        none.count[1] = 0;
        for (size_t f = 0; f < sizeof filters / sizeof *filters; f++) {
            expect_filtered(&problem, &all, &filters[f]);
            expect_filtered(&problem, &some, &filters[f]);
            expect_filtered(&problem, &none, &filters[f]);
        }
        problem.kind[1] = CT_FFT_NONE;
        expect_filtered(&problem, &all, &filters[2]);
        expect_filtered(&problem, &all, &filters[5]);
    }
}

/* A filter at spacings so far from 1 that squares of wavenumbers overflow or vanish: what it does
 * at spacing 1, times the power of the spacing that its factor has. Applied twice where that power
 * is 2, so that no number leaves the range of a double. */
static void expect_far(const ct_filter *filter, double spacing, int power) {
    static const ptrdiff_t extent[] = {4, 5, 6};
    ct_fft_problem problem = ct_fft_real(3, extent);
    ct_spectrum near_1 = whole(&problem, 1);
    ct_spectrum far = whole(&problem, spacing);
    ct_filter scaled = *filter;
    double *found = fill(&near_1.box, extent);
    double *wanted = fill(&near_1.box, extent);
    const ptrdiff_t numbers = 2 * ct_box_elements(&near_1.box);
    int wrong = 0;
    scaled.from /= spacing;
    scaled.to /= spacing;
    scaled.width *= spacing;
    for (ptrdiff_t i = 0; i < numbers; i++) { /* half the way down, half the way up */
        found[i] *= power == 2 ? spacing : power == -2 ? 1 / spacing : 1;
    }
    EXPECT_INT(ct_spectrum_check(&far), CT_OK);
    ct_filter_apply(&near_1, filter, wanted);
    ct_filter_apply(&far, &scaled, found);
    for (ptrdiff_t i = 0; i < numbers; i++) {
        const double back = found[i] * (power > 0 ? spacing : power < 0 ? 1 / spacing : 1);
        wrong += fabs(back - wanted[i]) > 1e-13 * (1 + fabs(wanted[i]));
    }
    EXPECT_INT(wrong, 0);
    free(found);
    free(wanted);
}

static void test_far_spacings(void) {
    for (int sign = -1; sign <= 1; sign += 2) {
        const double spacing = pow(10, 200 * sign);
        expect_far(&(ct_filter){.kind = CT_FILTER_PASS, .from = 0.11, .to = 0.3}, spacing, 0);
        expect_far(&(ct_filter){.kind = CT_FILTER_PASS, .to = INFINITY}, spacing, 0);
        expect_far(&(ct_filter){.kind = CT_FILTER_GAUSSIAN, .width = 0.8}, spacing, 0);
        expect_far(&(ct_filter){.kind = CT_FILTER_RIESZ, .axis = 0}, spacing, 0);
        expect_far(&(ct_filter){.kind = CT_FILTER_RIESZ, .axis = 2}, spacing, 0);
        expect_far(&(ct_filter){.kind = CT_FILTER_GRADIENT, .axis = 1}, spacing, 1);
        expect_far(&(ct_filter){.kind = CT_FILTER_LAPLACIAN}, spacing, 2);
        expect_far(&(ct_filter){.kind = CT_FILTER_INVERSE_LAPLACIAN}, spacing, -2);
    }
}

/* Axes whose wavenumbers are 1e400 apart: each mode is that of the larger. */
static void test_spacings_far_apart(void) {
    static const ptrdiff_t extent[] = {3, 3};
    ct_fft_problem problem = ct_fft_complex(2, extent);
    ct_spectrum spectrum = whole(&problem, 1);
    ct_filter filter = {.kind = CT_FILTER_RIESZ, .axis = 1};
    double coefficients[18];
    spectrum.spacing[0] = 1e-200;
    spectrum.spacing[1] = 1e200;
    EXPECT_INT(ct_spectrum_check(&spectrum), CT_OK);
    for (ptrdiff_t i = 0; i < 9; i++) {
        coefficients[2 * i] = 1;
        coefficients[2 * i + 1] = 0;
    }
    ct_filter_apply(&spectrum, &filter, coefficients);
    static const double along[] = {0, -1, 1}; /* -i k / |k| of k = 0, 1, -1 */
    for (ptrdiff_t i = 0; i < 9; i++) {
        EXPECT(coefficients[2 * i] == 0);
        EXPECT(fabs(coefficients[2 * i + 1] - (i < 3 ? along[i] : 0)) < 1e-15);
    }
}

/* Real coefficients, and those in single precision. */
static void test_other_numbers(void) {
    ct_fft_problem problem = line(CT_FFT_DST2, 3);
    ct_spectrum spectrum = whole(&problem, 1);
    ct_filter filter = {.kind = CT_FILTER_LAPLACIAN};
    double doubles[] = {1, 2, 3};
    float floats[] = {1, 2, 3};
    ct_filter_apply(&spectrum, &filter, doubles);
    spectrum.problem.precision = CT_FLOAT;
    ct_filter_apply(&spectrum, &filter, floats);
    for (int i = 0; i < 3; i++) {
        double wanted = -(i + 1) * pow(pi * (i + 1) / 3, 2);
        EXPECT(near(doubles[i], wanted));
        EXPECT(fabs(floats[i] / wanted - 1) < 1e-6);
    }
    spectrum = whole(&problem, 1e-25); /* a factor beyond floats, of coefficients that allow it */
    spectrum.problem.precision = CT_FLOAT;
    float small[] = {1e-30F, 2e-30F, 3e-30F};
    ct_filter_apply(&spectrum, &filter, small);
    for (int i = 0; i < 3; i++) {
        EXPECT(fabs(small[i] / (-(i + 1) * pow(pi * (i + 1) / 3, 2) * 1e20) - 1) < 1e-6);
    }
}

static void test_refusals(void) {
    static const ptrdiff_t extent[] = {4, 5};
    ct_fft_problem problem = ct_fft_real(2, extent);
    ct_spectrum spectrum = whole(&problem, 1);
    ct_filter filter = {.kind = CT_FILTER_PASS, .from = 2, .to = 1};
    EXPECT_INT(ct_filter_check(&spectrum, &filter), CT_ERROR_ARGUMENT);
    EXPECT_TEXT(ct_error_message(), "from 2 to 1");
    filter = (ct_filter){.kind = CT_FILTER_PASS, .from = NAN, .to = 1};
    EXPECT_INT(ct_filter_check(&spectrum, &filter), CT_ERROR_ARGUMENT);
    filter = (ct_filter){.kind = CT_FILTER_GAUSSIAN, .width = -1};
    EXPECT_INT(ct_filter_check(&spectrum, &filter), CT_ERROR_ARGUMENT);
    filter = (ct_filter){.kind = CT_FILTER_RIESZ, .axis = 2};
    EXPECT_INT(ct_filter_check(&spectrum, &filter), CT_ERROR_ARGUMENT);
    EXPECT_TEXT(ct_error_message(), "allowed: 0 to 1");
    filter = (ct_filter){.kind = (ct_filter_kind)77};
    EXPECT_INT(ct_filter_check(&spectrum, &filter), CT_ERROR_ARGUMENT);
    spectrum.problem.kind[0] = CT_FFT_DCT2;
    filter = (ct_filter){.kind = CT_FILTER_GRADIENT, .axis = 0};
    EXPECT_INT(ct_filter_check(&spectrum, &filter), CT_ERROR_ARGUMENT);
    EXPECT_INT(ct_spectrum_check_product(&spectrum.problem), CT_ERROR_ARGUMENT);
    EXPECT_TEXT(ct_error_message(), "axis 0");
    EXPECT_INT(ct_spectrum_check_product(&problem), CT_OK);
    spectrum = whole(&problem, 1);
    spectrum.spacing[1] = 0;
    EXPECT_INT(ct_spectrum_check(&spectrum), CT_ERROR_ARGUMENT);
    EXPECT_TEXT(ct_error_message(), "spacing 0 along axis 1");
    spectrum.spacing[1] = 1e-320;
    EXPECT_INT(ct_spectrum_check(&spectrum), CT_ERROR_ARGUMENT);
    EXPECT_TEXT(ct_error_message(), "a double can hold");
    spectrum = whole(&problem, 1);
    spectrum.box.first[1] = 1;
    EXPECT_INT(ct_spectrum_check(&spectrum), CT_ERROR_ARGUMENT);
    spectrum.box.axes = 1;
    EXPECT_INT(ct_spectrum_check(&spectrum), CT_ERROR_ARGUMENT);
}

int main(void) {
    test_filters();
    test_far_spacings();
    test_spacings_far_apart();
    test_other_numbers();
    test_refusals();
    return expect_status();
}
