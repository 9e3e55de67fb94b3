#include "collectives/call.h"

#include "base/mpi.h"

#include <stdarg.h>
#include <string.h>

static const char *const side_names[CT_SIDES] = {"send", "receive"};

void ct_call_complain(ct_call *call, const char *format, ...) {
    va_list arguments;
    if (call->wrong[0] != '\0') {
        return;
    }
    va_start(arguments, format);
    (void)vsnprintf(call->wrong, sizeof call->wrong, format, arguments);
    va_end(arguments);
}

/* Whether elements of the type are bytes side by side in the order in which they are sent: a type
 * of MPI's own, or some of them in a row. A type that is as long as its extent need not be. */
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

/* A type of MPI's own that the latest call was found to have: those are never freed. */
static struct {
    MPI_Datatype type;
    MPI_Count bytes;
} latest = {.bytes = -1};

/* Whether the type is plain, and its bytes. */
static int read_type(MPI_Datatype type, MPI_Count *bytes) {
    int integers = 0;
    int addresses = 0;
    int types = 0;
    int combiner = MPI_COMBINER_NAMED;
    if (latest.bytes >= 0 && latest.type == type) {
        *bytes = latest.bytes;
        return 1;
    }
    (void)MPI_Type_size_x(type, bytes);
    const int plain = is_plain(type);
    (void)MPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner);
    if (plain && combiner == MPI_COMBINER_NAMED) {
        latest.type = type;
        latest.bytes = *bytes;
    }
    return plain;
}

/* Reads array and type of a side. False when there is nothing more to read. */
static int read_side(ct_call *call, int side, const void *array, MPI_Datatype type,
                     ptrdiff_t *bytes) {
    MPI_Count size = 0;
    if (side == CT_SENDS && array == MPI_IN_PLACE) {
        call->shape.in_place = 1;
        return 0;
    }
    if (side == CT_RECEIVES && array == MPI_IN_PLACE) {
        ct_call_complain(call, "MPI_IN_PLACE is no receive array; the send array may be that");
        return 0;
    }
    if (type == MPI_DATATYPE_NULL) {
        ct_call_complain(call, "the %s type is MPI_DATATYPE_NULL", side_names[side]);
        return 0;
    }
    if (side == CT_SENDS) {
        call->send = array;
    } else {
        call->receive = (void *)array; /* it came as one */
    }
    call->is_foreign = !read_type(type, &size) || call->is_foreign;
    *bytes = size;
    return 1;
}

static void check_array(ct_call *call, int side, const void *array, ptrdiff_t bytes) {
    if (array == NULL && bytes > 0) {
        ct_call_complain(call, "the %s array is NULL, but has something in it", side_names[side]);
    }
}

void ct_call_blocks(ct_call *call, int side, const void *array, int count, MPI_Datatype type) {
    ptrdiff_t bytes = 0;
    if (!read_side(call, side, array, type, &bytes)) {
        return;
    }
    if (count < 0) {
        ct_call_complain(call, "the %s count is %d; allowed: 0 or more", side_names[side], count);
    }
    call->shape.bytes[side] = count * bytes;
    check_array(call, side, array, count * bytes);
}

void ct_call_counted(ct_call *call, int side, const void *array, const int *counts,
                     const int *displacements, MPI_Datatype type, int size) {
    ptrdiff_t bytes = 0;
    if (!read_side(call, side, array, type, &bytes)) {
        return;
    }
    if (counts == NULL || displacements == NULL) {
        ct_call_complain(call, "the %s counts or displacements are NULL", side_names[side]);
        return;
    }
    call->shape.bytes[side] = bytes;
    call->shape.counts[side] = counts;
    call->shape.displacements[side] = displacements;
    for (int peer = 0; peer < size; peer++) {
        if (counts[peer] < 0) {
            ct_call_complain(call, "%s count %d is %d; allowed: 0 or more", side_names[side], peer,
                             counts[peer]);
        }
        if (displacements[peer] < 0 && counts[peer] > 0) {
            call->is_foreign = 1;
        }
        check_array(call, side, array, counts[peer] * bytes);
    }
}

int ct_call_root(ct_call *call, int root, int size) {
    call->shape.root = root;
    if (root < 0 || root >= size) {
        ct_call_complain(call, "the root is %d; allowed: 0 to %d", root, size - 1);
        return 0;
    }
    return 1;
}

static int equal_numbers(const int *a, const int *b, int size) {
    return a == NULL || b == NULL ? a == b : memcmp(a, b, (size_t)size * sizeof *a) == 0;
}

int ct_call_shape_equal(const ct_call_shape *a, const ct_call_shape *b, int size) {
    int equal = a->movement == b->movement && a->root == b->root && a->in_place == b->in_place &&
                a->is_shared == b->is_shared;
    for (int side = 0; equal && side < CT_SIDES; side++) {
        equal = a->bytes[side] == b->bytes[side] &&
                equal_numbers(a->counts[side], b->counts[side], size) &&
                equal_numbers(a->displacements[side], b->displacements[side], size);
    }
    return equal;
}
