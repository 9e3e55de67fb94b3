/* Boxes that cover an array once, and what is wrong with those that do not: against counting every
 * position, of arrays cut at random in 1 to 4 axes; a million boxes in a second or two. */
#include "redistribute/decomposed/tiling.h"
#include "expect.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_BOXES = 64, ROUNDS = 4000 };

static unsigned seed = 12345;

static int below(int limit) {
    seed = seed * 1664525U + 1013904223U;
    return (int)((seed >> 8) % (unsigned)limit);
}

/* Cuts boxes in two at random places until there are `wanted`, or a cut does nothing. */
static int cut(ct_box *boxes, int wanted) {
    int count = 1;
    for (int tries = 0; count < wanted && tries < 4 * wanted; tries++) {
        ct_box *box = &boxes[below(count)];
        const int axis = below(box->axes);
        const ptrdiff_t keep = below((int)box->count[axis] + 1); /* empty boxes too */
        boxes[count] = *box;
        boxes[count].first[axis] += keep;
        boxes[count].count[axis] -= keep;
        box->count[axis] = keep;
        count++;
    }
    return count;
}

/* Moves, stretches or drops one; what comes out may still be right. */
static void spoil(ct_box *boxes, int *count, const ptrdiff_t *extent) {
    ct_box *box = &boxes[below(*count)];
    const int axis = below(box->axes);
    const ptrdiff_t free_places = extent[axis] - box->count[axis];
    switch (below(3)) {
    case 0:
        *box = boxes[--*count];
        break;
    case 1:
        box->first[axis] = below((int)free_places + 1);
        break;
    default:
        box->count[axis] = below((int)(extent[axis] - box->first[axis]) + 1);
    }
}

/* Boxes that hold the position of this number in C order. */
static int holders(const ct_box *boxes, int count, const ptrdiff_t *extent, ptrdiff_t number) {
    int found = 0;
    for (int i = 0; i < count; i++) {
        ptrdiff_t rest = number;
        int inside = 1;
        for (int a = boxes[i].axes - 1; a >= 0; a--) {
            const ptrdiff_t at = rest % extent[a];
            rest /= extent[a];
            inside =
                inside && at >= boxes[i].first[a] && at < boxes[i].first[a] + boxes[i].count[a];
        }
        found += inside;
    }
    return found;
}

static void expect_found(const ct_box *boxes, int count, const ptrdiff_t *extent) {
    static const int rank[MOST_BOXES];
    ct_box whole = {.axes = boxes[0].axes};
    memcpy(whole.count, extent, sizeof whole.count);
    int holes = 0;
    int overlaps = 0;
    for (ptrdiff_t i = 0; i < ct_box_elements(&whole); i++) {
        const int found = holders(boxes, count, extent, i);
        holes += found == 0;
        overlaps += found > 1;
    }
    const ct_status status = ct_tiling_check(boxes[0].axes, extent, count, boxes, rank);
    EXPECT_INT(status, holes + overlaps > 0 ? CT_ERROR_ARGUMENT : CT_OK);
    if (status != CT_OK) {
        const int told = strstr(ct_error_message(), "in no rank's box") != NULL ? holes : overlaps;
        EXPECT(told > 0);
    }
}

static void expect_random(int axes) {
    ptrdiff_t extent[CT_MAX_AXES] = {0};
    ct_box boxes[MOST_BOXES] = {{.axes = axes}};
    for (int a = 0; a < axes; a++) {
        extent[a] = boxes[0].count[a] = 1 + below(6);
    }
    int count = cut(boxes, 2 + below(MOST_BOXES - 2));
    expect_found(boxes, count, extent);
    spoil(boxes, &count, extent);
    expect_found(boxes, count > 0 ? count : 1, extent);
}

/* A brick wall: every second row of boxes is shifted, so that no plane cuts all of it. */
static void expect_large(int rows, int columns) {
    const ptrdiff_t extent[2] = {2 * (ptrdiff_t)rows, 2 * (ptrdiff_t)columns};
    const ptrdiff_t count = (ptrdiff_t)rows * (columns + 1);
    ct_box *boxes = calloc((size_t)count, sizeof *boxes);
    int *rank = calloc((size_t)count, sizeof *rank);
    EXPECT(boxes != NULL && rank != NULL);
    for (ptrdiff_t i = 0; i < count; i++) {
        const ptrdiff_t row = i / (columns + 1);
        ptrdiff_t from = 2 * (i % (columns + 1)) - row % 2;
        ptrdiff_t to = from + 2;
        from = from > 0 ? from : 0;
        to = to < extent[1] ? to : extent[1];
        boxes[i] = (ct_box){2, {2 * row, from}, {2, to > from ? to - from : 0}};
        rank[i] = (int)(i % 7);
    }
    EXPECT_INT(ct_tiling_check(2, extent, count, boxes, rank), CT_OK);
    boxes[count / 2].count[0]--;
    EXPECT_INT(ct_tiling_check(2, extent, count, boxes, rank), CT_ERROR_ARGUMENT);
    free(boxes);
    free(rank);
}

int main(void) {
    for (int round = 0; round < ROUNDS; round++) {
        expect_random(1 + round % CT_MAX_AXES);
    }
    expect_large(1000, 1000);

    const ptrdiff_t extent[2] = {4, 6};
    const ct_box boxes[3] = {{2, {0, 0}, {4, 3}}, {2, {0, 3}, {2, 3}}, {2, {2, 2}, {2, 4}}};
    const int rank[3] = {0, 1, 5};
    EXPECT_INT(ct_tiling_check(2, extent, 3, boxes, rank), CT_ERROR_ARGUMENT);
    EXPECT(strcmp(ct_error_message(),
                  "position (2, 2) is in a box of rank 0, which begins at (0, 0), and in one of "
                  "rank 5; allowed: boxes that do not overlap") == 0);
    EXPECT_INT(ct_tiling_check(2, extent, 2, boxes, rank), CT_ERROR_ARGUMENT);
    EXPECT(strcmp(ct_error_message(),
                  "position (2, 3) is in no rank's box; allowed: boxes that cover the array") == 0);
    return expect_status();
}
