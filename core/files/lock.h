/*
 * A lock between processes, on any hosts that share a file system: one of the kernel's (fcntl) on
 * the file PATH.lock. NFS and Lustre (mounted with `flock`) have it for all hosts together, and it
 * goes when its owner does, however that ends. Its owner removes the file before letting go, and
 * who gets the lock of a removed file tries again; a file that a killed owner left means nothing.
 *
 * A file system without such locks has a weaker one: that the file is there, made by nobody else.
 * The file names host, boot and process of its owner: one of this host that is no more keeps nobody
 * out. An owner of another host cannot be asked, and its file has to be removed by hand.
 *
 * Local, free of MPI.
 */
#ifndef CT_FILES_LOCK_H
#define CT_FILES_LOCK_H

#include <limits.h>
#include <stdbool.h>

enum { CT_HOLDER_BYTES = 96 };

typedef struct ct_lock {
    int descriptor; /* that the kernel's lock is on; -1: the file's being there is the lock */
    int unfinished; /* in files/unfinished.h */
    char file[PATH_MAX];
} ct_lock;

typedef enum ct_lock_kind { CT_LOCK_KERNEL, CT_LOCK_FILE } ct_lock_kind;

/* 1: taken; 0: another process has it; -1: not possible, for errno's reason (of CT_LOCK_KERNEL, see
 * ct_lock_is_missing). It does not wait. */
int ct_lock_try(const char *path, ct_lock_kind kind, ct_lock *lock);
void ct_lock_release(ct_lock *lock);

/* Whether the error says that the file system has no locks of the kernel. */
bool ct_lock_is_missing(int error);

/* Whether another process has the lock of `path`; nothing is made. */
bool ct_lock_is_held(const char *path);

/* Who has it, as its file says: "process 12 on host a". Empty where that is unknown. */
void ct_lock_holder(const char *path, char holder[CT_HOLDER_BYTES]);

#endif
