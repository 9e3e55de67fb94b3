/* Arrays to transform, of ct_alloc, which other ranks of the node reach, or of malloc. */
#ifndef CT_TESTS_FFT_ARRAYS_H
#define CT_TESTS_FFT_ARRAYS_H

#include "expect.h"

#include <cornerturn/memory.h>
#include <stdlib.h>
#include <string.h>

/* Of NaN. Collective where it is shared. */
static inline void *array_create(ptrdiff_t bytes, int is_shared) {
    void *memory = NULL;
    if (is_shared) {
        EXPECT_INT(ct_alloc(MPI_COMM_WORLD, bytes + 1, &memory), CT_OK);
    } else {
        memory = malloc((size_t)bytes + 1);
    }
    memset(memory, 0xff, (size_t)bytes + 1);
    return memory;
}

static inline void array_destroy(void *memory, int is_shared) {
    if (is_shared) {
        ct_free(&memory);
    } else {
        free(memory);
    }
}

#endif
