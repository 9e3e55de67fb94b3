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

/* Reopens a table and truncates it to its first `bytes`; fails if it is shorter. Until the commit
 * the file stays for a later run; if only PATH exists, continues in a copy. */
ct_status ct_table_reopen(const char *path, ptrdiff_t bytes, ct_table **table);

/* Adds a row. */
ct_status ct_table_row(ct_table *table, int count, const double *values);

/* Flushes all rows to the disk and returns the file's bytes; from now on the file stays for a later
 * run. */
ct_status ct_table_flush(ct_table *table, ptrdiff_t *bytes);

/* Makes ct_table_discard leave the file for a later run, or, without `stays`, not. */
void ct_table_preserve(ct_table *table, bool stays);

/* Renames the file to `path`. Sets *table to NULL. */
ct_status ct_table_commit(ct_table **table);

/* Closes without renaming; NULL is allowed. Sets *table to NULL. */
void ct_table_discard(ct_table **table);

#endif
