/* The streamers of units, with each set of vector instructions. */
#ifndef CT_KERNELS_TILE_STREAMERS_H
#define CT_KERNELS_TILE_STREAMERS_H

#include "kernels/tile/tile.h"

/* Defines stream_UNIT of `stream_panel`, which the file has: it gets the number of rows that are
 * read along, or 0, as a constant. */
#define CT_TILE_STREAMER(TARGET, UNIT)                                                             \
    TARGET static void stream_##UNIT(const ct_tile *tile, const char *from, char *into,            \
                                     char *rest, ct_tile_ends ends, ct_tile_ahead *ahead) {        \
        if (tile->rows == ct_tile_along(UNIT, 0)) {                                                \
            stream_panel(tile, from, into, rest, ends, ahead, UNIT, ct_tile_along(UNIT, 0));       \
        } else if (tile->rows == ct_tile_along(UNIT, 1)) {                                         \
            stream_panel(tile, from, into, rest, ends, ahead, UNIT, ct_tile_along(UNIT, 1));       \
        } else {                                                                                   \
            stream_panel(tile, from, into, rest, ends, ahead, UNIT, 0);                            \
        }                                                                                          \
    }

#endif
