/*
 * Pictures of steps as SVG: the messages on their topology.
 *
 * Local, pure and free of MPI.
 */
#ifndef CORNERTURN_DRAW_H
#define CORNERTURN_DRAW_H

#include <cornerturn/ensemble.h>
#include <cornerturn/public.h>
#include <stdio.h>

CT_PUBLIC_BEGIN

enum { CT_DRAW_RANKS_MOST = 1024, CT_DRAW_STEPS_MOST = 64 };

/* Whether that many ranks and steps can be read. CT_ERROR_UNSUPPORTED. */
ct_status ct_draw_fits(int ranks, int steps);

/* Draws steps `first` .. `last` of an ensemble, a panel each: ranks, links, and messages by the
 * link, the colour telling how many share it, and the end of the line whether any ends there.
 * Planes of a mesh or torus and cubes of a hypercube of which there are several are framed and
 * named, links between them cut off. Ranks that have no links stand in a circle, by nodes where
 * there are nodes, and colour tells how many messages go into one rank. The key explains what
 * occurs. `title` says what it is. CT_ERROR_UNSUPPORTED for more ranks or steps than can be read,
 * CT_ERROR_ARGUMENT for steps there are not, CT_ERROR_FILE when writing fails. */
ct_status ct_draw_steps(FILE *file, const ct_ensemble *ensemble, const ct_topology *topology,
                        const char *title, int first, int last);

CT_PUBLIC_END

#endif
