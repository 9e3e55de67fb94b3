/*
 * Heat in its units, by the implicit solver of adi.h:
 *
 *     C du/dt = div(kappa grad u) - sigma u + f
 *
 * u in K (or degrees), kappa a conductivity in W/(m K), C the heat capacity of a volume, rho c, in
 * J/(m3 K), f in W/m3; faces with a flux in W/m2 (CT_ADI_FLUX), or one to surroundings that is
 * proportional to a difference of temperatures (CT_ADI_TRANSFER) or to that of their fourth powers.
 */
#ifndef CORNERTURN_ADI_HEAT_H
#define CORNERTURN_ADI_HEAT_H

#include <cornerturn/adi.h>
#include <cornerturn/public.h>
#include <cornerturn/status.h>

CT_PUBLIC_BEGIN

/* C, above 0 and 1 until then. Steady states do not depend on it. Where it is a field or function,
 * CT_ADI_SCHEME_AUTO is Crank-Nicolson by conjugate gradients. Collective; arguments and errors as
 * ct_adi_set_diffusivity. */
ct_status ct_adi_set_capacity(ct_adi_plan *plan, const ct_adi_quantity *capacity);

/* kappa along one axis alone: with one call an axis, a diagonal tensor. ct_adi_set_diffusivity sets
 * all axes again. Collective; arguments and errors likewise. */
ct_status ct_adi_set_diffusivity_along(ct_adi_plan *plan, int axis, const ct_adi_quantity *kappa);

/* The `a` of a face of CT_ADI_TRANSFER, from 0: a number, the layer of a field as for boundary
 * values, or a function, which is evaluated for every step at dt/2 (locally one-dimensional: at
 * dt). Values that are no numbers from 0 are CT_ERROR_ARGUMENT here, CT_ERROR_UNSUPPORTED in a
 * step. Where it is no number, CT_ADI_SCHEME_AUTO is Crank-Nicolson by conjugate gradients.
 * Collective. CT_ERROR_MEMORY. */
ct_status ct_adi_set_transfer(ct_adi_plan *plan, int axis, int side, const ct_adi_quantity *a);

/* Radiation through a face of CT_ADI_TRANSFER, of which `a` may be 0: kappa du/dn = a (value - u) +
 * radiance ((value - zero)^4 - (u - zero)^4), u being that of the surface, radiance the emissivity
 * times Stefan and Boltzmann's 5.670374419e-8, and zero the u of absolute zero. Every step is
 * linear, about the u at its begin, so that schemes keep their order; it recomputes coefficients
 * and factorisations; CT_ERROR_UNSUPPORTED where u of a cell at the face or beyond it is below
 * zero. radiance 0: none. Collective. CT_ERROR_ARGUMENT. */
ct_status ct_adi_set_radiation(ct_adi_plan *plan, int axis, int side, double radiance, double zero);

/* The balance of C u since ct_adi_balance_begin: what is stored is what there was, plus what came
 * in through each face and from f, minus what sigma took; `error` is the rest, that of rounding.
 * Each part is what the steps themselves add up, also those of Crank-Nicolson by conjugate
 * gradients, whose residual has no sum. Steps take longer: what each sweep solves is looked at, and
 * sweeps are not fused. Undoing a step undoes its part; setting the state begins no new balance.
 * With a law of C, adi_law.h, stored counts from 0 at the begin what cells take up, C (u' - u) with
 * each step's own C: the enthalpy, but for errors of the steps' order. */
typedef struct ct_adi_balance_sheet {
    double first, stored; /* the integral of C u at the begin, and now */
    double in[CT_ADI_AXES][CT_ADI_SIDES];
    double rate[CT_ADI_AXES][CT_ADI_SIDES]; /* in per time: on average over the last step; before
                                               the first, and of a steady state, at the moment */
    double source, decay;
    double source_rate, decay_rate; /* per time, likewise */
    double walls, walls_rate;       /* in through the walls of a mask, adi_mask.h */
    double error;                   /* stored - first - in - walls - source + decay */
} ct_adi_balance_sheet;

/* Collective. CT_ERROR_ARGUMENT for a balance that was not begun. */
ct_status ct_adi_balance_begin(ct_adi_plan *plan);
ct_status ct_adi_balance(ct_adi_plan *plan, ct_adi_balance_sheet *sheet);

CT_PUBLIC_END

#endif
