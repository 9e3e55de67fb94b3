/*
 * The run report: a YAML document written by rank 0 under a temporary name, renamed when complete.
 */
#ifndef CT_IO_OUTPUT_REPORT_H
#define CT_IO_OUTPUT_REPORT_H

#include <cornerturn/status.h>
#include <mpi.h>

typedef struct ct_report ct_report;

/* Opens a report that will replace `path`. Local: call on one rank. The caller ends it with
 * ct_report_commit or ct_report_discard. CT_ERROR_FILE when it cannot be written. */
ct_status ct_report_create(const char *path, ct_report **report);

/* Entries of the current map (key given) or list (key NULL); at first that is the document's map.
 * Keys and texts are quoted as needed to read back as they are; bytes that are not UTF-8 become
 * U+FFFD. The first failure is returned by commit. Local. */
void ct_report_map(ct_report *report, const char *key);  /* opens a map */
void ct_report_list(ct_report *report, const char *key); /* opens a list */
void ct_report_end(ct_report *report);                   /* closes the innermost of either */
void ct_report_text(ct_report *report, const char *key, const char *value);
void ct_report_block(ct_report *report, const char *key, const char *lines); /* literal block */
void ct_report_number(ct_report *report, const char *key, double value);
void ct_report_count(ct_report *report, const char *key, long long value);
void ct_report_flag(ct_report *report, const char *key, int value);

/* commit: closes open maps and lists, flushes and renames; CT_ERROR_FILE, with the file removed, if
 * that or an earlier call failed. discard: removes the file (NULL allowed). Both set *report to
 * NULL. Local. */
ct_status ct_report_commit(ct_report **report);
void ct_report_discard(ct_report **report);

#endif
