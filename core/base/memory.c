#include <cornerturn/memory.h>

#include "base/fail.h"

#include <stdlib.h>

enum { LINE_BYTES = 64, PAGE_BYTES = 4096, PAGED_FROM_BYTES = 65536 };

ct_status ct_alloc(ptrdiff_t bytes, void **memory) {
    size_t alignment = bytes >= PAGED_FROM_BYTES ? PAGE_BYTES : LINE_BYTES;
    *memory = NULL;
    if (bytes < 0) {
        return ct_raise(CT_ERROR_ARGUMENT, "cannot allocate %td bytes", bytes);
    }
    size_t rounded = ((size_t)bytes + alignment - 1) / alignment * alignment;
    *memory = aligned_alloc(alignment, rounded > 0 ? rounded : alignment);
    if (*memory == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for an array of %.3f GB on this rank",
                        (double)bytes * 1e-9);
    }
    return CT_OK;
}

void ct_free(void *memory) {
    free(memory);
}
