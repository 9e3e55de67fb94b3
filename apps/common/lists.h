/* Lists in configs: one entry for each axis of an array. Local. */
#ifndef CT_APPS_COMMON_LISTS_H
#define CT_APPS_COMMON_LISTS_H

#include <cornerturn/grid.h>
#include <stdbool.h>

/* Parses counts separated by any of `separators`; returns their number, or -1 for another form. */
int job_read_counts(const char *text, const char *separators, ptrdiff_t numbers[CT_MAX_AXES]);

/* Reads an order of axes: natural, reverse, or each axis once. CT_ERROR_CONFIG naming `key`. */
ct_status job_read_order(const char *key, const char *text, int axes, int order[CT_MAX_AXES]);

/* Reads one number above 0 for all axes, or one for each. CT_ERROR_CONFIG naming `key`. */
ct_status job_read_lengths(const char *key, const char *text, int axes,
                           double lengths[CT_MAX_AXES]);

/* Reads one of `words` (NULL-terminated) for all axes, or one for each: their indices. The number
 * of words is in *count: 1 or `axes`. CT_ERROR_CONFIG naming `key`. */
ct_status job_read_words(const char *key, const char *text, const char *const *words, int axes,
                         int indices[CT_MAX_AXES], int *count);

/* Reads parts along each axis such as 2x1x1, of at most `size` ranks. CT_ERROR_CONFIG naming `key`
 * and the `words` that the caller allows in their place. */
ct_status job_read_grid(const char *key, const char *text, const char *words, int axes, int size,
                        int grid[CT_MAX_AXES]);

/* Whether two texts are the same but for blanks and ends of lines after commas: a list of YAML has
 * none there. */
bool job_same_text(const char *a, size_t a_bytes, const char *b, size_t b_bytes);

/* Of a line of YAML, with those in which it goes on after a comma: long texts are folded at blanks.
 */
size_t job_line_bytes(const char *text);

/* Counts as text, with `between` them. Returns `text`. */
enum { JOB_COUNTS_BYTES = 96 };
const char *job_write_counts(int axes, const ptrdiff_t *counts, const char *between,
                             char text[JOB_COUNTS_BYTES]);

#endif
