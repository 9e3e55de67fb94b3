/* The figure of measured and predicted times over block size, as SVG. */
#ifndef CT_APPS_EXCHANGE_DRAW_TIMES_H
#define CT_APPS_EXCHANGE_DRAW_TIMES_H

#include <cornerturn/status.h>
#include <stdio.h>

/* The times of one algorithm, in seconds for each of the figure's block sizes; 0 or less where the
 * time is not known. The quartiles low_s and high_s are both NULL where they are not known, and so
 * is predicted_s. */
typedef struct draw_series {
    const char *name;
    const double *measured_s, *predicted_s, *low_s, *high_s;
    int is_reference; /* a reference, such as a copy, not an exchange */
    int is_choice; /* at each size one of the other series, which shows quartiles and predictions */
} draw_series;

/* Draws `count` series over `sizes` block sizes, which ascend and are above 0: measured times
 * solid, the range between the quartiles shaded, predicted times dashed, both axes logarithmic;
 * references in grey and apart from the exchanges, choices wide and pale. CT_ERROR_ARGUMENT when
 * nothing was measured, CT_ERROR_FILE when writing fails. */
ct_status draw_times(FILE *file, const char *title, int sizes, const double *block_bytes,
                     const draw_series *series, int count);

#endif
