#include "adi/multigrid/bottom.h"

#include <stdlib.h>

/* L D L' in the lower triangle; 1 / D on the diagonal, 0 where a pivot is lost in rounding. */
double *ct_adi_bottom_factorise(const ct_adi_matrix *matrix) {
    const ct_adi_matrix *m = matrix;
    const double lost = 1e-13;
    const ptrdiff_t n = m->rows;
    double *a = calloc((size_t)(n * n + 1), sizeof *a);
    if (a == NULL) {
        return NULL;
    }
    for (ptrdiff_t i = 0; i < n; i++) {
        a[i * n + i] = m->diagonal[i];
        for (ptrdiff_t k = m->start[i]; k < m->start[i + 1]; k++) {
            a[i * n + m->column[k]] -= m->link[k];
        }
    }
    for (ptrdiff_t j = 0; j < n; j++) {
        for (ptrdiff_t i = j; i < n; i++) {
            double sum = a[i * n + j];
            for (ptrdiff_t k = 0; k < j; k++) {
                sum -= a[i * n + k] * a[j * n + k] * (a[k * n + k] != 0 ? 1 / a[k * n + k] : 0);
            }
            if (i == j) {
                a[j * n + j] = sum > lost * m->diagonal[j] ? 1 / sum : 0;
            } else {
                a[i * n + j] = sum * a[j * n + j];
            }
        }
    }
    return a;
}

void ct_adi_bottom_solve(ptrdiff_t rows, const double *factor, const double *b, double *x) {
    const ptrdiff_t n = rows;
    const double *a = factor;
    for (ptrdiff_t i = 0; i < n; i++) {
        double sum = b[i];
        for (ptrdiff_t k = 0; k < i; k++) {
            sum -= a[i * n + k] * x[k];
        }
        x[i] = sum;
    }
    for (ptrdiff_t i = n - 1; i >= 0; i--) {
        double sum = x[i] * a[i * n + i];
        for (ptrdiff_t k = i + 1; k < n; k++) {
            sum -= a[k * n + i] * x[k];
        }
        x[i] = a[i * n + i] != 0 ? sum : 0;
    }
}
