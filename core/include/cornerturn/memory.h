/* Memory aligned for vectors and pages. Local. */
#ifndef CORNERTURN_MEMORY_H
#define CORNERTURN_MEMORY_H

#include <cornerturn/status.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* `bytes` (0 included) of memory aligned to a page from 64 KiB on and to 64 bytes below. The caller
 * frees it with ct_free. CT_ERROR_MEMORY when there is none, naming the size. */
ct_status ct_alloc(ptrdiff_t bytes, void **memory);
void ct_free(void *memory);

#ifdef __cplusplus
}
#endif

#endif
