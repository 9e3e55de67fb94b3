/* Memory of a plan, zeroed, and counted in its bytes. */
#ifndef CT_ADI_MEMORY_H
#define CT_ADI_MEMORY_H

#include <cornerturn/adi.h>

/* Memory of this rank, aligned to cache lines; the caller frees it. NULL where there is none.
 * Local.
 */
void *ct_adi_memory(ct_adi_plan *plan, ptrdiff_t numbers, ptrdiff_t bytes);

/* An array of the plan's precision, by ct_alloc, for its large pages: shared with the other ranks
 * of the node where lines are transposed. ct_free gives it back. Collective, after the method was
 * chosen. CT_ERROR_MEMORY. */
ct_status ct_adi_array(ct_adi_plan *plan, ptrdiff_t numbers, void **memory);

#endif
