/*
 * Between two process grids every axis is looked at by itself: parts that share positions, directly
 * or by way of other parts, are a component, and the array falls into all products of components.
 * The elements of such a product stay in it, so the ranks that hold some of it before or after are
 * a group. Groups that share a rank are one: it may hold one product before and another after.
 *
 *   axis in 2 and 4 parts        in 2 and 3 parts
 *   before |  0  |  1  |         |  0  |  1  |
 *   after  | 0| 1| 2| 3|         | 0 | 1 | 2 |
 *           two components         one
 */
#include "redistribute/groups.h"

#include "redistribute/decomposed/decomposition.h"

#include <stdlib.h>

/* The components of the parts of an axis; -1: one without positions. */
typedef struct axis_components {
    int *before, *after; /* of each part */
    int count;
} axis_components;

/* The lowest number known so far of what `member` is in. */
static int lowest(int *group, int member) {
    while (group[member] != member) {
        group[member] = group[group[member]];
        member = group[member];
    }
    return member;
}

static void unite(int *group, int a, int b) {
    a = lowest(group, a);
    b = lowest(group, b);
    group[a > b ? a : b] = a > b ? b : a;
}

/* Along axis `before_axis` of the input, `axis` of the result. `workspace` is of a number a part of
 * either. */
static void find_components(const ct_decomposition *before, int before_axis,
                            const ct_decomposition *after, int axis, int *workspace,
                            axis_components *found) {
    const int parts = before->grid[before_axis];
    const int all = parts + after->grid[axis];
    int *component = found->before; /* those after are behind it */
    for (int i = 0; i < all; i++) {
        workspace[i] = i;
        component[i] = -1;
    }
    for (ptrdiff_t position = 0; position < after->extent[axis];) {
        ptrdiff_t end[2];
        const int one = ct_decomposition_owner(before, before_axis, position, &end[0]);
        const int other = ct_decomposition_owner(after, axis, position, &end[1]);
        unite(workspace, one, parts + other);
        component[one] = component[parts + other] = 0; /* it has positions */
        position = end[0] < end[1] ? end[0] : end[1];
    }
    for (int i = 0; i < all; i++) {
        if (component[i] >= 0) {
            const int first = lowest(workspace, i);
            component[i] = first == i ? found->count++ : component[first];
        }
    }
    found->after = found->before + parts;
}

/* The product that a rank holds some of, before or after; -1: none. */
static ptrdiff_t product_of(const ct_redistribution *redistribution, int is_after,
                            const axis_components *components, int rank) {
    const ct_decomposition *d =
        is_after ? &redistribution->into.decomposition : &redistribution->from.decomposition;
    ptrdiff_t product = 0;
    int part[CT_MAX_AXES];
    if (!ct_decomposition_holds(d, rank)) {
        return -1;
    }
    ct_decomposition_parts(d, rank, part);
    for (int a = 0; a < d->axes && product >= 0; a++) {
        const int component = is_after ? components[a].after[part[a]]
                                       : components[a].before[part[redistribution->axis_of[a]]];
        product = component < 0 ? -1 : product * components[a].count + component;
    }
    return product;
}

/* Unites the ranks that hold some of the same product; `first` is of a number a product, of which
 * there are no more than ranks: each has a part of the input's grid of its own. */
static void unite_ranks(const ct_redistribution *redistribution, const axis_components *components,
                        int size, int *first, int *group) {
    for (int rank = 0; rank < size; rank++) {
        group[rank] = rank;
        first[rank] = -1;
    }
    for (int i = 0; i < 2 * size; i++) {
        const int rank = i / 2;
        const ptrdiff_t product = product_of(redistribution, i % 2, components, rank);
        // NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): products are fewer
        if (product >= 0 && first[product] < 0) {
            first[product] = rank;
        } else if (product >= 0) {
            unite(group, first[product], rank);
        }
    }
    for (int rank = 0; rank < size; rank++) {
        group[rank] = lowest(group, rank);
    }
}

int ct_redistribution_groups(const ct_redistribution *redistribution, int size, int *group) {
    const ct_decomposition *before = &redistribution->from.decomposition;
    const ct_decomposition *after = &redistribution->into.decomposition;
    axis_components components[CT_MAX_AXES] = {{NULL, NULL, 0}};
    size_t parts = 0;
    if (redistribution->from.first_box != NULL || redistribution->into.first_box != NULL) {
        for (int rank = 0; rank < size; rank++) {
            group[rank] = 0;
        }
        return 1;
    }
    for (int a = 0; a < after->axes; a++) {
        parts += (size_t)before->grid[a] + (size_t)after->grid[a];
    }
    int *list = malloc((2 * parts + (size_t)size) * sizeof *list);
    if (list == NULL) {
        return 0;
    }
    int *next = list;
    for (int a = 0; a < after->axes; a++) {
        const int axis = redistribution->axis_of[a];
        components[a].before = next;
        find_components(before, axis, after, a, list + parts, &components[a]);
        next += before->grid[axis] + after->grid[a];
    }
    unite_ranks(redistribution, components, size, list + 2 * parts, group);
    free(list);
    return 1;
}
