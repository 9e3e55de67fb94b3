#include "tune/tuning_file.h"

#include "base/escape.h"
#include "base/fail.h"
#include "files/lock.h"
#include "files/sibling.h"

#include <errno.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { POLL_MS = 2, WAIT_MS = 20000, STALE_S = 10 };

/* The lock held: of files/lock.h, or the directory PATH.lock.d. */
typedef struct lock {
    bool is_directory;
    ct_lock kernel;
    char *directory;
} lock;

static char *join(const char *path, const char *ending) {
    char joined[PATH_MAX];
    return ct_path_sibling(path, ending, joined) ? strdup(joined) : NULL;
}

static int try_directory(const char *directory) {
    struct stat about;
    if (mkdir(directory, 0777) == 0) {
        return 1;
    }
    if (errno != EEXIST) {
        return -1;
    }
    if (stat(directory, &about) == 0 && time(NULL) - about.st_mtime > STALE_S) {
        (void)rmdir(directory);
    }
    return 0;
}

/* Waits for the lock. Returns CT_OK holding it, else the reason. */
static ct_status take_lock(const char *path, int directory_lock, lock *taken) {
    const struct timespec pause = {0, POLL_MS * 1000000L};
    ct_status status = CT_OK;
    int got = 0;
    *taken = (lock){.is_directory = directory_lock, .directory = join(path, ".lock.d")};
    if (taken->directory == NULL) {
        CT_FAIL(CT_ERROR_MEMORY, "no memory for a path");
    }
    for (int waited_ms = 0; waited_ms < WAIT_MS && got == 0; waited_ms += POLL_MS) {
        got = taken->is_directory ? try_directory(taken->directory)
                                  : ct_lock_try(path, CT_LOCK_KERNEL, &taken->kernel);
        if (got < 0 && !taken->is_directory && ct_lock_is_missing(errno)) {
            taken->is_directory = true;
            got = 0;
        } else if (got == 0) {
            (void)nanosleep(&pause, NULL);
        }
    }
    if (got <= 0) {
        CT_FAIL(CT_ERROR_FILE, "cannot lock tuning file %s: %s", ct_escaped(path),
                got < 0 ? strerror(errno) : "another job keeps the lock");
    }
cleanup:
    if (status != CT_OK) {
        free(taken->directory);
    }
    return status;
}

/* Releases the lock and removes its directory. */
static void give_lock(lock *taken) {
    if (!taken->is_directory) {
        ct_lock_release(&taken->kernel);
    } else if (taken->directory != NULL) {
        (void)rmdir(taken->directory);
    }
    free(taken->directory);
}

ct_status ct_tuning_file_read(const char *path, char **start, size_t *length) {
    ct_status status = CT_OK;
    struct stat about = {.st_mode = S_IFREG};
    *start = NULL;
    *length = 0;
    if (stat(path, &about) != 0 && errno == ENOENT) {
        return CT_OK;
    }
    FILE *file = S_ISREG(about.st_mode) ? fopen(path, "rb") : NULL; /* opening a pipe would block */
    if (file == NULL || fstat(fileno(file), &about) != 0) {
        CT_FAIL(CT_ERROR_FILE, "cannot read tuning file %s: %s", ct_escaped(path),
                S_ISREG(about.st_mode) ? strerror(errno) : "it is no ordinary file");
    }
    *start = malloc((size_t)about.st_size + 1);
    if (*start == NULL) {
        CT_FAIL(CT_ERROR_MEMORY, "no memory for tuning file %s", ct_escaped(path));
    }
    *length = fread(*start, 1, (size_t)about.st_size, file);
    if (ferror(file)) {
        free(*start);
        *start = NULL;
        CT_FAIL(CT_ERROR_FILE, "cannot read tuning file %s", ct_escaped(path));
    }
cleanup:
    if (file != NULL) {
        (void)fclose(file);
    }
    return status;
}

/* Writes a file in the same directory and renames it to `path`: readers see the old or the new
 * one. */
static ct_status replace(const char *path, const char *text, size_t length) {
    ct_status status = CT_OK;
    struct stat about;
    int written = 0;
    int descriptor = -1;
    mode_t mode = stat(path, &about) == 0 ? about.st_mode & 0777 : 0644;
    char *partial = join(path, ".XXXXXX");
    if (partial == NULL) {
        CT_FAIL(CT_ERROR_MEMORY, "no memory for a path");
    }
    descriptor = mkstemp(partial);
    FILE *file = descriptor >= 0 ? fdopen(descriptor, "wb") : NULL;
    if (file != NULL) {
        written = fchmod(descriptor, mode) == 0 && fwrite(text, 1, length, file) == length;
        written = (fclose(file) == 0) && written && rename(partial, path) == 0;
    } else if (descriptor >= 0) {
        (void)close(descriptor);
    }
    if (!written) {
        status = ct_raise(CT_ERROR_FILE, "cannot write tuning file %s: %s", ct_escaped(path),
                          strerror(errno));
        if (descriptor >= 0) {
            (void)unlink(partial);
        }
    }
cleanup:
    free(partial);
    return status;
}

/* Reads the file for a writer; CT_ERROR_FILE if it is no tuning file. The caller frees *start,
 * after a failure too. */
static ct_status read_ours(const char *path, char **start, size_t *length) {
    ct_status status = ct_tuning_file_read(path, start, length);
    if (status == CT_OK && !ct_tuning_is_ours((ct_text){*start, *length})) {
        status = ct_raise(CT_ERROR_FILE, "%s is not a tuning file and is left as it is",
                          ct_escaped(path));
    }
    return status;
}

static ct_status merge_into(const char *path, const ct_tuning_entry *entry) {
    ct_status status = CT_OK;
    char *start = NULL;
    char *merged = NULL;
    size_t length = 0;
    size_t merged_length = 0;
    CT_TRY(read_ours(path, &start, &length));
    ct_text text = {start, length};
    CT_TRY(ct_tuning_merge(text, entry, &merged, &merged_length));
    CT_TRY(replace(path, merged, merged_length));
cleanup:
    free(merged);
    free(start);
    return status;
}

ct_status ct_tuning_file_put(const char *path, const ct_tuning_entry *entry, int directory_lock) {
    lock taken;
    char *real = realpath(path, NULL); /* replace the target of a link, not the link */
    const char *target = real != NULL ? real : path;
    ct_status status = take_lock(target, directory_lock, &taken);
    if (status == CT_OK) {
        status = merge_into(target, entry);
        give_lock(&taken);
    }
    free(real);
    return status;
}

/* Checks that files can be created and renamed in the directory of `path`. */
static ct_status check_directory(const char *path) {
    ct_status status = CT_OK;
    char *copy = strdup(path); /* dirname modifies its argument */
    if (copy == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for a path");
    }
    if (access(dirname(copy), W_OK) != 0) {
        status = ct_raise(CT_ERROR_FILE, "cannot write tuning file %s: %s", ct_escaped(path),
                          strerror(errno));
    }
    free(copy);
    return status;
}

ct_status ct_tuning_file_check(const char *path) {
    char *start = NULL;
    size_t length = 0;
    char *real = realpath(path, NULL);
    const char *target = real != NULL ? real : path;
    ct_status status = check_directory(target);
    if (status == CT_OK) {
        status = read_ours(target, &start, &length);
    }
    free(start);
    free(real);
    return status;
}
