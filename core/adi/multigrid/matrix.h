/*
 * Sparse symmetric matrices of conduction, distributed by rows: row i of the product is
 * diagonal[i] x[i] - sum of link[k] x[column[k]], links being from 0. Columns from `rows` on are
 * ghosts, rows of neighbours.
 */
#ifndef CT_ADI_MULTIGRID_MATRIX_H
#define CT_ADI_MULTIGRID_MATRIX_H

#include <cornerturn/status.h>
#include <mpi.h>
#include <stddef.h>

enum { CT_ADI_LINKS_MOST = 6 }; /* neighbours of a box */

/* What is exchanged with a neighbour: `sent` are own rows, received is a run of ghosts. */
typedef struct ct_adi_partner {
    int rank, send_tag, receive_tag;
    ptrdiff_t sends, first, receives; /* numbers; the first ghost, from 0 */
    int *sent;
} ct_adi_partner;

typedef struct ct_adi_matrix {
    MPI_Comm comm; /* MPI_COMM_SELF: all rows are here */
    ptrdiff_t rows, ghosts;
    ptrdiff_t *start; /* rows + 1 */
    int *column;
    double *link;
    double *slack; /* the sum of a row, kept apart since the diagonal cancels it */
    double *diagonal;
    int partners;
    ct_adi_partner partner[CT_ADI_LINKS_MOST];
    double *packed; /* the longest message's numbers, a partner */
    ptrdiff_t longest;
} ct_adi_matrix;

/* Memory of a matrix whose rows, ghosts and links are known; partners are set later. Local.
 * CT_ERROR_MEMORY. */
ct_status ct_adi_matrix_allocate(ct_adi_matrix *matrix, ptrdiff_t links);

/* Sets the diagonal from links and slack, and makes room for messages. Local. CT_ERROR_MEMORY. */
ct_status ct_adi_matrix_complete(ct_adi_matrix *matrix);
void ct_adi_matrix_destroy(ct_adi_matrix *matrix);

/* Receives the ghosts of x, which follow its rows. Collective. */
ct_status ct_adi_matrix_exchange(const ct_adi_matrix *matrix, double *x);

/* y = A x, after the ghosts of x. Collective. */
ct_status ct_adi_matrix_apply(const ct_adi_matrix *matrix, double *x, double *y);

/* One sweep of Gauss-Seidel over own rows, with the ghosts as they are. Local. */
void ct_adi_matrix_sweep(const ct_adi_matrix *matrix, int is_backward, const double *b, double *x);

/* Sums of up to four products of vectors over all ranks. Collective. */
typedef struct ct_adi_pair {
    const double *a, *b;
} ct_adi_pair;
ct_status ct_adi_matrix_dots(const ct_adi_matrix *matrix, int count, const ct_adi_pair *pairs,
                             double *sums);

/* Sums of slacks, which the matrix times 1 is, of slacks times x, and of r. Collective. */
ct_status ct_adi_matrix_sums(const ct_adi_matrix *m, const double *x, const double *r,
                             double sums[3]);

#endif
