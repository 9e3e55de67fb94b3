#include "redistribute/decomposed/ownership.h"

#include "redistribute/decomposed/decomposition.h"

#include <math.h>
#include <string.h>

ct_ownership ct_ownership_of_grid(const ct_decomposition *decomposition, ptrdiff_t element_bytes) {
    ct_ownership ownership = {.decomposition = *decomposition, .element_bytes = element_bytes};
    ct_decomposition_order(decomposition, ownership.decomposition.order);
    return ownership;
}

ct_ownership ct_ownership_of(const ct_distribution *distribution, const int *order,
                             ptrdiff_t element_bytes) {
    const int axes = distribution->axes;
    ct_decomposition blocks = ct_decompose_blocks(axes, distribution->extent, distribution->grid);
    for (int i = 0; i < axes; i++) {
        blocks.order[i] = order != NULL ? order[i] : i;
    }
    blocks.pitch[blocks.order[axes - 1]] = distribution->pitch;
    return (ct_ownership){.decomposition = blocks, .element_bytes = element_bytes};
}

/* Positions of one part along an axis of the grid. */
static ct_intervals intervals_of(const ct_decomposition *d, int axis, int part) {
    const ptrdiff_t extent = d->extent[axis];
    const int parts = d->grid[axis];
    if (d->kind == CT_DECOMPOSED_BOUNDS) {
        return ct_intervals_single(d->bounds[axis][part],
                                   d->bounds[axis][part + 1] - d->bounds[axis][part]);
    }
    if (d->kind == CT_DECOMPOSED_CYCLIC && parts > 1 && extent > 0) {
        const ptrdiff_t width = d->width[axis] < extent ? d->width[axis] : extent;
        const ptrdiff_t first = (part + parts - d->source[axis]) % parts * width;
        const ptrdiff_t step = width * parts;
        const ptrdiff_t runs = first < extent ? (extent - first + step - 1) / step : 0;
        const ptrdiff_t left = extent - first - (runs - 1) * step;
        return (ct_intervals){.runs = runs,
                              .first = first,
                              .width = width,
                              .step = step,
                              .last_width = left < width ? left : width};
    }
    if (d->kind == CT_DECOMPOSED_CYCLIC) {
        return ct_intervals_single(0, extent);
    }
    return ct_intervals_single(ct_block_first(extent, parts, part),
                               ct_block_count(extent, parts, part));
}

int ct_ownership_is_plain(const ct_ownership *ownership) {
    const ct_decomposition *d = &ownership->decomposition;
    int is_plain = d->kind == CT_DECOMPOSED_BLOCKS;
    for (int a = 0; a < d->axes; a++) {
        is_plain = is_plain && d->ghosts[a][0] == 0 && d->ghosts[a][1] == 0 && d->pitch[a] == 0;
    }
    return is_plain;
}

int ct_ownership_is_boxed(const ct_ownership *ownership) {
    const ct_decomposition *d = &ownership->decomposition;
    int is_boxed = ownership->first_box == NULL;
    for (int a = 0; a < d->axes && d->kind == CT_DECOMPOSED_CYCLIC; a++) {
        is_boxed = is_boxed &&
                   (d->grid[a] == 1 || d->width[a] >= ct_block_count(d->extent[a], d->grid[a], 0));
    }
    return is_boxed;
}

double ct_ownership_boxes(const ct_ownership *ownership, int size) {
    const ct_decomposition *d = &ownership->decomposition;
    double boxes = 1;
    if (ownership->first_box != NULL) {
        return (double)ownership->first_box[size];
    }
    for (int a = 0; a < d->axes; a++) {
        const int is_dealt = d->kind == CT_DECOMPOSED_CYCLIC && d->grid[a] > 1;
        boxes *= is_dealt ? ceil((double)d->extent[a] / (double)d->width[a]) : d->grid[a];
    }
    return boxes;
}

ptrdiff_t ct_ownership_products(const ct_ownership *ownership, int rank) {
    return ownership->first_box != NULL
               ? ownership->first_box[rank + 1] - ownership->first_box[rank]
               : ct_decomposition_holds(&ownership->decomposition, rank);
}

ct_owned ct_ownership_product(const ct_ownership *ownership, int rank, ptrdiff_t index) {
    const ct_decomposition *d = &ownership->decomposition;
    int part[CT_MAX_AXES];
    ct_owned product;
    if (ownership->first_box != NULL) {
        const ct_box *box = &ownership->box[ownership->first_box[rank] + index];
        for (int a = 0; a < d->axes; a++) {
            product.axis[a] = ct_intervals_single(box->first[a], box->count[a]);
        }
        return product;
    }
    ct_decomposition_parts(d, rank, part);
    for (int a = 0; a < d->axes; a++) {
        product.axis[a] = intervals_of(d, a, part[a]);
    }
    return product;
}

ct_owned_memory ct_ownership_memory(const ct_ownership *ownership, int rank, ptrdiff_t index) {
    const ct_decomposition *d = &ownership->decomposition;
    const ptrdiff_t bytes = ownership->element_bytes;
    const int is_box = ownership->first_box != NULL;
    const ptrdiff_t number = is_box ? ownership->first_box[rank] + index : 0;
    ct_ghosts ghosts;
    ct_owned_memory memory = {.offset = is_box ? ownership->offset[number] * bytes : 0};
    ptrdiff_t stride = bytes;
    int part[CT_MAX_AXES] = {0};
    memcpy(&ghosts, is_box ? (const void *)&ownership->ghosts[rank] : d->ghosts, sizeof ghosts);
    if (!is_box) {
        ct_decomposition_parts(d, rank, part);
    }
    for (int i = d->axes - 1; i >= 0; i--) {
        const int axis = d->order[i];
        const ptrdiff_t count = is_box ? ownership->box[number].count[axis]
                                       : ct_decomposition_count(d, axis, part[axis]);
        memory.stride[axis] = stride;
        memory.offset += stride * ghosts.layers[axis][0];
        const ptrdiff_t around = ghosts.layers[axis][0] + ghosts.layers[axis][1];
        stride *= d->pitch[axis] > 0 ? d->pitch[axis] : count + around;
    }
    return memory;
}

ct_box ct_ownership_box(const ct_ownership *ownership, int rank) {
    ct_box box = {.axes = ownership->decomposition.axes};
    if (ct_ownership_products(ownership, rank) > 0) {
        const ct_owned product = ct_ownership_product(ownership, rank, 0);
        for (int a = 0; a < box.axes; a++) {
            box.first[a] = product.axis[a].first;
            box.count[a] = ct_intervals_count(&product.axis[a]);
        }
    }
    return box;
}

ptrdiff_t ct_ownership_bytes(const ct_ownership *ownership, int rank) {
    ct_decomposition d = ownership->decomposition;
    ptrdiff_t elements = 0;
    if (ownership->first_box == NULL) {
        return ct_decomposition_elements(&d, rank) * ownership->element_bytes;
    }
    memcpy(d.ghosts, ownership->ghosts[rank].layers, sizeof d.ghosts);
    for (ptrdiff_t i = ownership->first_box[rank]; i < ownership->first_box[rank + 1]; i++) {
        const ptrdiff_t end =
            ownership->offset[i] + ct_decomposition_box_elements(&d, &ownership->box[i]);
        elements = end > elements ? end : elements;
    }
    return elements * ownership->element_bytes;
}

ptrdiff_t ct_ownership_elements(const ct_ownership *ownership, int rank) {
    ptrdiff_t elements = 0;
    for (ptrdiff_t i = 0; i < ct_ownership_products(ownership, rank); i++) {
        const ct_owned product = ct_ownership_product(ownership, rank, i);
        ptrdiff_t here = 1;
        for (int a = 0; a < ownership->decomposition.axes; a++) {
            here *= ct_intervals_count(&product.axis[a]);
        }
        elements += here;
    }
    return elements;
}

/* Elements that a rank has of both. */
static ptrdiff_t common_elements(const ct_ownership *a, const ct_ownership *b, int rank) {
    ptrdiff_t elements = 0;
    for (ptrdiff_t i = 0; i < ct_ownership_products(a, rank); i++) {
        const ct_owned one = ct_ownership_product(a, rank, i);
        for (ptrdiff_t j = 0; j < ct_ownership_products(b, rank); j++) {
            const ct_owned other = ct_ownership_product(b, rank, j);
            ptrdiff_t common = 1;
            for (int axis = 0; axis < a->decomposition.axes && common > 0; axis++) {
                common *= ct_intervals_common(&one.axis[axis], &other.axis[axis]);
            }
            elements += common;
        }
    }
    return elements;
}

int ct_ownership_holds(const ct_ownership *ownership, const ct_ownership *other, int size) {
    int holds = 1;
    for (int rank = 0; rank < size && holds; rank++) {
        holds = common_elements(ownership, other, rank) == ct_ownership_elements(other, rank);
    }
    return holds;
}

/* Whether all ranks have the same positions along an axis. */
static int is_same_axis(const ct_decomposition *one, const ct_decomposition *other, int axis) {
    int is_same = one->extent[axis] == other->extent[axis] && one->grid[axis] == other->grid[axis];
    if (one->kind == CT_DECOMPOSED_CYCLIC) {
        is_same = is_same && one->width[axis] == other->width[axis] &&
                  one->source[axis] == other->source[axis];
    }
    for (int i = 0; is_same && one->kind == CT_DECOMPOSED_BOUNDS && i <= one->grid[axis]; i++) {
        is_same = one->bounds[axis][i] == other->bounds[axis][i];
    }
    return is_same;
}

int ct_ownership_equal(const ct_ownership *a, const ct_ownership *b) {
    const ct_decomposition *one = &a->decomposition;
    const ct_decomposition *other = &b->decomposition;
    int is_equal = one->kind == other->kind && one->kind != CT_DECOMPOSED_BOXES &&
                   one->axes == other->axes && one->first_fastest == other->first_fastest &&
                   a->element_bytes == b->element_bytes;
    for (int i = 0; is_equal && i < one->axes; i++) {
        is_equal = is_same_axis(one, other, i) && one->order[i] == other->order[i] &&
                   one->pitch[i] == other->pitch[i] && one->ghosts[i][0] == other->ghosts[i][0] &&
                   one->ghosts[i][1] == other->ghosts[i][1];
    }
    return is_equal;
}

/* The same of one rank. */
static int has_same_rows(const ct_ownership *a, const ct_ownership *b, int axis, int rank) {
    const ct_box one = ct_ownership_box(a, rank);
    const ct_box other = ct_ownership_box(b, rank);
    if (ct_box_elements(&one) == 0 || ct_box_elements(&other) == 0) {
        return ct_box_elements(&one) == ct_box_elements(&other);
    }
    const ct_owned_memory at = ct_ownership_memory(a, rank, 0);
    const ct_owned_memory other_at = ct_ownership_memory(b, rank, 0);
    int are_same = at.offset == other_at.offset && at.stride[axis] == a->element_bytes &&
                   other_at.stride[axis] == b->element_bytes &&
                   one.count[axis] == a->decomposition.extent[axis] &&
                   other.count[axis] == b->decomposition.extent[axis];
    for (int i = 0; i < one.axes; i++) {
        are_same = are_same && (i == axis ||
                                (one.first[i] == other.first[i] && one.count[i] == other.count[i] &&
                                 (one.count[i] == 1 || at.stride[i] == other_at.stride[i])));
    }
    return are_same;
}

int ct_ownership_same_rows(const ct_ownership *a, const ct_ownership *b, int axis, int size) {
    int are_same = a->decomposition.axes == b->decomposition.axes && ct_ownership_is_boxed(a) &&
                   ct_ownership_is_boxed(b);
    for (int rank = 0; rank < size && are_same; rank++) {
        are_same = has_same_rows(a, b, axis, rank);
    }
    return are_same;
}
