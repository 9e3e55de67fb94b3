#include "adi/multigrid/solver.h"

#include "adi/multigrid/hierarchy.h"
#include "adi/multigrid/pieces.h"
#include "adi/multigrid/system.h"
#include "adi/plan.h"
#include "base/mpi.h"
#include <cornerturn/agree.h>

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct ct_adi_solver {
    double identity, c;
    ct_adi_hierarchy *hierarchy;
    ct_adi_pieces pieces;      /* insulated: rows sum to identity times the volume */
    double *volume;            /* of each cell, of masked ones 0 */
    double *x, *r, *z, *p, *q; /* solution, residual, directions and the product of p */
};

void ct_adi_solver_destroy(ct_adi_solver **solver) {
    if (*solver != NULL) {
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
    const ct_adi_matrix *m = ct_adi_hierarchy_matrix(s->hierarchy);
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
    const ct_adi_matrix *m = ct_adi_hierarchy_matrix(s->hierarchy);
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

ct_status ct_adi_solver_of(ct_adi_plan *plan, double identity, double c, ct_adi_solver **solver) {
    ct_adi_matrix matrix = {.rows = 0};
    ct_status status = CT_OK;
    if (plan->solver != NULL && plan->solver->identity == identity && plan->solver->c == c) {
        *solver = plan->solver;
        return CT_OK;
    }
    ct_adi_solver_destroy(&plan->solver);
    ct_adi_solver *made = calloc(1, sizeof *made);
    CT_TRY(ct_agree(plan->comm,
                    made != NULL ? CT_OK : ct_raise(CT_ERROR_MEMORY, "no memory to solve")));
    made->identity = identity;
    made->c = c;
    CT_TRY(ct_adi_system_make(plan, identity, c, &matrix));
    CT_TRY(ct_adi_hierarchy_create(&matrix, &made->hierarchy));
    CT_TRY(ct_agree(plan->comm, make_vectors(plan, made)));
    CT_TRY(find_free(plan, made));
    plan->solver = made;
    *solver = made;
    return CT_OK;
cleanup:
    ct_adi_matrix_destroy(&matrix);
    ct_adi_solver_destroy(&made);
    return status;
}

int ct_adi_solver_is_free(const ct_adi_solver *solver) {
    return solver->pieces.count > 0;
}

/* The work array times volumes. */
static void take_right_side(const ct_adi_plan *plan, ct_adi_solver *s) {
    const ptrdiff_t cells = ct_box_elements(&plan->box);
    plan->kernels->load(plan->work, cells, s->r);
    for (ptrdiff_t i = 0; i < cells; i++) {
        s->r[i] *= s->volume[i];
    }
}

ct_status ct_adi_solver_means(ct_adi_plan *plan, ct_adi_solver *s, ct_adi_unbalanced *found) {
    const ct_adi_matrix *m = ct_adi_hierarchy_matrix(s->hierarchy);
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
    const ct_adi_matrix *m = ct_adi_hierarchy_matrix(s->hierarchy);
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

/* Root of the volume-weighted mean square of the residual. Collective. */
static ct_status norm_of(const ct_adi_plan *plan, const ct_adi_solver *s, double *norm) {
    const ptrdiff_t cells = ct_box_elements(&plan->box);
    double square = 0;
    ct_status status = CT_OK;
    for (ptrdiff_t i = 0; i < cells; i++) {
        square += s->volume[i] > 0 ? s->r[i] * s->r[i] / s->volume[i] : 0;
    }
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, &square, 1, MPI_DOUBLE, MPI_SUM, plan->comm));
    *norm = sqrt(square / ct_adi_volume(plan));
cleanup:
    return status;
}

/* The next direction p and its product q: the preconditioned residual without its part along the
 * direction before, whose products are `before`. Products of the new one go to `dots`: p A p, p r.
 */
static ct_status turn(ct_adi_solver *s, int is_first, double before, double dots[2]) {
    const ct_adi_matrix *m = ct_adi_hierarchy_matrix(s->hierarchy);
    const ct_adi_pair along[] = {{s->z, s->q}};
    double share = 0;
    ct_status status = CT_OK;
    CT_TRY(ct_adi_hierarchy_cycle(s->hierarchy, s->r, s->z));
    if (s->pieces.count > 0) {
        CT_TRY(ct_adi_pieces_means(m, s->volume, 0, -1, s->z, &s->pieces));
    }
    if (!is_first) {
        CT_TRY(ct_adi_matrix_dots(m, 1, along, &share));
        share /= before;
    }
    for (ptrdiff_t i = 0; i < m->rows; i++) {
        s->p[i] = s->z[i] - (is_first ? 0 : share * s->p[i]);
    }
    CT_TRY(ct_adi_matrix_apply(m, s->p, s->q));
    const ct_adi_pair products[] = {{s->p, s->q}, {s->p, s->r}};
    CT_TRY(ct_adi_matrix_dots(m, 2, products, dots));
cleanup:
    return status;
}

static ct_status iterate(const ct_adi_plan *plan, ct_adi_solver *s, ct_adi_solution *solution) {
    const ct_adi_matrix *m = ct_adi_hierarchy_matrix(s->hierarchy);
    double dots[2] = {0};
    ct_status status = CT_OK;
    solution->iterations = 0;
    CT_TRY(norm_of(plan, s, &solution->residual));
    if (solution->relative > 0) {
        solution->tolerance = solution->relative * solution->residual;
    }
    while (solution->residual > solution->tolerance &&
           solution->iterations < solution->most_iterations) {
        CT_TRY(turn(s, solution->iterations == 0, dots[0], dots));
        if (!(dots[0] > 0) || !isfinite(dots[1])) {
            solution->is_indefinite = 1;
            break;
        }
        const double step = dots[1] / dots[0];
        for (ptrdiff_t i = 0; i < m->rows; i++) {
            s->x[i] += step * s->p[i];
            s->r[i] -= step * s->q[i];
        }
        CT_TRY(norm_of(plan, s, &solution->residual));
        solution->iterations++;
        if (solution->watch != NULL) {
            solution->watch(solution->context, solution->iterations, solution->residual);
        }
    }
cleanup:
    return status;
}

/* Scales x and adds a constant so that the residual is orthogonal to both: it then has no sum, so
 * that the integral of u is balanced, and no part along x. With r = b - A x the changes of the two
 * factors solve a system of two equations. */
static ct_status scale(const ct_adi_solver *s) {
    const ct_adi_matrix *m = ct_adi_hierarchy_matrix(s->hierarchy);
    const double apart = 1e-12; /* a smaller determinant: x is constant */
    const ct_adi_pair products[] = {{s->x, s->q}, {s->x, s->r}};
    double dots[2] = {0};
    double sums[3] = {0};
    ct_status status = CT_OK;
    CT_TRY(ct_adi_matrix_apply(m, s->x, s->q));
    CT_TRY(ct_adi_matrix_dots(m, 2, products, dots));
    CT_TRY(ct_adi_matrix_sums(m, s->x, s->r, sums));
    const double determinant = dots[0] * sums[0] - sums[1] * sums[1];
    double factor = dots[0] > 0 ? 1 + dots[1] / dots[0] : 1;
    double more = 0;
    if ((s->pieces.count == 0 || s->pieces.of != NULL) && dots[0] > 0 && sums[0] > 0 &&
        determinant > apart * dots[0] * sums[0]) {
        factor = 1 + (dots[1] * sums[0] - sums[2] * sums[1]) / determinant;
        more = (dots[0] * sums[2] - sums[1] * dots[1]) / determinant;
    }
    for (ptrdiff_t i = 0; i < m->rows; i++) {
        s->x[i] = factor * s->x[i] + more;
    }
cleanup:
    return status;
}

ct_status ct_adi_solver_advance(ct_adi_plan *plan, ct_adi_solver *s, ct_adi_solution *solution) {
    const ptrdiff_t cells = ct_box_elements(&plan->box);
    const ptrdiff_t n = plan->box.count[2];
    const ct_adi_matrix *m = ct_adi_hierarchy_matrix(s->hierarchy);
    double mean = 0;
    ct_status status = CT_OK;
    solution->is_indefinite = 0;
    memset(s->x, 0, (size_t)cells * sizeof *s->x);
    take_right_side(plan, s);
    if (s->pieces.count > 0) { /* the mean is solved for exactly, which conserves the integral */
        CT_TRY(ct_adi_pieces_means(m, s->volume, 1, -1, s->r, &s->pieces));
        mean = s->identity > 0 ? s->pieces.sum[0] / s->identity : 0;
    }
    CT_TRY(iterate(plan, s, solution));
    CT_TRY(scale(s));
    if (s->pieces.of != NULL) {
        CT_TRY(ct_adi_pieces_means(m, s->volume, 0, -1, s->x, &s->pieces));
    }
    for (ptrdiff_t i = 0; i < cells; i++) {
        s->x[i] = s->volume[i] > 0 ? s->x[i] + mean : 0;
    }
    for (ptrdiff_t first = 0; first < cells; first += n) {
        void *row = ct_adi_at(plan, plan->state, first);
        plan->kernels->load(row, n, plan->values);
        for (ptrdiff_t x = 0; x < n; x++) {
            plan->values[x] += s->x[first + x];
        }
        plan->kernels->store(plan->values, n, row);
        plan->kernels->store(s->x + first, n, ct_adi_at(plan, plan->work, first));
    }
cleanup:
    return status;
}
