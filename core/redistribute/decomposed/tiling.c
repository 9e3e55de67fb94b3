#include "redistribute/decomposed/tiling.h"

#include "base/fail.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { TEXT_BYTES = 24 * CT_MAX_AXES };

typedef struct corner {
    ptrdiff_t at[CT_MAX_AXES]; /* beyond the axes 0 */
    int sign;
} corner;

static int compare(const void *left, const void *right) {
    const corner *a = left;
    const corner *b = right;
    for (int axis = 0; axis < CT_MAX_AXES; axis++) {
        if (a->at[axis] != b->at[axis]) {
            return a->at[axis] < b->at[axis] ? -1 : 1;
        }
    }
    return 0;
}

/* Returns behind the 2^axes corners; those of the box count `sign` times. */
static corner *add_corners(corner *next, const ct_box *box, int sign) {
    for (int ends = 0; ends < 1 << box->axes; ends++, next++) {
        *next = (corner){.sign = sign};
        for (int axis = 0; axis < box->axes; axis++) {
            const int is_end = ends >> axis & 1;
            next->at[axis] = box->first[axis] + (is_end ? box->count[axis] : 0);
            next->sign = is_end ? -next->sign : next->sign;
        }
    }
    return next;
}

/* Of sorted corners, the first place where those that meet do not cancel; NULL: all do. No other
 * corner that counts is at or before it, so as many boxes too many hold it as its sign says. */
static const corner *first_left(corner *sorted, ptrdiff_t count) {
    for (ptrdiff_t from = 0, to = 0; from < count; from = to) {
        int sum = 0;
        for (; to < count && compare(&sorted[from], &sorted[to]) == 0; to++) {
            sum += sorted[to].sign;
        }
        if (sum != 0) {
            sorted[from].sign = sum;
            return &sorted[from];
        }
    }
    return NULL;
}

static const char *position_text(const ptrdiff_t *at, int axes, char text[TEXT_BYTES]) {
    int length = 0;
    for (int axis = 0; axis < axes; axis++) {
        length += snprintf(text + length, (size_t)(TEXT_BYTES - length), "%s%td",
                           axis > 0 ? ", " : "", at[axis]);
    }
    return text;
}

static int holds(const ct_box *box, const ptrdiff_t *at) {
    int inside = 1;
    for (int axis = 0; axis < box->axes; axis++) {
        inside = inside && at[axis] >= box->first[axis] &&
                 at[axis] < box->first[axis] + box->count[axis];
    }
    return inside;
}

static ct_status tell(const corner *wrong, int axes, ptrdiff_t count, const ct_box *box,
                      const int *rank) {
    char position[TEXT_BYTES], first[TEXT_BYTES];
    ptrdiff_t holder = -1;
    position_text(wrong->at, axes, position);
    for (ptrdiff_t i = 0; i < count; i++) {
        if (!holds(&box[i], wrong->at)) {
            continue;
        }
        if (holder >= 0) {
            return ct_raise(CT_ERROR_ARGUMENT,
                            "position (%s) is in a box of rank %d, which begins at (%s), and in "
                            "one of rank %d; allowed: boxes that do not overlap",
                            position, rank[holder], position_text(box[holder].first, axes, first),
                            rank[i]);
        }
        holder = i;
    }
    return ct_raise(CT_ERROR_ARGUMENT,
                    "position (%s) is in no rank's box; allowed: boxes that cover the array",
                    position);
}

ct_status ct_tiling_check(int axes, const ptrdiff_t *extent, ptrdiff_t count, const ct_box *box,
                          const int *rank) {
    ct_status status = CT_OK;
    ct_box whole = {.axes = axes};
    corner *corners = NULL;
    const size_t most = ((size_t)count + 1) << axes;
    if (most <= SIZE_MAX / sizeof *corners) {
        corners = malloc(most * sizeof *corners);
    }
    if (corners == NULL) {
        CT_FAIL(CT_ERROR_MEMORY, "no memory to compare %td boxes", count);
    }
    for (int axis = 0; axis < axes; axis++) {
        whole.count[axis] = extent[axis];
    }
    corner *end = add_corners(corners, &whole, -1);
    for (ptrdiff_t i = 0; i < count; i++) { /* corners of an empty box cancel each other */
        end = add_corners(end, &box[i], 1);
    }
    qsort(corners, (size_t)(end - corners), sizeof *corners, compare);
    const corner *wrong = first_left(corners, end - corners);
    if (wrong != NULL) {
        status = tell(wrong, axes, count, box, rank);
    }
cleanup:
    free(corners);
    return status;
}
