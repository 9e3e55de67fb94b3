/*
 * The vector instructions that kernels use: the best of this processor, detected at run time.
 *
 * Local.
 */
#ifndef CT_KERNELS_VECTORS_H
#define CT_KERNELS_VECTORS_H

/* Each includes the earlier ones. */
typedef enum ct_vectors { CT_VECTORS_PORTABLE, CT_VECTORS_AVX2, CT_VECTORS_AVX512 } ct_vectors;

/* The best within the limit. */
ct_vectors ct_vectors_used(void);

/* Sets the limit for the process, for tests. */
void ct_vectors_limit(ct_vectors vectors);

#endif
