#include "redistribute/decomposed/memory.h"

#include "base/fail.h"
#include "redistribute/decomposed/decomposition.h"

#include <stdlib.h>

/* Elements begin .. end - 1 of the memory are those of a box. */
typedef struct extent {
    ptrdiff_t begin, end, box;
} extent;

static int compare(const void *a, const void *b) {
    const extent *left = a;
    const extent *right = b;
    return (left->begin > right->begin) - (left->begin < right->begin);
}

/* Sorted, extents overlap where one begins before the end of the one before it. */
static ct_status check_sorted(const extent *list, ptrdiff_t count) {
    for (ptrdiff_t i = 1; i < count; i++) {
        if (list[i].begin < list[i - 1].end) {
            return ct_raise(CT_ERROR_ARGUMENT,
                            "box %td has elements %td to %td of this rank's memory, box %td those "
                            "from %td on; allowed: offsets that keep boxes with their ghosts apart",
                            list[i - 1].box, list[i - 1].begin, list[i - 1].end - 1, list[i].box,
                            list[i].begin);
        }
    }
    return CT_OK;
}

ct_status ct_memory_check(const ct_decomposition *decomposition) {
    const ct_decomposition *d = decomposition;
    ptrdiff_t count = 0;
    if (d->kind != CT_DECOMPOSED_BOXES || d->offset == NULL) {
        return CT_OK;
    }
    extent *list = malloc((size_t)d->boxes * sizeof *list + 1);
    if (list == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory to compare %td boxes", d->boxes);
    }
    for (ptrdiff_t i = 0; i < d->boxes; i++) {
        const ptrdiff_t elements = ct_decomposition_box_elements(d, &d->box[i]);
        if (elements > 0) {
            list[count++] = (extent){d->offset[i], d->offset[i] + elements, i};
        }
    }
    qsort(list, (size_t)count, sizeof *list, compare);
    const ct_status status = check_sorted(list, count);
    free(list);
    return status;
}
