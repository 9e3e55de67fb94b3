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

/* Radiation through a face of CT_ADI_TRANSFER, of which `a` may be 0: kappa du/dn = a (value - u) +
 * radiance ((value - zero)^4 - (u - zero)^4), u being that of the surface, radiance the emissivity
 * times Stefan and Boltzmann's 5.670374419e-8, and zero the u of absolute zero. Every step is
 * linear, about the u at its begin, so that schemes keep their order; it recomputes coefficients
 * and factorisations. radiance 0: none. Collective. CT_ERROR_ARGUMENT. */
ct_status ct_adi_set_radiation(ct_adi_plan *plan, int axis, int side, double radiance, double zero);

CT_PUBLIC_END

#endif
