/*
 * Blocks in transit during lowering: their places in scratch, and the parts of scratch that are
 * free. Local.
 */
#ifndef CT_EXCHANGE_LOWER_TRANSIT_H
#define CT_EXCHANGE_LOWER_TRANSIT_H

#include <cornerturn/status.h>
#include <stddef.h>
#include <stdint.h>

/* A part of scratch. A step may reuse it once the last step that uses it can no longer be in
 * flight. */
typedef struct ct_region {
    ptrdiff_t offset, bytes;
    int blocks;   /* blocks in it */
    int last_use; /* step */
} ct_region;

/* A block in transit. */
typedef struct ct_transit_block {
    int64_t key; /* origin * P + destination + 1; 0: an empty slot of the table */
    ptrdiff_t offset, bytes;
    int region, arrived; /* step */
} ct_transit_block;

typedef struct ct_transit {
    ct_region *regions;
    int region_count, region_capacity;
    ct_transit_block *table; /* open addressing; `room` a power of two */
    size_t used, capacity;
    ptrdiff_t scratch_bytes;
} ct_transit;

void ct_transit_destroy(ct_transit *transit);

/* A region of `bytes` for `step`, the smallest that fits among those last used at least
 * `in_flight` steps before, or a new one. */
ct_status ct_transit_region(ct_transit *transit, ptrdiff_t bytes, int step, int in_flight,
                            int *region);

/* Inserts a block; removes it for `step`. Removing a block that is not there is CT_ERROR_INTERNAL:
 * the schedule is wrong. */
ct_status ct_transit_put(ct_transit *transit, int64_t key, const ct_transit_block *block);
ct_status ct_transit_take(ct_transit *transit, int64_t key, int step, ct_transit_block *block);

#endif
