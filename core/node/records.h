/* Records in shared memory: one a rank, readable by all ranks of a context on one node. */
#ifndef CT_NODE_RECORDS_H
#define CT_NODE_RECORDS_H

#include "node/context.h"

typedef struct ct_records {
    void *memory; /* this rank's record */
    void **of;    /* by rank: address of its record; NULL: the ranks share no memory */
} ct_records;

/* Creates records of `bytes` bytes, zeroed before any rank returns, in separate pages. Collective;
 * all ranks fail together, and all share memory or none. */
ct_status ct_records_create(const ct_context *context, ptrdiff_t bytes, ct_records *records);

/* Local. */
void ct_records_destroy(ct_records *records);

#endif
