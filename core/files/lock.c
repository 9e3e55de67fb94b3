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

/* Reads the beginning of a file; the bytes, or -1. */
static ssize_t read_text(const char *file, char text[TEXT_BYTES]) {
    const int descriptor = open(file, O_RDONLY | O_CLOEXEC);
    const ssize_t length = descriptor >= 0 ? read(descriptor, text, TEXT_BYTES - 1) : -1;
    if (descriptor >= 0) {
        (void)close(descriptor);
    }
    text[length > 0 ? length : 0] = '\0';
    return length;
}

/* The owner that a text names; the bytes of that, 0 if it names none. */
static int parse_owner(const char *text, owner *found) {
    int used = 0;
    *found = (owner){.process = 0};
    /* NOLINTNEXTLINE(cert-err34-c): no number: no process */
    return sscanf(text, "%ld %64s %39s%n", &found->process, found->host, found->boot, &used) == 3
               ? used
               : 0;
}

static bool read_owner(const char *file, owner *found) {
    char text[TEXT_BYTES];
    return read_text(file, text) > 0 && parse_owner(text, found) > 0;
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

/* Whether another process has a lock on the file; *is_known: whether the kernel says so. */
static bool is_locked(int descriptor, bool *is_known) {
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    *is_known = fcntl(descriptor, F_GETLK, &whole) == 0;
    return *is_known && whole.l_type != F_UNLCK;
}

/* Removes the file of another user, which may not be opened for writing, if nobody has its lock: 1
 * if it is gone, 0 if it is locked, -1 if it stays. errno stays. */
static int remove_others(const char *file) {
    const int error = errno;
    bool is_known = false;
    const int descriptor = error == EACCES ? open(file, O_RDONLY | O_CLOEXEC) : -1;
    const bool is_held = descriptor >= 0 && is_locked(descriptor, &is_known);
    const bool is_gone = is_known && !is_held && unlink(file) == 0;
    if (descriptor >= 0) {
        (void)close(descriptor);
    }
    errno = error;
    return is_gone ? 1 : -!is_held;
}

static int try_kernel(ct_lock *lock) {
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    int descriptor = -1;
    for (;;) {
        descriptor = open(lock->file, O_RDWR | O_CREAT | O_CLOEXEC, LOCK_MODE);
        const int is_gone = descriptor < 0 ? remove_others(lock->file) : 0;
        if (descriptor < 0 && is_gone <= 0) {
            return is_gone;
        }
        if (descriptor < 0) {
            continue;
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
    char file[PATH_MAX];
    owner found;
    bool is_known = false;
    const int descriptor =
        ct_path_sibling(path, ".lock", file) ? open(file, O_RDONLY | O_CLOEXEC) : -1;
    if (descriptor < 0) {
        return false;
    }
    const bool is_held = is_locked(descriptor, &is_known);
    (void)close(descriptor);
    return is_known ? is_held : read_owner(file, &found) && !is_dead(&found);
}

bool ct_lock_is_foreign(const char *path) {
    struct stat about;
    char file[PATH_MAX];
    char text[TEXT_BYTES];
    owner found;
    if (!ct_path_sibling(path, ".lock", file) || lstat(file, &about) != 0) {
        return false;
    }
    if (!S_ISREG(about.st_mode)) {
        return true;
    }
    const ssize_t length = read_text(file, text);
    const int used = length > 0 ? parse_owner(text, &found) : 0;
    return length > 0 && (used == 0 || strcmp(text + used, "\n") != 0);
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
