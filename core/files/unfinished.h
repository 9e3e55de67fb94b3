/*
 * Temporary files that must not outlive the process: signal handlers and the watchdog remove them.
 * Every rank of a job has the list (unfinished_share.h), since launchers kill all ranks when one
 * ends. Local.
 */
#ifndef CT_FILES_UNFINISHED_H
#define CT_FILES_UNFINISHED_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

enum { CT_UNFINISHED_MOST = 48, CT_UNFINISHED_NONE = -1 };

/* Adds a file; a quiet one, such as a lock, is not reported. Returns a handle for
 * ct_unfinished_drop, or CT_UNFINISHED_NONE if the list is full. */
int ct_unfinished_add(const char *path, bool is_quiet);
void ct_unfinished_drop(int *slot);

/* Creates a file, which must not exist, for writing, and adds it. Returns its descriptor, or -1
 * with errno as open does; then *slot is CT_UNFINISHED_NONE. */
int ct_unfinished_create(const char *path, bool is_quiet, int *slot);

/* Signals wait between these two, so that none comes after a file was created and before it is in
 * the list. errno stays. */
void ct_unfinished_begin(sigset_t *before);
void ct_unfinished_end(const sigset_t *before);

/* Empties the list; and iterates over it, *slot being 0 at first: NULL after the last. */
void ct_unfinished_clear(void);
const char *ct_unfinished_at(int *slot, bool *is_quiet);

/* Removes all files of the list. Writes those that this process removed, separated by commas, to
 * `text` and returns its length; 0 for none. Async-signal-safe. */
size_t ct_unfinished_remove(char *text, size_t text_bytes);

#endif
