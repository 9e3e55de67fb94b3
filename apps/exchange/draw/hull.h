/* The figure of a hull of optimality: time over block size, as SVG. */
#ifndef CT_APPS_EXCHANGE_DRAW_HULL_H
#define CT_APPS_EXCHANGE_DRAW_HULL_H

#include <cornerturn/hull.h>
#include <stdio.h>

/* Draws each face thick where it is the best and thin elsewhere, and the `count` faces `others`,
 * which are not on the hull, dashed; their from_bytes is not used. Axes are logarithmic where the
 * break points lie far apart. CT_ERROR_FILE when writing fails. */
ct_status draw_hull(FILE *file, const char *title, const ct_hull *hull, const ct_face *others,
                    int count);

#endif
