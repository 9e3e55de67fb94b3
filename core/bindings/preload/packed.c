#include "bindings/preload/packed.h"

#include "bindings/preload/pack/bottom.h"

#include <limits.h>
#include <stdlib.h>

/* Memory that lasts from call to call. */
typedef struct buffer {
    void *memory;
    size_t bytes;
} buffer;

/* NULL: there is not so much. */
static void *reserve(buffer *kept, size_t bytes) {
    if (kept->memory == NULL || kept->bytes < bytes) {
        free(kept->memory);
        kept->bytes = bytes + bytes / 2 + 1;
        kept->memory = malloc(kept->bytes);
    }
    return kept->memory;
}

/* How many blocks a side has on this rank; those of MPI_IN_PLACE are the other side's. */
static int blocks_of(const ct_call *call, int side, int is_root, int size) {
    const int many[CT_SIDES] = {[CT_SENDS] = call->shape.movement == CT_EXCHANGE ||
                                             (call->shape.movement == CT_SCATTER && is_root),
                                [CT_RECEIVES] = call->shape.movement == CT_EXCHANGE ||
                                                call->shape.movement == CT_ALL_GATHER ||
                                                (call->shape.movement == CT_GATHER && is_root)};
    const int none[CT_SIDES] = {[CT_SENDS] = call->shape.movement == CT_BROADCAST ||
                                             (call->shape.movement == CT_SCATTER && !is_root),
                                [CT_RECEIVES] = call->shape.movement == CT_GATHER && !is_root};
    if (none[side] || call->given[side].array == MPI_IN_PLACE) {
        return 0;
    }
    return many[side] ? size : 1;
}

typedef struct block {
    char *array;
    int count;
    MPI_Datatype type;
} block;

static block block_of(const ct_packed_side *side, int index) {
    const ct_call_side *given = &side->given;
    const int count = given->counts != NULL ? given->counts[index] : given->count;
    const MPI_Datatype type = side->types != NULL ? side->types[index] : given->type;
    MPI_Aint first = 0;
    MPI_Aint unit = 1;
    if (side->types == NULL) {
        (void)PMPI_Type_get_extent(type, &first, &unit);
    }
    const MPI_Aint offset =
        given->displacements != NULL ? given->displacements[index] : (MPI_Aint)index * count;
    return (block){(char *)given->array + offset * unit, count, type};
}

/* Bytes of each block, and of all. Whether the blocks can be packed; *is_plain: they need not. */
static int measure(ct_packed_side *side, int *block_bytes, int *is_plain) {
    MPI_Count all = 0;
    *is_plain = 1;
    for (int i = 0; i < side->blocks; i++) {
        MPI_Count bytes = 0;
        const MPI_Datatype type = side->types != NULL ? side->types[i] : side->given.type;
        const int count = side->given.counts != NULL ? side->given.counts[i] : side->given.count;
        if (count < 0 || type == MPI_DATATYPE_NULL) {
            return 0;
        }
        const int plain = ct_call_type_is_plain(type, &bytes);
        if (count > 0 && bytes > (INT_MAX - all) / count) {
            return 0;
        }
        /* The absolute addresses of MPI_BOTTOM need a type of their own. */
        if (plain && count * bytes > 0 && side->given.array == NULL) {
            return 0;
        }
        *is_plain = *is_plain && (plain || count == 0);
        block_bytes[i] = (int)(count * bytes);
        all += count * bytes;
    }
    side->bytes = (int)all;
    return 1;
}

static int pack(const ct_packed_side *side, MPI_Comm comm) {
    int code = MPI_SUCCESS;
    int at = 0;
    for (int i = 0; code == MPI_SUCCESS && i < side->blocks; i++) {
        const block from = block_of(side, i);
        code = ct_pack(from.array, from.count, from.type, side->packed, side->bytes, &at, comm);
    }
    return code == MPI_SUCCESS && at == side->bytes;
}

/* Gives the call bytes in place of the side's types: packed ones, or where blocks are plain but
 * have a type each, those of the program. */
static int give(ct_packed_side *side, ct_call *call, int at) {
    static buffer numbers[CT_SIDES];
    static buffer memory[CT_SIDES];
    ct_call_side *given = &call->given[at];
    int is_plain = 1;
    int *bytes = reserve(&numbers[at], 2 * (size_t)side->blocks * sizeof *bytes);
    if (bytes == NULL || !measure(side, bytes, &is_plain)) {
        return 0;
    }
    if (is_plain && side->types == NULL) {
        return 1;
    }
    if (!is_plain) {
        side->packed = reserve(&memory[at], (size_t)side->bytes);
        given->array = side->packed;
    }
    if (given->counts == NULL) {
        given->count = side->blocks > 0 ? bytes[0] : 0;
    } else {
        int *places = bytes + side->blocks;
        for (int i = 0, end = 0; i < side->blocks; end += bytes[i++]) {
            places[i] = end;
        }
        given->counts = bytes;
        given->displacements = is_plain ? given->displacements : places;
    }
    given->type = MPI_BYTE;
    return is_plain || side->packed != NULL;
}

void ct_packed_create(ct_packed *packed, ct_call *call, const MPI_Datatype *const types[CT_SIDES],
                      int size) {
    int rank = 0;
    (void)PMPI_Comm_rank(call->comm, &rank);
    const int is_root = rank == call->shape.root;
    const int in_place = call->given[CT_SENDS].array == MPI_IN_PLACE ||
                         (call->shape.movement == CT_BROADCAST && is_root);
    for (int at = 0; at < CT_SIDES; at++) {
        ct_packed_side *side = &packed->sides[at];
        *side = (ct_packed_side){.given = call->given[at],
                                 .types = types[at],
                                 .blocks = blocks_of(call, at, is_root, size)};
        const int is_sent = at == CT_SENDS || in_place;
        if (side->types != NULL) {
            call->given[at].type = MPI_BYTE; /* also where nothing is packed */
        }
        if (side->blocks > 0 && (!give(side, call, at) ||
                                 (is_sent && side->packed != NULL && !pack(side, call->comm)))) {
            call->is_foreign = 1;
        }
    }
}

int ct_packed_unpack(const ct_packed *packed, MPI_Comm comm) {
    const ct_packed_side *side = &packed->sides[CT_RECEIVES];
    int code = MPI_SUCCESS;
    int at = 0;
    for (int i = 0; side->packed != NULL && code == MPI_SUCCESS && i < side->blocks; i++) {
        const block into = block_of(side, i);
        code = ct_unpack(side->packed, side->bytes, &at, into.array, into.count, into.type, comm);
    }
    return code;
}
