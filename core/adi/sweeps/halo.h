/* Halos: layers of cells beyond a rank's box, from its neighbours along distributed axes. */
#ifndef CT_ADI_SWEEPS_HALO_H
#define CT_ADI_SWEEPS_HALO_H

#include "adi/kernels/kernels.h"
#include <cornerturn/adi.h>
#include <cornerturn/halo.h>

typedef struct ct_adi_halo {
    ct_halo_plan *plan; /* NULL: no axis is distributed */
    void *layers;       /* from neighbours, zeros where there is none */
} ct_adi_halo;

/* Memory and exchange. Collective; all ranks fail together. */
ct_status ct_adi_halo_create(ct_adi_plan *plan);
void ct_adi_halo_destroy(ct_adi_halo *halo);

/* Exchanges the outermost layers of an array of the state's box along all axes. Collective. */
ct_status ct_adi_halo_exchange(ct_adi_plan *plan, const void *array);

/* Whether cells lie beyond a side of the box, of a neighbour or around a periodic axis. Local. */
int ct_adi_goes_on(const ct_adi_plan *plan, int axis, int side);

/* Copies the first or last layer of lines of numbers of `bytes` into dense memory. Local. */
void ct_adi_layer_take(const ct_adi_shape *shape, ptrdiff_t bytes, int side, const void *array,
                       void *layer);

/* Where the layer beyond a side is: received, at the other end of `array` (periodic axes that are
 * not distributed), or zeros. Local. */
ct_adi_layer ct_adi_beyond(const ct_adi_plan *plan, int axis, int side, const void *array);

#endif
