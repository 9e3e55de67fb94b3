#include "adi/multigrid/hierarchy.h"

#include "adi/multigrid/bottom.h"
#include "adi/multigrid/coarsen.h"
#include "adi/multigrid/gather.h"
#include "base/mpi.h"
#include <cornerturn/agree.h>

#include <stdlib.h>
#include <string.h>

enum {
    LEVELS_MOST = 80,
    GATHERED_MOST = 2000, /* rows of all ranks that each can have */
    BOTTOM_MOST = 200,    /* rows that are solved directly */
    BOTTOM_SWEEPS = 20,   /* where coarsening ends with more */
    VECTORS = 5
};
static const double least_coarsening = 1.1;
static const double least_saving = 2; /* by levels that are solved twice */
static const double enough =
    0.25; /* of the residual, after which one step of gradients is enough */

typedef struct level {
    ct_adi_matrix matrix;
    int *group;                 /* rows of the next level */
    int is_twice;               /* solved by two steps of gradients, not by one cycle */
    double work;                /* rows and links of all ranks */
    double *b, *c, *d, *v, *w;  /* right side; two directions and their products */
    double *memory;             /* of these, and r */
    ct_adi_gathering gathering; /* the next level is this one, gathered */
    double *whole;              /* what is gathered */
} level;

struct ct_adi_hierarchy {
    int levels;
    level level[LEVELS_MOST];
    double *factor; /* of the last level, or NULL */
};

/* Rows of all ranks, and these with the links. Collective. */
static ct_status count_rows(const ct_adi_matrix *matrix, double *rows, double *work) {
    double counts[2] = {(double)matrix->rows, (double)matrix->start[matrix->rows]};
    ct_status status = CT_OK;
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, counts, 2, MPI_DOUBLE, MPI_SUM, matrix->comm));
    *rows = counts[0];
    *work = counts[0] + counts[1];
cleanup:
    return status;
}

/* Levels are solved twice where they have so much less work than the last such level that all
 * together take no more than a few times the finest one. */
static void choose_cycle(ct_adi_hierarchy *h, int k) {
    int last = k - 1;
    while (last > 0 && !h->level[last].is_twice) {
        last--;
    }
    h->level[k].is_twice = h->level[k].work * least_saving <= h->level[last].work;
}

static ct_status make_vectors(level *l, int is_last) {
    const size_t n = (size_t)(l->matrix.rows + l->matrix.ghosts) + 1;
    l->memory = calloc(n * VECTORS, sizeof *l->memory);
    l->group = is_last ? NULL : malloc(n * sizeof *l->group);
    if (l->memory == NULL || (l->group == NULL && !is_last)) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for a level of %td rows", l->matrix.rows);
    }
    l->b = l->memory;
    l->c = l->b + n;
    l->d = l->c + n;
    l->v = l->d + n;
    l->w = l->v + n;
    return CT_OK;
}

static ct_status add_gathered(ct_adi_hierarchy *h) {
    level *l = &h->level[h->levels - 1];
    level *next = l + 1;
    ct_status status = CT_OK;
    CT_TRY(ct_adi_gather(&l->matrix, &l->gathering, &next->matrix));
    l->whole = calloc((size_t)next->matrix.rows + 1, sizeof *l->whole);
    h->levels++;
    status = l->whole != NULL ? make_vectors(next, 0)
                              : ct_raise(CT_ERROR_MEMORY, "no memory to gather levels");
    status = ct_agree(l->matrix.comm, status);
cleanup:
    return status;
}

/* Adds levels until few rows are left or they do not become fewer. */
static ct_status add_levels(ct_adi_hierarchy *h, int size) {
    ct_status status = CT_OK;
    while (h->levels < LEVELS_MOST - 1) {
        level *l = &h->level[h->levels - 1];
        const int is_whole = l->matrix.comm == MPI_COMM_SELF || size == 1;
        double rows = 0;
        double coarse = 0;
        CT_TRY(count_rows(&l->matrix, &rows, &l->work));
        if (is_whole && rows <= BOTTOM_MOST) {
            break;
        }
        if (!is_whole && rows <= GATHERED_MOST) {
            CT_TRY(add_gathered(h));
            continue;
        }
        CT_TRY(ct_adi_coarsen(&l->matrix, l->group, &l[1].matrix));
        CT_TRY(count_rows(&l[1].matrix, &coarse, &l[1].work));
        if (coarse * least_coarsening > rows) {
            ct_adi_matrix_destroy(&l[1].matrix);
            break;
        }
        h->levels++;
        choose_cycle(h, h->levels - 1);
        CT_TRY(ct_agree(l->matrix.comm, make_vectors(&l[1], 0)));
    }
cleanup:
    return status;
}

ct_status ct_adi_hierarchy_create(ct_adi_matrix *matrix, ct_adi_hierarchy **hierarchy) {
    ct_adi_hierarchy *h = calloc(1, sizeof *h);
    MPI_Comm comm = matrix->comm;
    int size = 1;
    ct_status status = h != NULL ? CT_OK : ct_raise(CT_ERROR_MEMORY, "no memory for levels");
    *hierarchy = NULL;
    status = ct_agree(comm, status);
    if (status != CT_OK || h == NULL) {
        ct_adi_matrix_destroy(matrix);
        free(h);
        return status;
    }
    h->levels = 1;
    h->level[0].matrix = *matrix;
    *matrix = (ct_adi_matrix){.rows = 0};
    CT_MPI(MPI_Comm_size(comm, &size));
    CT_TRY(ct_agree(comm, make_vectors(&h->level[0], 0)));
    CT_TRY(ct_agree(comm, add_levels(h, size))); /* gathered levels are each rank's own */
    const level *last = &h->level[h->levels - 1];
    if ((last->matrix.comm == MPI_COMM_SELF || size == 1) && last->matrix.rows <= BOTTOM_MOST) {
        h->factor = ct_adi_bottom_factorise(&last->matrix);
        status = h->factor != NULL ? CT_OK : ct_raise(CT_ERROR_MEMORY, "no memory for a factor");
    }
    CT_TRY(ct_agree(comm, status));
    *hierarchy = h;
    return CT_OK;
cleanup:
    ct_adi_hierarchy_destroy(&h);
    return status;
}

void ct_adi_hierarchy_destroy(ct_adi_hierarchy **hierarchy) {
    ct_adi_hierarchy *h = *hierarchy;
    for (int k = 0; h != NULL && k < h->levels; k++) {
        ct_adi_matrix_destroy(&h->level[k].matrix);
        ct_adi_gathering_destroy(&h->level[k].gathering);
        free(h->level[k].group);
        free(h->level[k].memory);
        free(h->level[k].whole);
    }
    if (h != NULL) {
        free(h->factor);
    }
    free(h);
    *hierarchy = NULL;
}

const ct_adi_matrix *ct_adi_hierarchy_matrix(const ct_adi_hierarchy *h) {
    return &h->level[0].matrix;
}

static ct_status cycle(ct_adi_hierarchy *h, int k, const double *b, double *x);

/* Two steps of conjugate gradients on level k, preconditioned by the cycle: solves A c = b. */
static ct_status solve_level(ct_adi_hierarchy *h, int k) {
    level *l = &h->level[k];
    const ct_adi_matrix *m = &l->matrix;
    double first[3] = {0};
    double second[3] = {0};
    ct_status status = cycle(h, k, l->b, l->c);
    if (status != CT_OK || !l->is_twice || k == h->levels - 1 || l->gathering.rows != NULL) {
        return status;
    }
    CT_TRY(ct_adi_matrix_apply(m, l->c, l->v));
    const ct_adi_pair once[] = {{l->c, l->v}, {l->c, l->b}, {l->b, l->b}};
    CT_TRY(ct_adi_matrix_dots(m, 3, once, first));
    if (!(first[0] > 0)) {
        return CT_OK;
    }
    const double step = first[1] / first[0];
    for (ptrdiff_t i = 0; i < m->rows; i++) {
        l->b[i] -= step * l->v[i];
    }
    const ct_adi_pair rest[] = {{l->b, l->b}};
    CT_TRY(ct_adi_matrix_dots(m, 1, rest, second));
    double also = 0;
    double factor = step;
    if (second[0] > enough * enough * first[2]) {
        CT_TRY(cycle(h, k, l->b, l->d));
        CT_TRY(ct_adi_matrix_apply(m, l->d, l->w));
        const ct_adi_pair twice[] = {{l->d, l->v}, {l->d, l->w}, {l->d, l->b}};
        CT_TRY(ct_adi_matrix_dots(m, 3, twice, second));
        const double rest_of = second[1] - second[0] * second[0] / first[0];
        also = rest_of > 0 ? second[2] / rest_of : 0;
        factor = step - also * second[0] / first[0];
    }
    for (ptrdiff_t i = 0; i < m->rows; i++) {
        l->c[i] = factor * l->c[i] + (also != 0 ? also * l->d[i] : 0);
    }
cleanup:
    return status;
}

/* On all ranks alike. */
static ct_status solve_gathered(ct_adi_hierarchy *h, int k, const double *b, double *x) {
    level *l = &h->level[k];
    const ct_adi_gathering *g = &l->gathering;
    int rank = 0;
    ct_status status = CT_OK;
    CT_MPI(MPI_Comm_rank(l->matrix.comm, &rank));
    CT_MPI(MPI_Allgatherv(b, (int)l->matrix.rows, MPI_DOUBLE, l[1].b, g->rows, g->first, MPI_DOUBLE,
                          l->matrix.comm));
    CT_TRY(solve_level(h, k + 1));
    memcpy(x, l[1].c + g->first[rank], (size_t)l->matrix.rows * sizeof *x);
cleanup:
    return status;
}

/* The last level. Collective where it is distributed. */
static ct_status solve_last(const ct_adi_hierarchy *h, int k, const double *b, double *x) {
    const ct_adi_matrix *m = &h->level[k].matrix;
    ct_status status = CT_OK;
    if (h->factor != NULL) {
        ct_adi_bottom_solve(m->rows, h->factor, b, x);
        return CT_OK;
    }
    memset(x, 0, (size_t)(m->rows + m->ghosts) * sizeof *x);
    for (int sweep = 0; sweep < BOTTOM_SWEEPS; sweep++) {
        CT_TRY(sweep > 0 ? ct_adi_matrix_exchange(m, x) : CT_OK);
        ct_adi_matrix_sweep(m, sweep >= BOTTOM_SWEEPS / 2, b, x);
    }
cleanup:
    return status;
}

/* b - A x into the rows of the next level. */
static void restrict_residual(const level *l, const double *b, const double *x, double *coarse) {
    const ct_adi_matrix *m = &l->matrix;
    for (ptrdiff_t i = 0; i < m->rows; i++) {
        if (l->group[i] >= 0) {
            double r = b[i] - m->diagonal[i] * x[i];
            for (ptrdiff_t k = m->start[i]; k < m->start[i + 1]; k++) {
                r += m->link[k] * x[m->column[k]];
            }
            coarse[l->group[i]] += r;
        }
    }
}

static ct_status cycle(ct_adi_hierarchy *h, int k, const double *b, double *x) {
    level *l = &h->level[k];
    const ct_adi_matrix *m = &l->matrix;
    ct_status status = CT_OK;
    if (l->gathering.rows != NULL) {
        return solve_gathered(h, k, b, x);
    }
    if (k == h->levels - 1) {
        return solve_last(h, k, b, x);
    }
    memset(x, 0, (size_t)(m->rows + m->ghosts) * sizeof *x);
    ct_adi_matrix_sweep(m, 0, b, x);
    CT_TRY(ct_adi_matrix_exchange(m, x));
    memset(l[1].b, 0, (size_t)l[1].matrix.rows * sizeof *b);
    restrict_residual(l, b, x, l[1].b);
    CT_TRY(solve_level(h, k + 1));
    for (ptrdiff_t i = 0; i < m->rows; i++) {
        x[i] += l->group[i] >= 0 ? l[1].c[l->group[i]] : 0;
    }
    CT_TRY(ct_adi_matrix_exchange(m, x));
    ct_adi_matrix_sweep(m, 1, b, x);
cleanup:
    return status;
}

ct_status ct_adi_hierarchy_cycle(ct_adi_hierarchy *h, const double *b, double *x) {
    return cycle(h, 0, b, x);
}
