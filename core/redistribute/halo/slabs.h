/*
 * The ghosts of a part as slabs, and each slab as pieces of the array. Local, pure.
 *
 *   with corners     faces only      Slab 2 a + s lies beyond side s of axis a. With corners it
 *   0 0 0 0 0          0 0 0         reaches over the ghosts along the axes before a.
 *   2 x x x 3        2 x x x 3
 *   2 x x x 3        2 x x x 3
 *   1 1 1 1 1          1 1 1         (here the second axis comes first)
 */
#ifndef CT_REDISTRIBUTE_HALO_SLABS_H
#define CT_REDISTRIBUTE_HALO_SLABS_H

#include "redistribute/decomposed/owned.h"

typedef struct ct_halo_shape {
    int axes;
    ptrdiff_t extent[CT_MAX_AXES];
    int periodic[CT_MAX_AXES];
    int faces_only;
    ptrdiff_t width[CT_MAX_AXES][2];
} ct_halo_shape;

/* Slab `index` of a part. Its positions are counted from the part's first, so some are negative. */
ct_box ct_halo_slab(const ct_halo_shape *shape, const ct_box *part, int index);

/* The pieces of a slab: inside one no axis passes an end of the array. */
typedef struct ct_halo_pieces {
    const ct_halo_shape *shape;
    ct_box at;                    /* the slab, as if the array repeated without end */
    ptrdiff_t first[CT_MAX_AXES]; /* repetition in which it begins along each axis, */
    ptrdiff_t end[CT_MAX_AXES];   /* and the one behind its last */
    ptrdiff_t turn[CT_MAX_AXES];  /* that of the next piece */
    int ended;
} ct_halo_pieces;

ct_halo_pieces ct_halo_pieces_of(const ct_halo_shape *shape, const ct_box *part,
                                 const ct_box *slab);

/* The next piece: its positions in the array, and their numbers (`at`) in the slab. 0: there is
 * none left. */
int ct_halo_pieces_next(ct_halo_pieces *pieces, ct_owned *piece);

#endif
