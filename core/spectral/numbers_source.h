/* Arithmetic in the precision given by REAL and NUMBERS; compiled once for each. */
#include "spectral/numbers.h"

#include <math.h>

static void scale(void *row, ptrdiff_t count, int parts, const double *factor) {
    REAL *restrict number = row;
    if (parts == 1) {
        for (ptrdiff_t i = 0; i < count; i++) {
            number[i] = (REAL)(factor[i] * (double)number[i]);
        }
        return;
    }
    for (ptrdiff_t i = 0; i < count; i++) {
        number[2 * i] = (REAL)(factor[i] * (double)number[2 * i]);
        number[2 * i + 1] = (REAL)(factor[i] * (double)number[2 * i + 1]);
    }
}

static void times_i(void *row, ptrdiff_t count, const double *factor) {
    REAL *restrict number = row;
    for (ptrdiff_t i = 0; i < count; i++) {
        const double real = number[2 * i];
        number[2 * i] = (REAL)(-factor[i] * (double)number[2 * i + 1]);
        number[2 * i + 1] = (REAL)(factor[i] * real);
    }
}

static void multiply(void *row, ptrdiff_t count, const void *other, double sign,
                     const double *cosine, const double *sine) {
    REAL *restrict a = row;
    const REAL *restrict b = other;
    for (ptrdiff_t i = 0; i < count; i++) {
        double b_real = b[2 * i];
        double b_imaginary = sign * b[2 * i + 1];
        double real = b_real * cosine[i] - b_imaginary * sine[i];
        double imaginary = b_real * sine[i] + b_imaginary * cosine[i];
        double a_real = a[2 * i];
        double a_imaginary = a[2 * i + 1];
        a[2 * i] = (REAL)(a_real * real - a_imaginary * imaginary);
        a[2 * i + 1] = (REAL)(a_real * imaginary + a_imaginary * real);
    }
}

static void squares(const void *row, ptrdiff_t count, int parts, double factor, double *square) {
    const REAL *restrict number = row;
    if (parts == 1) {
        for (ptrdiff_t i = 0; i < count; i++) {
            const double real = factor * (double)number[i];
            square[i] = real * real;
        }
        return;
    }
    for (ptrdiff_t i = 0; i < count; i++) {
        const double real = factor * (double)number[2 * i];
        const double imaginary = factor * (double)number[2 * i + 1];
        square[i] = real * real + imaginary * imaginary;
    }
}

static double magnitude(const void *coefficient, int parts) {
    const REAL *number = coefficient;
    return parts == 1 ? fabs((double)number[0]) : hypot((double)number[0], (double)number[1]);
}

const ct_spectral_numbers NUMBERS = {sizeof(REAL), scale, times_i, multiply, squares, magnitude};
