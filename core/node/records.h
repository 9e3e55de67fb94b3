/* Records in shared memory: one of each rank, which all ranks of a context on one node read. */
#ifndef CT_NODE_RECORDS_H
#define CT_NODE_RECORDS_H

#include "node/context.h"

typedef struct ct_records {
    void *memory; /* this rank's record */
    void **of;    /* the record of each rank here; NULL: the ranks share no memory */
} ct_records;

/* Makes records of so many bytes, all zeros when any rank returns; two ranks' are never in one
 * page. Collective; all ranks fail together, and share memory or not together. */
ct_status ct_records_create(const ct_context *context, ptrdiff_t bytes, ct_records *records);

/* Local. */
void ct_records_destroy(ct_records *records);

#endif
