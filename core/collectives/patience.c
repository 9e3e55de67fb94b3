#include "collectives/patience.h"

#include <string.h>

/* Making a plan takes about as long as some hundred small calls. */
enum { PLANS_AT_ONCE = 8, CALLS_PER_PLAN = 256 };

static uint64_t hash(uint64_t so_far, const void *bytes, size_t count) {
    const unsigned char *byte = bytes;
    for (size_t i = 0; i < count; i++) {
        so_far = (so_far ^ byte[i]) * 0x100000001b3U; /* FNV-1a */
    }
    return so_far;
}

static uint64_t hash_of(const ct_call_shape *shape, int size) {
    const ptrdiff_t kind[] = {shape->movement, shape->root, shape->in_place};
    const size_t bytes = (size_t)size * sizeof(int);
    uint64_t value = hash(0xcbf29ce484222325U, kind, sizeof kind);
    value = hash(value, shape->bytes, sizeof shape->bytes);
    for (int side = 0; side < CT_SIDES; side++) {
        if (shape->counts[side] != NULL) {
            value = hash(value, shape->counts[side], bytes);
            value = hash(value, shape->displacements[side], bytes);
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
