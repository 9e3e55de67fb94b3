/* Coefficients of the implicit solver of adi.h that depend on u. */
#ifndef CORNERTURN_ADI_LAW_H
#define CORNERTURN_ADI_LAW_H

#include <cornerturn/adi.h>
#include <cornerturn/public.h>
#include <cornerturn/status.h>
#include <stddef.h>

CT_PUBLIC_BEGIN

/* Sets values[i] to the value at (position[0][i], position[1][i], ..), `time`, where u is u[i],
 * 0 <= i < count. Called with different points on every rank, any number of times, also with u that
 * are not those of a cell; may not communicate. */
typedef void (*ct_adi_law)(void *context, double time, ptrdiff_t count,
                           const double *const position[], const double *u, double *values);

/* kappa(u, x, t), f(u, x, t) and the capacity C(u, x, t) of adi_heat.h; NULL: as it was set. kappa
 * is that of the axes that have none of their own. Contexts must live as long as the laws are in
 * use.
 */
typedef struct ct_adi_laws {
    ct_adi_law kappa, source, capacity;
    void *kappa_context, *source_context, *capacity_context;
} ct_adi_laws;

/*
 * Replaces what has a law, until it is set again. Each step takes them at its middle, where
 * half a step of backward Euler with the laws at its begin leads (split as the scheme splits):
 * order 2, two steps' work and new coefficients twice. Locally one-dimensional: at the begin, order
 * 1, one step's work. Of three calls of f a step one is for its slope: where it falls with u by
 * more than a quarter over half a step, -slope u goes to sigma (Rosenbrock), so that a step of any
 * length is stable as long as f falls or stays. A step is linear once the laws are taken, so that
 * the schemes are as stable as they are for kappa in space: Crank-Nicolson by conjugate gradients,
 * the default with a law of kappa, and the locally one-dimensional scheme, for any step.
 *
 * With latent heat in C, C = c + L dg/du with g(u) the molten part (apparent heat capacity), steps
 * must be short enough for u to take several in the range where it melts.
 *
 * Where kappa is smooth in u and nearly 0 in places, CT_ADI_ARITHMETIC lets fronts move, harmonic
 * means stop them. At Neumann and Robin faces kappa is taken at the u that the face's condition
 * gives the surface: half a cell beyond those of the cells.
 *
 * Collective; the same on all ranks; copied. CT_ERROR_ARGUMENT for a law of kappa beside an edge
 * stop. With laws, ct_adi_step and ct_adi_step_doubled also raise CT_ERROR_UNSUPPORTED, where kappa
 * is negative, C not above 0, or a law not finite; ct_adi_step leaves the state. Steady
 * states: adi_steady.h.
 */
ct_status ct_adi_set_laws(ct_adi_plan *plan, const ct_adi_laws *laws);

CT_PUBLIC_END

#endif
