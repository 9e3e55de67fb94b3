#include "collectives/call.h"

#include "base/mpi.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const side_names[CT_SIDES] = {"send", "receive"};

void ct_call_reject(ct_call *call, const char *format, ...) {
    static _Thread_local char text[160]; /* not in the call, which is cleared each time */
    va_list arguments;
    if (call->wrong != NULL) {
        return;
    }
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    call->wrong = text;
}

/* Whether a datatype is contiguous bytes in order: a predefined type, or several contiguous ones.
 * Size equal to extent is not sufficient, as the order may differ. */
static int is_plain(MPI_Datatype type) {
    int integers = 0;
    int addresses = 0;
    int types = 0;
    int combiner = MPI_COMBINER_NAMED;
    int count = 0;
    MPI_Datatype inner = MPI_DATATYPE_NULL;
    (void)MPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner);
    if (combiner == MPI_COMBINER_NAMED) {
        MPI_Aint lower_bound = 0;
        MPI_Aint extent = 0;
        MPI_Count size = 0;
        (void)MPI_Type_get_extent(type, &lower_bound, &extent);
        (void)MPI_Type_size_x(type, &size);
        return lower_bound == 0 && extent == size;
    }
    if (combiner != MPI_COMBINER_CONTIGUOUS && combiner != MPI_COMBINER_DUP) {
        return 0;
    }
    (void)MPI_Type_get_contents(type, integers, 0, 1, &count, NULL, &inner);
    int plain = is_plain(inner);
    (void)MPI_Type_get_envelope(inner, &integers, &addresses, &types, &combiner);
    if (combiner != MPI_COMBINER_NAMED) {
        (void)MPI_Type_free(&inner);
    }
    return plain;
}

/* The latest predefined type looked up; those are never freed. */
static _Thread_local struct {
    MPI_Datatype type;
    MPI_Count bytes;
} latest = {.bytes = -1};

int ct_call_type_is_named(MPI_Datatype type) {
    int integers = 0;
    int addresses = 0;
    int types = 0;
    int combiner = MPI_COMBINER_NAMED;
    (void)MPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner);
    return combiner == MPI_COMBINER_NAMED;
}

int ct_call_type_is_plain(MPI_Datatype type, MPI_Count *bytes) {
    if (latest.bytes >= 0 && latest.type == type) {
        *bytes = latest.bytes;
        return 1;
    }
    (void)MPI_Type_size_x(type, bytes);
    const int plain = is_plain(type);
    if (plain && ct_call_type_is_named(type)) {
        latest.type = type;
        latest.bytes = *bytes;
    }
    return plain;
}

/* Reads array and type of a side. False if nothing is left to read. */
static int read_side(ct_call *call, int side, ptrdiff_t *bytes) {
    const ct_call_side *given = call->given + side;
    MPI_Count size = 0;
    if (side == CT_SENDS && given->array == MPI_IN_PLACE) {
        call->shape.in_place = 1;
        return 0;
    }
    if (side == CT_RECEIVES && given->array == MPI_IN_PLACE) {
        ct_call_reject(call, "MPI_IN_PLACE is no receive array; the send array may be that");
        return 0;
    }
    if (given->type == MPI_DATATYPE_NULL) {
        ct_call_reject(call, "the %s type is MPI_DATATYPE_NULL", side_names[side]);
        return 0;
    }
    if (side == CT_SENDS) {
        call->send = given->array;
    } else {
        call->receive = (void *)given->array; /* the caller's pointer was not const */
    }
    call->is_foreign = !ct_call_type_is_plain(given->type, &size) || call->is_foreign;
    *bytes = size;
    return 1;
}

static void check_array(ct_call *call, int side, ptrdiff_t bytes) {
    if (call->given[side].array == NULL && bytes > 0) {
        ct_call_reject(call, "the %s array is NULL, but has something in it", side_names[side]);
    }
}

void ct_call_blocks(ct_call *call, int side) {
    const int count = call->given[side].count;
    ptrdiff_t bytes = 0;
    if (!read_side(call, side, &bytes)) {
        return;
    }
    if (count < 0) {
        ct_call_reject(call, "the %s count is %d; allowed: 0 or more", side_names[side], count);
    }
    call->shape.bytes[side] = count * bytes;
    check_array(call, side, count * bytes);
}

void ct_call_counted(ct_call *call, int side, int size) {
    const int *counts = call->given[side].counts;
    const int *displacements = call->given[side].displacements;
    ptrdiff_t bytes = 0;
    if (!read_side(call, side, &bytes)) {
        return;
    }
    if (counts == NULL || displacements == NULL) {
        ct_call_reject(call, "the %s counts or displacements are NULL", side_names[side]);
        return;
    }
    call->shape.bytes[side] = bytes;
    call->shape.counts[side] = counts;
    call->shape.displacements[side] = displacements;
    for (int peer = 0; peer < size; peer++) {
        if (counts[peer] < 0) {
            ct_call_reject(call, "%s count %d is %d; allowed: 0 or more", side_names[side], peer,
                           counts[peer]);
        }
        if (displacements[peer] < 0 && counts[peer] > 0) {
            call->is_foreign = 1;
        }
        check_array(call, side, counts[peer] * bytes);
    }
}

int ct_call_root(ct_call *call, int size) {
    const int root = call->shape.root;
    if (root < 0 || root >= size) {
        ct_call_reject(call, "the root is %d; allowed: 0 to %d", root, size - 1);
        return 0;
    }
    return 1;
}

ct_status ct_call_shape_own(ct_call_shape *shape, int size, int **numbers) {
    const size_t bytes = (size_t)size * sizeof(int);
    int *next = malloc(2 * (size_t)CT_SIDES * bytes);
    *numbers = next;
    if (next == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for the counts of %d ranks", size);
    }
    for (int side = 0; side < CT_SIDES; side++, next += (ptrdiff_t)2 * size) {
        if (shape->counts[side] != NULL) {
            memcpy(next, shape->counts[side], bytes);
            memcpy(next + size, shape->displacements[side], bytes);
            shape->counts[side] = next;
            shape->displacements[side] = next + size;
        }
    }
    return CT_OK;
}

static int equal_numbers(const int *a, const int *b, int size) {
    return a == NULL || b == NULL ? a == b : memcmp(a, b, (size_t)size * sizeof *a) == 0;
}

int ct_call_blocks_equal(const ct_call_shape *a, const ct_call_shape *b, int size) {
    int equal = a->movement == b->movement && a->root == b->root && a->in_place == b->in_place;
    for (int side = 0; equal && side < CT_SIDES; side++) {
        equal = a->bytes[side] == b->bytes[side] &&
                equal_numbers(a->counts[side], b->counts[side], size) &&
                equal_numbers(a->displacements[side], b->displacements[side], size);
    }
    return equal;
}

int ct_call_shape_equal(const ct_call_shape *a, const ct_call_shape *b, int size) {
    return a->is_shared == b->is_shared && ct_call_blocks_equal(a, b, size);
}

/* Calls MPI_Alltoall or MPI_Alltoallv. */
static int call_library(const ct_call *call, MPI_Comm comm) {
    const ct_call_side *out = &call->given[CT_SENDS];
    const ct_call_side *in = &call->given[CT_RECEIVES];
    void *receive = (void *)in->array;
    const int root = call->shape.root;
    switch (call->shape.movement) {
    case CT_BROADCAST:
        return MPI_Bcast(receive, in->count, in->type, root, comm);
    case CT_ALL_GATHER:
        return MPI_Allgather(out->array, out->count, out->type, receive, in->count, in->type, comm);
    case CT_GATHER:
        return MPI_Gather(out->array, out->count, out->type, receive, in->count, in->type, root,
                          comm);
    case CT_SCATTER:
        return MPI_Scatter(out->array, out->count, out->type, receive, in->count, in->type, root,
                           comm);
    default:
        return call->has_counts
                   ? MPI_Alltoallv(out->array, out->counts, out->displacements, out->type, receive,
                                   in->counts, in->displacements, in->type, comm)
                   : MPI_Alltoall(out->array, out->count, out->type, receive, in->count, in->type,
                                  comm);
    }
}

ct_status ct_call_by_library(const ct_call *call, MPI_Comm comm) {
    ct_status status = CT_OK;
    CT_MPI(call_library(call, comm));
cleanup:
    return status;
}
