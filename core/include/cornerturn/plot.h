/* The figure of a hull as SVG. Local, pure and free of MPI. */
#ifndef CORNERTURN_PLOT_H
#define CORNERTURN_PLOT_H

#include <cornerturn/hull.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Draws time over block size: every face where it is best, thick, and the rest of its line thin;
 * the `count` `others` (not on the hull; their from_bytes is of no account) dashed. Axes are
 * logarithmic where the break points lie far apart. CT_ERROR_FILE when writing fails. */
ct_status ct_hull_plot(FILE *file, const char *title, const ct_hull *hull, const ct_face *others,
                       int count);

#ifdef __cplusplus
}
#endif

#endif
