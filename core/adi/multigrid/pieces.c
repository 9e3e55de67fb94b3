#include "adi/multigrid/pieces.h"

#include "base/mpi.h"
#include <cornerturn/agree.h>

#include <limits.h>
#include <math.h>
#include <stdlib.h>

/* What a rank knows of a piece. */
typedef struct part {
    double label; /* the least number of its rows among all rows */
    double has_slack, volume;
} part;
enum { NUMBERS = sizeof(part) / sizeof(double) };

/* The first row of the rows of this rank that are linked with row i. */
static int root_of(int *parent, int i) {
    while (parent[i] != i) {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    return i;
}

static void join_rows(const ct_adi_matrix *m, int *parent) {
    for (int i = 0; i < m->rows; i++) {
        parent[i] = i;
    }
    for (int i = 0; i < m->rows; i++) {
        for (ptrdiff_t k = m->start[i]; k < m->start[i + 1]; k++) {
            if (m->column[k] < m->rows) {
                const int a = root_of(parent, i);
                const int b = root_of(parent, m->column[k]);
                parent[a > b ? a : b] = a > b ? b : a;
            }
        }
    }
}

/* Lowers the labels of this rank's roots to those of ghosts; whether any changed. */
static int lower_labels(const ct_adi_matrix *m, int *parent, double *label) {
    int changed = 0;
    for (int i = 0; i < m->rows; i++) {
        for (ptrdiff_t k = m->start[i]; k < m->start[i + 1]; k++) {
            const int root = root_of(parent, i);
            if (m->column[k] >= m->rows && label[m->column[k]] < label[root]) {
                label[root] = label[m->column[k]];
                changed = 1;
            }
        }
    }
    for (int i = 0; i < m->rows; i++) {
        label[i] = label[root_of(parent, i)];
    }
    return changed;
}

/* Gives all rows of a piece one label. Collective. */
static ct_status label_rows(const ct_adi_matrix *m, int *parent, double *label) {
    double rows[1] = {(double)m->rows};
    double first = 0;
    int changed = 1;
    ct_status status = CT_OK;
    CT_MPI(MPI_Scan(rows, &first, 1, MPI_DOUBLE, MPI_SUM, m->comm));
    first -= rows[0];
    join_rows(m, parent);
    for (int i = 0; i < m->rows; i++) {
        label[i] = first + root_of(parent, i);
    }
    while (changed) {
        CT_TRY(ct_adi_matrix_exchange(m, label));
        changed = lower_labels(m, parent, label);
        CT_MPI(MPI_Allreduce(MPI_IN_PLACE, &changed, 1, MPI_INT, MPI_LOR, m->comm));
    }
cleanup:
    return status;
}

/* This rank's parts of pieces, one a root. */
static int list_parts(const ct_adi_matrix *m, const double *volume, int *parent, int *number,
                      const double *label, part *parts) {
    int count = 0;
    for (int i = 0; i < m->rows; i++) {
        const int root = root_of(parent, i);
        if (volume[i] > 0 && root == i) {
            number[i] = count;
            parts[count++] = (part){.label = label[i]};
        }
        if (volume[i] > 0) {
            parts[number[root]].has_slack += m->slack[i] != 0;
            parts[number[root]].volume += volume[i];
        }
    }
    return count;
}

static int by_label(const void *a, const void *b) {
    const double first = ((const part *)a)->label;
    const double second = ((const part *)b)->label;
    return (first > second) - (first < second);
}

/* Joins the parts of one piece and keeps the free ones. Returns their number. */
static int join_parts(part *parts, int count) {
    int joined = 0;
    int kept = 0;
    qsort(parts, (size_t)count, sizeof *parts, by_label);
    for (int k = 0; k < count; k++) {
        if (joined > 0 && parts[joined - 1].label == parts[k].label) {
            parts[joined - 1].has_slack += parts[k].has_slack;
            parts[joined - 1].volume += parts[k].volume;
        } else {
            parts[joined++] = parts[k];
        }
    }
    for (int k = 0; k < joined; k++) {
        if (parts[k].has_slack == 0) {
            parts[kept++] = parts[k];
        }
    }
    return kept;
}

/* Parts of all ranks; the caller frees them. Collective. CT_ERROR_MEMORY. */
static ct_status gather_parts(MPI_Comm comm, const part *here, int count, part **all,
                              int *all_count) {
    int size = 0;
    int total = 0;
    int *counts = NULL;
    ct_status status = CT_OK;
    CT_MPI(MPI_Comm_size(comm, &size));
    counts = malloc(2 * (size_t)size * sizeof *counts);
    CT_TRY(
        ct_agree(comm, counts != NULL ? CT_OK : ct_raise(CT_ERROR_MEMORY, "no memory for pieces")));
    const int numbers = count * NUMBERS;
    CT_MPI(MPI_Allgather(&numbers, 1, MPI_INT, counts, 1, MPI_INT, comm));
    for (int r = 0; r < size; r++) {
        counts[size + r] = total;
        total += counts[r];
    }
    *all = malloc(((size_t)total / NUMBERS + 1) * sizeof **all);
    CT_TRY(
        ct_agree(comm, *all != NULL ? CT_OK : ct_raise(CT_ERROR_MEMORY, "no memory for pieces")));
    CT_MPI(
        MPI_Allgatherv(here, numbers, MPI_DOUBLE, *all, counts, counts + size, MPI_DOUBLE, comm));
    *all_count = total / NUMBERS;
cleanup:
    free(counts);
    return status;
}

/* Takes free parts, sorted. Local. */
static ct_status take(const ct_adi_matrix *m, const double *volume, const double *label,
                      const part *parts, ct_adi_pieces *pieces) {
    for (int k = 0; k < pieces->count; k++) {
        pieces->volume[k] = parts[k].volume;
    }
    for (ptrdiff_t i = 0; i < m->rows; i++) {
        const part wanted = {.label = label[i]};
        const part *found =
            pieces->count > 0 && volume[i] > 0
                ? bsearch(&wanted, parts, (size_t)pieces->count, sizeof *parts, by_label)
                : NULL;
        pieces->of[i] = found != NULL ? (int)(found - parts) : -1;
    }
    return CT_OK;
}

static ct_status allocate(ptrdiff_t rows, int count, ct_adi_pieces *pieces) {
    pieces->count = count;
    pieces->volume = calloc(2 * (size_t)count + 1, sizeof *pieces->volume);
    pieces->sum = pieces->volume != NULL ? pieces->volume + count : NULL;
    pieces->of = rows > 0 ? malloc((size_t)rows * sizeof *pieces->of) : NULL;
    return pieces->volume != NULL && (pieces->of != NULL || rows == 0)
               ? CT_OK
               : ct_raise(CT_ERROR_MEMORY, "no memory for %d pieces of the domain", count);
}

ct_status ct_adi_pieces_find(const ct_adi_matrix *m, const double *volume, ct_adi_pieces *pieces) {
    const size_t rows = (size_t)m->rows + 1;
    int *parent = malloc(2 * rows * sizeof *parent);
    double *label = malloc((rows + (size_t)m->ghosts) * sizeof *label);
    part *here = malloc(rows * sizeof *here);
    part *all = NULL;
    int count = 0;
    ct_status status = CT_OK;
    status = parent != NULL && label != NULL && here != NULL
                 ? CT_OK
                 : ct_raise(CT_ERROR_MEMORY, "no memory for the pieces of %td cells", m->rows);
    status = ct_agree(m->comm, status);
    if (status != CT_OK || parent == NULL || label == NULL || here == NULL) {
        goto cleanup;
    }
    CT_TRY(label_rows(m, parent, label));
    count = list_parts(m, volume, parent, parent + rows, label, here);
    CT_TRY(gather_parts(m->comm, here, count, &all, &count));
    count = join_parts(all, count);
    CT_TRY(ct_agree(m->comm, allocate(m->rows + 1, count, pieces)));
    CT_TRY(take(m, volume, label, all, pieces));
cleanup:
    free(all);
    free(here);
    free(label);
    free(parent);
    return status;
}

ct_status ct_adi_pieces_whole(double volume, ct_adi_pieces *pieces) {
    const ct_status status = allocate(0, 1, pieces);
    if (status == CT_OK) {
        pieces->volume[0] = volume;
    }
    return status;
}

void ct_adi_pieces_destroy(ct_adi_pieces *pieces) {
    free(pieces->of);
    free(pieces->volume);
    *pieces = (ct_adi_pieces){.count = 0};
}

ct_status ct_adi_pieces_means(const ct_adi_matrix *m, const double *volume, int is_sum, double by,
                              double *x, ct_adi_pieces *pieces) {
    ct_status status = CT_OK;
    for (int k = 0; k < pieces->count; k++) {
        pieces->sum[k] = 0;
    }
    for (ptrdiff_t i = 0; i < m->rows && pieces->count > 0; i++) {
        const int of = pieces->of != NULL ? pieces->of[i] : 0;
        if (of >= 0) {
            pieces->sum[of] += is_sum ? x[i] : volume[i] * x[i];
        }
    }
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, pieces->sum, pieces->count, MPI_DOUBLE, MPI_SUM, m->comm));
    for (int k = 0; k < pieces->count; k++) {
        pieces->sum[k] /= pieces->volume[k];
    }
    for (ptrdiff_t i = 0; i < m->rows && pieces->count > 0 && by != 0; i++) {
        const int of = pieces->of != NULL ? pieces->of[i] : 0;
        if (of >= 0) {
            x[i] += by * pieces->sum[of] * (is_sum ? volume[i] : 1);
        }
    }
cleanup:
    return status;
}
