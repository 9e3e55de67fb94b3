/* Of decompositions what only core/redistribute needs. Local, pure. */
#ifndef CT_REDISTRIBUTE_DECOMPOSITION_H
#define CT_REDISTRIBUTE_DECOMPOSITION_H

#include <cornerturn/decomposition.h>

/* The coordinate of a rank along an axis of the grid; -1: the rank is beyond it. */
int ct_decomposition_part(const ct_decomposition *decomposition, int axis, int rank);

/* Elements of memory that a box takes, with its ghosts. */
ptrdiff_t ct_decomposition_box_elements(const ct_decomposition *decomposition, const ct_box *box);

#endif
