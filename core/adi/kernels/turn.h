/* What kernels of turning passes (step/turned.h) are given. */
#ifndef CT_ADI_KERNELS_TURN_H
#define CT_ADI_KERNELS_TURN_H

#include <stddef.h>

/* Rows first .. end - 1 of a plane, where variable systems turn from the middle axis to the first
 * one: eliminated along the one, then substituted along it and eliminated along the other. Pivots
 * along both are computed once more, which takes less time than reading them. */
typedef struct ct_adi_turn {
    ptrdiff_t plane, number; /* of the box; in the order of elimination */
    ptrdiff_t first, end;
    void *rows; /* the plane, dense */
    void *edge; /* between calls for a plane: two rows that elimination passes on; on the way back,
                   the last rows first, the row after's solution */
    void *into; /* the plane, eliminated along the first axis, dense, aligned to vectors, by
                   streaming stores; or NULL: it replaces the rows */
    ptrdiff_t pitch;    /* of rows of: */
    void *high;         /* the plane's factors of substitution along the middle axis */
    void *open;         /* between planes: kappa at the faces to the next one times 1 - high, */
    void *passed;       /* and times the plane, eliminated along the first axis */
    void *sum, *weight; /* of the plane's lines along the first axis, as in `forward` */
} ct_adi_turn;

#endif
