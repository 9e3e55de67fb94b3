#include "adi/multigrid/gather.h"

#include "base/mpi.h"
#include <cornerturn/agree.h>

#include <stdlib.h>

/* Counts and their sums, for gathers by rank. */
static ct_status count_all(MPI_Comm comm, int size, int here, int *counts, int *firsts,
                           int *total) {
    ct_status status = CT_OK;
    CT_MPI(MPI_Allgather(&here, 1, MPI_INT, counts, 1, MPI_INT, comm));
    *total = 0;
    for (int r = 0; r < size; r++) {
        firsts[r] = *total;
        *total += counts[r];
    }
cleanup:
    return status;
}

/* Gathers what a row and a link have. lengths, columns: with global numbers; counts, firsts: of
 * links by rank. */
static ct_status gather_numbers(const ct_adi_matrix *parts, const ct_adi_gathering *g, int *lengths,
                                const int *columns, int *counts, int *firsts, int links,
                                ct_adi_matrix *whole, int *all_lengths) {
    ct_status status = CT_OK;
    const int rows = (int)parts->rows;
    CT_MPI(MPI_Allgatherv(lengths, rows, MPI_INT, all_lengths, g->rows, g->first, MPI_INT,
                          parts->comm));
    CT_MPI(MPI_Allgatherv(parts->slack, rows, MPI_DOUBLE, whole->slack, g->rows, g->first,
                          MPI_DOUBLE, parts->comm));
    CT_MPI(MPI_Allgatherv(columns, links, MPI_INT, whole->column, counts, firsts, MPI_INT,
                          parts->comm));
    CT_MPI(MPI_Allgatherv(parts->link, links, MPI_DOUBLE, whole->link, counts, firsts, MPI_DOUBLE,
                          parts->comm));
cleanup:
    return status;
}

/* The numbers that own rows and ghosts have among all rows. Collective. */
static ct_status number_rows(const ct_adi_matrix *parts, int first, double *number) {
    for (ptrdiff_t i = 0; i < parts->rows; i++) {
        number[i] = (double)(first + i);
    }
    return ct_adi_matrix_exchange(parts, number);
}

/* The length of each row, and its links' columns as numbers among all rows. */
static void list_columns(const ct_adi_matrix *parts, const double *number, int *lengths,
                         int *columns) {
    for (ptrdiff_t i = 0; i < parts->rows; i++) {
        lengths[i] = (int)(parts->start[i + 1] - parts->start[i]);
        for (ptrdiff_t k = parts->start[i]; k < parts->start[i + 1]; k++) {
            columns[k] = (int)number[parts->column[k]];
        }
    }
}

/* The matrix of all rows, once it is known where each rank's are. number: of own rows and ghosts.
 * counts, firsts: of links by rank. Collective. */
static ct_status gather_rows(const ct_adi_matrix *parts, const ct_adi_gathering *g,
                             const double *number, int *counts, int *firsts, int rows, int links,
                             ct_adi_matrix *whole) {
    const ptrdiff_t here = parts->start[parts->rows];
    int *columns = malloc((size_t)(here + parts->rows + rows + 1) * sizeof *columns);
    int *lengths = columns != NULL ? columns + here : NULL;
    int *all_lengths = columns != NULL ? lengths + parts->rows : NULL;
    ct_status status = columns != NULL ? CT_OK : ct_raise(CT_ERROR_MEMORY, "no memory to gather");
    whole->rows = rows;
    status = status == CT_OK ? ct_adi_matrix_allocate(whole, links) : status;
    status = ct_agree(parts->comm, status);
    if (status != CT_OK || columns == NULL || all_lengths == NULL) {
        goto cleanup;
    }
    list_columns(parts, number, lengths, columns);
    CT_TRY(
        gather_numbers(parts, g, lengths, columns, counts, firsts, (int)here, whole, all_lengths));
    for (int i = 0; i < rows; i++) {
        whole->start[i + 1] = whole->start[i] + all_lengths[i];
    }
    CT_TRY(ct_agree(parts->comm, ct_adi_matrix_complete(whole)));
cleanup:
    free(columns);
    return status;
}

ct_status ct_adi_gather(const ct_adi_matrix *parts, ct_adi_gathering *g, ct_adi_matrix *whole) {
    int size = 1;
    int rank = 0;
    int rows = 0;
    int links = 0;
    int *counts = NULL;
    int *of_links = NULL;
    double *number = NULL;
    ct_status status = CT_OK;
    *whole = (ct_adi_matrix){.comm = MPI_COMM_SELF};
    CT_MPI(MPI_Comm_size(parts->comm, &size));
    CT_MPI(MPI_Comm_rank(parts->comm, &rank));
    counts = malloc((size_t)size * 4 * sizeof *counts); /* and firsts, of rows and of links */
    number = malloc((size_t)(parts->rows + parts->ghosts + 1) * sizeof *number);
    *g = (ct_adi_gathering){.rows = counts};
    status = counts != NULL && number != NULL
                 ? CT_OK
                 : ct_raise(CT_ERROR_MEMORY, "no memory to gather %td rows", parts->rows);
    status = ct_agree(parts->comm, status);
    if (status != CT_OK || counts == NULL || number == NULL) {
        goto cleanup;
    }
    of_links = counts + 2 * (ptrdiff_t)size;
    g->first = counts + size;
    CT_TRY(count_all(parts->comm, size, (int)parts->rows, g->rows, g->first, &rows));
    CT_TRY(count_all(parts->comm, size, (int)parts->start[parts->rows], of_links, of_links + size,
                     &links));
    CT_TRY(number_rows(parts, g->first[rank], number));
    CT_TRY(gather_rows(parts, g, number, of_links, of_links + size, rows, links, whole));
cleanup:
    free(number);
    return status;
}

void ct_adi_gathering_destroy(ct_adi_gathering *g) {
    free(g->rows);
    *g = (ct_adi_gathering){.rows = NULL};
}
