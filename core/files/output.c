#include "files/output.h"

#include "base/escape.h"
#include "base/fail.h"
#include "files/sibling.h"
#include "files/space.h"
#include "files/unfinished.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NAMES_TRIED = 100 };

struct ct_output {
    char path[PATH_MAX], temporary[PATH_MAX];
    bool overwrite, preserved; /* left to a later run */
    int unfinished;            /* in files/unfinished.h */
};

static ct_status exists(const char *path) {
    return ct_raise(CT_ERROR_FILE, "%s exists; set output.overwrite: true to replace it",
                    ct_escaped(path));
}

static const char longest_ending[] = ".partial-2147483647-99";

ct_status ct_output_check(const char *path, bool overwrite) {
    struct stat about;
    char directory[PATH_MAX];
    errno = 0;
    if (*path == '\0' || !ct_path_sibling(path, longest_ending, directory)) {
        return ct_raise(CT_ERROR_FILE, "\"%s\" is not a file name; allowed: 1 to %d characters",
                        ct_escaped(path), PATH_MAX - 1 - (int)strlen(longest_ending));
    }
    if (stat(path, &about) == 0) {
        if (S_ISDIR(about.st_mode)) {
            return ct_raise(CT_ERROR_FILE, "cannot write %s: it is a directory", ct_escaped(path));
        }
        if (!S_ISREG(about.st_mode)) { /* renaming would replace a device or pipe by a file */
            return ct_raise(CT_ERROR_FILE, "cannot write %s: it is not a regular file",
                            ct_escaped(path));
        }
    }
    if (lstat(path, &about) == 0 && !overwrite) {
        return exists(path);
    }
    if (errno == ENAMETOOLONG) {
        return ct_raise(CT_ERROR_FILE, "cannot write %s: %s", ct_escaped(path), strerror(errno));
    }
    ct_path_directory(path, directory);
    if (stat(directory, &about) != 0) {
        return ct_raise(CT_ERROR_FILE, "cannot write %s: directory %s: %s", ct_escaped(path),
                        ct_escaped(directory), strerror(errno));
    }
    if (!S_ISDIR(about.st_mode)) {
        return ct_raise(CT_ERROR_FILE, "cannot write %s: %s is not a directory", ct_escaped(path),
                        ct_escaped(directory));
    }
    if (access(directory, W_OK | X_OK) != 0) {
        return ct_raise(CT_ERROR_FILE, "cannot write %s: directory %s is not writable: %s",
                        ct_escaped(path), ct_escaped(directory), strerror(errno));
    }
    return CT_OK;
}

/* Creates an output without its file. */
static ct_status new_output(const char *path, bool overwrite, ct_output **output) {
    ct_output *made = NULL;
    ct_status status = ct_output_check(path, overwrite);
    if (status != CT_OK) {
        return status;
    }
    made = calloc(1, sizeof *made);
    if (made == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory to write %s", ct_escaped(path));
    }
    made->overwrite = overwrite;
    made->unfinished = CT_UNFINISHED_NONE;
    memcpy(made->path, path, strlen(path) + 1);
    *output = made;
    return CT_OK;
}

/* Sets the temporary name: with `ending`, or unique to this process. */
static int name_temporary(ct_output *output, const char *ending, int attempt) {
    char own[CT_ENDING_BYTES];
    (void)snprintf(own, sizeof own, ".partial-%ld-%d", (long)getpid(), attempt);
    errno = ENAMETOOLONG;
    return ct_path_sibling(output->path, ending != NULL ? ending : own, output->temporary) ? 0 : -1;
}

static ct_status cannot_create(ct_output *output, const char *verb) {
    ct_status status =
        ct_raise(CT_ERROR_FILE, "cannot write %s: %s %s: %s", ct_escaped(output->path), verb,
                 ct_escaped(output->temporary), strerror(errno));
    ct_unfinished_drop(&output->unfinished);
    free(output);
    return status;
}

/* Creates the file of the temporary name. Returns 0 or -1, as open does. */
static int create_file(ct_output *output) {
    int handle = ct_unfinished_create(output->temporary, false, &output->unfinished);
    return handle < 0 ? -1 : close(handle);
}

/* Returns an output whose file was created, or discards it if `outcome` is a failure. */
static ct_status hand_over(ct_output *made, int outcome, ct_output **output) {
    if (outcome != 0) {
        return cannot_create(made, "creating");
    }
    *output = made;
    return CT_OK;
}

ct_status ct_output_create(const char *path, bool overwrite, ct_output **output) {
    ct_output *made = NULL;
    int outcome = -1;
    ct_status status = new_output(path, overwrite, &made);
    if (status != CT_OK || made == NULL) {
        return status;
    }
    errno = EEXIST;
    for (int attempt = 0; outcome != 0 && errno == EEXIST && attempt < NAMES_TRIED; attempt++) {
        if (name_temporary(made, NULL, attempt) == 0) {
            outcome = create_file(made);
        }
    }
    return hand_over(made, outcome, output);
}

static const char resumable_ending[] = ".partial";

bool ct_output_is_left(const char *path, const char *beginning) {
    char found[16] = "";
    const char zeros[sizeof found] = "";
    const size_t most = strnlen(beginning, sizeof found);
    struct stat about;
    if (lstat(path, &about) != 0) {
        return true; /* there is none */
    }
    const int handle = S_ISREG(about.st_mode) ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    const ssize_t got = handle >= 0 ? read(handle, found, most) : -1;
    if (handle >= 0) {
        (void)close(handle);
    }
    return got >= 0 &&
           (memcmp(found, beginning, (size_t)got) == 0 || memcmp(found, zeros, (size_t)got) == 0);
}

ct_status ct_output_create_resumable(const char *path, bool overwrite, const char *beginning,
                                     ct_output **output) {
    ct_output *made = NULL;
    ct_status status = new_output(path, overwrite, &made);
    if (status != CT_OK || made == NULL) {
        return status;
    }
    int outcome = name_temporary(made, resumable_ending, 0);
    if (outcome == 0 && !ct_output_is_left(made->temporary, beginning)) {
        status = ct_raise(CT_ERROR_FILE,
                          "cannot write %s: %s, its name until it is complete, is something else; "
                          "allowed: another name, or to move that away",
                          ct_escaped(path), ct_escaped(made->temporary));
        free(made);
        return status;
    }
    if (outcome == 0) {
        (void)unlink(made->temporary);
        outcome = create_file(made);
    }
    return hand_over(made, outcome, output);
}

ct_status ct_output_reopen(const char *path, ct_output **output) {
    struct stat about;
    ct_output *made = NULL;
    ct_status status = new_output(path, true, &made);
    if (status != CT_OK || made == NULL) {
        return status;
    }
    made->preserved = true;
    if (name_temporary(made, resumable_ending, 0) != 0 ||
        (stat(made->temporary, &about) != 0 && rename(path, made->temporary) != 0)) {
        return cannot_create(made, "continuing");
    }
    *output = made;
    return CT_OK;
}

ct_status ct_output_create_part(const char *path, const char *temporary, bool exists,
                                ct_output **output) {
    ct_output *made = NULL;
    ct_status status = new_output(path, strcmp(path, temporary) == 0, &made);
    if (status != CT_OK || made == NULL) {
        return status;
    }
    memcpy(made->temporary, temporary, strlen(temporary) + 1);
    made->preserved = exists;
    const int handle =
        open(temporary, O_WRONLY | O_CLOEXEC | (exists ? 0 : O_CREAT | O_EXCL), 0666);
    return hand_over(made, handle < 0 ? -1 : close(handle), output);
}

void ct_output_preserve(ct_output *output, bool stays) {
    output->preserved = stays;
    ct_unfinished_drop(&output->unfinished);
}

const char *ct_output_temporary(const ct_output *output) {
    return output->temporary;
}

ct_status ct_output_reserve(const ct_output *output, ptrdiff_t more_bytes, bool *reserved) {
    return ct_space_reserve(output->path, output->temporary, more_bytes, reserved);
}

static int flush_to_disk(const char *path, int flags) {
    int handle = open(path, flags | O_CLOEXEC);
    if (handle < 0) {
        return -1;
    }
    int outcome = fsync(handle);
    int problem = errno;
    if (close(handle) != 0) {
        return -1;
    }
    errno = problem;
    return outcome;
}

ct_status ct_output_flush(const ct_output *output) {
    return flush_to_disk(output->temporary, O_WRONLY) == 0
               ? CT_OK
               : ct_raise(CT_ERROR_FILE, "cannot write %s: flushing it to the disk: %s",
                          ct_escaped(output->path), strerror(errno));
}

/* Renames without replacing: link() fails if the name exists. */
static int name_new(const ct_output *output) {
    struct stat about;
    if (link(output->temporary, output->path) == 0) {
        (void)unlink(output->temporary);
        return 0;
    }
    if (errno == EEXIST) {
        return -1;
    }
    if (lstat(output->path, &about) == 0) { /* file system without links; not atomic */
        errno = EEXIST;
        return -1;
    }
    return rename(output->temporary, output->path);
}

ct_status ct_output_commit(ct_output **output) {
    ct_status status = CT_OK;
    const ct_output *this = *output;
    char directory[PATH_MAX];
    CT_TRY(ct_output_flush(this));
    int outcome = this->overwrite ? rename(this->temporary, this->path) : name_new(this);
    if (outcome != 0) {
        CT_TRY(errno == EEXIST ? exists(this->path)
                               : ct_raise(CT_ERROR_FILE, "cannot write %s: renaming %s: %s",
                                          ct_escaped(this->path), ct_escaped(this->temporary),
                                          strerror(errno)));
    }
    ct_path_directory(this->path, directory);
    (void)flush_to_disk(directory, O_RDONLY | O_DIRECTORY); /* may fail; the file is complete */
    ct_unfinished_drop(&(*output)->unfinished);
    free(*output);
    *output = NULL;
    return CT_OK;
cleanup:
    ct_output_discard(output);
    return status;
}

void ct_output_discard(ct_output **output) {
    if (*output != NULL) {
        if (!(*output)->preserved) {
            (void)unlink((*output)->temporary);
        }
        ct_unfinished_drop(&(*output)->unfinished);
        free(*output);
        *output = NULL;
    }
}
