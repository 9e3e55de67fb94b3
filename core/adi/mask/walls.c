#include "adi/mask/walls.h"

#include "adi/plan.h"
#include "base/fail.h"

#include <stdlib.h>

/* kappa over the distance from the middle of a cell to the wall, the wall's transfer in series. */
static double conductance_of(const ct_adi_face *walls, double kappa, double width) {
    if (walls->kind == CT_ADI_DIRICHLET) {
        return 2 * kappa / width;
    }
    return walls->kind == CT_ADI_TRANSFER && walls->a > 0 && kappa > 0
               ? walls->a * kappa / (walls->a * width / 2 + kappa)
               : 0;
}

static ptrdiff_t count_walls(const ct_adi_plan *plan, int axis) {
    ptrdiff_t count = 0;
    for (ptrdiff_t cell = 0; cell < ct_box_elements(&plan->box); cell++) {
        count += !plan->mask.cell[cell] && ct_adi_mask_beside(plan, cell, axis, 0);
        count += !plan->mask.cell[cell] && ct_adi_mask_beside(plan, cell, axis, 1);
    }
    return count;
}

/* A side of a cell. Where both its cell and the one beside are masked, nothing passes; where only
 * the former is, the latter's side sets it. */
static void make_side(ct_adi_plan *plan, int axis, const void *kappa, ptrdiff_t cell, int side) {
    ct_adi_mask *mask = &plan->mask;
    const ct_adi_shape shape = ct_adi_shape_of(&plan->box, axis);
    const int is_beside = ct_adi_mask_beside(plan, cell, axis, side);
    const ptrdiff_t at = cell / shape.inner % shape.n;
    const ptrdiff_t outer = cell / (shape.n * shape.inner);
    const double width = plan->axis[axis].widths[plan->box.first[axis] + at];
    double joint = 0;
    if (!is_beside && !(mask->cell[cell] && at == (side == 0 ? 0 : shape.n - 1))) {
        return;
    }
    if (!mask->cell[cell]) {
        const ptrdiff_t n = plan->box.count[2];
        const double volume =
            ct_adi_area(plan, cell / n) * plan->axis[2].widths[plan->box.first[2] + cell % n];
        joint = conductance_of(&mask->walls, ct_adi_number(plan, kappa, cell), width);
        mask->wall[axis][mask->wall_count[axis]++] = (ct_adi_wall){cell, joint * volume / width};
    }
    plan->kernels->store(
        &joint, 1,
        ct_adi_at(plan, plan->face[axis],
                  (outer * (shape.n + 1) + at + side) * shape.inner + cell % shape.inner));
}

ct_status ct_adi_walls_make(ct_adi_plan *plan, int axis, const void *kappa) {
    ct_adi_mask *mask = &plan->mask;
    if (mask->cell == NULL || !ct_adi_is_active(plan, axis)) {
        return CT_OK;
    }
    if (mask->wall[axis] == NULL) {
        const ptrdiff_t count = count_walls(plan, axis);
        mask->wall[axis] = malloc((size_t)(count + 1) * sizeof *mask->wall[axis]);
    }
    if (mask->wall[axis] == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for the walls of a mask");
    }
    mask->wall_count[axis] = 0;
    for (ptrdiff_t cell = 0; cell < ct_box_elements(&plan->box); cell++) {
        make_side(plan, axis, kappa, cell, 0);
        make_side(plan, axis, kappa, cell, 1);
    }
    return CT_OK;
}

void ct_adi_walls_of_lines(const ct_adi_plan *plan, const ct_box *box, int axis, const void *kappa,
                           const void *capacity, void *face) {
    const ct_adi_shape shape = ct_adi_shape_of(box, axis);
    const double most = ct_adi_walled_capacity(plan->kernels) / 2;
    const int is_periodic = plan->axis[axis].is_periodic;
    for (ptrdiff_t line = 0; line < shape.outer * shape.inner; line++) {
        const ptrdiff_t first = line / shape.inner * shape.n * shape.inner + line % shape.inner;
        for (ptrdiff_t i = 0; i <= shape.n; i++) {
            const ptrdiff_t low = i > 0 ? i - 1 : is_periodic ? shape.n - 1 : 0;
            const ptrdiff_t high = i < shape.n ? i : is_periodic ? 0 : shape.n - 1;
            const ptrdiff_t cell[2] = {first + low * shape.inner, first + high * shape.inner};
            const int is_masked[2] = {ct_adi_number(plan, capacity, cell[0]) > most,
                                      ct_adi_number(plan, capacity, cell[1]) > most};
            const int open = is_masked[0]; /* the one of the two that is not masked */
            const double width = plan->axis[axis].widths[box->first[axis] + (open ? high : low)];
            const double joint =
                is_masked[0] && is_masked[1]
                    ? 0
                    : conductance_of(&plan->mask.walls, ct_adi_number(plan, kappa, cell[open]),
                                     width);
            if (is_masked[0] || is_masked[1]) {
                plan->kernels->store(
                    &joint, 1,
                    ct_adi_at(plan, face,
                              (line / shape.inner * (shape.n + 1) + i) * shape.inner +
                                  line % shape.inner));
            }
        }
    }
}

ptrdiff_t ct_adi_walls_from(const ct_adi_plan *plan, int axis, ptrdiff_t cell) {
    ptrdiff_t low = 0;
    ptrdiff_t high = plan->mask.wall_count[axis];
    while (low < high) {
        const ptrdiff_t middle = low + (high - low) / 2;
        if (plan->mask.wall[axis][middle].cell < cell) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}
