#include "adi/multigrid/coarsen.h"

#include "adi/multigrid/aggregate.h"
#include "base/mpi.h"
#include "trace/phase.h"
#include <cornerturn/agree.h>

#include <stdlib.h>
#include <string.h>

/* Gives ghosts their pairs' numbers on the neighbour. Collective. */
static ct_status exchange_pairs(const ct_adi_matrix *fine, int *pair, int *packed) {
    MPI_Request requests[2 * CT_ADI_LINKS_MOST];
    ct_status status = CT_OK;
    for (int p = 0; p < fine->partners; p++) {
        const ct_adi_partner *with = &fine->partner[p];
        int *sent = packed + (ptrdiff_t)p * fine->longest;
        for (ptrdiff_t i = 0; i < with->sends; i++) {
            sent[i] = pair[with->sent[i]];
        }
        CT_MPI(MPI_Irecv(pair + fine->rows + with->first, (int)with->receives, MPI_INT, with->rank,
                         with->receive_tag, fine->comm, &requests[p]));
        CT_MPI(MPI_Isend(sent, (int)with->sends, MPI_INT, with->rank, with->send_tag, fine->comm,
                         &requests[fine->partners + p]));
    }
    const ct_phase wait = ct_span_begin(CT_TRACE_WAIT, "neighbours of the grid");
    CT_MPI(MPI_Waitall(2 * fine->partners, requests, MPI_STATUSES_IGNORE));
    ct_span_end(&wait);
cleanup:
    return status;
}

/* Coarse ghosts and what is sent, both in the order in which they first come in the fine message,
 * which sender and receiver share. Ghosts' pairs become numbers of coarse columns. mark: as many
 * as any rank has coarse rows, all -1 before and after. */
static void join_partner(const ct_adi_partner *fine, ptrdiff_t rows, int *pair, int *mark,
                         ct_adi_matrix *coarse, ct_adi_partner *with) {
    int *ghost = pair + rows + fine->first;
    for (ptrdiff_t i = 0; i < fine->sends; i++) {
        const int row = pair[fine->sent[i]];
        if (row >= 0 && mark[row] < 0) {
            mark[row] = 1;
            with->sent[with->sends++] = row;
        }
    }
    for (ptrdiff_t i = 0; i < with->sends; i++) {
        mark[with->sent[i]] = -1;
    }
    with->first = coarse->ghosts;
    int *numbers = with->sent + with->sends; /* which ghosts' marks are to be cleared */
    for (ptrdiff_t i = 0; i < fine->receives; i++) {
        if (ghost[i] >= 0 && mark[ghost[i]] < 0) {
            mark[ghost[i]] = (int)(coarse->rows + coarse->ghosts++);
            numbers[with->receives++] = ghost[i];
        }
    }
    for (ptrdiff_t i = 0; i < fine->receives; i++) {
        ghost[i] = ghost[i] >= 0 ? mark[ghost[i]] : -1;
    }
    for (ptrdiff_t i = 0; i < with->receives; i++) {
        mark[numbers[i]] = -1;
    }
}

static ct_status join_partners(const ct_adi_matrix *fine, int *pair, int *mark,
                               ct_adi_matrix *coarse) {
    for (int p = 0; p < fine->partners; p++) {
        const ct_adi_partner *from = &fine->partner[p];
        ct_adi_partner *with = &coarse->partner[p];
        *with = (ct_adi_partner){
            .rank = from->rank, .send_tag = from->send_tag, .receive_tag = from->receive_tag};
        with->sent = malloc((size_t)(from->sends + from->receives + 1) * sizeof *with->sent);
        coarse->partners = p + 1;
        if (with->sent == NULL) {
            return ct_raise(CT_ERROR_MEMORY, "no memory for %td coarse rows", coarse->rows);
        }
        join_partner(from, fine->rows, pair, mark, coarse, with);
    }
    return CT_OK;
}

/* The rows of each pair: first[pair], next[row]; -1 ends. */
static void list_members(const ct_adi_matrix *fine, const int *pair, ptrdiff_t pairs, int *first,
                         int *next) {
    for (ptrdiff_t c = 0; c < pairs; c++) {
        first[c] = -1;
    }
    for (ptrdiff_t i = fine->rows - 1; i >= 0; i--) {
        if (pair[i] >= 0) {
            next[i] = first[pair[i]];
            first[pair[i]] = (int)i;
        }
    }
}

/* Adds row i to coarse row c. A link to a row without a pair goes to the slack, since the coarse
 * correction is 0 there. place: by column, where row c has its link. */
static void add_row(const ct_adi_matrix *fine, const int *pair, ptrdiff_t i, ptrdiff_t c,
                    ptrdiff_t *place, ct_adi_matrix *coarse) {
    ptrdiff_t end = coarse->start[c + 1];
    coarse->slack[c] += fine->slack[i];
    for (ptrdiff_t k = fine->start[i]; k < fine->start[i + 1]; k++) {
        const int to = pair[fine->column[k]];
        if (to < 0) {
            coarse->slack[c] += fine->link[k];
        } else if (to != c && place[to] < coarse->start[c]) {
            place[to] = end;
            coarse->column[end] = to;
            coarse->link[end++] = fine->link[k];
        } else if (to != c) {
            coarse->link[place[to]] += fine->link[k];
        }
    }
    coarse->start[c + 1] = end;
}

static void add_rows(const ct_adi_matrix *fine, const int *pair, const int *first, const int *next,
                     ptrdiff_t *place, ct_adi_matrix *coarse) {
    for (ptrdiff_t k = 0; k < coarse->rows + coarse->ghosts; k++) {
        place[k] = -1;
    }
    for (ptrdiff_t c = 0; c < coarse->rows; c++) {
        coarse->start[c + 1] = coarse->start[c];
        for (int i = first[c]; i >= 0; i = next[i]) {
            add_row(fine, pair, i, c, place, coarse);
        }
    }
}

ct_status ct_adi_coarsen(const ct_adi_matrix *fine, int *pair, ct_adi_matrix *coarse) {
    const ptrdiff_t most = fine->rows + fine->ghosts + 1;
    int *numbers = malloc((size_t)(2 * most + fine->longest * (fine->partners + 1)) * sizeof(int));
    ptrdiff_t *place = malloc((size_t)most * sizeof *place);
    int *mark = NULL;
    int rows[1] = {0};
    ct_status status = numbers != NULL && place != NULL
                           ? CT_OK
                           : ct_raise(CT_ERROR_MEMORY, "no memory to coarsen %td rows", fine->rows);
    *coarse = (ct_adi_matrix){.comm = fine->comm};
    status = ct_agree(fine->comm, status);
    if (status != CT_OK || numbers == NULL || place == NULL) {
        goto cleanup;
    }
    coarse->rows = ct_adi_aggregate(fine, pair);
    CT_TRY(exchange_pairs(fine, pair, numbers + 2 * most));
    rows[0] = (int)coarse->rows;
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, rows, 1, MPI_INT, MPI_MAX, fine->comm));
    mark = malloc(((size_t)rows[0] + 1) * sizeof *mark);
    if (mark == NULL) {
        status = ct_raise(CT_ERROR_MEMORY, "no memory to coarsen %td rows", fine->rows);
    } else {
        memset(mark, -1, ((size_t)rows[0] + 1) * sizeof *mark);
        status = join_partners(fine, pair, mark, coarse);
    }
    status = status == CT_OK ? ct_adi_matrix_allocate(coarse, fine->start[fine->rows]) : status;
    if (status == CT_OK) {
        list_members(fine, pair, coarse->rows, numbers, numbers + most);
        add_rows(fine, pair, numbers, numbers + most, place, coarse);
        status = ct_adi_matrix_complete(coarse);
    }
    status = ct_agree(fine->comm, status);
cleanup:
    free(mark);
    free(place);
    free(numbers);
    if (status != CT_OK) {
        ct_adi_matrix_destroy(coarse);
    }
    return status;
}
