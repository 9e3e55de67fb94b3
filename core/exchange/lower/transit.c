#include "exchange/lower/transit.h"

#include "base/entries.h"
#include "base/fail.h"

#include <stdlib.h>

enum { ALIGNMENT_BYTES = 64, FIRST_CAPACITY = 64 };

void ct_transit_destroy(ct_transit *transit) {
    free(transit->regions);
    free(transit->table);
    *transit = (ct_transit){.regions = NULL};
}

static ct_status add_region(ct_transit *transit, ptrdiff_t bytes, int *region) {
    if (!ct_entries_grow((void **)&transit->regions, transit->region_count,
                         &transit->region_capacity, sizeof *transit->regions)) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for %d parts of an exchange's scratch",
                        transit->region_count + 1);
    }
    *region = transit->region_count++;
    transit->regions[*region] = (ct_region){.offset = transit->scratch_bytes, .bytes = bytes};
    transit->scratch_bytes += (bytes + ALIGNMENT_BYTES - 1) / ALIGNMENT_BYTES * ALIGNMENT_BYTES;
    return CT_OK;
}

ct_status ct_transit_region(ct_transit *transit, ptrdiff_t bytes, int step, int in_flight,
                            int *region) {
    int best = -1;
    for (int i = 0; i < transit->region_count; i++) {
        const ct_region *old = &transit->regions[i];
        if (old->blocks == 0 && old->last_use <= step - in_flight && old->bytes >= bytes &&
            (best < 0 || old->bytes < transit->regions[best].bytes)) {
            best = i;
        }
    }
    if (best < 0) {
        ct_status status = add_region(transit, bytes, &best);
        if (status != CT_OK) {
            return status;
        }
    }
    transit->regions[best].last_use = step;
    *region = best;
    return CT_OK;
}

/* The slot of a key, or the empty slot for it. The table is never full. */
static size_t find(const ct_transit *transit, int64_t key) {
    size_t mask = transit->capacity - 1;
    size_t place = (size_t)(((uint64_t)key * 0x9E3779B97F4A7C15U) >> 20) & mask;
    while (transit->table[place].key != 0 && transit->table[place].key != key) {
        place = (place + 1) & mask;
    }
    return place;
}

static ct_status grow(ct_transit *transit) {
    ct_transit_block *old = transit->table;
    size_t old_capacity = transit->capacity;
    size_t capacity = old_capacity == 0 ? FIRST_CAPACITY : 2 * old_capacity;
    ct_transit_block *table = calloc(capacity, sizeof *table);
    if (table == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for %zu blocks in transit", capacity);
    }
    transit->table = table;
    transit->capacity = capacity;
    for (size_t i = 0; i < old_capacity; i++) {
        if (old[i].key != 0) {
            table[find(transit, old[i].key)] = old[i];
        }
    }
    free(old);
    return CT_OK;
}

ct_status ct_transit_put(ct_transit *transit, int64_t key, const ct_transit_block *block) {
    if (2 * (transit->used + 1) > transit->capacity) {
        ct_status status = grow(transit);
        if (status != CT_OK) {
            return status;
        }
    }
    ct_transit_block *place = &transit->table[find(transit, key)];
    if (place->key != 0) {
        return ct_raise(CT_ERROR_INTERNAL, "step %d brings a block that is here already",
                        block->arrived + 1);
    }
    *place = *block;
    place->key = key;
    transit->used++;
    transit->regions[block->region].blocks++;
    return CT_OK;
}

/* Fills the gap of a removed block by moving up later blocks of the probe sequence. */
static void close_gap(ct_transit *transit, size_t gap) {
    size_t mask = transit->capacity - 1;
    transit->table[gap].key = 0;
    for (size_t next = (gap + 1) & mask; transit->table[next].key != 0; next = (next + 1) & mask) {
        ct_transit_block moved = transit->table[next];
        transit->table[next].key = 0;
        transit->table[find(transit, moved.key)] = moved;
    }
}

ct_status ct_transit_take(ct_transit *transit, int64_t key, int step, ct_transit_block *block) {
    size_t place = transit->capacity > 0 ? find(transit, key) : 0;
    if (transit->capacity == 0 || transit->table[place].key == 0) {
        return ct_raise(CT_ERROR_INTERNAL, "step %d sends a block that is not here", step + 1);
    }
    *block = transit->table[place];
    close_gap(transit, place);
    transit->used--;
    transit->regions[block->region].blocks--;
    if (transit->regions[block->region].last_use < step) {
        transit->regions[block->region].last_use = step;
    }
    return CT_OK;
}
