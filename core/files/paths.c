#include "files/paths.h"

#include "base/escape.h"
#include "base/fail.h"
#include "files/sibling.h"

#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>

/* A path resolved to its directory, links followed, and the name there. */
typedef struct place {
    struct stat directory;
    const char *name;
} place;

static bool find_place(const char *path, place *found) {
    char directory[PATH_MAX];
    const char *slash = strrchr(path, '/');
    if (strlen(path) >= PATH_MAX) {
        return false;
    }
    ct_path_directory(path, directory);
    found->name = slash != NULL ? slash + 1 : path;
    return stat(directory, &found->directory) == 0;
}

static bool are_same(const struct stat *a, const struct stat *b) {
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

static bool is_special(const char *path) {
    struct stat about;
    return stat(path, &about) == 0 && !S_ISREG(about.st_mode);
}

/* Whether two paths are one file, by a link too, even if it does not exist yet. */
static bool is_one_file(const char *a, const char *b) {
    struct stat about[2];
    place at[2];
    if (stat(a, &about[0]) == 0 && stat(b, &about[1]) == 0 && are_same(&about[0], &about[1])) {
        return true;
    }
    return find_place(a, &at[0]) && find_place(b, &at[1]) &&
           are_same(&at[0].directory, &at[1].directory) && strcmp(at[0].name, at[1].name) == 0;
}

/* Whether `path` is a temporary name or the lock of `written`. */
static bool is_temporary(const char *path, const char *written) {
    static const char *const whole[] = {".partial", ".lock"};
    char beside[PATH_MAX];
    place at[2];
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++) {
        if (ct_path_sibling(written, whole[i], beside) && is_one_file(path, beside)) {
            return true;
        }
    }
    return ct_path_sibling(written, ".partial", beside) && find_place(path, &at[0]) &&
           find_place(beside, &at[1]) && are_same(&at[0].directory, &at[1].directory) &&
           strncmp(at[0].name, at[1].name, strlen(at[1].name)) == 0;
}

static ct_status compare(const ct_path_use *a, const ct_path_use *b) {
    if (is_one_file(a->path, b->path)) {
        return ct_raise(CT_ERROR_CONFIG, "%s and %s are the same file, %s; allowed: different ones",
                        a->what, b->what, ct_escaped(a->path));
    }
    for (int turn = 0; turn < 2; turn++) {
        const ct_path_use *written = turn == 0 ? a : b;
        const ct_path_use *other = turn == 0 ? b : a;
        if (written->fate != CT_PATH_READ && is_temporary(other->path, written->path)) {
            return ct_raise(CT_ERROR_CONFIG,
                            "%s, %s, has a name that %s may have while it is written; allowed: "
                            "another",
                            other->what, ct_escaped(other->path), written->what);
        }
    }
    return CT_OK;
}

static bool is_used(const ct_path_use *use) {
    return use->path != NULL && use->path[0] != '\0' && !is_special(use->path);
}

ct_status ct_paths_check(const ct_path_use *uses, int count) {
    ct_status status = CT_OK;
    for (int i = 0; i < count; i++) {
        for (int j = i + 1; j < count && status == CT_OK && is_used(&uses[i]); j++) {
            const bool is_written = uses[i].fate != CT_PATH_READ || uses[j].fate != CT_PATH_READ;
            if (is_written && is_used(&uses[j])) {
                status = compare(&uses[i], &uses[j]);
            }
        }
    }
    return status;
}
