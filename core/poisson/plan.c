/* Plans of Poisson's equation. */
#include "poisson/plan.h"

#include "base/arithmetic/hash.h"
#include "base/mpi.h"
#include "poisson/divide.h"
#include "redistribute/decomposed/gather.h"
#include <cornerturn/agree.h>

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static ct_status check_faces(const ct_poisson *p) {
    const int axis = p->faces_axis;
    int others = 0;
    if (p->faces == NULL) {
        return CT_OK;
    }
    for (int a = 0; a < p->axes; a++) {
        if (p->boundary[a] == CT_BOUNDARY_UNBOUNDED) {
            return ct_raise(CT_ERROR_ARGUMENT,
                            "faces beside unbounded axis %d; allowed: periodic, "
                            "Dirichlet, Neumann, mixed, none",
                            a);
        }
        others += a != axis && p->boundary[a] != CT_BOUNDARY_NONE;
    }
    if (axis < 0 || axis >= p->axes || p->boundary[axis] == CT_BOUNDARY_NONE || others == 0 ||
        !(p->shift >= 0)) {
        return ct_raise(CT_ERROR_ARGUMENT,
                        "faces of axis %d, %d others with a derivative, shift %g; allowed: an axis "
                        "from 0 to %d with a boundary, from 1 other, a shift from 0",
                        axis, others, p->shift, p->axes - 1);
    }
    for (ptrdiff_t i = 0; i < p->extent[axis]; i++) {
        if (!isfinite(p->faces[i]) || !isfinite(p->faces[i + 1]) ||
            !(p->faces[i + 1] > p->faces[i])) {
            return ct_raise(CT_ERROR_ARGUMENT,
                            "face %td at %g, the next at %g; allowed: finite ones that rise", i,
                            p->faces[i], p->faces[i + 1]);
        }
    }
    return CT_OK;
}

static ct_status check(const ct_poisson *p) {
    int derivatives = 0;
    if (p == NULL) {
        return ct_raise(CT_ERROR_ARGUMENT, "Poisson's equation needs a problem");
    }
    if (p->axes < 1 || p->axes > CT_MAX_AXES) {
        return ct_raise(CT_ERROR_ARGUMENT, "%d axes; allowed: 1 to %d", p->axes, CT_MAX_AXES);
    }
    for (int a = 0; a < p->axes; a++) {
        if ((int)p->boundary[a] < 0 || p->boundary[a] >= CT_BOUNDARIES) {
            return ct_raise(CT_ERROR_ARGUMENT, "boundary %d of axis %d; allowed: 0 to %d",
                            (int)p->boundary[a], a, CT_BOUNDARIES - 1);
        }
        if (ct_poisson_is_transformed(p, a) && !(p->spacing[a] > 0 && isfinite(p->spacing[a]))) {
            return ct_raise(CT_ERROR_ARGUMENT, "spacing %g along axis %d; allowed: above 0",
                            p->spacing[a], a);
        }
        derivatives += p->boundary[a] != CT_BOUNDARY_NONE;
    }
    if (derivatives == 0) {
        return ct_raise(CT_ERROR_ARGUMENT, "no axis has a derivative; allowed: from 1");
    }
    if ((int)p->symbol < 0 || p->symbol >= CT_POISSON_SYMBOLS || !isfinite(p->shift) ||
        (p->points != CT_POINTS_CELL && p->points != CT_POINTS_NODE)) {
        return ct_raise(CT_ERROR_ARGUMENT,
                        "symbol %d, points %d, shift %g; allowed: 0 to %d, 0 to 1, finite",
                        (int)p->symbol, (int)p->points, p->shift, CT_POISSON_SYMBOLS - 1);
    }
    return ct_poisson_unbounded_check(p) == CT_OK ? check_faces(p) : CT_ERROR_ARGUMENT;
}

/* Of faces a number that other faces hardly have. */
static double hash_of(const ct_poisson *p) {
    uint64_t hash = 0;
    for (ptrdiff_t i = 0; p->faces != NULL && i <= p->extent[p->faces_axis]; i++) {
        uint64_t bits = 0;
        memcpy(&bits, &p->faces[i], sizeof bits);
        hash = ct_hash_number(hash, bits ^ bits >> 32);
    }
    return (double)(hash >> 11) + (p->faces != NULL ? p->faces_axis + 1 : 0);
}

/* Fails where numbers differ from rank 0's that the transform does not have. Collective. */
static ct_status check_same(MPI_Comm comm, const ct_poisson *p) {
    enum { OTHERS = 5 };
    double mine[CT_MAX_AXES + OTHERS] = {p->shift, p->symbol, p->removes_mean != 0, p->order,
                                         hash_of(p)};
    double first[CT_MAX_AXES + OTHERS];
    ct_status status = CT_OK;
    for (int a = 0; a < p->axes; a++) {
        mine[OTHERS + a] = ct_poisson_is_transformed(p, a) ? p->spacing[a] : 0;
    }
    memcpy(first, mine, sizeof mine);
    CT_MPI(MPI_Bcast(first, CT_MAX_AXES + OTHERS, MPI_DOUBLE, 0, comm));
    int differs = 0;
    for (int i = 0; i < p->axes + OTHERS; i++) {
        differs = differs || !(mine[i] == first[i]);
    }
    CT_TRY(ct_agree(
        comm, !differs ? CT_OK : ct_raise(CT_ERROR_ARGUMENT, "the problem differs between ranks")));
cleanup:
    return status;
}

ct_fft_problem ct_poisson_transform_of(const ct_poisson *p) {
    ct_boundary boundary[CT_MAX_AXES] = {CT_BOUNDARY_NONE};
    for (int a = 0; a < p->axes; a++) {
        boundary[a] = ct_poisson_is_transformed(p, a) ? p->boundary[a] : CT_BOUNDARY_NONE;
    }
    ct_fft_problem transform =
        ct_poisson_problem(p->axes, p->extent, boundary, p->points, p->is_complex);
    transform.precision = p->precision;
    return transform;
}

/* 1/N; of axis a: (n + ends) h, twice where reflected. */
static double scale_of(const ct_poisson *p, const ct_fft_problem *transform) {
    double scale = 1;
    for (int a = 0; a < p->axes; a++) {
        const ct_boundary boundary = p->boundary[a];
        const double points = (double)p->extent[a];
        if (boundary == CT_BOUNDARY_UNBOUNDED) {
            scale /= (double)transform->length[a];
        } else if (ct_poisson_is_transformed(p, a)) {
            scale /= boundary == CT_BOUNDARY_PERIODIC
                         ? points
                         : 2 * (points + ct_poisson_ends(boundary, p->points));
        }
    }
    return scale;
}

/* A plan whose tables are made; NULL on failure, *status says which. Collective. */
static ct_poisson_plan *begin(MPI_Comm comm, const ct_poisson *problem, ct_fft_problem *transform,
                              ct_status *status) {
    ct_poisson_plan *created = calloc(1, sizeof *created);
    *status = created != NULL ? check(problem) : ct_raise(CT_ERROR_MEMORY, "no memory for a plan");
    if (*status == CT_OK && created != NULL) {
        created->comm = comm;
        created->problem = *problem;
        *transform = ct_poisson_transform_of(problem);
        *status = ct_fft_problem_check(transform);
    }
    if (*status == CT_OK && created != NULL) {
        *status = ct_poisson_tabulate(created, transform);
        created->scale = scale_of(problem, transform);
    }
    if (*status == CT_OK && created != NULL) {
        *status =
            ct_poisson_kept_create(problem, &created->unbounded, created->scale, &created->kept);
    }
    *status = ct_agree(comm, *status);
    if (*status == CT_OK) {
        *status = check_same(comm, problem);
    }
    if (*status == CT_OK && created != NULL) {
        return created;
    }
    ct_poisson_plan_destroy(&created);
    return NULL;
}

ct_status ct_poisson_systems_create(MPI_Comm comm, const ct_poisson *problem,
                                    const int grid[CT_MAX_AXES], ct_box box,
                                    const ct_exchange_options *exchange, ct_poisson_plan **plan) {
    ct_fft_problem transform = {.axes = 0};
    ct_status status = CT_OK;
    *plan = begin(comm, problem, &transform, &status);
    if (*plan == NULL) {
        return status;
    }
    CT_TRY(ct_poisson_stretched_fit(*plan, &transform, grid, box, exchange));
    (*plan)->problem.faces = NULL; /* the caller's */
cleanup:
    if (status != CT_OK) {
        ct_poisson_plan_destroy(plan);
    }
    return status;
}

/* Keeps what derivatives across ends redistribute from, the transforms being planned. Collective.
 */
static ct_status keep_array(ct_poisson_plan *plan, const ct_fft_options *options) {
    const ct_poisson *p = &plan->problem;
    const ptrdiff_t bytes = (p->is_complex ? 2 : 1) *
                            (ptrdiff_t)(p->precision == CT_FLOAT ? sizeof(float) : sizeof(double));
    int grid[2][CT_MAX_AXES] = {{0}};
    ct_fft_grids(ct_poisson_transform(plan), grid[0], grid[1]);
    ct_decomposition blocks = ct_decompose_blocks(p->axes, p->extent, grid[0]);
    memcpy(blocks.order, options->array.order, sizeof blocks.order);
    plan->transport = options->exchange.transport;
    return ct_ownership_create(
        plan->comm, options->array.decomposition != NULL ? options->array.decomposition : &blocks,
        bytes, &plan->array);
}

ct_status ct_poisson_plan_create(MPI_Comm comm, const ct_poisson *problem,
                                 const ct_fft_options *options, ct_poisson_plan **plan) {
    ct_fft_options own = options != NULL ? *options : (ct_fft_options){.in_place = 0};
    ct_fft_problem transform = {.axes = 0};
    ct_status status = CT_OK;
    ct_poisson_plan *created = begin(comm, problem, &transform, &status);
    *plan = NULL;
    if (created == NULL) {
        return status;
    }
    own.direction = CT_FORWARD;
    own.scaling = CT_SCALING_NONE;
    if (problem->faces != NULL) {
        CT_TRY(ct_poisson_stretched_create(created, &transform, &own));
    } else {
        CT_TRY(ct_fft_filter_plan_create(comm, &transform, &own, &created->filter));
    }
    CT_TRY(keep_array(created, &own));
    created->problem.faces = NULL; /* the caller's */
    *plan = created;
    return CT_OK;
cleanup:
    ct_poisson_plan_destroy(&created);
    return status;
}

ct_box ct_poisson_box(const ct_poisson_plan *plan) {
    return plan->filter != NULL ? ct_fft_filter_box(plan->filter)
                                : ct_fft_input_box(plan->stretched.there);
}

ptrdiff_t ct_poisson_bytes(const ct_poisson_plan *plan) {
    return plan->filter != NULL ? ct_fft_filter_bytes(plan->filter)
                                : ct_fft_input_bytes(plan->stretched.there);
}

ct_fft_plan *ct_poisson_transform(ct_poisson_plan *plan) {
    return plan->filter != NULL ? ct_fft_filter_transform(plan->filter) : plan->stretched.there;
}

void ct_poisson_plan_destroy(ct_poisson_plan **plan) {
    if (plan == NULL || *plan == NULL) {
        return;
    }
    for (int a = 0; a < CT_MAX_AXES; a++) {
        ct_poisson_slope_destroy(&(*plan)->across[a]);
    }
    ct_ownership_destroy(&(*plan)->array);
    ct_fft_filter_plan_destroy(&(*plan)->filter);
    ct_poisson_stretched_destroy(&(*plan)->stretched);
    ct_poisson_kept_free(&(*plan)->kept);
    ct_poisson_unbounded_free(&(*plan)->unbounded);
    free((*plan)->memory);
    free(*plan);
    *plan = NULL;
}
