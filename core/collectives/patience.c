#include "collectives/patience.h"

#include "base/arithmetic/hash.h"

#include <string.h>

/* Making a plan takes about as long as some hundred small calls. */
enum { PLANS_AT_ONCE = 8, CALLS_PER_PLAN = 256 };

static uint64_t hash(uint64_t so_far, ptrdiff_t number) {
    return ct_hash_number(so_far, (uint64_t)number);
}

static uint64_t hash_of(const ct_call_shape *shape, int size) {
    uint64_t value = hash(CT_HASH_START, (ptrdiff_t)shape->movement);
    value = hash(hash(value, shape->root), shape->in_place);
    for (int side = 0; side < CT_SIDES; side++) {
        value = hash(value, shape->bytes[side]);
        for (int rank = 0; rank < size && shape->counts[side] != NULL; rank++) {
            value = hash(value, shape->counts[side][rank]);
            value = hash(value, shape->displacements[side][rank]);
        }
    }
    return value | 1; /* 0 is no shape */
}

int ct_patience_ends(ct_patience *patience, const ct_call_shape *shape, int size) {
    const uint64_t value = hash_of(shape, size);
    int place = 0;
    while (place < CT_PATIENCE_SHAPES - 1 && patience->seen[place] != value) {
        place++;
    }
    const int seen = patience->seen[place] == value;
    memmove(patience->seen + 1, patience->seen, (size_t)place * sizeof value);
    patience->seen[0] = value;
    return seen && patience->made < PLANS_AT_ONCE + patience->used / CALLS_PER_PLAN;
}
