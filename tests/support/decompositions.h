/* Random decompositions, the same on all ranks, and where they put every position, by rules of
 * their own. */
#ifndef CT_TESTS_DECOMPOSITIONS_H
#define CT_TESTS_DECOMPOSITIONS_H

#include "expect.h"

#include <cornerturn/decomposition.h>
#include <stdio.h>
#include <string.h>

enum { BOXES_MOST = 24 };

static int rank, size;
static unsigned seed; /* the same on all ranks */

static inline int draw(int limit) {
    seed = seed * 1664525U + 1013904223U;
    return (int)((seed >> 8) % (unsigned)limit);
}

/* Rounds of a test, each with numbers of its own, which `factor` tells from other tests'; says in
 * which of them something was not as expected. */
static inline void expect_rounds(void (*expect_round)(int round), unsigned factor, int first,
                                 int rounds) {
    for (int round = first; round < first + rounds; round++) {
        const int failed = expect_failed;
        seed = factor * (unsigned)round + (unsigned)size;
        expect_round(round);
        if (expect_failed > failed) {
            (void)fprintf(stderr, "rank %d of %d: round %d\n", rank, size, round);
        }
    }
}

/* A decomposition and what it points to. */
typedef struct sample {
    ct_decomposition d;
    ptrdiff_t bounds[CT_MAX_AXES][9]; /* parts and one more */
    ct_box mine[BOXES_MOST];
    ptrdiff_t offset[BOXES_MOST];
} sample;

/* A grid of at most as many parts as there are ranks. */
static inline void draw_grid(ct_decomposition *d) {
    int left = size;
    for (int a = 0; a < d->axes; a++) {
        d->grid[a] = 1 + draw(left);
        left /= d->grid[a];
    }
    d->first_fastest = draw(2);
}

static inline void draw_bounds(sample *s, int axis) {
    const int parts = s->d.grid[axis];
    ptrdiff_t *bounds = s->bounds[axis];
    bounds[0] = 0;
    for (int i = 1; i < parts; i++) {
        const int left = (int)(s->d.extent[axis] - bounds[i - 1]);
        bounds[i] = bounds[i - 1] + draw(left + 1);
    }
    bounds[parts] = s->d.extent[axis];
    s->d.bounds[axis] = bounds;
}

/* Cuts the array in boxes at random and deals them out: some ranks may have none. */
static inline void draw_boxes(sample *s) {
    ct_box boxes[BOXES_MOST] = {{.axes = s->d.axes}};
    int count = 1;
    memcpy(boxes[0].count, s->d.extent, sizeof boxes[0].count);
    for (const int wanted = 1 + draw(BOXES_MOST); count < wanted; count++) {
        ct_box *box = &boxes[draw(count)];
        const int axis = draw(s->d.axes);
        const ptrdiff_t left = draw((int)box->count[axis] + 1);
        boxes[count] = *box;
        boxes[count].first[axis] += left;
        boxes[count].count[axis] -= left;
        box->count[axis] = left;
    }
    for (int i = 0; i < count; i++) {
        if (draw(size) == rank) {
            s->mine[s->d.boxes++] = boxes[i];
        }
    }
    s->d.box = s->mine;
}

/* Boxes in memory in reverse, with a gap. */
static inline void draw_offsets(sample *s, int wanted) {
    ptrdiff_t end = 3;
    for (ptrdiff_t i = s->d.boxes; wanted && i > 0; i--) {
        ct_decomposition one = s->d;
        one.boxes = 1;
        one.box = &s->mine[i - 1];
        s->offset[i - 1] = end;
        end += ct_decomposition_elements(&one, rank) + 2;
    }
    s->d.offset = wanted ? s->offset : NULL;
}

static inline void draw_order(int axes, int order[CT_MAX_AXES]) {
    for (int i = 0; i < axes; i++) {
        order[i] = i;
    }
    for (int i = axes - 1; i > 0; i--) {
        const int j = draw(i + 1);
        const int held = order[i];
        order[i] = order[j];
        order[j] = held;
    }
}

static inline void draw_sample(sample *s, int axes, const ptrdiff_t *extent) {
    memset(s, 0, sizeof *s);
    s->d.kind = (ct_decomposition_kind)draw(4);
    s->d.axes = axes;
    memcpy(s->d.extent, extent, (size_t)axes * sizeof *extent);
    if (draw(2)) {
        draw_order(axes, s->d.order);
    }
    const int has_ghosts = draw(2);
    for (int a = 0; a < axes; a++) {
        s->d.ghosts[a][0] = has_ghosts ? draw(3) : 0;
        s->d.ghosts[a][1] = has_ghosts ? draw(3) : 0;
    }
    if (s->d.kind == CT_DECOMPOSED_BOXES) {
        draw_boxes(s);
        draw_offsets(s, draw(2));
        return;
    }
    draw_grid(&s->d);
    for (int a = 0; a < axes; a++) {
        s->d.width[a] = 1 + draw(draw(3) ? 5 : 12);
        s->d.source[a] = draw(s->d.grid[a]);
        draw_bounds(s, a);
        const ptrdiff_t room = extent[a] + s->d.ghosts[a][0] + s->d.ghosts[a][1];
        s->d.pitch[a] = draw(3) == 0 ? room + draw(3) : 0;
    }
}

/* The oracle, by its own rules: who has a position of a grid, and which number it is there. */
static inline int coordinate(const ct_decomposition *d, int axis, ptrdiff_t position,
                             ptrdiff_t *local) {
    ptrdiff_t before = 0;
    for (int part = 0; d->kind != CT_DECOMPOSED_CYCLIC && part < d->grid[axis]; part++) {
        const ptrdiff_t least = d->extent[axis] / d->grid[axis];
        const ptrdiff_t count = d->kind == CT_DECOMPOSED_BOUNDS
                                    ? d->bounds[axis][part + 1] - d->bounds[axis][part]
                                    : least + (part < d->extent[axis] % d->grid[axis]);
        if (position < before + count) {
            *local = position - before;
            return part;
        }
        before += count;
    }
    const ptrdiff_t block = position / d->width[axis];
    *local = block / d->grid[axis] * d->width[axis] + position % d->width[axis];
    return (int)((block + d->source[axis]) % d->grid[axis]);
}

/* Elements that this rank has along an axis of a grid. */
static inline ptrdiff_t held_along(const ct_decomposition *d, int axis, int part) {
    ptrdiff_t held = 0;
    for (ptrdiff_t position = 0; position < d->extent[axis]; position++) {
        ptrdiff_t local = 0;
        held += coordinate(d, axis, position, &local) == part;
    }
    return held;
}

static inline int rank_of(const ct_decomposition *d, const int part[CT_MAX_AXES]) {
    int found = 0;
    for (int i = 0; i < d->axes; i++) {
        const int a = d->first_fastest ? d->axes - 1 - i : i;
        found = found * d->grid[a] + part[a];
    }
    return found;
}

/* The element of memory of local numbers, in a part of so many positions. */
static inline ptrdiff_t element_of(const ct_decomposition *d, const ptrdiff_t *local,
                                   const ptrdiff_t *count) {
    ptrdiff_t element = 0;
    int plain = 1;
    for (int i = 0; i < d->axes; i++) {
        plain = plain && d->order[i] == 0;
    }
    for (int i = 0; i < d->axes; i++) {
        const int a = plain ? i : d->order[i];
        const ptrdiff_t ghosts = d->ghosts[a][0] + d->ghosts[a][1];
        element *= d->pitch[a] > 0 ? d->pitch[a] : count[a] + ghosts;
        element += local[a] + d->ghosts[a][0];
    }
    return element;
}

/* Where this rank has a position in memory; -1: it has not. */
static inline ptrdiff_t place_of(const ct_decomposition *d, const ptrdiff_t *position) {
    ptrdiff_t local[CT_MAX_AXES] = {0};
    ptrdiff_t count[CT_MAX_AXES] = {0};
    int part[CT_MAX_AXES] = {0};
    ptrdiff_t begin = 0;
    for (ptrdiff_t i = 0; d->kind == CT_DECOMPOSED_BOXES && i < d->boxes; i++) {
        const ct_box *box = &d->box[i];
        int inside = 1;
        ptrdiff_t elements = 1;
        for (int a = 0; a < d->axes; a++) {
            local[a] = position[a] - box->first[a];
            inside = inside && local[a] >= 0 && local[a] < box->count[a];
            elements *= box->count[a] + d->ghosts[a][0] + d->ghosts[a][1];
        }
        begin = d->offset != NULL ? d->offset[i] : begin;
        if (inside) {
            return begin + element_of(d, local, box->count);
        }
        begin += d->offset != NULL ? 0 : elements;
    }
    if (d->kind == CT_DECOMPOSED_BOXES) {
        return -1;
    }
    for (int a = 0; a < d->axes; a++) {
        part[a] = coordinate(d, a, position[a], &local[a]);
        count[a] = held_along(d, a, part[a]);
    }
    return rank_of(d, part) == rank ? element_of(d, local, count) : -1;
}

#endif
