/* Figures of times over the block size, as SVG. Local, pure and free of MPI. */
#ifndef CORNERTURN_PLOT_H
#define CORNERTURN_PLOT_H

#include <cornerturn/hull.h>
#include <cornerturn/public.h>
#include <stdio.h>

CT_PUBLIC_BEGIN

/* Draws time over block size: every face where it is best, thick, and the rest of its line thin;
 * the `count` `others` (not on the hull; their from_bytes is of no account) dashed. Axes are
 * logarithmic where the break points lie far apart. CT_ERROR_FILE when writing fails. */
ct_status ct_hull_plot(FILE *file, const char *title, const ct_hull *hull, const ct_face *others,
                       int count);

/* What was measured of one way to exchange, and predicted: a number of seconds for each of the
 * figure's block sizes, not above 0 where it is not known. NULL where nothing is known of all: the
 * quartiles low_s and high_s, which go together, and predicted_s. */
typedef struct ct_times {
    const char *name;
    const double *measured_s, *predicted_s, *low_s, *high_s;
    int is_reference; /* no exchange, but what exchanges are compared with, such as a copy */
    int is_choice; /* one of the others at every size, which have its quartiles and predictions */
} ct_times;

/* Draws `count` ways over `sizes` block sizes, ascending and above 0: measured solid, between
 * quartiles shaded, predicted dashed, both axes logarithmic; references in grey and apart from the
 * exchanges, choices wide and pale. CT_ERROR_ARGUMENT when nothing was measured, CT_ERROR_FILE when
 * writing fails. */
ct_status ct_times_plot(FILE *file, const char *title, int sizes, const double *block_bytes,
                        const ct_times *times, int count);

CT_PUBLIC_END

#endif
