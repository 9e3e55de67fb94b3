/* Generates elements, and computes checksums. Local. */
#ifndef CT_APPS_TRANSPOSE_ELEMENTS_H
#define CT_APPS_TRANSPOSE_ELEMENTS_H

#include "apps/transpose/job.h"

#include <stdint.h>

/* Fills this rank's part of a generated input. */
void transpose_generate(const transpose_job *job, const ct_box *box, void *elements);

/* Checksums of elements and their positions in the result. The input's, with conjugation applied,
 * equals the result's. Where messages round doubles, these are rounded first. */
uint64_t transpose_checksum_input(const transpose_job *job, const ct_box *box,
                                  const void *elements);
uint64_t transpose_checksum_result(const transpose_job *job, const ct_box *box,
                                   const void *elements);

#endif
