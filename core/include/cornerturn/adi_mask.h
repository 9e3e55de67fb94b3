/* Masks of the implicit solver of adi.h: cells that are no part of the domain. */
#ifndef CORNERTURN_ADI_MASK_H
#define CORNERTURN_ADI_MASK_H

#include <cornerturn/adi.h>
#include <cornerturn/public.h>
#include <cornerturn/status.h>

CT_PUBLIC_BEGIN

/* Takes the cells where `mask` is not 0 out of the domain. `walls`, of NEUMANN with value 0
 * (insulated), DIRICHLET or TRANSFER, holds where a masked cell meets one of the domain; NULL:
 * insulated. Once a plan, on any number of ranks, some of which may have masked cells only.
 *
 * From then on quantities are not looked at in masked cells, sums, means and extremes are those of
 * the domain, and the state there is the walls' value (insulated: 0), whatever is written to it. A
 * mask makes coefficients vary: CT_ADI_SCHEME_AUTO is Crank-Nicolson by conjugate gradients, and
 * steady states are found by multigrid. A domain in several pieces is solved as one.
 *
 * Collective; the same arguments on all ranks. CT_ERROR_ARGUMENT for another mask before it, for
 * walls that are not allowed, an arithmetic mean of kappa, nonlinear diffusion, or where no cell
 * is left; CT_ERROR_MEMORY. */
ct_status ct_adi_set_mask(ct_adi_plan *plan, const ct_adi_quantity *mask, const ct_adi_face *walls);

/* Whether a cell of this rank's box of the state is masked. Local. */
int ct_adi_is_masked(const ct_adi_plan *plan, ptrdiff_t cell);

CT_PUBLIC_END

#endif
