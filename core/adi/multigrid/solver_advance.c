/* Conjugate gradients, with a hierarchy of the matrix or of earlier ones. */
#include "adi/multigrid/solver_state.h"
#include "adi/plan.h"
#include "base/mpi.h"
#include <cornerturn/agree.h>

#include <math.h>
#include <string.h>

enum { FAILURES_MOST = 6 };
static const double most_slower =
    1.25; /* than with a hierarchy of the matrix: that ends this one */

/* The work array times volumes. */
static void take_right_side(const ct_adi_plan *plan, ct_adi_solver *s) {
    const ptrdiff_t cells = ct_box_elements(&plan->box);
    plan->kernels->load(plan->work, cells, s->r);
    for (ptrdiff_t i = 0; i < cells; i++) {
        s->r[i] *= s->volume[i];
    }
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
    const ct_adi_matrix *m = ct_adi_solver_matrix(s);
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

/* Conjugate gradients from the x and r that there are, as long as they keep up a pace, iterations
 * for a tenth of the residual, but for those that a hierarchy is worth; 0: any. Collective. */
static ct_status iterate(const ct_adi_plan *plan, ct_adi_solver *s, double pace,
                         ct_adi_solution *solution) {
    const ct_adi_matrix *m = ct_adi_solver_matrix(s);
    const double first = solution->residual;
    double dots[2] = {0};
    int is_first = 1;
    ct_status status = CT_OK;
    while (solution->residual > solution->tolerance &&
           solution->iterations < solution->most_iterations &&
           !(pace > 0 && solution->iterations >=
                             CT_ADI_HIERARCHY_WORTH + pace * log10(first / solution->residual))) {
        CT_TRY(turn(s, is_first, dots[0], dots));
        is_first = 0;
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

/* Iterates with a hierarchy of earlier coefficients, as long as that is not much slower than one of
 * the matrix, else goes on with that and does not try again for a while. Collective. */
static ct_status iterate_outdated(ct_adi_plan *plan, ct_adi_solver *s, double decades,
                                  ct_adi_solution *solution) {
    const double expected = ceil(s->per_decade * decades);
    ct_status status = CT_OK;
    CT_TRY(iterate(plan, s, most_slower * s->per_decade, solution));
    s->extra += fmax(solution->iterations - expected, 0);
    s->failures = solution->is_indefinite || solution->residual > solution->tolerance
                      ? (int)fmin(s->failures + 1, FAILURES_MOST)
                      : 0;
    if (s->failures > 0 && solution->iterations < solution->most_iterations) {
        solution->is_indefinite = 0;
        s->distrust = 1 << s->failures;
        CT_TRY(ct_adi_solver_make_hierarchy(plan, s, &s->renewed));
    }
cleanup:
    return status;
}

static ct_status iterate_all(ct_adi_plan *plan, ct_adi_solver *s, ct_adi_solution *solution) {
    ct_status status = CT_OK;
    solution->iterations = 0;
    CT_TRY(norm_of(plan, s, &solution->residual));
    if (solution->relative > 0) {
        solution->tolerance = solution->relative * solution->residual;
    }
    if (s->renewed.start != NULL && solution->residual > solution->tolerance) {
        const double decades = log10(solution->residual / solution->tolerance);
        CT_TRY(iterate_outdated(plan, s, decades, solution));
    }
    const int before = solution->iterations;
    const double rest = solution->residual;
    CT_TRY(iterate(plan, s, 0, solution));
    if (s->per_decade == 0 && solution->iterations > before && solution->residual < rest) {
        s->per_decade = (solution->iterations - before) / log10(rest / solution->residual);
    }
cleanup:
    return status;
}

/* Scales x and adds a constant so that the residual is orthogonal to both: it then has no sum, so
 * that the integral of u is balanced, and no part along x. With r = b - A x the changes of the two
 * factors solve a system of two equations. */
static ct_status scale(const ct_adi_solver *s) {
    const ct_adi_matrix *m = ct_adi_solver_matrix(s);
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
    const ct_adi_matrix *m = ct_adi_solver_matrix(s);
    double mean = 0;
    ct_status status = CT_OK;
    solution->is_indefinite = 0;
    memset(s->x, 0, (size_t)cells * sizeof *s->x);
    take_right_side(plan, s);
    if (s->pieces.count > 0) { /* the mean is solved for exactly, which conserves the integral */
        CT_TRY(ct_adi_pieces_means(m, s->volume, 1, -1, s->r, &s->pieces));
        mean = s->identity > 0 ? s->pieces.sum[0] / s->identity : 0;
    }
    CT_TRY(iterate_all(plan, s, solution));
    m = ct_adi_solver_matrix(s);
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
