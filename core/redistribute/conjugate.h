/* Complex conjugation. Local, pure. */
#ifndef CT_REDISTRIBUTE_CONJUGATE_H
#define CT_REDISTRIBUTE_CONJUGATE_H

#include <cornerturn/layout.h>

/* Flips the sign of the elements of a block that has at least one axis; the sign is the highest bit
 * of byte `sign_byte` of an element. */
void ct_conjugate(char *array, const ct_block *block, ptrdiff_t sign_byte);

#endif
