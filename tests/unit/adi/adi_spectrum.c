/* The bounds of an axis's eigenvalues, where these are known. */
#include "adi/problem/axis.h"
#include "expect.h"

#include <math.h>

/* Of equal cells the eigenvalues are known: with Dirichlet ends half a cell away too. */
static void expect_spectra(void) {
    static const ct_adi_end ends[2][2] = {{{1, 0}, {1, 0}}, {{0, 1}, {0, 1}}};
    const double half_pi = 1.57079632679489661923;
    for (ptrdiff_t n = 1; n <= 40; n += 3) {
        for (int kind = 0; kind < 3; kind++) {
            const double width = 2.0 / (double)n;
            double least = -1;
            double most = -1;
            ct_adi_axis axis;
            EXPECT_INT(ct_adi_axis_create(n, NULL, 1, 3, kind == 2, ends[kind % 2], &axis), CT_OK);
            ct_adi_axis_spectrum(&axis, &least, &most);
            const double low = 2 / width * sin((kind == 2 ? 2 : 1) * half_pi / (double)n);
            const double high =
                2 / width * sin(half_pi * (double)(kind == 0 ? n : n - 1) / (double)n);
            const int is_null = kind > 0 && n == 1;
            EXPECT(fabs(least - (is_null ? 0 : low * low)) <= 1e-10 * low * low);
            EXPECT(kind == 2 ? most >= high * high || is_null
                             : fabs(most - high * high) <= 1e-10 * high * high);
            ct_adi_axis_destroy(&axis);
        }
    }
}

int main(void) {
    expect_spectra();
    return expect_status();
}
