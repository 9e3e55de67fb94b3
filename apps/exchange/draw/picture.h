/* The state of a picture of steps being drawn: links, messages, frames, and the key. */
#ifndef CT_APPS_EXCHANGE_DRAW_PICTURE_H
#define CT_APPS_EXCHANGE_DRAW_PICTURE_H

#include "apps/exchange/draw/sketch.h"

#include <cornerturn/ensemble.h>

/* Loads in distinguishable shades. */
typedef struct draw_shade {
    int most; /* messages */
    const char *colour, *words;
} draw_shade;

enum { DRAW_SHADES = 5 };
extern const draw_shade draw_shades[DRAW_SHADES];

/* Number of the shade of a load of at least 1. */
int draw_shade_of(int load);

/* What occurs in the drawn steps, and so appears in the key. */
typedef struct draw_seen {
    unsigned shades;             /* bits */
    int sends, sends_many, idle; /* ranks with one message, with several, with none */
    int passes;                  /* a link at whose head no message ends */
    int cut;                     /* links that are cut off */
} draw_seen;

typedef struct draw_picture {
    FILE *file;
    const ct_ensemble *ensemble;
    const ct_topology *topology;
    draw_sketch sketch;
    ptrdiff_t links;                /* of one rail */
    int rails;                      /* independent networks, each with all links */
    int *load, *ending;             /* by rail and link, in the step at hand: messages over it, and
                                       those that end at its head */
    int *sends, *receives, *target; /* by rank: how many, how many, the last */
    int *counting, *drawing;        /* cursors by rank */
    draw_point corner;              /* of the panel, in pixels */
    ptrdiff_t messages, largest;    /* in the step at hand */
    int most_load;
    draw_seen seen;
} draw_picture;

/* Converts units to pixels. */
draw_point draw_picture_pixels(const draw_picture *p, draw_point place);

/* A place offset `forward` along the direction `along`, and to its `right`. */
draw_point draw_picture_offset(draw_point place, draw_point along, double forward, double right);

/* Begins and continues the data of a path: `command` and a place in units. */
void draw_picture_go(const draw_picture *p, char command, draw_point place);

/* The name of the block of a rank: "z = 2, w = 0", "bit 3 = 1". */
enum { DRAW_BLOCK_NAME = 512 };
void draw_picture_block_name(const draw_picture *p, int rank, char name[DRAW_BLOCK_NAME]);

/* Draws named frames round blocks and nodes, and the links in grey. */
void draw_picture_frames(const draw_picture *p);
void draw_picture_links(const draw_picture *p);

/* The messages of the step at hand, whose loads are counted, over each link; and, where there are
 * no links, one message as a bow: a ct_send_visitor of a draw_picture. */
void draw_picture_loads(const draw_picture *p);
void draw_picture_bow(void *context, int from, const ct_move *move);

/* The styles and markers of a picture, and the key at its head; its width in pixels. */
void draw_picture_styles(const draw_picture *p, char *css, size_t css_bytes);
void draw_picture_markers(const draw_picture *p);
double draw_picture_key(const draw_picture *p, int is_drawn);

#endif
