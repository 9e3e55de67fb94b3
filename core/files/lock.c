#define _GNU_SOURCE /* gethostname */
#include "files/lock.h"

#include "files/sibling.h"
#include "files/unfinished.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { HOST_BYTES = 65, BOOT_BYTES = 40, TEXT_BYTES = 160, LOCK_MODE = 0666 };

/* The owner of a lock. */
typedef struct owner {
    long process;
    char host[HOST_BYTES], boot[BOOT_BYTES];
} owner;

/* This process. Includes the boot id: process numbers repeat after a reboot. */
static owner ourselves(void) {
    owner own = {.process = (long)getpid(), .host = "?", .boot = "?"};
    FILE *file = fopen("/proc/sys/kernel/random/boot_id", "r");
    (void)gethostname(own.host, sizeof own.host - 1);
    if (file != NULL) {
        (void)fscanf(file, "%39s", own.boot); /* NOLINT(cert-err34-c): a string */
        (void)fclose(file);
    }
    return own;
}

static bool read_owner(const char *file, owner *found) {
    char text[TEXT_BYTES] = "";
    int descriptor = open(file, O_RDONLY | O_CLOEXEC);
    ssize_t length = descriptor >= 0 ? read(descriptor, text, sizeof text - 1) : 0;
    if (descriptor >= 0) {
        (void)close(descriptor);
    }
    *found = (owner){.process = 0};
    return length > 0 &&
           /* NOLINTNEXTLINE(cert-err34-c): no number: no process */
           sscanf(text, "%ld %64s %39s", &found->process, found->host, found->boot) == 3;
}

static void write_owner(int descriptor) {
    const owner own = ourselves();
    char text[TEXT_BYTES];
    const int length = snprintf(text, sizeof text, "%ld %s %s\n", own.process, own.host, own.boot);
    if (ftruncate(descriptor, 0) == 0) {
        (void)!write(descriptor, text, (size_t)length); /* for messages, and for locks by
                                                           existence */
    }
}

/* Whether the owner named in a file is known to have ended. */
static bool is_dead(const owner *found) {
    const owner own = ourselves();
    return found->process > 0 && strcmp(found->host, own.host) == 0 &&
           (strcmp(found->boot, own.boot) != 0 ||
            (kill((pid_t)found->process, 0) != 0 && errno == ESRCH));
}

bool ct_lock_is_missing(int error) {
    return error == ENOLCK || error == ENOSYS || error == EOPNOTSUPP || error == EINVAL;
}

/* Whether the opened file still has its name: its owner may have removed it between our open and
 * lock. */
static bool is_in_place(int descriptor, const char *file) {
    struct stat opened;
    struct stat named;
    return fstat(descriptor, &opened) == 0 && stat(file, &named) == 0 &&
           opened.st_ino == named.st_ino && opened.st_dev == named.st_dev;
}

static int try_kernel(ct_lock *lock) {
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    int descriptor = -1;
    for (;;) {
        descriptor = open(lock->file, O_RDWR | O_CREAT | O_CLOEXEC, LOCK_MODE);
        if (descriptor < 0) {
            return -1;
        }
        const int outcome = fcntl(descriptor, F_SETLK, &whole);
        const int error = errno;
        if (outcome == 0 && is_in_place(descriptor, lock->file)) {
            break;
        }
        (void)close(descriptor);
        if (outcome != 0 && ct_lock_is_missing(error)) {
            (void)unlink(lock->file); /* of no use here */
        }
        if (outcome != 0 && error != EINTR) {
            errno = error;
            return error == EACCES || error == EAGAIN ? 0 : -1;
        }
    }
    write_owner(descriptor);
    lock->descriptor = descriptor;
    return 1;
}

static int try_file(ct_lock *lock) {
    owner found;
    for (int attempt = 0; attempt < 2; attempt++) {
        const int descriptor = open(lock->file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, LOCK_MODE);
        if (descriptor >= 0) {
            write_owner(descriptor);
            (void)close(descriptor);
            lock->descriptor = -1;
            return 1;
        }
        if (errno != EEXIST) {
            return -1;
        }
        if (!read_owner(lock->file, &found) || !is_dead(&found)) {
            break;
        }
        (void)unlink(lock->file);
    }
    return 0;
}

int ct_lock_try(const char *path, ct_lock_kind kind, ct_lock *lock) {
    int got = 0;
    sigset_t before;
    *lock = (ct_lock){.descriptor = -1, .unfinished = CT_UNFINISHED_NONE};
    if (!ct_path_sibling(path, ".lock", lock->file)) {
        errno = ENAMETOOLONG;
        return -1;
    }
    ct_unfinished_begin(&before);
    got = kind == CT_LOCK_KERNEL ? try_kernel(lock) : try_file(lock);
    if (got > 0) {
        lock->unfinished = ct_unfinished_add(lock->file, true);
    }
    ct_unfinished_end(&before);
    return got;
}

void ct_lock_release(ct_lock *lock) {
    (void)unlink(lock->file);
    ct_unfinished_drop(&lock->unfinished);
    if (lock->descriptor >= 0) {
        (void)close(lock->descriptor);
    }
}

bool ct_lock_is_held(const char *path) {
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    char file[PATH_MAX];
    owner found;
    const int descriptor =
        ct_path_sibling(path, ".lock", file) ? open(file, O_RDWR | O_CLOEXEC) : -1;
    if (descriptor < 0) {
        return false;
    }
    const bool is_known = fcntl(descriptor, F_GETLK, &whole) == 0;
    (void)close(descriptor);
    return is_known ? whole.l_type != F_UNLCK : read_owner(file, &found) && !is_dead(&found);
}

void ct_lock_holder(const char *path, char holder[CT_HOLDER_BYTES]) {
    char file[PATH_MAX];
    owner found;
    holder[0] = '\0';
    if (ct_path_sibling(path, ".lock", file) && read_owner(file, &found)) {
        (void)snprintf(holder, CT_HOLDER_BYTES, "process %ld on host %s", found.process,
                       found.host);
    }
}
