/*
 * A steady state whose coefficients depend on it, A(u) u + f(u) = 0.
 *
 * A round takes kappa, f and its falling slopes at u (Picard; Newton for radiation and such f) and
 * solves for G(u). What follows is mixed of the last rounds (mixing.h). Where
 * the residual grows too much by that, or coefficients are not allowed there, it is a part of the
 * change alone, halved until neither is so. Rounds end where nothing helps, or the least residual
 * stays for long.
 */
#include "adi/steady/steady_nonlinear.h"

#include "adi/coefficients/coefficients.h"
#include "adi/coefficients/law_values.h"
#include "adi/coefficients/slopes.h"
#include "adi/plan.h"
#include "adi/steady/mixing.h"
#include "adi/surfaces/transfer.h"
#include "base/fail.h"
#include "base/mpi.h"
#include <cornerturn/agree.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { HALVINGS = 8, PATIENCE = 15 };
static const double reduction =
    1e-2; /* by one solution, more than which its coefficients are worth */
static const double most_growth = 3; /* of the residual, which seldom falls in each round */
static const double enough = 0.95;   /* of the least residual: what counts as less */

typedef struct search {
    ct_adi_plan *plan;
    const ct_adi_steady_options *options;
    ct_adi_residual residual;
    ptrdiff_t cells;
    int is_free;  /* the mean of u */
    int before;   /* iterations of earlier rounds */
    double part;  /* of the first residual that the round begins with */
    double least; /* residual */
    int waited;   /* rounds since then */
    double *u, *change;
    ct_adi_mixing mixing;
} search;

static ct_status allocate(search *s) {
    const size_t n = (size_t)s->cells + 1;
    s->u = calloc(2 * n, sizeof *s->u);
    s->change = s->u != NULL ? s->u + n : NULL;
    return s->u != NULL ? ct_adi_mixing_create(s->cells, &s->mixing)
                        : ct_raise(CT_ERROR_MEMORY, "no memory for rounds of %td cells", s->cells);
}

static void pass_on(void *context, int iteration, double residual) {
    const search *s = context;
    if (s->options->watch != NULL && (iteration > 0 || s->before == 0)) {
        s->options->watch(s->options->context, s->before + iteration, residual * s->part);
    }
}

/* Takes the coefficients at the state, and the residual with them: infinite where they may not be
 * what they are there. Collective. */
static ct_status look(search *s, double *root) {
    ct_adi_plan *plan = s->plan;
    ct_adi_solver *solver = NULL;
    ct_status status = CT_OK;
    *root = HUGE_VAL;
    if (ct_adi_has_law(&plan->lawful)) {
        CT_TRY(ct_adi_laws_take(plan, plan->time, CT_ADI_NOW, HUGE_VAL));
    }
    CT_TRY(ct_adi_transfer_prepare(plan, plan->time));
    if (s->is_free) {
        CT_TRY(ct_adi_solver_of(plan, 0, 1, &solver));
        CT_TRY(ct_adi_steady_residual(plan, solver, s->residual, 1, root));
    } else {
        CT_TRY(s->residual(plan, root));
    }
    *root = isfinite(*root) ? *root : HUGE_VAL;
cleanup:
    return status;
}

/* Sets the state to u and a part of the change, less these shares of earlier rounds. Local. */
static void place(search *s, double part, const double *shares) {
    ct_adi_plan *plan = s->plan;
    const ptrdiff_t n = plan->box.count[2];
    for (ptrdiff_t first = 0; first < s->cells; first += n) {
        for (ptrdiff_t x = 0; x < n; x++) {
            plan->values[x] = s->u[first + x] + part * s->change[first + x];
        }
        if (shares != NULL) {
            ct_adi_mixing_subtract(&s->mixing, shares, first, n, plan->values);
        }
        plan->kernels->store(plan->values, n, ct_adi_at(plan, plan->state, first));
    }
    ct_adi_mask_state(plan);
}

/* Notes the change by a solution. Local. */
static void note_change(search *s) {
    s->plan->kernels->load(s->plan->state, s->cells, s->change);
    for (ptrdiff_t i = 0; i < s->cells; i++) {
        s->change[i] -= s->u[i];
    }
    ct_adi_mixing_add(&s->mixing, s->u, s->change);
}

/* Looks at a state that was placed: one that is refused has an infinite residual. Collective. */
static ct_status look_there(search *s, double *root) {
    const ct_status status = look(s, root);
    return status == CT_ERROR_UNSUPPORTED ? CT_OK : status;
}

/* The next state, whose residual `root` becomes; *is_stuck: there is none, or rounds have not
 * helped for long. Collective. */
static ct_status go_on(search *s, double *root, int *is_stuck) {
    double shares[CT_ADI_MIXING_DEPTH] = {0};
    double found = HUGE_VAL;
    double part = 1;
    const double most = most_growth * *root;
    ct_status status = CT_OK;
    if (s->mixing.kept > 0) {
        CT_TRY(ct_adi_mixing_shares(&s->mixing, s->plan->comm, s->change, shares));
        place(s, 1, shares);
        CT_TRY(look_there(s, &found));
    }
    if (!(found < most)) {
        ct_adi_mixing_forget(&s->mixing);
    }
    for (int halving = 0; halving <= HALVINGS && !(found < most); halving++, part /= 2) {
        place(s, part, NULL);
        CT_TRY(look_there(s, &found));
    }
    *is_stuck = !(found < most);
    if (!(found < most)) {
        place(s, 0, NULL);
        CT_TRY(look(s, &found));
    }
    s->waited = found < enough * s->least ? 0 : s->waited + 1;
    s->least = fmin(s->least, found);
    *is_stuck = *is_stuck || s->waited > PATIENCE;
    *root = found;
    s->plan->kernels->load(s->plan->state, s->cells, s->u);
cleanup:
    return status;
}

/* Whether rounding leaves as much as the residual. Collective. */
static ct_status is_rounding(search *s, double root, int *is_so) {
    ct_adi_solver *solver = NULL;
    double rounding = 0;
    ct_status status = CT_OK;
    CT_TRY(ct_adi_solver_of(s->plan, 0, 1, &solver));
    CT_TRY(ct_adi_solver_rounding(s->plan, solver, &rounding));
    *is_so = root <= rounding;
cleanup:
    return status;
}

static ct_status run(search *s, ct_adi_steady_solve solve, ct_adi_steady_result *result) {
    const ct_adi_steady_options *options = s->options;
    ct_adi_rounds *rounds = &s->plan->rounds;
    double root = 0;
    int is_stuck = 0;
    ct_status status = CT_OK;
    CT_TRY(look(s, &root));
    result->first_residual = s->least = root;
    s->plan->kernels->load(s->plan->state, s->cells, s->u);
    for (;;) {
        s->part = root > 0 ? root / result->first_residual : 0;
        rounds->residual[rounds->count] = s->part;
        result->residual = s->part;
        result->converged = s->part <= options->tolerance;
        if (result->converged || is_stuck || rounds->count >= CT_ADI_ROUNDS_MOST ||
            result->iterations >= options->most_iterations) {
            break;
        }
        ct_adi_steady_options once = *options;
        ct_adi_steady_result found = {.solver = result->solver};
        once.tolerance = fmax(reduction, options->tolerance / s->part / 2);
        once.most_iterations = options->most_iterations - result->iterations;
        once.watch = pass_on;
        once.context = s;
        s->before = result->iterations;
        CT_TRY(solve(s->plan, &once, &found));
        result->iterations += found.iterations;
        result->parameters = found.parameters;
        result->low = found.low;
        result->high = found.high;
        if (found.diverged) {
            result->diverged = 1;
            break;
        }
        note_change(s);
        const double before = root;
        CT_TRY(go_on(s, &root, &is_stuck));
        is_stuck = is_stuck || (found.is_rounding && root > before / 2);
        rounds->count++;
    }
    if (is_stuck && !result->converged && result->solver == CT_ADI_STEADY_MULTIGRID) {
        CT_TRY(is_rounding(s, root, &result->is_rounding));
        result->converged = result->is_rounding;
    }
cleanup:
    return status;
}

/* Whether the mean of u is free. Collective. */
static ct_status find_free(search *s, ct_adi_steady_solver used) {
    ct_adi_solver *solver = NULL;
    ct_status status = CT_OK;
    if (used == CT_ADI_STEADY_MULTIGRID) {
        CT_TRY(ct_adi_solver_of(s->plan, 0, 1, &solver));
        s->is_free = ct_adi_solver_is_free(solver);
    }
cleanup:
    return status;
}

ct_status ct_adi_steady_nonlinear(ct_adi_plan *plan, const ct_adi_steady_options *options,
                                  ct_adi_residual residual, ct_adi_steady_solve solve,
                                  ct_adi_steady_result *result) {
    search s = {.plan = plan,
                .options = options,
                .residual = residual,
                .cells = ct_box_elements(&plan->box)};
    double root = 0;
    ct_status status = CT_OK;
    CT_TRY(ct_agree(plan->comm, allocate(&s)));
    CT_TRY(look(&s, &root)); /* coefficients that tell whether the mean is free */
    CT_TRY(find_free(&s, result->solver));
    CT_TRY(run(&s, solve, result));
    if (ct_adi_slopes_take(plan)) { /* f and sigma as they are */
        CT_TRY(ct_adi_laws_take(plan, plan->time, CT_ADI_NOW, -HUGE_VAL));
        CT_TRY(ct_adi_coefficients_set(plan));
    }
cleanup:
    free(s.u);
    ct_adi_mixing_destroy(&s.mixing);
    return status;
}
