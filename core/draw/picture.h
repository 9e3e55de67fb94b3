/* A picture of steps while it is drawn: links and messages, what frames them, and the key. */
#ifndef CT_DRAW_PICTURE_H
#define CT_DRAW_PICTURE_H

#include "draw/sketch.h"

#include <cornerturn/ensemble.h>

/* Loads in shades that a reader tells apart. */
typedef struct ct_shade {
    int most; /* messages */
    const char *colour, *words;
} ct_shade;

enum { CT_SHADES = 5 };
extern const ct_shade ct_shades[CT_SHADES];

/* Number of the shade of a load of at least 1. */
int ct_shade_of(int load);

/* What occurs in the steps that are drawn: the key explains that and nothing else. */
typedef struct ct_seen {
    unsigned shades;             /* bits */
    int sends, sends_many, idle; /* ranks with one message, with several, with none */
    int passes;                  /* a link at whose head no message ends */
    int cut;                     /* links that are cut off */
} ct_seen;

typedef struct ct_picture {
    FILE *file;
    const ct_ensemble *ensemble;
    const ct_topology *topology;
    ct_sketch sketch;
    ptrdiff_t links;                /* of one rail */
    int rails;                      /* independent networks, each with all links */
    int *load, *ending;             /* by rail and link, in the step at hand: messages over it, and
                                       those that end at its head */
    int *sends, *receives, *target; /* by rank: how many, how many, the last */
    int *counting, *drawing;        /* cursors by rank */
    ct_point corner;                /* of the panel, in pixels */
    ptrdiff_t messages, largest;    /* in the step at hand */
    int most_load;
    ct_seen seen;
} ct_picture;

/* Pixels of a place in units. */
ct_point ct_picture_pixels(const ct_picture *p, ct_point place);

/* The place ahead and to the right of another, for one who travels `along`. */
ct_point ct_picture_beside(ct_point place, ct_point along, double forward, double right);

/* Begins and continues the data of a path: `command` and a place in units. */
void ct_picture_go(const ct_picture *p, char command, ct_point place);

/* The name of the block of a rank: "z = 2, w = 0", "bit 3 = 1". */
enum { CT_BLOCK_NAME = 512 };
void ct_picture_block_name(const ct_picture *p, int rank, char name[CT_BLOCK_NAME]);

/* Frames with names round blocks and nodes; the links themselves, in grey. */
void ct_picture_frames(const ct_picture *p);
void ct_picture_links(const ct_picture *p);

/* The messages of the step at hand, whose loads are counted, over each link; and, where there are
 * no links, one message as a bow: a ct_send_visitor of a ct_picture. */
void ct_picture_loads(const ct_picture *p);
void ct_picture_bow(void *context, int from, const ct_move *move);

/* The styles and markers of a picture, and the key at its head; its width in pixels. */
void ct_picture_styles(const ct_picture *p, char *css, size_t room);
void ct_picture_markers(const ct_picture *p);
double ct_picture_key(const ct_picture *p, int is_drawn);

#endif
