/*
 * Tables of numbers that grow row by row, as CSV: a line of names, then a line of numbers a row,
 * the shortest that read back as they are. Under its temporary name PATH.partial until it is
 * complete; a later run can continue it. Local: one rank calls. All failures are CT_ERROR_FILE
 * and name the path.
 */
#ifndef CT_IO_OUTPUT_TABLE_H
#define CT_IO_OUTPUT_TABLE_H

#include <cornerturn/status.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct ct_table ct_table;

/* Begins a table; `header` is its first line, names with commas between. The caller ends it with
 * ct_table_commit or ct_table_discard. */
ct_status ct_table_create(const char *path, bool overwrite, const char *header, ct_table **table);

/* Goes on with the first `bytes` of it: what was written after that is cut off. Fails where it is
 * shorter. Until the commit the file is left to a later run, whatever happens; where only PATH is
 * there, it is gone on with in a copy. */
ct_status ct_table_reopen(const char *path, ptrdiff_t bytes, ct_table **table);

/* Adds a row. */
ct_status ct_table_row(ct_table *table, int count, const double *values);

/* Sees to it that all rows are on the disk, and tells how many bytes that is; from now on the file
 * is left to a later run. */
ct_status ct_table_flush(ct_table *table, ptrdiff_t *bytes);

/* Gives the file its name. Sets *table to NULL. */
ct_status ct_table_commit(ct_table **table);

/* Ends it without; NULL is allowed. Sets *table to NULL. */
void ct_table_discard(ct_table **table);

#endif
