/* The segments of this rank, tens of thousands, found by address or id in O(log n). Any thread may
 * call at any time; a segment that was found is there until its owner removes it. */
#ifndef CT_NODE_SEGMENT_LIST_H
#define CT_NODE_SEGMENT_LIST_H

#include "node/context.h"

#include <stdint.h>

typedef struct ct_segment {
    uint64_t id;
    char *base; /* address of the whole mapping */
    ptrdiff_t bytes;
    char *part; /* this rank's */
    ptrdiff_t part_bytes;
    ct_members *members;
} ct_segment;

/* An id that no segment of this job has had. Local. */
uint64_t ct_segment_new_id(void);

/* The segment that contains an address, or has an id; NULL: none. Local. */
const ct_segment *ct_segment_around(const void *address);
const ct_segment *ct_segment_named(uint64_t id);

/* Reserves space for one more segment, false without memory; then ct_segment_add, which takes it,
 * cannot fail. Local. */
int ct_segments_reserve(void);
void ct_segments_unreserve(void);
void ct_segment_add(ct_segment *segment);

/* Removes and returns the segment with this rank's `part`; NULL: none. Local. */
ct_segment *ct_segment_remove(const void *part);

/* Bytes promised to this rank and not yet touched: an upper bound, or `exactly` by pages. Local.
 */
double ct_segments_promised_bytes(int exactly);

#endif
