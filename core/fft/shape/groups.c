/*
 * Between two distributions in balanced blocks, ranks exchange along every axis by itself: an axis
 * falls apart where both distributions cut it at one place, and the array into all products of such
 * segments. What is held in a segment before stays in it, so ranks with a part of it are a group,
 * and so are groups that have a rank in common: it may be in one segment before and in another one
 * after.
 */
#include "fft/shape/groups.h"

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

/* A rank that has something of a segment; segments are numbered by where they begin. */
typedef struct holder {
    ptrdiff_t segment;
    int rank;
} holder;

static int by_segment(const void *a, const void *b) {
    const holder *one = a;
    const holder *two = b;
    return one->segment != two->segment
               ? (one->segment > two->segment) - (one->segment < two->segment)
               : (one->rank > two->rank) - (one->rank < two->rank);
}

/* Adds those that have something of `layout`. */
static int list_holders(const ct_fft_layout *layout, const ct_fft_layout *other, int size,
                        holder *list) {
    int count = 0;
    for (int rank = 0; rank < size; rank++) {
        const ct_box box = ct_fft_layout_box(layout, rank);
        holder one = {0, rank};
        for (int a = 0; a < layout->axes; a++) {
            const ptrdiff_t extent = layout->state.extent[a];
            one.segment *= extent;
            one.segment += box.count[a] > 0 ? segment_start(extent, layout->grid[a], other->grid[a],
                                                            box.first[a])
                                            : 0;
        }
        if (ct_box_elements(&box) > 0) {
            list[count++] = one;
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

int ct_fft_groups(const ct_fft_layout *from, const ct_fft_layout *into, int size, int *group) {
    holder *list = malloc(2 * (size_t)size * sizeof *list);
    if (list == NULL) {
        return 0;
    }
    int count = list_holders(from, into, size, list);
    count += list_holders(into, from, size, list + count);
    qsort(list, (size_t)count, sizeof *list, by_segment);
    for (int rank = 0; rank < size; rank++) {
        group[rank] = rank;
    }
    for (int i = 1; i < count; i++) {
        if (list[i].segment == list[i - 1].segment) {
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
