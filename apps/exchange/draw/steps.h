/* Pictures of steps as SVG: the messages on their topology. */
#ifndef CT_APPS_EXCHANGE_DRAW_STEPS_H
#define CT_APPS_EXCHANGE_DRAW_STEPS_H

#include <cornerturn/ensemble.h>
#include <stdio.h>

enum { DRAW_RANKS_MOST = 1024, DRAW_STEPS_MOST = 64 };

/* Whether a picture of that many ranks and steps is legible. CT_ERROR_UNSUPPORTED. */
ct_status draw_fits(int ranks, int steps);

/* Draws steps `first` .. `last`, a panel each: ranks, links, and on each link its messages as one
 * line, coloured by how many share the link. The line has its arrow head at its end where a message
 * ends there, in the middle where all go on. Several planes of a mesh or torus, or cubes of a
 * hypercube, are framed and named, and links between them are cut off. Ranks without links stand in
 * a circle, grouped by node, and the colour shows how many messages go into one rank. The key
 * explains what occurs. CT_ERROR_UNSUPPORTED: not legible. CT_ERROR_ARGUMENT: there are no such
 * steps. CT_ERROR_FILE: writing failed. */
ct_status draw_steps(FILE *file, const ct_ensemble *ensemble, const ct_topology *topology,
                     const char *title, int first, int last);

#endif
