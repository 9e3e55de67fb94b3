/* The blocks that ranks have in common in a redistribution: moved one by one, all at once or slice
 * by slice, they give the array with its axes in another order, however they lie in memory, and
 * touch nothing else. */
#include "distributions.h"

#include "redistribute/redistribution.h"
#include <stdlib.h>

/* The place of a position in the part of a rank. */
static ptrdiff_t place_of(const ct_array_layout *layout, int rank, const ptrdiff_t *position) {
    const ct_distribution *d = &layout->distribution;
    const ct_box box = ct_distribution_box(d, rank);
    ptrdiff_t place = 0;
    for (int i = 0; i < d->axes; i++) {
        const int a = layout->order[i];
        const int is_row = i == d->axes - 1;
        place =
            place * (is_row && d->pitch > 0 ? d->pitch : box.count[a]) + position[a] - box.first[a];
    }
    return place;
}

static void shuffle(int *permutation, int axes) {
    for (int a = 0; a < axes; a++) {
        int other = below(a + 1);
        permutation[a] = permutation[other];
        permutation[other] = a;
    }
}

/* Axes in any order in memory; a pitch, if there is one, is that of the fastest. */
static ct_array_layout random_layout(const ct_distribution *d) {
    ct_array_layout layout = ct_array_layout_of(d, (ptrdiff_t)sizeof(int));
    shuffle(layout.order, d->axes);
    const int fastest = layout.order[d->axes - 1];
    const ptrdiff_t row = ct_block_count(d->extent[fastest], d->grid[fastest], 0);
    layout.distribution.pitch = d->pitch > 0 ? row + below(3) : 0;
    return layout;
}

/* The same array with its axes in another order, over a grid of its own. */
static ct_distribution permuted(const ct_distribution *from, const int *permutation, int size) {
    ct_distribution into = random_distribution(from->axes, size);
    for (int a = 0; a < from->axes; a++) {
        into.extent[a] = from->extent[permutation[a]];
    }
    return into;
}

/* Moves what two ranks have in common, element by element. */
static void move_block(const ct_redistribution *moved, int origin, int destination, const int *from,
                       int *into) {
    const ct_block sent = ct_redistribution_sent(moved, origin, destination);
    const ct_block received = ct_redistribution_received(moved, origin, destination);
    EXPECT_INT(ct_block_elements(&sent), ct_block_elements(&received));
    for (ptrdiff_t i = 0; i < ct_block_elements(&sent); i++) {
        ptrdiff_t rest = i;
        ptrdiff_t source = sent.offset;
        ptrdiff_t target = received.offset;
        for (int a = sent.axes - 1; a >= 0; a--) {
            EXPECT_INT(sent.count[a], received.count[a]);
            source += rest % sent.count[a] * sent.stride[a];
            target += rest % sent.count[a] * received.stride[a];
            rest /= sent.count[a];
        }
        into[target / (ptrdiff_t)sizeof *into] = from[source / (ptrdiff_t)sizeof *from];
    }
}

static void fill(const ct_array_layout *from, int rank, int *part) {
    const ct_box box = ct_array_layout_box(from, rank);
    for (ptrdiff_t i = 0; i < ct_box_elements(&box); i++) {
        ptrdiff_t position[CT_MAX_AXES] = {0};
        position_in(&box, i, position);
        part[place_of(from, rank, position)] = (int)number_of(&from->distribution, position);
    }
}

/* Integers that a part takes, with what a pitch adds. */
static ptrdiff_t room_of(const ct_array_layout *layout, int rank) {
    const ct_box box = ct_array_layout_box(layout, rank);
    const ptrdiff_t row = box.count[layout->order[box.axes - 1]];
    const ptrdiff_t pitch = layout->distribution.pitch;
    return row > 0 && pitch > 0 ? ct_box_elements(&box) / row * pitch : ct_box_elements(&box);
}

/* Every element of a part of the result is the one that it should be, and gaps are as they were. */
static void expect_result(const ct_redistribution *moved, int rank, const int *part) {
    const ct_box box = ct_array_layout_box(&moved->into, rank);
    const ptrdiff_t room = room_of(&moved->into, rank);
    ptrdiff_t touched = 0;
    int wrong = 0;
    for (ptrdiff_t i = 0; i < ct_box_elements(&box); i++) {
        ptrdiff_t position[CT_MAX_AXES] = {0};
        ptrdiff_t source[CT_MAX_AXES] = {0};
        position_in(&box, i, position);
        for (int a = 0; a < box.axes; a++) {
            source[moved->axis_of[a]] = position[a];
        }
        wrong += part[place_of(&moved->into, rank, position)] !=
                 (int)number_of(&moved->from.distribution, source);
    }
    for (ptrdiff_t i = 0; i < room; i++) {
        touched += part[i] != -1;
    }
    EXPECT_INT(wrong, 0);
    EXPECT_INT(touched, ct_box_elements(&box));
}

/* In so many slices. */
static void expect_redistribution(ct_redistribution moved, int slices, int size) {
    const int axis = below(moved.from.distribution.axes);
    int *parts[2][RANKS_MOST];
    for (int rank = 0; rank < size; rank++) {
        const ct_array_layout *held[2] = {&moved.from, &moved.into};
        for (int side = 0; side < 2; side++) {
            size_t room = (size_t)room_of(held[side], rank) + 1;
            parts[side][rank] = malloc(room * sizeof *parts[side][rank]);
            memset(parts[side][rank], 0xff, room * sizeof *parts[side][rank]);
        }
        fill(&moved.from, rank, parts[0][rank]);
    }
    for (int i = 0; i < (slices > 0 ? slices : 1); i++) {
        moved.slice = (ct_slice){axis, i, slices};
        for (int pair = 0; pair < size * size; pair++) {
            move_block(&moved, pair / size, pair % size, parts[0][pair / size],
                       parts[1][pair % size]);
        }
    }
    for (int rank = 0; rank < size; rank++) {
        expect_result(&moved, rank, parts[1][rank]);
        free(parts[0][rank]);
        free(parts[1][rank]);
    }
}

int main(void) {
    for (int round = 0; round < 600; round++) {
        ct_redistribution moved = {.slice = {.count = 0}};
        const int axes = 1 + round % CT_MAX_AXES;
        const int size = 1 + below(RANKS_MOST);
        const ct_distribution from = random_distribution(axes, size);
        shuffle(moved.axis_of, axes);
        const ct_distribution into = permuted(&from, moved.axis_of, size);
        moved.from = random_layout(&from);
        moved.into = random_layout(&into);
        expect_redistribution(moved, below(4), size);
    }
    return expect_status();
}
