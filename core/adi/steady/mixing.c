#include "adi/steady/mixing.h"

#include "base/mpi.h"

#include <stdlib.h>
#include <string.h>

enum { DEPTH = CT_ADI_MIXING_DEPTH };

ct_status ct_adi_mixing_create(ptrdiff_t cells, ct_adi_mixing *mixing) {
    const size_t n = (size_t)cells + 1;
    *mixing = (ct_adi_mixing){.cells = cells};
    mixing->memory = calloc((2 + 2 * DEPTH) * n, sizeof *mixing->memory);
    if (mixing->memory == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for rounds of %td cells", cells);
    }
    mixing->last_u = mixing->memory;
    mixing->last_change = mixing->memory + n;
    for (size_t k = 0; k < DEPTH; k++) {
        mixing->u[k] = mixing->memory + (2 + 2 * k) * n;
        mixing->change[k] = mixing->memory + (3 + 2 * k) * n;
    }
    return CT_OK;
}

void ct_adi_mixing_destroy(ct_adi_mixing *mixing) {
    free(mixing->memory);
    *mixing = (ct_adi_mixing){.cells = 0};
}

void ct_adi_mixing_add(ct_adi_mixing *m, const double *u, const double *change) {
    const size_t bytes = (size_t)m->cells * sizeof *u;
    for (ptrdiff_t i = 0; m->has_last && i < m->cells; i++) {
        m->u[m->next][i] = u[i] - m->last_u[i];
        m->change[m->next][i] = change[i] - m->last_change[i];
    }
    if (m->has_last) {
        m->next = (m->next + 1) % DEPTH;
        m->kept = m->kept < DEPTH ? m->kept + 1 : DEPTH;
    }
    memcpy(m->last_u, u, bytes);
    memcpy(m->last_change, change, bytes);
    m->has_last = 1;
}

void ct_adi_mixing_forget(ct_adi_mixing *mixing) {
    mixing->kept = mixing->next = 0;
}

/* Solves equations in place whose right sides are the last column. */
static void solve(int n, double matrix[DEPTH][DEPTH + 1], double x[DEPTH]) {
    const double ridge = 1e-12; /* of differences that are nearly of one direction */
    for (int k = 0; k < n; k++) {
        matrix[k][k] *= 1 + ridge;
        for (int i = k + 1; i < n; i++) {
            const double factor = matrix[k][k] > 0 ? matrix[i][k] / matrix[k][k] : 0;
            for (int j = k; j < n; j++) {
                matrix[i][j] -= factor * matrix[k][j];
            }
            matrix[i][DEPTH] -= factor * matrix[k][DEPTH];
        }
    }
    for (int k = n - 1; k >= 0; k--) {
        double rest = matrix[k][DEPTH];
        for (int j = k + 1; j < n; j++) {
            rest -= matrix[k][j] * x[j];
        }
        x[k] = matrix[k][k] > 0 ? rest / matrix[k][k] : 0;
    }
}

ct_status ct_adi_mixing_shares(const ct_adi_mixing *m, MPI_Comm comm, const double *change,
                               double shares[DEPTH]) {
    double products[DEPTH][DEPTH + 1] = {{0}};
    ct_status status = CT_OK;
    for (int a = 0; a < m->kept; a++) {
        for (int b = 0; b <= m->kept; b++) {
            const double *other = b < m->kept ? m->change[b] : change;
            double sum = 0;
            for (ptrdiff_t i = 0; i < m->cells; i++) {
                sum += m->change[a][i] * other[i];
            }
            products[a][b < m->kept ? b : DEPTH] = sum;
        }
    }
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, products, DEPTH * (DEPTH + 1), MPI_DOUBLE, MPI_SUM, comm));
    solve(m->kept, products, shares);
cleanup:
    return status;
}

void ct_adi_mixing_subtract(const ct_adi_mixing *m, const double *shares, ptrdiff_t first,
                            ptrdiff_t count, double *values) {
    for (int k = 0; k < m->kept; k++) {
        for (ptrdiff_t i = 0; i < count; i++) {
            values[i] -= shares[k] * (m->u[k][first + i] + m->change[k][first + i]);
        }
    }
}
