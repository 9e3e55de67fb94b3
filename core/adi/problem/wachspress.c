/* Optimal parameters of alternating-direction iterations, by Jacobi's elliptic functions. */
#include "adi/problem/wachspress.h"

#include <cornerturn/wachspress.h>

#include <math.h>

enum { MEANS_MOST = 40 };

/* Arithmetic-geometric means a[0] .. a[last] from 1 and the complementary modulus, and the
 * differences c. Abramowitz, Stegun 17.6. */
typedef struct means {
    double a[MEANS_MOST], c[MEANS_MOST];
    int last;
} means;

static means means_of(double complement) {
    means m = {.last = 0};
    double b = complement;
    m.a[0] = 1;
    m.c[0] = sqrt((1 - b) * (1 + b));
    while (m.last < MEANS_MOST - 1 && fabs(m.a[m.last] - b) > 1e-16 * m.a[m.last]) {
        double a = m.a[m.last];
        m.last++;
        m.a[m.last] = (a + b) / 2;
        m.c[m.last] = (a - b) / 2;
        b = sqrt(a * b);
    }
    return m;
}

/* dn(u) for 0 <= u <= K / 2, by descending the means. Abramowitz, Stegun 16.4. */
static double delta_amplitude(const means *m, double u) {
    double phi = ldexp(m->a[m->last] * u, m->last);
    double before = phi;
    for (int n = m->last; n > 0; n--) {
        before = phi;
        phi = (phi + asin(m->c[n] / m->a[n] * sin(phi))) / 2;
    }
    return m->last > 0 ? cos(phi) / cos(before - phi) : 1; /* dn of modulus 0 */
}

void ct_adi_wachspress(double low, double high, int count, double *parameters) {
    const double half_pi = 1.57079632679489661923;
    const means m = means_of(low / high);
    const double quarter = half_pi / m.a[m.last]; /* K */
    /* dn(K - u) dn(u) = low / high gives the lower half, exactly, from the upper one. */
    for (int j = 0; j < count; j++) {
        int mirror = count - 1 - j;
        if (j <= mirror) {
            parameters[j] = high * delta_amplitude(&m, (2 * j + 1) * quarter / (2 * count));
        } else {
            parameters[j] = low * high / parameters[mirror];
        }
    }
}

double ct_adi_wachspress_factor(double low, double high, int count) {
    double parameters[CT_ADI_PARAMETERS_MOST];
    double factor = 1;
    ct_adi_wachspress(low, high, count, parameters);
    for (int j = 0; j < count; j++) {
        factor *= (high - parameters[j]) / (high + parameters[j]);
    }
    return factor;
}

int ct_adi_wachspress_count(double low, double high, double reduction) {
    int count = 1;
    while (count < CT_ADI_PARAMETERS_MOST) {
        double factor = ct_adi_wachspress_factor(low, high, count);
        if (factor * factor <= reduction) {
            break;
        }
        count++;
    }
    return count;
}
