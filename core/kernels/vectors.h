/*
 * Which vector instructions the kernels use: the best this processor has, found when running, so
 * that one library is right for all machines.
 *
 * Local.
 */
#ifndef CT_KERNELS_VECTORS_H
#define CT_KERNELS_VECTORS_H

/* Each includes those before. */
typedef enum ct_vectors { CT_VECTORS_PORTABLE, CT_VECTORS_AVX2, CT_VECTORS_AVX512 } ct_vectors;

/* The best there are within the limit. */
ct_vectors ct_vectors_used(void);

/* Limits all later copies of the process; tests try one after the other. */
void ct_vectors_limit(ct_vectors vectors);

#endif
