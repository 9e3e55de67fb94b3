#include "adi/multigrid/system.h"

#include "adi/plan.h"
#include "base/mpi.h"
#include <cornerturn/agree.h>

#include <limits.h>
#include <stdlib.h>

enum { TAG = 7100 };

/* The ghosts beyond a side of the box, by axis and side; -1: none. */
typedef struct beyond {
    ptrdiff_t first[CT_ADI_BOX_AXES][CT_ADI_SIDES];
} beyond;

/* The rank whose box lies beyond a side, among the boxes of all ranks (first and count by axis).
 */
static int rank_beyond(const ct_adi_plan *plan, const MPI_Aint *boxes, int axis, int side) {
    const ct_box *box = &plan->box;
    const ptrdiff_t n = plan->axis[axis].n;
    const ptrdiff_t end = box->first[axis] + box->count[axis];
    for (int r = 0; r < plan->size; r++) {
        const MPI_Aint *other = boxes + (ptrdiff_t)r * 2 * CT_ADI_BOX_AXES;
        int is_beside = other[CT_ADI_BOX_AXES + axis] > 0;
        for (int a = 0; a < CT_ADI_BOX_AXES; a++) {
            is_beside = is_beside && (a == axis || (other[a] == box->first[a] &&
                                                    other[CT_ADI_BOX_AXES + a] == box->count[a]));
        }
        const ptrdiff_t other_end = other[axis] + other[CT_ADI_BOX_AXES + axis];
        if (is_beside && (side == 0 ? other_end % n == box->first[axis] : other[axis] == end % n)) {
            return r;
        }
    }
    return MPI_PROC_NULL;
}

/* The rows of a layer of the box, in its order. */
static void list_layer(const ct_box *box, int axis, int side, int *rows) {
    const ct_adi_shape shape = ct_adi_shape_of(box, axis);
    for (ptrdiff_t o = 0; o < shape.outer; o++) {
        for (ptrdiff_t i = 0; i < shape.inner; i++) {
            const ptrdiff_t at = side == 0 ? 0 : shape.n - 1;
            rows[o * shape.inner + i] = (int)((o * shape.n + at) * shape.inner + i);
        }
    }
}

static ct_status add_partners(const ct_adi_plan *plan, const MPI_Aint *boxes, ct_adi_matrix *m,
                              beyond *ghosts) {
    for (int k = 0; k < CT_ADI_BOX_AXES * CT_ADI_SIDES; k++) {
        const int axis = k / CT_ADI_SIDES;
        const int side = k % CT_ADI_SIDES;
        ghosts->first[axis][side] = -1;
        if (plan->grid[axis] < 2 || ct_adi_is_empty(plan) || !ct_adi_goes_on(plan, axis, side)) {
            continue;
        }
        const ptrdiff_t cells = ct_box_elements(&plan->box) / plan->box.count[axis];
        ct_adi_partner *with = &m->partner[m->partners++];
        *with = (ct_adi_partner){.rank = rank_beyond(plan, boxes, axis, side),
                                 .send_tag = TAG + k,
                                 .receive_tag = TAG + axis * CT_ADI_SIDES + 1 - side,
                                 .sends = cells,
                                 .first = m->ghosts,
                                 .receives = cells,
                                 .sent = malloc((size_t)cells * sizeof(int))};
        if (with->sent == NULL) {
            return ct_raise(CT_ERROR_MEMORY, "no memory for a layer of %td cells", cells);
        }
        list_layer(&plan->box, axis, side, with->sent);
        ghosts->first[axis][side] = m->ghosts;
        m->ghosts += cells;
    }
    return CT_OK;
}

/* One cell's place, volume, and row. */
typedef struct place {
    ptrdiff_t at[CT_ADI_BOX_AXES];
    ptrdiff_t row;
    double volume;
} place;

/* The flux through a face of the cell per difference of u. */
static double conductance(const ct_adi_plan *plan, const place *p, int axis, int side) {
    const ct_adi_axis *a = &plan->axis[axis];
    const ct_adi_shape shape = ct_adi_shape_of(&plan->box, axis);
    const ptrdiff_t cell = plan->box.first[axis] + p->at[axis];
    const ptrdiff_t outer = p->row / (shape.n * shape.inner);
    const ptrdiff_t face = (outer * (shape.n + 1) + p->at[axis] + side) * shape.inner;
    const double kappa = plan->is_variable
                             ? ct_adi_number(plan, plan->face[axis], face + p->row % shape.inner)
                             : plan->kappa[axis] * a->unit[cell + side];
    return kappa * p->volume / a->widths[cell];
}

/* The column of the neighbour of a cell, or -1. */
static ptrdiff_t column_of(const ct_adi_plan *plan, const ct_adi_matrix *m, const beyond *ghosts,
                           const place *p, int axis, int side) {
    const ct_adi_shape shape = ct_adi_shape_of(&plan->box, axis);
    const ptrdiff_t to = p->at[axis] + (side == 0 ? -1 : 1);
    if (to >= 0 && to < shape.n) {
        return p->row + (to - p->at[axis]) * shape.inner;
    }
    if (!ct_adi_goes_on(plan, axis, side)) {
        return -1;
    }
    if (plan->grid[axis] < 2) {
        return p->row + (side == 0 ? shape.n - 1 : 1 - shape.n) * shape.inner;
    }
    return m->rows + ghosts->first[axis][side] + p->row / (shape.n * shape.inner) * shape.inner +
           p->row % shape.inner;
}

/* Higher neighbours come first: rows are paired in their order. */
static void add_row(const ct_adi_plan *plan, const beyond *ghosts, const place *p, double identity,
                    double c, ct_adi_matrix *m) {
    ptrdiff_t end = m->start[p->row];
    const double sigma =
        plan->sigma_field != NULL ? ct_adi_number(plan, plan->sigma_field, p->row) : plan->sigma;
    m->start[p->row + 1] = end;
    if (ct_adi_is_out(plan, p->row)) {
        return; /* solved for nowhere */
    }
    const double mass = identity != 0 ? identity * ct_adi_capacity_at(plan, p->row) : 0;
    m->slack[p->row] = (mass + c * sigma) * p->volume;
    for (int k = CT_ADI_BOX_AXES * CT_ADI_SIDES - 1; k >= 0; k--) {
        const int axis = k % CT_ADI_BOX_AXES;
        const int side = k / CT_ADI_BOX_AXES;
        if (!ct_adi_is_active(plan, axis)) {
            continue;
        }
        const double flux = c * conductance(plan, p, axis, side);
        const ptrdiff_t column = column_of(plan, m, ghosts, p, axis, side);
        const int is_wall = plan->mask.cell != NULL && ct_adi_mask_beside(plan, p->row, axis, side);
        if (column < 0 || is_wall) {
            m->slack[p->row] += flux;
        } else if (column != p->row && flux != 0) {
            m->column[end] = (int)column;
            m->link[end++] = flux;
        }
    }
    m->start[p->row + 1] = end;
}

static void add_rows(const ct_adi_plan *plan, const beyond *ghosts, double identity, double c,
                     ct_adi_matrix *m) {
    const ct_box *box = &plan->box;
    place p = {.row = 0};
    for (ptrdiff_t z = 0; z < box->count[0]; z++) {
        for (ptrdiff_t y = 0; y < box->count[1]; y++) {
            for (ptrdiff_t x = 0; x < box->count[2]; x++) {
                p.at[0] = z;
                p.at[1] = y;
                p.at[2] = x;
                p.volume = plan->axis[0].widths[box->first[0] + z] *
                           plan->axis[1].widths[box->first[1] + y] *
                           plan->axis[2].widths[box->first[2] + x];
                add_row(plan, ghosts, &p, identity, c, m);
                p.row++;
            }
        }
    }
}

ct_status ct_adi_system_make(const ct_adi_plan *plan, double identity, double c, ct_adi_matrix *m) {
    enum { NUMBERS = 2 * CT_ADI_BOX_AXES };
    MPI_Aint mine[NUMBERS];
    MPI_Aint *boxes = malloc((size_t)plan->size * NUMBERS * sizeof *boxes);
    beyond ghosts = {.first = {{0}}};
    const ptrdiff_t cells = ct_box_elements(&plan->box);
    ct_status status = CT_OK;
    *m = (ct_adi_matrix){.comm = plan->comm, .rows = cells};
    if (boxes == NULL || cells > INT_MAX / 4) {
        status = ct_raise(CT_ERROR_MEMORY, "no memory for a matrix of %td cells on a rank", cells);
    }
    CT_TRY(ct_agree(plan->comm, status));
    for (int a = 0; a < CT_ADI_BOX_AXES; a++) {
        mine[a] = plan->box.first[a];
        mine[CT_ADI_BOX_AXES + a] = plan->box.count[a];
    }
    CT_MPI(MPI_Allgather(mine, NUMBERS, MPI_AINT, boxes, NUMBERS, MPI_AINT, plan->comm));
    status = add_partners(plan, boxes, m, &ghosts);
    status =
        status == CT_OK ? ct_adi_matrix_allocate(m, 2 * (ptrdiff_t)plan->axes * cells) : status;
    if (status == CT_OK) {
        add_rows(plan, &ghosts, identity, c, m);
        status = ct_adi_matrix_complete(m);
    }
    CT_TRY(ct_agree(plan->comm, status));
cleanup:
    free(boxes);
    if (status != CT_OK) {
        ct_adi_matrix_destroy(m);
    }
    return status;
}
