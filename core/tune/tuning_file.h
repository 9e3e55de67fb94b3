/*
 * Reading and replacing a tuning file, which several jobs may do at once.
 *
 * A writer takes a lock, reads what is there by then, merges its entry, writes a file of its own
 * beside and renames that to the tuning file: readers need no lock and never see half of it. The
 * lock is that of files/lock.h. Where the file system has none of the kernel's it is a directory
 * PATH.lock.d, taken over when it has been there for longer than any writer needs.
 *
 * Local, free of MPI.
 */
#ifndef CT_TUNE_TUNING_FILE_H
#define CT_TUNE_TUNING_FILE_H

#include "tune/tuning_text.h"

/* The whole file; a missing one is empty. The caller frees *start. CT_ERROR_FILE when it cannot be
 * read or is no ordinary file, CT_ERROR_MEMORY. */
ct_status ct_tuning_file_read(const char *path, char **start, size_t *length);

/* Puts an entry into the file, in the place of the one with its key. CT_ERROR_FILE, and the file is
 * as it was, when it is somebody else's or cannot be written, or when another job keeps the lock.
 * `directory_lock`: do without the kernel's. */
ct_status ct_tuning_file_put(const char *path, const ct_tuning_entry *entry, int directory_lock);

/* Whether an entry could be put into the file now; nothing is written. CT_ERROR_FILE as above. */
ct_status ct_tuning_file_check(const char *path);

#endif
