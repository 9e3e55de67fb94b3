/* The segments of this rank, found by address or by name in time that grows with the logarithm of
 * their number: there may be ten thousands. */
#ifndef CT_NODE_SEGMENT_LIST_H
#define CT_NODE_SEGMENT_LIST_H

#include "node/context.h"

#include <stdint.h>

typedef struct ct_segment {
    uint64_t id;
    char *base; /* where the whole is mapped here */
    ptrdiff_t bytes;
    char *part; /* this rank's */
    ptrdiff_t part_bytes;
    ct_members *members;
} ct_segment;

/* The segment with an address inside, or of a name; NULL: none. Local. */
const ct_segment *ct_segment_around(const void *address);
const ct_segment *ct_segment_named(uint64_t id);

/* Makes sure that one more can be added, and adds it. False where there is no memory. Local. */
int ct_segments_reserve(void);
void ct_segment_add(ct_segment *segment);

/* Takes out the one in which `part` is this rank's; NULL: there is none. Local. */
ct_segment *ct_segment_remove(const void *part);

/* Upper bound of what this rank was promised and has not touched, or what it is to the page. Local.
 */
double ct_segments_promised_bytes(int exactly);

#endif
