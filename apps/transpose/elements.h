/* The elements one by one: made, and summed up. Local. */
#ifndef CT_APPS_TRANSPOSE_ELEMENTS_H
#define CT_APPS_TRANSPOSE_ELEMENTS_H

#include "apps/transpose/job.h"

#include <stdint.h>

/* Fills this rank's part of a generated input. */
void transpose_generate(const transpose_job *job, const ct_box *box, void *elements);

/* Checksums of elements and of their places in the result. Of the input's box, whose elements the
 * job may conjugate, the sum is the same as of the box that it becomes. */
uint64_t transpose_checksum_input(const transpose_job *job, const ct_box *box,
                                  const void *elements);
uint64_t transpose_checksum_result(const transpose_job *job, const ct_box *box,
                                   const void *elements);

#endif
