/*
 * A lock between processes on hosts that share a file system: a kernel lock (fcntl) on the file
 * PATH.lock. On NFS and Lustre (mounted with `flock`) it holds across hosts. The kernel releases it
 * when its owner ends, in any way. The owner removes the file before releasing; a process that
 * locks a removed file tries again. A file left by a killed owner is harmless.
 *
 * On a file system without kernel locks the file's existence is the lock, created with O_EXCL. It
 * names host, boot and process of its owner: if that process of this host has ended, the lock is
 * taken over. The file of a dead owner on another host must be removed by hand.
 *
 * Local, free of MPI.
 */
#ifndef CT_FILES_LOCK_H
#define CT_FILES_LOCK_H

#include <limits.h>
#include <stdbool.h>

enum { CT_HOLDER_BYTES = 96 };

typedef struct ct_lock {
    int descriptor; /* with the kernel lock; -1: the file's existence is the lock */
    int unfinished; /* in files/unfinished.h */
    char file[PATH_MAX];
} ct_lock;

typedef enum ct_lock_kind { CT_LOCK_KERNEL, CT_LOCK_FILE } ct_lock_kind;

/* 1: acquired; 0: another process has it; -1: error in errno (for CT_LOCK_KERNEL see
 * ct_lock_is_missing). Does not wait. */
int ct_lock_try(const char *path, ct_lock_kind kind, ct_lock *lock);
void ct_lock_release(ct_lock *lock);

/* Whether the error means that the file system has no kernel locks. */
bool ct_lock_is_missing(int error);

/* Whether another process has the lock of `path`. Creates nothing. */
bool ct_lock_is_held(const char *path);

/* Whether what has the lock's name is no lock, but something of a user's: it is not to be
 * overwritten. */
bool ct_lock_is_foreign(const char *path);

/* The owner named in the file: "process 12 on host a". Empty if unknown. */
void ct_lock_holder(const char *path, char holder[CT_HOLDER_BYTES]);

#endif
