#include "adi/multigrid/matrix.h"

#include "adi/sum.h"
#include "base/mpi.h"
#include "trace/phase.h"

#include <stdlib.h>

ct_status ct_adi_matrix_allocate(ct_adi_matrix *m, ptrdiff_t links) {
    const size_t rows = (size_t)m->rows;
    m->start = calloc(rows + 1, sizeof *m->start);
    m->column = malloc(((size_t)links + 1) * sizeof *m->column);
    m->link = malloc(((size_t)links + 1) * sizeof *m->link);
    m->slack = calloc(rows + 1, sizeof *m->slack);
    m->diagonal = calloc(rows + 1, sizeof *m->diagonal);
    return m->start != NULL && m->column != NULL && m->link != NULL && m->slack != NULL &&
                   m->diagonal != NULL
               ? CT_OK
               : ct_raise(CT_ERROR_MEMORY, "no memory for a matrix of %td rows", m->rows);
}

ct_status ct_adi_matrix_complete(ct_adi_matrix *m) {
    m->longest = 1;
    for (ptrdiff_t i = 0; i < m->rows; i++) {
        m->diagonal[i] = m->slack[i];
        for (ptrdiff_t k = m->start[i]; k < m->start[i + 1]; k++) {
            m->diagonal[i] += m->link[k];
        }
    }
    for (int p = 0; p < m->partners; p++) {
        m->longest = m->partner[p].sends > m->longest ? m->partner[p].sends : m->longest;
    }
    m->packed = malloc((size_t)(m->longest * (m->partners + 1)) * sizeof *m->packed);
    return m->packed != NULL
               ? CT_OK
               : ct_raise(CT_ERROR_MEMORY, "no memory for messages of %td numbers", m->longest);
}

void ct_adi_matrix_destroy(ct_adi_matrix *m) {
    free(m->start);
    free(m->column);
    free(m->link);
    free(m->slack);
    free(m->diagonal);
    free(m->packed);
    for (int p = 0; p < m->partners; p++) {
        free(m->partner[p].sent);
    }
    *m = (ct_adi_matrix){.rows = 0};
}

ct_status ct_adi_matrix_exchange(const ct_adi_matrix *m, double *x) {
    MPI_Request requests[2 * CT_ADI_LINKS_MOST];
    ct_status status = CT_OK;
    for (int p = 0; p < m->partners; p++) {
        const ct_adi_partner *with = &m->partner[p];
        CT_MPI(MPI_Irecv(x + m->rows + with->first, (int)with->receives, MPI_DOUBLE, with->rank,
                         with->receive_tag, m->comm, &requests[p]));
    }
    for (int p = 0; p < m->partners; p++) {
        const ct_adi_partner *with = &m->partner[p];
        double *packed = m->packed + p * m->longest;
        for (ptrdiff_t i = 0; i < with->sends; i++) {
            packed[i] = x[with->sent[i]];
        }
        CT_MPI(MPI_Isend(packed, (int)with->sends, MPI_DOUBLE, with->rank, with->send_tag, m->comm,
                         &requests[m->partners + p]));
    }
    const ct_phase wait = ct_span_begin(CT_TRACE_WAIT, "neighbours of the grid");
    CT_MPI(MPI_Waitall(2 * m->partners, requests, MPI_STATUSES_IGNORE));
    ct_span_end(&wait);
cleanup:
    return status;
}

/* The sum of links times x of row i. */
static inline double linked(const ct_adi_matrix *m, ptrdiff_t i, const double *x) {
    double sum = 0;
    for (ptrdiff_t k = m->start[i]; k < m->start[i + 1]; k++) {
        sum += m->link[k] * x[m->column[k]];
    }
    return sum;
}

ct_status ct_adi_matrix_apply(const ct_adi_matrix *m, double *x, double *y) {
    ct_status status = CT_OK;
    CT_TRY(ct_adi_matrix_exchange(m, x));
    for (ptrdiff_t i = 0; i < m->rows; i++) {
        y[i] = m->diagonal[i] * x[i] - linked(m, i, x);
    }
cleanup:
    return status;
}

void ct_adi_matrix_sweep(const ct_adi_matrix *m, int is_backward, const double *b, double *x) {
    for (ptrdiff_t k = 0; k < m->rows; k++) {
        const ptrdiff_t i = is_backward ? m->rows - 1 - k : k;
        x[i] = m->diagonal[i] > 0 ? (b[i] + linked(m, i, x)) / m->diagonal[i] : 0;
    }
}

ct_status ct_adi_matrix_dots(const ct_adi_matrix *m, int count, const ct_adi_pair *pairs,
                             double *sums) {
    ct_status status = CT_OK;
    for (int k = 0; k < count; k++) {
        double sum = 0;
        for (ptrdiff_t i = 0; i < m->rows; i++) {
            sum += pairs[k].a[i] * pairs[k].b[i];
        }
        sums[k] = sum;
    }
    if (m->comm != MPI_COMM_SELF) {
        CT_MPI(MPI_Allreduce(MPI_IN_PLACE, sums, count, MPI_DOUBLE, MPI_SUM, m->comm));
    }
cleanup:
    return status;
}

ct_status ct_adi_matrix_sums(const ct_adi_matrix *m, const double *x, const double *r,
                             double sums[3]) {
    ct_adi_sum sum[3] = {{0, 0}};
    ct_status status = CT_OK;
    for (ptrdiff_t i = 0; i < m->rows; i++) {
        ct_adi_sum_add(&sum[0], m->slack[i]);
        ct_adi_sum_add(&sum[1], m->slack[i] * x[i]);
        ct_adi_sum_add(&sum[2], r[i]);
    }
    for (int k = 0; k < 3; k++) {
        sums[k] = sum[k].all + sum[k].lost;
    }
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, sums, 3, MPI_DOUBLE, MPI_SUM, m->comm));
cleanup:
    return status;
}
