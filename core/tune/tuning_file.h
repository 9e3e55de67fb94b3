/*
 * Reads and replaces a tuning file, safe for concurrent jobs.
 *
 * A writer takes a lock, reads the current file, merges its entry, writes a temporary file and
 * renames it to the tuning file: readers need no lock and never see half of it. The lock is that of
 * files/lock.h. On a file system without kernel locks it is a directory PATH.lock.d, which is taken
 * over when older than any writer needs.
 *
 * Local, free of MPI.
 */
#ifndef CT_TUNE_TUNING_FILE_H
#define CT_TUNE_TUNING_FILE_H

#include "tune/tuning_text.h"

/* Reads the whole file; a missing one is empty. The caller frees *start. CT_ERROR_FILE when it
 * cannot be read or is no regular file, CT_ERROR_MEMORY. */
ct_status ct_tuning_file_read(const char *path, char **start, size_t *length);

/* Stores an entry, replacing the one with its key. CT_ERROR_FILE, with the file unchanged, when it
 * is no tuning file, cannot be written, or another job holds the lock. `directory_lock`: use no
 * kernel lock. */
ct_status ct_tuning_file_put(const char *path, const ct_tuning_entry *entry, int directory_lock);

/* Checks that an entry could be stored now; writes nothing. CT_ERROR_FILE as above. */
ct_status ct_tuning_file_check(const char *path);

#endif
