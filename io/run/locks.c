#include "io/run/locks.h"

#include "base/escape.h"
#include "base/fail.h"
#include "base/mpi.h"
#include "files/lock.h"
#include "files/sibling.h"
#include <cornerturn/agree.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct ct_locks {
    int count;
    ct_lock lock[];
};

static bool is_written(const ct_path_use *use) {
    struct stat about;
    return use->fate == CT_PATH_WRITTEN && use->path != NULL && use->path[0] != '\0' &&
           (stat(use->path, &about) != 0 || S_ISREG(about.st_mode));
}

static ct_status refuse(const char *path) {
    char holder[CT_HOLDER_BYTES];
    char file[PATH_MAX] = "";
    ct_lock_holder(path, holder);
    (void)ct_path_sibling(path, ".lock", file);
    return ct_raise(CT_ERROR_FILE,
                    "cannot write %s: another job is writing it, %s (it has the lock %s); allowed: "
                    "another name, or to wait until that job ends",
                    ct_escaped(path), holder[0] != '\0' ? holder : "of another host",
                    ct_escaped(file));
}

static ct_status refuse_foreign(const char *path) {
    char file[PATH_MAX] = "";
    (void)ct_path_sibling(path, ".lock", file);
    return ct_raise(CT_ERROR_FILE,
                    "cannot write %s: %s, which would be its lock, is something else; allowed: "
                    "another name, or to move that away",
                    ct_escaped(path), ct_escaped(file));
}

/* Whether the checks of the output will report the error: no file can be created. */
static bool is_told_elsewhere(int error, const char *lock) {
    struct stat about;
    return (error == EACCES && lstat(lock, &about) != 0) || error == ENOENT || error == ENOTDIR ||
           error == EROFS || error == ENAMETOOLONG;
}

static ct_status take(const char *path, ct_locks *locks) {
    ct_lock *lock = &locks->lock[locks->count];
    int got = ct_lock_try(path, CT_LOCK_KERNEL, lock);
    if (got < 0 && ct_lock_is_missing(errno)) {
        got = ct_lock_try(path, CT_LOCK_FILE, lock);
    }
    const int error = errno;
    if (got == 0) {
        return refuse(path);
    }
    if (got < 0) {
        return is_told_elsewhere(error, lock->file)
                   ? CT_OK
                   : ct_raise(CT_ERROR_FILE, "cannot write %s: making %s: %s", ct_escaped(path),
                              ct_escaped(lock->file), strerror(error));
    }
    locks->count++;
    ct_path_sweep(path);
    return CT_OK;
}

/* On rank 0. */
static ct_status take_all(const ct_path_use *uses, int count, bool looks_only, ct_locks **locks) {
    ct_status status = CT_OK;
    ct_locks *made = calloc(1, sizeof *made + (size_t)count * sizeof *made->lock);
    if (made == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for locks");
    }
    for (int i = 0; i < count; i++) {
        if (is_written(&uses[i]) && ct_lock_is_foreign(uses[i].path)) {
            CT_TRY(refuse_foreign(uses[i].path));
        }
        if (is_written(&uses[i]) && looks_only) {
            CT_TRY(ct_lock_is_held(uses[i].path) ? refuse(uses[i].path) : CT_OK);
        } else if (is_written(&uses[i])) {
            CT_TRY(take(uses[i].path, made));
        }
    }
    *locks = made;
    return CT_OK;
cleanup:
    ct_locks_release(&made);
    return status;
}

ct_status ct_locks_take(MPI_Comm comm, const ct_path_use *uses, int count, bool looks_only,
                        ct_locks **locks) {
    ct_status status = CT_OK;
    int rank = 0;
    CT_MPI(MPI_Comm_rank(comm, &rank));
    status = ct_agree_on_first(comm, rank == 0 ? take_all(uses, count, looks_only, locks) : CT_OK);
cleanup:
    return status;
}

void ct_locks_release(ct_locks **locks) {
    for (int i = 0; *locks != NULL && i < (*locks)->count; i++) {
        ct_lock_release(&(*locks)->lock[i]);
    }
    free(*locks);
    *locks = NULL;
}
