#include "redistribute/decomposed/intersection.h"

#include "base/fail.h"

#include <stdlib.h>

/* `repeats` runs of `count` positions: numbers along the axis at both ends, of the first run's
 * first position and from each run to the next. */
typedef struct run {
    ptrdiff_t count, repeats;
    ptrdiff_t at[2], step[2];
} run;

typedef struct runs {
    run *list;
    ptrdiff_t count;
    int repeat; /* some do */
} runs;

/* Of boxes; they need no memory. */
enum { FEW_RUNS = 2 * CT_MAX_AXES };

static int goes_on(const run *last, const run *next) {
    int same = last->count == next->count;
    for (int end = 0; end < 2 && last->repeats > 1; end++) {
        same = same && next->at[end] == last->at[end] + last->repeats * last->step[end];
    }
    return same;
}

static void add_run(runs *found, run next, int merges) {
    run *last = found->count > 0 ? &found->list[found->count - 1] : NULL;
    if (merges && last != NULL && goes_on(last, &next)) {
        for (int end = 0; end < 2 && last->repeats == 1; end++) {
            last->step[end] = next.at[end] - last->at[end];
        }
        last->repeats++;
        found->repeat = 1;
    } else {
        found->list[found->count++] = next;
    }
}

/* Where the intervals along one axis of the result meet, at most as many as there are; with
 * `merges` repeated runs are one. */
static void intersect(const ct_intervals *from, const ct_intervals *into, int merges, runs *found) {
    ct_meeting m = {.count = 0};
    while (ct_intervals_meet(from, into, &m)) {
        const run next = {.count = m.count,
                          .repeats = 1,
                          .at = {m.a.at + m.first - m.a.first, m.b.at + m.first - m.b.first}};
        add_run(found, next, merges);
    }
}

static ct_status append(ct_block_list *blocks, const ct_block *block) {
    if (blocks->count == blocks->capacity) {
        const ptrdiff_t capacity = blocks->capacity > 0 ? 2 * blocks->capacity : 16;
        ct_block *list = realloc(blocks->list, (size_t)capacity * sizeof *list);
        if (list == NULL) {
            return ct_raise(CT_ERROR_MEMORY, "no memory for %td blocks", capacity);
        }
        blocks->list = list;
        blocks->capacity = capacity;
    }
    blocks->list[blocks->count++] = *block;
    return CT_OK;
}

/* The product of one run an axis, in memory. */
static ct_block block_of(const ct_intersection *intersection, const runs axis[CT_MAX_AXES],
                         const ptrdiff_t index[CT_MAX_AXES], ct_transfer_end end,
                         const ct_owned_memory *memory) {
    ct_block block = {.offset = memory->offset};
    for (int i = 0; i < intersection->axes; i++) {
        const int a = intersection->order[i];
        const run *r = &axis[a].list[index[a]];
        const int held = end == CT_END_FROM ? intersection->axis_of[a] : a;
        const ptrdiff_t stride = memory->stride[held];
        block.offset += r->at[end] * stride;
        // NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): each axis has a run
        if (r->repeats > 1) {
            block.count[block.axes] = r->repeats;
            block.stride[block.axes++] = r->step[end] * stride;
        }
        block.count[block.axes] = r->count;
        block.stride[block.axes++] = stride;
    }
    return block;
}

ct_status ct_intersection_blocks(const ct_intersection *intersection, const ct_owned *from,
                                 const ct_owned *into, ct_transfer_end end,
                                 const ct_owned_memory *memory, ct_block_list *blocks) {
    runs axis[CT_MAX_AXES] = {{NULL, 0, 0}};
    ptrdiff_t index[CT_MAX_AXES] = {0};
    ptrdiff_t products = 1;
    int spare = CT_BLOCK_AXES - intersection->axes; /* axes of a block for runs that repeat */
    ptrdiff_t most = 0;                             /* runs of all axes */
    run few[FEW_RUNS];
    ct_status status = CT_OK;
    for (int a = 0; a < intersection->axes; a++) {
        most += from->axis[a].runs + into->axis[a].runs;
    }
    run *list = most <= FEW_RUNS ? few : calloc((size_t)most, sizeof *list);
    run *next = list;
    if (list == NULL) {
        CT_FAIL(CT_ERROR_MEMORY, "no memory for %td intervals", most);
    }
    for (int i = intersection->axes - 1; i >= 0 && products > 0; i--) {
        const int a = intersection->order[i];
        axis[a].list = next;
        next += from->axis[intersection->axis_of[a]].runs + into->axis[a].runs;
        intersect(&from->axis[intersection->axis_of[a]], &into->axis[a], spare > 0, &axis[a]);
        spare -= axis[a].repeat;
        products *= axis[a].count;
    }
    for (; products > 0; products--) {
        const ct_block block = block_of(intersection, axis, index, end, memory);
        CT_TRY(append(blocks, &block));
        for (int i = intersection->axes - 1; i >= 0; i--) { /* the next one, as an odometer turns */
            const int a = intersection->order[i];
            if (++index[a] < axis[a].count) {
                break;
            }
            index[a] = 0;
        }
    }
cleanup:
    if (list != few) {
        free(list);
    }
    return status;
}
