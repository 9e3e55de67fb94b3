#include "adi/coefficients/faces.h"

#include "adi/plan.h"

void ct_adi_faces_make(const ct_adi_plan *plan, const ct_box *box, int axis, const void *kappa,
                       const void *before, const void *after, void *face) {
    const ct_adi_faces faces = {.shape = ct_adi_shape_of(box, axis),
                                .unit = plan->axis[axis].unit + box->first[axis],
                                .share = plan->axis[axis].share + box->first[axis],
                                .kappa = kappa,
                                .before = before,
                                .after = after,
                                .is_harmonic = plan->mean == CT_ADI_HARMONIC};
    if (ct_box_elements(box) > 0) {
        plan->kernels->faces(&faces, face);
    }
}
