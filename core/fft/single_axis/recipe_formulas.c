/* The formulas of recipes. N is the length of the axis, M = N / 2 for even N, w(m) a root of unity
 * of the recipe. */
#include "fft/single_axis/recipe.h"

/* Coefficient k of 2 M real numbers whose even and odd elements were the real and imaginary parts
 * of a complex transform with coefficients z (k) and mirrored (M - k); root is exp(-2 pi i k / 2
 * M). */
static double complex unpacked(double complex z, double complex mirrored, double complex root) {
    double complex even = (z + conj(mirrored)) / 2;
    double complex odd = (z - conj(mirrored)) / 2;
    return even + ct_times(root, CMPLX(cimag(odd), -creal(odd)));
}

/* The inverse of `unpacked` without the factor 1/2. */
static double complex packed(double complex c, double complex mirrored, double complex root) {
    double complex odd = ct_times(conj(root), c - conj(mirrored));
    return c + conj(mirrored) + CMPLX(-cimag(odd), creal(odd));
}

void ct_fft_after_pair(const ct_fft_recipe *recipe, ptrdiff_t first, ptrdiff_t count,
                       double *const in[CT_FFT_STREAMS], double *out) {
    (void)recipe;
    (void)first;
    for (ptrdiff_t i = 0; i < 2 * count; i++) {
        out[i] = in[0][i] + in[1][i];
    }
}

void ct_fft_after_r2c(const ct_fft_recipe *recipe, ptrdiff_t first, ptrdiff_t count,
                      double *const in[CT_FFT_STREAMS], double *out) {
    const double complex *z = (const double complex *)in[0];
    const double complex *mirrored = (const double complex *)in[1];
    double complex *result = (double complex *)out;
    for (ptrdiff_t i = 0; i < count; i++) {
        result[i] = unpacked(z[i], mirrored[i], ct_fft_roots_at(&recipe->roots, first + i));
    }
}

/* Ignores the imaginary parts of coefficients 0 and M, which are 0 for real data. */
void ct_fft_before_c2r(const ct_fft_recipe *recipe, ptrdiff_t first, ptrdiff_t count,
                       double *const in[CT_FFT_STREAMS], double *out) {
    double complex *c = (double complex *)in[0];
    double complex *mirrored = (double complex *)in[1];
    double complex *result = (double complex *)out;
    if (first == 0 && count > 0) {
        c[0] = creal(c[0]);
        mirrored[0] = creal(mirrored[0]);
    }
    for (ptrdiff_t i = 0; i < count; i++) {
        result[i] = packed(c[i], mirrored[i], ct_fft_roots_at(&recipe->roots, first + i));
    }
}

/* Coefficients of the even extension are real; those of the odd one are imaginary and begin with
 * number 1. */
void ct_fft_after_type1(const ct_fft_recipe *recipe, ptrdiff_t first, ptrdiff_t count,
                        double *const in[CT_FFT_STREAMS], double *out) {
    const double complex *z = (const double complex *)in[0];
    const double complex *mirrored = (const double complex *)in[1];
    first += recipe->is_sine;
    for (ptrdiff_t i = 0; i < count; i++) {
        double complex c = unpacked(z[i], mirrored[i], ct_fft_roots_at(&recipe->roots, first + i));
        out[i] = recipe->is_sine ? -cimag(c) : creal(c);
    }
}

/* A sine transform has the cosine transform's coefficients in reverse order. */
static ptrdiff_t number_of(const ct_fft_recipe *recipe, ptrdiff_t position) {
    return recipe->is_sine ? recipe->length - 1 - position : position;
}

/* Coefficient m <= M of the reordered real numbers, times exp(-2 pi i m / 4 N), is result m - i
 * result N - m, halved. */
void ct_fft_after_type2_even(const ct_fft_recipe *recipe, ptrdiff_t first, ptrdiff_t count,
                             double *const in[CT_FFT_STREAMS], double *out) {
    const double complex *z = (const double complex *)in[0];
    const double complex *mirrored = (const double complex *)in[1];
    for (ptrdiff_t i = 0; i < count; i++) {
        ptrdiff_t k = number_of(recipe, first + i);
        int is_low = k <= recipe->length - k;
        ptrdiff_t m = is_low ? k : recipe->length - k;
        double complex coefficient =
            unpacked(z[i], mirrored[i], ct_fft_roots_at(&recipe->roots, 4 * m));
        double complex c = ct_times(coefficient, ct_fft_roots_at(&recipe->roots, m));
        out[i] = is_low ? 2 * creal(c) : -2 * cimag(c);
    }
}

void ct_fft_after_type2_odd(const ct_fft_recipe *recipe, ptrdiff_t first, ptrdiff_t count,
                            double *const in[CT_FFT_STREAMS], double *out) {
    const double complex *z = (const double complex *)in[0];
    for (ptrdiff_t i = 0; i < count; i++) {
        ptrdiff_t k = number_of(recipe, first + i);
        out[i] = 2 * creal(ct_times(z[i], ct_fft_roots_at(&recipe->roots, k)));
    }
}

/* Coefficient k of the reordered real numbers is (x(k) - i x(N - k)) / w(k). */
void ct_fft_before_type3_even(const ct_fft_recipe *recipe, ptrdiff_t first, ptrdiff_t count,
                              double *const in[CT_FFT_STREAMS], double *out) {
    const ct_fft_roots *roots = &recipe->roots;
    double complex *result = (double complex *)out;
    for (ptrdiff_t i = 0; i < count; i++) {
        ptrdiff_t k = first + i;
        double complex c = ct_times(CMPLX(in[0][i], -in[1][i]), conj(ct_fft_roots_at(roots, k)));
        double complex mirrored = ct_times(CMPLX(in[2][i], -in[3][i]),
                                           conj(ct_fft_roots_at(roots, recipe->length / 2 - k)));
        result[i] = packed(c, mirrored, ct_fft_roots_at(roots, 4 * k));
    }
}

void ct_fft_before_type3_odd(const ct_fft_recipe *recipe, ptrdiff_t first, ptrdiff_t count,
                             double *const in[CT_FFT_STREAMS], double *out) {
    double complex *result = (double complex *)out;
    for (ptrdiff_t i = 0; i < count; i++) {
        result[i] =
            ct_times(CMPLX(in[0][i], -in[1][i]), conj(ct_fft_roots_at(&recipe->roots, first + i)));
    }
}

/* Numbers 2 j and N - 1 - 2 j form a complex one, times exp(-2 pi i (4 j + 1) / 8 N); so do the
 * results after the transform and another factor. */
void ct_fft_before_type4_even(const ct_fft_recipe *recipe, ptrdiff_t first, ptrdiff_t count,
                              double *const in[CT_FFT_STREAMS], double *out) {
    double complex *result = (double complex *)out;
    for (ptrdiff_t i = 0; i < count; i++) {
        result[i] = ct_times(CMPLX(in[0][i], in[1][i]),
                             ct_fft_roots_at(&recipe->roots, 4 * (first + i) + 1));
    }
}

/* Result n of a sine transform is that of the cosine transform of the reversed numbers, negated for
 * odd n. */
void ct_fft_after_type4_even(const ct_fft_recipe *recipe, ptrdiff_t first, ptrdiff_t count,
                             double *const in[CT_FFT_STREAMS], double *out) {
    const double complex *z = (const double complex *)in[0];
    const double odd_factor = recipe->is_sine ? 2 : -2;
    for (ptrdiff_t i = 0; i < count; i++) {
        ptrdiff_t n = first + i;
        int is_odd = n % 2 != 0;
        ptrdiff_t k = (is_odd ? recipe->length - 1 - n : n) / 2;
        double complex c = ct_times(z[i], ct_fft_roots_at(&recipe->roots, 4 * k));
        out[i] = is_odd ? odd_factor * cimag(c) : 2 * creal(c);
    }
}

void ct_fft_before_type4_odd(const ct_fft_recipe *recipe, ptrdiff_t first, ptrdiff_t count,
                             double *const in[CT_FFT_STREAMS], double *out) {
    double complex *result = (double complex *)out;
    for (ptrdiff_t i = 0; i < count; i++) {
        result[i] = in[0][i] * ct_fft_roots_at(&recipe->roots, 2 * (first + i));
    }
}

/* Coefficient k is result 2 k; beyond the end it is minus result 2 N - 1 - 2 k. */
void ct_fft_after_type4_odd(const ct_fft_recipe *recipe, ptrdiff_t first, ptrdiff_t count,
                            double *const in[CT_FFT_STREAMS], double *out) {
    const double complex *z = (const double complex *)in[0];
    const double odd_factor = recipe->is_sine ? 2 : -2;
    for (ptrdiff_t i = 0; i < count; i++) {
        ptrdiff_t n = first + i;
        int is_odd = n % 2 != 0;
        ptrdiff_t k = (is_odd ? 2 * recipe->length - 1 - n : n) / 2;
        double complex c = ct_times(z[i], ct_fft_roots_at(&recipe->roots, 4 * k + 1));
        out[i] = (is_odd ? odd_factor : 2) * creal(c);
    }
}
