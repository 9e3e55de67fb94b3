#include "adi/multigrid/solver.h"

#include "adi/multigrid/solver_state.h"
#include "adi/multigrid/system.h"
#include "adi/plan.h"
#include "base/mpi.h"
#include <cornerturn/agree.h>

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void ct_adi_solver_outdate(ct_adi_solver *solver) {
    if (solver != NULL) {
        solver->is_stale = 1;
    }
}

void ct_adi_solver_destroy(ct_adi_solver **solver) {
    if (*solver != NULL) {
        ct_adi_matrix_destroy(&(*solver)->renewed);
        ct_adi_hierarchy_destroy(&(*solver)->hierarchy);
        free((*solver)->volume);
        ct_adi_pieces_destroy(&(*solver)->pieces);
    }
    free(*solver);
    *solver = NULL;
}

static void find_volumes(const ct_adi_plan *plan, double *volume) {
    const ct_box *box = &plan->box;
    ptrdiff_t cell = 0;
    for (ptrdiff_t z = 0; z < box->count[0]; z++) {
        for (ptrdiff_t y = 0; y < box->count[1]; y++) {
            for (ptrdiff_t x = 0; x < box->count[2]; x++) {
                const double whole = plan->axis[0].widths[box->first[0] + z] *
                                     plan->axis[1].widths[box->first[1] + y] *
                                     plan->axis[2].widths[box->first[2] + x];
                *volume++ = ct_adi_is_out(plan, cell++) ? 0 : whole;
            }
        }
    }
}

/* Collective. */
static ct_status find_free(const ct_adi_plan *plan, ct_adi_solver *s) {
    const ct_adi_matrix *m = ct_adi_solver_matrix(s);
    int has_slack = 0;
    ct_status status = CT_OK;
    if (s->identity == 0 && plan->mask.cell != NULL) {
        return ct_adi_pieces_find(m, s->volume, &s->pieces);
    }
    for (ptrdiff_t i = 0; i < m->rows; i++) {
        has_slack = has_slack || m->slack[i] != s->identity * s->volume[i];
    }
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, &has_slack, 1, MPI_INT, MPI_LOR, m->comm));
    CT_TRY(has_slack ? CT_OK
                     : ct_agree(m->comm, ct_adi_pieces_whole(ct_adi_volume(plan), &s->pieces)));
cleanup:
    return status;
}

static ct_status make_vectors(const ct_adi_plan *plan, ct_adi_solver *s) {
    const ct_adi_matrix *m = ct_adi_solver_matrix(s);
    const size_t n = (size_t)(m->rows + m->ghosts) + 1;
    double **const vector[] = {&s->volume, &s->x, &s->r, &s->z, &s->p, &s->q};
    double *memory = calloc(sizeof vector / sizeof *vector * n, sizeof *memory);
    for (size_t k = 0; k < sizeof vector / sizeof *vector; k++) {
        *vector[k] = memory != NULL ? memory + k * n : NULL;
    }
    if (memory == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory to solve for %td cells", m->rows);
    }
    find_volumes(plan, s->volume);
    return CT_OK;
}

ct_status ct_adi_solver_make_hierarchy(ct_adi_plan *plan, ct_adi_solver *s, ct_adi_matrix *matrix) {
    ct_adi_hierarchy_destroy(&s->hierarchy);
    s->per_decade = s->extra = 0;
    plan->hierarchies++;
    return ct_adi_hierarchy_create(matrix, &s->hierarchy);
}

static ct_status make_solver(ct_adi_plan *plan, double identity, double c) {
    ct_adi_matrix matrix = {.rows = 0};
    ct_adi_solver *made = calloc(1, sizeof *made);
    ct_status status = CT_OK;
    CT_TRY(ct_agree(plan->comm,
                    made != NULL ? CT_OK : ct_raise(CT_ERROR_MEMORY, "no memory to solve")));
    made->identity = identity;
    made->c = c;
    CT_TRY(ct_adi_system_make(plan, identity, c, &matrix));
    CT_TRY(ct_adi_solver_make_hierarchy(plan, made, &matrix));
    CT_TRY(ct_agree(plan->comm, make_vectors(plan, made)));
    CT_TRY(find_free(plan, made));
    plan->solver = made;
    return CT_OK;
cleanup:
    ct_adi_matrix_destroy(&matrix);
    ct_adi_solver_destroy(&made);
    return status;
}

/* The matrix anew, with the hierarchy as it is. */
static ct_status renew(ct_adi_plan *plan, ct_adi_solver *s, double c) {
    ct_status status = CT_OK;
    ct_adi_matrix_destroy(&s->renewed);
    CT_TRY(ct_adi_system_make(plan, s->identity, c, &s->renewed));
    s->c = c;
    s->is_stale = 0;
    ct_adi_pieces_destroy(&s->pieces);
    CT_TRY(find_free(plan, s));
cleanup:
    return status;
}

/* A hierarchy of earlier coefficients is as good, as long as conjugate gradients take about as many
 * iterations with it. */
ct_status ct_adi_solver_of(ct_adi_plan *plan, double identity, double c, ct_adi_solver **solver) {
    ct_adi_solver *s = plan->solver;
    ct_status status = CT_OK;
    if (s != NULL && (s->hierarchy == NULL || s->identity != identity)) {
        ct_adi_solver_destroy(&plan->solver);
        s = NULL;
    }
    if (s == NULL) {
        CT_TRY(make_solver(plan, identity, c));
    } else if (s->is_stale || s->c != c) {
        CT_TRY(renew(plan, s, c));
        if (s->extra > CT_ADI_HIERARCHY_WORTH || s->distrust > 0) {
            s->distrust -= s->distrust > 0;
            CT_TRY(ct_adi_solver_make_hierarchy(plan, s, &s->renewed));
        }
    }
    *solver = plan->solver;
cleanup:
    if (status != CT_OK) {
        ct_adi_solver_destroy(&plan->solver);
    }
    return status;
}

int ct_adi_solver_is_free(const ct_adi_solver *solver) {
    return solver->pieces.count > 0;
}

ct_status ct_adi_solver_means(ct_adi_plan *plan, ct_adi_solver *s, ct_adi_unbalanced *found) {
    const ct_adi_matrix *m = ct_adi_solver_matrix(s);
    ct_adi_pieces *pieces = &s->pieces;
    double *sizes = NULL; /* means of |r| */
    ct_status status = CT_OK;
    *found = (ct_adi_unbalanced){.pieces = pieces->count};
    plan->kernels->load(plan->work, m->rows, s->z);
    plan->kernels->load(plan->work, m->rows, s->q);
    for (ptrdiff_t i = 0; i < m->rows; i++) {
        s->q[i] = fabs(s->q[i]);
    }
    sizes = malloc(((size_t)pieces->count + 1) * sizeof *sizes);
    CT_TRY(ct_agree(plan->comm,
                    sizes != NULL ? CT_OK : ct_raise(CT_ERROR_MEMORY, "no memory for means")));
    CT_TRY(ct_adi_pieces_means(m, s->volume, 0, 0, s->q, pieces));
    memcpy(sizes, pieces->sum, (size_t)pieces->count * sizeof *sizes);
    CT_TRY(ct_adi_pieces_means(m, s->volume, 0, 0, s->z, pieces));
    for (int k = 0; k < pieces->count; k++) {
        const double mean = pieces->sum[k];
        found->square += mean * mean * pieces->volume[k] / ct_adi_volume(plan);
        if (fabs(mean) * found->size >= fabs(found->mean) * sizes[k]) { /* the worst */
            found->mean = mean;
            found->size = sizes[k];
            found->volume = pieces->volume[k];
        }
    }
cleanup:
    free(sizes);
    return status;
}

ct_status ct_adi_solver_rounding(ct_adi_plan *plan, const ct_adi_solver *s, double *residual) {
    const ct_adi_matrix *m = ct_adi_solver_matrix(s);
    const double epsilon = plan->kernels->bytes == sizeof(float) ? FLT_EPSILON : DBL_EPSILON;
    double square = 0;
    ct_status status = CT_OK;
    plan->kernels->load(plan->state, m->rows, s->z);
    for (ptrdiff_t i = 0; i < m->rows; i++) {
        const double part = epsilon * m->diagonal[i] * s->z[i];
        square += s->volume[i] > 0 ? part * part / s->volume[i] : 0;
    }
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, &square, 1, MPI_DOUBLE, MPI_SUM, plan->comm));
    *residual = sqrt(square / ct_adi_volume(plan));
cleanup:
    return status;
}
