/* Messages that the receiver has the kernel copy from the sender's process. Local. */
#ifndef CT_EXCHANGE_RUN_EXECUTION_READS_H
#define CT_EXCHANGE_RUN_EXECUTION_READS_H

#include "exchange/run/execution.h"

/* Whether the receiver of a message reads it where it lies in the send array, not shared. */
int ct_is_read_by_process(ct_execution *run, const ct_transfer *transfer);

/* Copies a message from the sender's array, whose address the slot has: into its place, or by way
 * of the slot's piece. CT_ERROR_INTERNAL where the system refuses. */
ct_status ct_read_process(const ct_execution *run, const ct_transfer *transfer, const ct_ring *ring,
                          const ct_slot *slot);

#endif
