/* Memory of a plan: zeroed, and added to its bytes. */
#ifndef CT_ADI_MEMORY_H
#define CT_ADI_MEMORY_H

#include <cornerturn/adi.h>

/* Zeros, aligned to cache lines, in huge pages where they are many; the caller frees them. NULL on
 * failure. Local. */
void *ct_adi_zeros(ptrdiff_t bytes);

/* Memory of this rank, aligned to cache lines; the caller frees it. NULL on failure. Local.
 */
void *ct_adi_memory(ct_adi_plan *plan, ptrdiff_t numbers, ptrdiff_t bytes);

/* An array of the plan's precision by ct_alloc, for its huge pages; shared with the node if lines
 * are transposed. Freed by ct_free. Collective, after the method is chosen. CT_ERROR_MEMORY. */
ct_status ct_adi_array(ct_adi_plan *plan, ptrdiff_t numbers, void **memory);

#endif
