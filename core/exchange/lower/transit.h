/*
 * Blocks in transit while a schedule is lowered: which lie where in scratch, and which parts of
 * scratch are free again. Local.
 */
#ifndef CT_EXCHANGE_LOWER_TRANSIT_H
#define CT_EXCHANGE_LOWER_TRANSIT_H

#include <cornerturn/status.h>
#include <stddef.h>
#include <stdint.h>

/* A part of scratch. It may be taken again by a step whose window no longer reaches the last step
 * that uses it. */
typedef struct ct_region {
    ptrdiff_t offset, bytes;
    int blocks;   /* in transit, still here */
    int last_use; /* step */
} ct_region;

/* A block in transit. */
typedef struct ct_transit_block {
    int64_t key; /* origin * P + destination + 1; 0: an empty place of the table */
    ptrdiff_t offset, bytes;
    int region, arrived; /* step */
} ct_transit_block;

typedef struct ct_transit {
    ct_region *regions;
    int region_count, region_room;
    ct_transit_block *table; /* open addressing; `room` a power of two */
    size_t used, room;
    ptrdiff_t scratch_bytes;
} ct_transit;

void ct_transit_destroy(ct_transit *transit);

/* A region of `bytes` for `step`, the smallest that fits among those last used `window` steps
 * before, or a new one. */
ct_status ct_transit_region(ct_transit *transit, ptrdiff_t bytes, int step, int window,
                            int *region);

/* Parks a block in a region; takes it out again for `step`. Taking a block that is not there is
 * CT_ERROR_INTERNAL: the schedule is wrong. */
ct_status ct_transit_put(ct_transit *transit, int64_t key, const ct_transit_block *block);
ct_status ct_transit_take(ct_transit *transit, int64_t key, int step, ct_transit_block *block);

#endif
