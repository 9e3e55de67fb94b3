#include "adi/memory.h"

#include "adi/plan.h"
#include "base/pages.h"
#include <cornerturn/agree.h>
#include <cornerturn/memory.h>

#include <stdlib.h>
#include <string.h>

void *ct_adi_zeros(ptrdiff_t bytes) {
    void *memory = ct_pages_alloc((size_t)bytes);
    if (memory != NULL) {
        memset(memory, 0, (size_t)bytes);
    }
    return memory;
}

void *ct_adi_memory(ct_adi_plan *plan, ptrdiff_t numbers, ptrdiff_t bytes) {
    plan->bytes += (double)numbers * (double)bytes;
    return ct_adi_zeros(numbers * bytes);
}

ct_status ct_adi_array(ct_adi_plan *plan, ptrdiff_t numbers, void **memory) {
    const ptrdiff_t bytes = numbers * plan->kernels->bytes;
    const int is_shared = plan->method == CT_ADI_TRANSPOSING;
    ct_status status = ct_alloc(is_shared ? plan->comm : MPI_COMM_SELF, bytes, memory);
    status = is_shared ? status : ct_agree(plan->comm, status);
    if (status == CT_OK) {
        memset(*memory, 0, (size_t)bytes);
        plan->bytes += (double)bytes;
    }
    return status;
}
