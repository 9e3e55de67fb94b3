/* The blocks that ranks have in common in a redistribution between decompositions over grids: moved
 * one by one, all at once or slice by slice, they give the array with its axes in another order,
 * however they lie in memory, and touch nothing else. Between boxes there is one. What is told
 * without listing them agrees with them. */
#include "decompositions.h"
#include "expect.h"

#include "redistribute/redistribution.h"
#include <stdlib.h>

enum { RANKS_MOST = 8, NOTHING = -1 };

/* One side: a decomposition, and what each rank holds of it. */
typedef struct side {
    sample drawn;
    ct_ownership ownership;
    int *part[RANKS_MOST];
    ptrdiff_t elements[RANKS_MOST];
} side;

static void begin_side(side *s, int axes, const ptrdiff_t *extent) {
    do {
        draw_sample(&s->drawn, axes, extent);
    } while (s->drawn.d.kind == CT_DECOMPOSED_BOXES);
    s->ownership = ct_ownership_of_grid(&s->drawn.d, (ptrdiff_t)sizeof(int));
    for (int r = 0; r < size; r++) {
        s->elements[r] = ct_ownership_bytes(&s->ownership, r) / (ptrdiff_t)sizeof(int);
        s->part[r] = malloc(((size_t)s->elements[r] + 1) * sizeof(int));
        memset(s->part[r], 0xff, ((size_t)s->elements[r] + 1) * sizeof(int));
    }
}

static void end_side(side *s) {
    for (int r = 0; r < size; r++) {
        free(s->part[r]);
    }
}

/* For every position of the array, as the input numbers them: puts its number where it lies or, of
 * the result, takes it out and counts what differs. */
static int walk(side *s, const ptrdiff_t *extent, const int *axis_of, int fills) {
    const ct_decomposition *d = &s->drawn.d;
    ptrdiff_t total = 1;
    int wrong = 0;
    for (int a = 0; a < d->axes; a++) {
        total *= extent[a];
    }
    for (ptrdiff_t number = 0; number < total; number++) {
        ptrdiff_t source[CT_MAX_AXES] = {0};
        ptrdiff_t position[CT_MAX_AXES] = {0};
        ptrdiff_t rest = number;
        for (int a = d->axes - 1; a >= 0; a--) {
            source[a] = rest % extent[a];
            rest /= extent[a];
        }
        for (int a = 0; a < d->axes; a++) {
            position[a] = source[axis_of[a]];
        }
        for (rank = 0; rank < size; rank++) {
            const ptrdiff_t place = place_of(d, position);
            if (place >= 0) {
                wrong += !fills && s->part[rank][place] != (int)number;
                s->part[rank][place] = fills ? (int)number : NOTHING;
            }
        }
    }
    return wrong;
}

/* Moves a block, element by element. */
static void move_block(const ct_block *sent, const ct_block *received, const int *from, int *into) {
    EXPECT_INT(ct_block_elements(sent), ct_block_elements(received));
    for (ptrdiff_t i = 0; i < ct_block_elements(sent); i++) {
        ptrdiff_t rest = i;
        ptrdiff_t source = sent->offset;
        ptrdiff_t target = received->offset;
        for (int a = sent->axes - 1; a >= 0; a--) {
            EXPECT_INT(sent->count[a], received->count[a]);
            source += rest % sent->count[a] * sent->stride[a];
            target += rest % sent->count[a] * received->stride[a];
            rest /= sent->count[a];
        }
        into[target / (ptrdiff_t)sizeof *into] = from[source / (ptrdiff_t)sizeof *from];
    }
}

/* Moves what two ranks have in common; returns its elements. */
static ptrdiff_t move_pair(const ct_redistribution *moved, int origin, int destination,
                           const int *from, int *into) {
    ct_block_list blocks[2] = {{.list = NULL}, {.list = NULL}};
    ptrdiff_t elements = 0;
    for (int end = 0; end < 2; end++) {
        EXPECT_INT(ct_redistribution_blocks(moved, origin, destination, (ct_transfer_end)end,
                                            &blocks[end]),
                   CT_OK);
    }
    EXPECT_INT(blocks[0].count, blocks[1].count);
    for (ptrdiff_t i = 0; i < blocks[0].count && i < blocks[1].count; i++) {
        move_block(&blocks[0].list[i], &blocks[1].list[i], from, into);
        elements += ct_block_elements(&blocks[0].list[i]);
    }
    EXPECT_INT(elements, ct_redistribution_common(moved, origin, destination));
    if (ct_redistribution_is_boxed(moved)) {
        const ct_box box = ct_redistribution_box(moved, origin, destination);
        const ct_block sent = ct_redistribution_block(moved, origin, destination, CT_END_FROM);
        EXPECT(blocks[0].count <= 1);
        EXPECT_INT(ct_box_elements(&box), elements);
        EXPECT_INT(ct_block_elements(&sent), elements);
    }
    free(blocks[0].list);
    free(blocks[1].list);
    return elements;
}

/* In so many slices. */
static void expect_moves(ct_redistribution moved, int slices, side *from, side *into) {
    const int axis = draw(moved.from.decomposition.axes);
    double received = 0;
    double told = 0;
    for (int i = 0; i < (slices > 0 ? slices : 1); i++) {
        moved.slice = (ct_slice){axis, i, slices};
        for (int pair = 0; pair < size * size; pair++) {
            const int origin = pair / size;
            const int destination = pair % size;
            const ptrdiff_t elements =
                move_pair(&moved, origin, destination, from->part[origin], into->part[destination]);
            received += origin != destination ? (double)elements : 0;
        }
        for (int r = 0; r < size; r++) {
            told += ct_redistribution_received_bytes(&moved, r, size) / sizeof(int);
        }
    }
    EXPECT(received == told);
}

int main(void) {
    static const int same[CT_MAX_AXES] = {0, 1, 2, 3};
    int boxed = 0;
    for (int round = 0; round < 600; round++) {
        static side from, into;
        const int axes = 1 + round % CT_MAX_AXES;
        ptrdiff_t extent[CT_MAX_AXES] = {0};
        ptrdiff_t renamed[CT_MAX_AXES] = {0};
        int axis_of[CT_MAX_AXES] = {0, 1, 2, 3};
        ptrdiff_t touched = 0;
        seed = (unsigned)round;
        size = 1 + draw(RANKS_MOST);
        draw_order(axes, axis_of);
        for (int a = 0; a < axes; a++) {
            extent[a] = draw(10) == 0 ? draw(2) : 1 + draw(axes > 2 ? 6 : 20);
        }
        for (int a = 0; a < axes; a++) {
            renamed[a] = extent[axis_of[a]];
        }
        begin_side(&from, axes, extent);
        begin_side(&into, axes, renamed);
        ct_redistribution moved = ct_redistribution_of(&from.ownership, &into.ownership);
        memcpy(moved.axis_of, axis_of, sizeof axis_of);
        (void)walk(&from, extent, same, 1);
        expect_moves(moved, draw(4), &from, &into);
        EXPECT_INT(walk(&into, extent, axis_of, 0), 0);
        for (int r = 0; r < size; r++) {
            for (ptrdiff_t i = 0; i <= into.elements[r]; i++) {
                touched += into.part[r][i] != NOTHING;
            }
        }
        EXPECT_INT(touched, 0);
        boxed += ct_redistribution_is_boxed(&moved);
        end_side(&from);
        end_side(&into);
    }
    EXPECT(boxed > 50 && boxed < 550);
    return expect_status();
}
