/*
 * Files under temporary names that must not outlive the process that writes them: a signal or a
 * watchdog that ends it removes them. Every rank of a job knows them (unfinished_share.h), for
 * where one rank is ended launchers kill the others at once. Local.
 */
#ifndef CT_FILES_UNFINISHED_H
#define CT_FILES_UNFINISHED_H

#include <stdbool.h>
#include <stddef.h>

enum { CT_UNFINISHED_MOST = 48, CT_UNFINISHED_NONE = -1 };

/* Remembers a file; a quiet one is not worth a word, such as a lock. The answer, possibly
 * CT_UNFINISHED_NONE for want of room, is for ct_unfinished_drop, which forgets it. */
int ct_unfinished_add(const char *path, bool is_quiet);
void ct_unfinished_drop(int *slot);

/* Forgets all, and gives them one after the other: NULL after the last. */
void ct_unfinished_clear(void);
const char *ct_unfinished_at(int *slot, bool *is_quiet);

/* Removes them all. Returns the length of a text of those that this process removed, with commas
 * between; 0 for none. May be called by a handler of signals. */
size_t ct_unfinished_remove(char *text, size_t text_bytes);

#endif
