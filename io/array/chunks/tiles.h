/* A dataset in tiles: boxes of whole chunks, of a size that is worth a call. Local and pure. */
#ifndef CT_IO_ARRAY_CHUNKS_TILES_H
#define CT_IO_ARRAY_CHUNKS_TILES_H

#include <cornerturn/grid.h>
#include <stdbool.h>

typedef struct ct_tiles {
    int axes;
    ptrdiff_t extent[CT_MAX_AXES]; /* of the dataset */
    ptrdiff_t tile[CT_MAX_AXES];   /* of a tile: multiples of the chunk's */
    ptrdiff_t base[CT_MAX_AXES];   /* where the first tile begins */
    ptrdiff_t count[CT_MAX_AXES];  /* tiles along each axis */
    ptrdiff_t total;
} ct_tiles;

/* The tiles that cover `range`: chunks, joined along the last axes while they have at most
 * `most_elements`. None for an empty range. */
ct_tiles ct_tiles_make(int axes, const ptrdiff_t *extent, const ptrdiff_t *chunk,
                       const ct_box *range, ptrdiff_t most_elements);

/* Elements of a whole tile. */
ptrdiff_t ct_tiles_elements(const ct_tiles *tiles);

/* Tile `index`, without what lies outside the dataset. */
ct_box ct_tiles_at(const ct_tiles *tiles, ptrdiff_t index);

/* What two boxes share; empty where they share nothing. */
ct_box ct_box_shared(const ct_box *a, const ct_box *b);

/* The least box around two, of which an empty one does not count. */
ct_box ct_box_around(const ct_box *a, const ct_box *b);

/* Copies `part` from the array of box `from_box` to that of box `into_box`, both in C order. */
void ct_box_copy(const ct_box *part, ptrdiff_t element_bytes, const ct_box *from_box,
                 const char *from, const ct_box *into_box, char *into);

#endif
