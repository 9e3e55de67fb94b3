/* A picture of steps while it is drawn, and its messages. */
#ifndef CT_SCHEDULE_PICTURE_H
#define CT_SCHEDULE_PICTURE_H

#include "schedule/sketch.h"

#include <cornerturn/ensemble.h>

/* Loads in shades that a reader tells apart. */
typedef struct ct_shade {
    int most; /* messages */
    const char *colour, *words;
} ct_shade;

enum { CT_SHADES = 5 };
extern const ct_shade ct_shades[CT_SHADES];

/* Radius of the circle that stands for a rank, in units. */
#define CT_RANK_RADIUS 0.22

typedef struct ct_picture {
    FILE *file;
    const ct_ensemble *ensemble;
    const ct_topology *topology;
    ct_sketch sketch;
    ptrdiff_t links;                /* of one rail */
    int *load;                      /* by rail and link, in the step at hand */
    int *sends, *receives, *target; /* by rank: how many, how many, the last */
    int *counting, *drawing;        /* cursors by rank */
    ct_point corner;                /* of the panel, in pixels */
    ptrdiff_t messages, largest;    /* in the step at hand */
    int most_load;
} ct_picture;

/* Pixels of a place in units. */
ct_point ct_picture_pixels(const ct_picture *p, ct_point place);

/* The place ahead and to the right of another, for one who travels `along`. */
ct_point ct_picture_beside(ct_point place, ct_point along, double forward, double right);

/* Draws one message: a ct_send_visitor of a ct_picture whose loads are counted. */
void ct_picture_message(void *context, int from, const ct_move *move);

#endif
