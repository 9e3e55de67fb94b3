/* Halos as a serial copy has them, by rules of its own. */
#ifndef CT_TESTS_HALOS_H
#define CT_TESTS_HALOS_H

#include "decompositions.h"

#include <cornerturn/halo.h>

enum { ARRAYS_MOST = 3 };

/* What a round asks for. */
typedef struct task {
    sample s;
    ct_halo_options options;
    int arrays;
    ct_halo_array array[ARRAYS_MOST];
    int shared, slices, lead; /* bytes before each array */
} task;

/* One of this rank's parts: its positions, and the element where its memory begins. */
typedef struct part {
    ptrdiff_t first[CT_MAX_AXES], count[CT_MAX_AXES];
    ptrdiff_t begin;
} part;

static int list_parts(const ct_decomposition *d, part parts[BOXES_MOST]) {
    ptrdiff_t end = 0;
    int mine[CT_MAX_AXES] = {0};
    int rest = rank;
    memset(parts, 0, BOXES_MOST * sizeof *parts);
    for (ptrdiff_t i = 0; d->kind == CT_DECOMPOSED_BOXES && i < d->boxes; i++) {
        ptrdiff_t elements = 1;
        parts[i].begin = d->offset != NULL ? d->offset[i] : end;
        for (int a = 0; a < d->axes; a++) {
            parts[i].first[a] = d->box[i].first[a];
            parts[i].count[a] = d->box[i].count[a];
            elements *= parts[i].count[a] + d->ghosts[a][0] + d->ghosts[a][1];
        }
        end += elements;
    }
    if (d->kind == CT_DECOMPOSED_BOXES) {
        return (int)d->boxes;
    }
    for (int i = 0; i < d->axes; i++) {
        const int a = d->first_fastest ? i : d->axes - 1 - i;
        mine[a] = rest % d->grid[a];
        rest /= d->grid[a];
    }
    for (int a = 0; a < d->axes; a++) {
        parts[0].count[a] = held_along(d, a, mine[a]);
        for (ptrdiff_t position = d->extent[a]; position-- > 0;) {
            ptrdiff_t local = 0;
            parts[0].first[a] =
                coordinate(d, a, position, &local) == mine[a] ? position : parts[0].first[a];
        }
    }
    return rest == 0;
}

/* What is at a position next to, or in, a part: 0 and its number in the array, or -1: nothing that
 * was asked for. `local` counts from the part's first position. */
static int look_up(const task *t, const part *p, const ptrdiff_t *local, ptrdiff_t *number,
                   int *axes_outside) {
    const ct_decomposition *d = &t->s.d;
    int there = 1;
    *number = 0;
    *axes_outside = 0;
    for (int a = 0; a < d->axes; a++) {
        const ptrdiff_t *width = t->options.has_width ? t->options.width[a] : d->ghosts[a];
        ptrdiff_t position = p->first[a] + local[a];
        *axes_outside += local[a] < 0 || local[a] >= p->count[a];
        there =
            there && p->count[a] > 0 && local[a] >= -width[0] && local[a] < p->count[a] + width[1];
        if (t->options.periodic[a] && d->extent[a] > 0) {
            position = (position % d->extent[a] + d->extent[a]) % d->extent[a];
        }
        there = there && position >= 0 && position < d->extent[a];
        *number = *number * d->extent[a] + position;
    }
    there = there && !(t->options.faces_only && *axes_outside > 1);
    return there;
}

static void write_element(const task *t, int array, int field, ptrdiff_t number, char *at) {
    for (ptrdiff_t k = 0; k < t->array[array].element_bytes; k++) {
        at[k] = (char)((number * 31 + (ptrdiff_t)field * 7 + (ptrdiff_t)array * 13 + k * 5) % 101);
    }
}

/* Writes a part, and its ghosts if wanted, to the memory of a field. */
static void write_part(const task *t, const part *p, int array, int field, int ghosts,
                       char *memory) {
    const ct_decomposition *d = &t->s.d;
    ptrdiff_t total = 1;
    for (int a = 0; a < d->axes; a++) {
        total *= p->count[a] + d->ghosts[a][0] + d->ghosts[a][1];
    }
    for (ptrdiff_t i = 0; i < total; i++) {
        ptrdiff_t local[CT_MAX_AXES] = {0};
        ptrdiff_t number = 0;
        ptrdiff_t rest = i;
        int outside = 0;
        for (int a = d->axes - 1; a >= 0; a--) {
            const ptrdiff_t along = p->count[a] + d->ghosts[a][0] + d->ghosts[a][1];
            local[a] = rest % along - d->ghosts[a][0];
            rest /= along;
        }
        if (look_up(t, p, local, &number, &outside) &&
            (outside == 0 || (ghosts && !t->options.apart))) {
            const ptrdiff_t element = p->begin + element_of(d, local, p->count);
            write_element(t, array, field, number,
                          memory + element * t->array[array].element_bytes);
        }
    }
}

/* The layers of a part, apart from it, as they should be. Returns their elements. */
static ptrdiff_t write_layers(const task *t, const part *p, ptrdiff_t begin, char *memory) {
    ct_decomposition dense = t->s.d;
    memset(dense.ghosts, 0, sizeof dense.ghosts);
    memset(dense.pitch, 0, sizeof dense.pitch);
    for (int index = 0; index < 2 * dense.axes; index++) {
        const int axis = index / 2;
        ptrdiff_t count[CT_MAX_AXES] = {0};
        ptrdiff_t total = 1;
        for (int a = 0; a < dense.axes; a++) {
            count[a] = a == axis ? t->options.width[a][index % 2] : p->count[a];
            total *= count[a];
        }
        for (ptrdiff_t i = 0; i < total; i++) {
            ptrdiff_t at[CT_MAX_AXES] = {0};
            ptrdiff_t local[CT_MAX_AXES] = {0};
            ptrdiff_t number = 0;
            ptrdiff_t rest = i;
            int outside = 0;
            for (int a = dense.axes - 1; a >= 0; a--) {
                at[a] = local[a] = rest % count[a];
                rest /= count[a];
            }
            local[axis] += index % 2 ? p->count[axis] : -count[axis];
            if (look_up(t, p, local, &number, &outside)) {
                write_element(t, 0, 0, number,
                              memory + (begin + element_of(&dense, at, count)) *
                                           t->array[0].element_bytes);
            }
        }
        begin += total;
    }
    return begin;
}

static ptrdiff_t stride_of(const task *t, int array) {
    const ct_halo_array *kind = &t->array[array];
    return kind->stride_bytes > 0 ? kind->stride_bytes
                                  : ct_decomposition_elements(&t->s.d, rank) * kind->element_bytes;
}

static ptrdiff_t bytes_of(const task *t, int array) {
    const int fields = t->array[array].fields > 0 ? t->array[array].fields : 1;
    return fields * stride_of(t, array) + 16;
}

#endif
