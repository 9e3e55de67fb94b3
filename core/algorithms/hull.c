/* The lower hull of lines: best partitions and factorisations over all block sizes. */
#include <cornerturn/hull.h>

#include "base/fail.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A phase in groups of `group` of `size` ranks: group-1 messages of size/group blocks. */
static void add_phase(ct_face *face, const ct_machine *machine, int size, int group, int phases) {
    double messages = group - 1;
    double blocks = size / (double)group; /* in a message; group divides size */
    face->start_s += messages * ct_machine_message_s(machine, size, 0) +
                     (group > 1 ? ct_machine_barrier_s(machine, size) : 0);
    face->byte_s +=
        messages * blocks * machine->byte_s + (phases > 1 ? size * machine->permute_byte_s : 0);
}

ct_face ct_factors_face(const ct_machine *machine, int size, const ct_value *factors) {
    ct_face face = {.phases = *factors};
    for (int i = 0; i < factors->count; i++) {
        add_phase(&face, machine, size, factors->item[i], factors->count);
    }
    return face;
}

ct_face ct_partition_face(const ct_machine *machine, int dimension, const ct_value *partition) {
    ct_face face = {.phases = *partition};
    for (int i = 0; i < partition->count; i++) {
        add_phase(&face, machine, 1 << dimension, 1 << partition->item[i], partition->count);
    }
    return face;
}

ct_value ct_equipartition(int dimension, int parts) {
    ct_value value = {.count = parts};
    for (int i = 0; i < parts; i++) {
        value.item[i] = dimension / parts + (i < dimension % parts);
    }
    return value;
}

int ct_hull_candidates(int dimension, int *parts) {
    int count = 0;
    int last = 0;
    if (dimension < 1) {
        return 0;
    }
    /* the smallest and the largest number of parts of every floor(dimension / parts) */
    for (int first = 1; first <= dimension; first = last + 1) {
        last = dimension / (dimension / first);
        parts[count++] = first;
        if (last > first) {
            parts[count++] = last;
        }
    }
    return count;
}

static int by_start(const void *left, const void *right) {
    const ct_face *a = left;
    const ct_face *b = right;
    if (a->start_s != b->start_s) {
        return a->start_s < b->start_s ? -1 : 1;
    }
    return a->byte_s < b->byte_s ? -1 : a->byte_s > b->byte_s;
}

/* The block size from which the later of two faces is better. */
static double meet(const ct_face *before, const ct_face *after) {
    return (after->start_s - before->start_s) / (before->byte_s - after->byte_s);
}

/* Sorts the lines and retains those that are lowest somewhere; returns how many. A line through the
 * intersection of its neighbours is no face, also after rounding. */
static int lower_hull(ct_face *faces, int count) {
    int kept = 0;
    if (count > 1) {
        qsort(faces, (size_t)count, sizeof *faces, by_start);
    }
    for (int i = 0; i < count; i++) {
        ct_face face = faces[i];
        if (kept > 0 && face.byte_s >= faces[kept - 1].byte_s) {
            continue; /* neither starts nor rises lower */
        }
        while (kept > 0 &&
               meet(&faces[kept - 1], &face) <= faces[kept - 1].from_bytes * (1 + 1e-9)) {
            kept--;
        }
        face.from_bytes = kept > 0 ? meet(&faces[kept - 1], &face) : 0;
        faces[kept++] = face;
    }
    return kept;
}

static ct_status create(ct_face *faces, int count, ct_hull **hull) {
    ct_hull *created = malloc(sizeof *created);
    if (created == NULL) {
        free(faces);
        return ct_raise(CT_ERROR_MEMORY, "no memory for a hull");
    }
    created->count = lower_hull(faces, count);
    created->faces = faces;
    *hull = created;
    return CT_OK;
}

ct_status ct_hull_create(const ct_machine *machine, int dimension, ct_hull **hull) {
    int parts[CT_VALUE_ITEMS];
    if (dimension < 0 || dimension > CT_AXES_MOST) {
        return ct_raise(CT_ERROR_ARGUMENT, "a hull of dimension %d: 0 .. %d are possible",
                        dimension, CT_AXES_MOST);
    }
    int count = ct_hull_candidates(dimension, parts);
    ct_face *faces = calloc((size_t)count + 1, sizeof *faces);
    if (faces == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for a hull of %d candidates", count);
    }
    for (int i = 0; i < count; i++) {
        ct_value partition = ct_equipartition(dimension, parts[i]);
        faces[i] = ct_partition_face(machine, dimension, &partition);
    }
    if (count == 0) { /* one rank: nothing to exchange */
        faces[count++].phases = (ct_value){.count = 1, .item = {0}};
    }
    return create(faces, count, hull);
}

/* Lists of factors, each at most the one before. */
typedef struct listing {
    const ct_machine *machine;
    int size, count, capacity;
    ct_face *faces;
    ct_value at_hand;
    int *divisors, divisor_count; /* of the size, without 1, falling */
} listing;

static ct_status append(listing *list) {
    if (list->count == list->capacity) {
        int capacity = 2 * list->capacity + 16;
        ct_face *grown = realloc(list->faces, (size_t)capacity * sizeof *grown);
        if (grown == NULL) {
            return ct_raise(CT_ERROR_MEMORY, "no memory for a hull of %d candidates", capacity);
        }
        list->faces = grown;
        list->capacity = capacity;
    }
    list->faces[list->count++] = ct_factors_face(list->machine, list->size, &list->at_hand);
    return CT_OK;
}

static ct_status list_factors(listing *list, int rest, int first_divisor) {
    ct_status status = CT_OK;
    if (rest == 1) {
        return append(list);
    }
    for (int i = first_divisor; i < list->divisor_count; i++) {
        int factor = list->divisors[i];
        if (rest % factor == 0) {
            list->at_hand.item[list->at_hand.count++] = factor;
            CT_TRY(list_factors(list, rest / factor, i));
            list->at_hand.count--;
        }
    }
cleanup:
    return status;
}

static ct_status find_divisors(listing *list) {
    int small = 0;
    list->divisors = malloc(2 * (size_t)sqrt(list->size) * sizeof *list->divisors);
    if (list->divisors == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for the divisors of %d", list->size);
    }
    for (int cofactor = 1; cofactor <= list->size / cofactor; cofactor++) {
        if (list->size % cofactor == 0) {
            list->divisors[list->divisor_count++] = list->size / cofactor;
            small = cofactor;
        }
    }
    for (int divisor = small; divisor > 1; divisor--) {
        if (list->size % divisor == 0 && divisor < list->size / divisor) {
            list->divisors[list->divisor_count++] = divisor;
        }
    }
    return CT_OK;
}

ct_status ct_hull_create_factors(const ct_machine *machine, int size, ct_hull **hull) {
    ct_status status = CT_OK;
    listing list = {.machine = machine, .size = size};
    if (size < 1) {
        return ct_raise(CT_ERROR_ARGUMENT, "a hull of %d ranks: at least 1 is needed", size);
    }
    if (size == 1) { /* nothing to exchange */
        list.at_hand = (ct_value){.count = 1, .item = {1}};
        CT_TRY(append(&list));
    } else {
        CT_TRY(find_divisors(&list));
        CT_TRY(list_factors(&list, size, 0));
    }
    ct_face *faces = list.faces;
    list.faces = NULL;
    CT_TRY(create(faces, list.count, hull));
cleanup:
    free(list.divisors);
    free(list.faces);
    return status;
}

void ct_hull_destroy(ct_hull **hull) {
    if (hull != NULL && *hull != NULL) {
        free((*hull)->faces);
        free(*hull);
        *hull = NULL;
    }
}

const ct_face *ct_hull_find(const ct_hull *hull, double bytes) {
    int low = 0;
    int high = hull->count - 1;
    while (low < high) {
        int middle = (low + high + 1) / 2;
        if (hull->faces[middle].from_bytes <= bytes) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    return &hull->faces[low];
}
