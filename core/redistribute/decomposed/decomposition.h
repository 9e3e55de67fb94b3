/* Of decompositions what only core/redistribute needs. Local, pure. */
#ifndef CT_REDISTRIBUTE_DECOMPOSITION_H
#define CT_REDISTRIBUTE_DECOMPOSITION_H

#include <cornerturn/decomposition.h>

/* The axes from the slowest to the fastest in memory. */
void ct_decomposition_order(const ct_decomposition *decomposition, int order[CT_MAX_AXES]);

/* Whether a rank is in the grid; its coordinates there. */
int ct_decomposition_holds(const ct_decomposition *decomposition, int rank);
void ct_decomposition_parts(const ct_decomposition *decomposition, int rank, int part[CT_MAX_AXES]);

/* The part along an axis of the grid that has a position, and behind which one it ends there. */
int ct_decomposition_owner(const ct_decomposition *decomposition, int axis, ptrdiff_t position,
                           ptrdiff_t *end);

/* Elements of memory that a box takes, with its ghosts. */
ptrdiff_t ct_decomposition_box_elements(const ct_decomposition *decomposition, const ct_box *box);

#endif
