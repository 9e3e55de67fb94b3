/* Factorises the matrices, in the order of elimination, and refuses those whose pivots are lost. */
#include "adi/memory.h"
#include "adi/problem/axis.h"
#include "adi/tridiagonal/plan.h"
#include "base/mpi.h"
#include <cornerturn/agree.h>

#include <float.h>
#include <stdlib.h>
#include <string.h>

/* The arrays of the user, or what became of them on this rank. */
typedef struct coefficients {
    const void *lower, *diagonal, *upper;
} coefficients;

/* Rounding of n eliminations, relative: a pivot of this size is noise. */
static double tolerance_of(const ct_tridiagonal_plan *plan) {
    const int is_float = plan->problem.is_variable && plan->problem.precision == CT_FLOAT;
    return (double)plan->problem.array.extent[plan->problem.axis] *
           (is_float ? FLT_EPSILON : DBL_EPSILON);
}

static ct_status refuse(const ct_tridiagonal_plan *plan, ptrdiff_t row, ptrdiff_t line) {
    return ct_raise(CT_ERROR_ARGUMENT,
                    "the pivot of row %td along axis %d is lost in rounding (line %td of a rank): "
                    "the matrix is singular, or needs its rows exchanged; allowed: diagonally "
                    "dominant or positive definite",
                    row, plan->problem.axis, line);
}

/* Fails where rank 0 has another matrix. Collective. */
static ct_status check_same(const ct_tridiagonal_plan *plan, const coefficients *given) {
    const ptrdiff_t n = plan->problem.array.extent[plan->problem.axis];
    const void *const mine[3] = {given->lower, given->diagonal, given->upper};
    double *first = malloc((size_t)n * sizeof *first);
    ct_status status =
        ct_agree(plan->context->comm,
                 first != NULL ? CT_OK : ct_raise(CT_ERROR_MEMORY, "no memory for %td rows", n));
    int differs = 0;
    if (status != CT_OK || first == NULL) {
        goto cleanup;
    }
    for (int k = 0; k < 3; k++) {
        memcpy(first, mine[k], (size_t)n * sizeof *first);
        CT_MPI(MPI_Bcast(first, (int)n, MPI_DOUBLE, 0, plan->context->comm));
        differs = differs || memcmp(first, mine[k], (size_t)n * sizeof *first) != 0;
    }
    CT_TRY(ct_agree(plan->context->comm,
                    !differs ? CT_OK
                             : ct_raise(CT_ERROR_ARGUMENT, "the matrix differs between ranks")));
cleanup:
    free(first);
    return status;
}

/* Whether a coupling leads out of open lines. */
static int leads_out(const ct_tridiagonal_plan *plan, ptrdiff_t row, int is_upper) {
    const ptrdiff_t n = plan->problem.array.extent[plan->problem.axis];
    return !plan->problem.is_cyclic && row == (is_upper ? n - 1 : 0);
}

/* One matrix for all lines. Local. */
static ct_status factorise_constant(ct_tridiagonal_plan *plan, const coefficients *given) {
    ct_adi_systems *s = &plan->systems;
    const ptrdiff_t n = s->shape.n;
    double *numbers = calloc((size_t)ct_adi_constant_numbers(n), sizeof *numbers);
    if (numbers == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for %td rows", n);
    }
    for (ptrdiff_t i = 0; i < n; i++) {
        const ptrdiff_t row = plan->first + (s->is_mirrored ? n - 1 - i : i);
        const double lower = leads_out(plan, row, 0) ? 0 : ((const double *)given->lower)[row];
        const double upper = leads_out(plan, row, 1) ? 0 : ((const double *)given->upper)[row];
        numbers[i] = ((const double *)given->diagonal)[row];
        numbers[n + i] = -(s->is_mirrored ? upper : lower);
        numbers[2 * n + i] = -(s->is_mirrored ? lower : upper);
    }
    const double tolerance = tolerance_of(plan);
    const ptrdiff_t lost = ct_adi_constant_eliminate(plan->kernels, tolerance, numbers, s);
    free(numbers);
    return lost < 0 ? CT_OK : refuse(plan, plan->first + (s->is_mirrored ? n - 1 - lost : lost), 0);
}

/* Copies minus the couplings, once for each part of an element; 0 where they lead out. */
static void take_couplings(const ct_tridiagonal_plan *plan, const void *from, int is_upper,
                           double sign, void *into) {
    enum { PIECE = 512 };
    const ct_adi_kernels *kernels = plan->kernels;
    const ct_adi_shape *shape = &plan->systems.shape;
    const int parts = plan->problem.parts;
    const ptrdiff_t row = shape->inner / parts;
    double read[PIECE];
    double written[2 * PIECE];
    for (ptrdiff_t i = 0; i < shape->outer * shape->n; i++) {
        const int is_out = sign < 0 && leads_out(plan, plan->first + i % shape->n, is_upper);
        for (ptrdiff_t j = 0; j < row; j += PIECE) {
            const ptrdiff_t count = row - j < PIECE ? row - j : PIECE;
            kernels->load((const char *)from + (i * row + j) * kernels->bytes, count, read);
            for (ptrdiff_t k = 0; k < parts * count; k++) {
                written[k] = is_out ? 0 : sign * read[k / parts];
            }
            kernels->store(written, parts * count,
                           (char *)into + (i * row + j) * parts * kernels->bytes);
        }
    }
}

/* A matrix a line, from arrays of whole lines or blocks. Local. */
static ct_status factorise_variable(ct_tridiagonal_plan *plan, const coefficients *given) {
    ct_adi_systems *s = &plan->systems;
    const ptrdiff_t bytes = plan->kernels->bytes;
    const ptrdiff_t cells = s->shape.outer * s->shape.n * s->shape.inner;
    const double one = 1;
    void *diagonal = ct_adi_zeros(cells * bytes);
    if (plan->lower == NULL) {
        plan->lower = ct_adi_zeros(cells * bytes);
        plan->upper = ct_adi_zeros(cells * bytes);
        plan->bytes += 2 * (double)(cells * bytes);
    }
    if (plan->lower == NULL || plan->upper == NULL || diagonal == NULL) {
        free(diagonal);
        return ct_raise(CT_ERROR_MEMORY, "no memory for matrices of %td numbers", cells);
    }
    take_couplings(plan, given->lower, 0, -1, plan->lower);
    take_couplings(plan, given->upper, 1, -1, plan->upper);
    take_couplings(plan, given->diagonal, 0, 1, diagonal);
    s->back = plan->lower;
    s->ahead = plan->upper;
    s->pitch = s->shape.n;
    for (ptrdiff_t i = 0; i < s->shape.n; i++) {
        plan->kernels->store(&one, 1, (char *)s->scale + i * bytes);
    }
    const ptrdiff_t lost = plan->kernels->factorise_any(s, diagonal, tolerance_of(plan));
    free(diagonal);
    return lost < 0 ? CT_OK
                    : refuse(plan, plan->first + lost / s->shape.inner % s->shape.n,
                             lost / s->shape.inner / s->shape.n * s->shape.inner +
                                 lost % s->shape.inner);
}

/* Whether whole cyclic lines can be closed. Local. */
static ct_status check_cycles(const ct_tridiagonal_plan *plan) {
    const ct_adi_systems *s = &plan->systems;
    const ptrdiff_t lines = s->is_variable ? s->shape.outer * s->shape.inner : 1;
    for (ptrdiff_t line = 0; line < lines; line++) {
        double end[CT_ADI_END_PIVOT];
        for (int e = 0; e < CT_ADI_END_PIVOT; e++) {
            plan->kernels->load((const char *)s->ends + (e * lines + line) * plan->kernels->bytes,
                                1, &end[e]);
        }
        const double tolerance =
            tolerance_of(plan) * (plan->problem.precision == CT_FLOAT && !s->is_variable
                                      ? FLT_EPSILON / DBL_EPSILON
                                      : 1);
        if (ct_adi_cycle_is_lost(end[CT_ADI_END_LEFT], end[CT_ADI_END_HIGH], end[CT_ADI_END_F],
                                 end[CT_ADI_END_G], tolerance)) {
            return refuse(plan, s->shape.n - 1, line);
        }
    }
    return CT_OK;
}

/* Factorises on all ranks from this rank's coefficients. Collective. */
static ct_status factorise(ct_tridiagonal_plan *plan, const coefficients *given) {
    const MPI_Comm comm = plan->context->comm;
    ct_status status = CT_OK;
    if (!plan->is_empty) {
        status = plan->problem.is_variable ? factorise_variable(plan, given)
                                           : factorise_constant(plan, given);
    }
    if (status == CT_OK && !plan->is_empty && plan->systems.is_cyclic) {
        status = check_cycles(plan);
    }
    CT_TRY(ct_agree(comm, status));
    if (!plan->is_empty && plan->line.size > 1) {
        const double rounding = plan->problem.precision == CT_FLOAT ? FLT_EPSILON : DBL_EPSILON;
        const ptrdiff_t n = plan->problem.array.extent[plan->problem.axis];
        status = ct_adi_reduction_prepare(&plan->reduction);
        if (status == CT_OK && !(plan->reduction.least_pivot > (double)n * rounding)) {
            status = refuse(plan, plan->first, 0);
        }
    }
    CT_TRY(ct_agree(comm, status));
cleanup:
    return status;
}

/* Redistributes coefficients to whole lines. Collective. */
static ct_status factorise_transposed(ct_tridiagonal_plan *plan, const coefficients *given) {
    const MPI_Comm comm = plan->context->comm;
    const ct_decomposition *array = &plan->problem.array;
    const ct_decomposition whole =
        ct_decompose_blocks(array->axes, array->extent, plan->whole.grid);
    ct_redistribute_options options = {.exchange = plan->exchanges.options};
    const ptrdiff_t bytes = plan->kernels->bytes;
    const ptrdiff_t elements = ct_distribution_elements(&plan->whole, plan->context->rank);
    const void *const from[3] = {given->lower, given->diagonal, given->upper};
    ct_redistribute_plan *there = NULL;
    char *lines = malloc((size_t)(3 * elements * bytes + 1));
    ct_status status = ct_agree(
        comm, lines != NULL ? CT_OK
                            : ct_raise(CT_ERROR_MEMORY,
                                       "no memory for coefficients of %td elements", elements));
    if (status != CT_OK || lines == NULL) {
        goto cleanup;
    }
    options.exchange.precision = CT_MESSAGES_EXACT;
    CT_TRY(ct_redistribute_plan_create(comm, array, NULL, &whole, bytes, &options, &there));
    for (int k = 0; k < 3; k++) {
        CT_TRY(ct_redistribute_execute(there, from[k], lines + k * elements * bytes));
    }
    const coefficients taken = {lines, lines + elements * bytes, lines + 2 * elements * bytes};
    CT_TRY(factorise(plan, &taken));
cleanup:
    ct_redistribute_plan_destroy(&there);
    free(lines);
    return status;
}

ct_status ct_tridiagonal_factorise(ct_tridiagonal_plan *plan, const void *lower,
                                   const void *diagonal, const void *upper) {
    CT_REQUIRE_PLAN(plan);
    const coefficients given = {lower, diagonal, upper};
    const int needs = !plan->problem.is_variable ||
                      ct_ownership_elements(&plan->ownership, plan->context->rank) > 0;
    const int are_given = lower != NULL && diagonal != NULL && upper != NULL;
    ct_status status = CT_OK;
    plan->has_matrix = 0;
    status = ct_agree(plan->context->comm,
                      !needs || are_given
                          ? CT_OK
                          : ct_raise(CT_ERROR_ARGUMENT,
                                     "a matrix needs arrays of lower, diagonal and upper numbers"));
    if (status != CT_OK || (needs && !are_given)) {
        goto cleanup;
    }
    if (!plan->problem.is_variable) {
        CT_TRY(check_same(plan, &given));
    }
    if (plan->problem.is_variable && plan->there != NULL) {
        CT_TRY(factorise_transposed(plan, &given));
    } else {
        CT_TRY(factorise(plan, &given));
    }
    plan->has_matrix = 1;
cleanup:
    return status;
}
