/*
 * Between two distributions in balanced blocks every axis is looked at by itself: it falls into
 * segments where both distributions cut it at the same position, and the array into all products of
 * segments. The elements of such a product stay in it, so the ranks that hold some of it before or
 * after are a group. Groups that share a rank are one: it may hold one product before and another
 * after.
 */
#include "redistribute/groups.h"

#include <stdlib.h>

/* The beginning of the block that has the position. */
static ptrdiff_t block_start(ptrdiff_t extent, int parts, ptrdiff_t position) {
    const ptrdiff_t least = extent / parts;
    const ptrdiff_t larger = extent % parts * (least + 1); /* positions in blocks of one more */
    return position < larger ? position - position % (least + 1)
                             : position - (position - larger) % least;
}

/* The beginning of the segment. */
static ptrdiff_t segment_start(ptrdiff_t extent, int parts, int other_parts, ptrdiff_t position) {
    ptrdiff_t start = position;
    do {
        position = start;
        start = block_start(extent, parts, position);
        start = block_start(extent, other_parts, start);
    } while (start < position);
    return start;
}

/* A rank with elements of a product of segments, which is numbered by where it begins. */
typedef struct holder {
    ptrdiff_t product;
    int rank;
} holder;

static int by_product(const void *a, const void *b) {
    const holder *one = a;
    const holder *two = b;
    return one->product != two->product
               ? (one->product > two->product) - (one->product < two->product)
               : (one->rank > two->rank) - (one->rank < two->rank);
}

/* The product that a box of the result, held by one rank, is in. */
static ptrdiff_t product_of(const ct_redistribution *redistribution, const ct_box *box) {
    const ct_distribution *from = &redistribution->from.distribution;
    const ct_distribution *into = &redistribution->into.distribution;
    ptrdiff_t product = 0;
    for (int a = 0; a < box->axes; a++) {
        const int parts = from->grid[redistribution->axis_of[a]];
        product *= into->extent[a];
        product += segment_start(into->extent[a], parts, into->grid[a], box->first[a]);
    }
    return product;
}

/* Adds the ranks with elements before, or after. */
static int list_holders(const ct_redistribution *redistribution, int is_after, int size,
                        holder *list) {
    int count = 0;
    for (int rank = 0; rank < size; rank++) {
        const ct_box box = is_after ? ct_array_layout_box(&redistribution->into, rank)
                                    : ct_redistribution_input(redistribution, rank);
        if (ct_box_elements(&box) > 0) {
            list[count++] = (holder){product_of(redistribution, &box), rank};
        }
    }
    return count;
}

/* The lowest rank known so far of the group that `rank` is in. */
static int lowest(int *group, int rank) {
    while (group[rank] != rank) {
        group[rank] = group[group[rank]];
        rank = group[rank];
    }
    return rank;
}

int ct_redistribution_groups(const ct_redistribution *redistribution, int size, int *group) {
    holder *list = malloc(2 * (size_t)size * sizeof *list);
    if (list == NULL) {
        return 0;
    }
    int count = list_holders(redistribution, 0, size, list);
    count += list_holders(redistribution, 1, size, list + count);
    qsort(list, (size_t)count, sizeof *list, by_product);
    for (int rank = 0; rank < size; rank++) {
        group[rank] = rank;
    }
    for (int i = 1; i < count; i++) {
        if (list[i].product == list[i - 1].product) {
            const int a = lowest(group, list[i - 1].rank);
            const int b = lowest(group, list[i].rank);
            group[a > b ? a : b] = a > b ? b : a;
        }
    }
    for (int rank = 0; rank < size; rank++) {
        group[rank] = lowest(group, rank);
    }
    free(list);
    return 1;
}
