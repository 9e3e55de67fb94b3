/* The vectors of which there are kernels of transforms, for tests of each. */
#ifndef CT_TEST_KERNEL_VECTORS_H
#define CT_TEST_KERNEL_VECTORS_H

#include "kernels/vectors.h"

static const ct_vectors kernel_vectors[] = {CT_VECTORS_AVX512, CT_VECTORS_AVX2};

enum { KERNEL_VECTORS = sizeof kernel_vectors / sizeof *kernel_vectors };

static inline int have_kernels(void) {
    return ct_vectors_used() >= CT_VECTORS_AVX2;
}

/* Limits the process to the vectors, and returns whether this processor has them. */
static inline int limit_to(ct_vectors vectors) {
    ct_vectors_limit(vectors);
    return ct_vectors_used() == vectors;
}

#endif
