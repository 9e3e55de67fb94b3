/* Short lists of whole numbers in configs, such as extents and process grids. */
#ifndef CT_APPS_JOB_NUMBERS_H
#define CT_APPS_JOB_NUMBERS_H

#include <cornerturn/grid.h>

/* Reads numbers from 0 with one of `separators` between them; their count, or -1 where the text is
 * not of that form. Local. */
int job_read_numbers(const char *text, const char *separators, ptrdiff_t numbers[CT_MAX_AXES]);

#endif
