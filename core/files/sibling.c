#include "files/sibling.h"

#include "base/arithmetic/hash.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { SUM_BYTES = 9, NAME_MOST = NAME_MAX - CT_ENDING_BYTES };

static const char *own_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

int ct_path_sibling(const char *path, const char *ending, char sibling[PATH_MAX]) {
    const char *name = own_name(path);
    size_t length = strlen(name);
    char sum[SUM_BYTES + 1] = "";
    if (length > NAME_MOST) {
        length = NAME_MOST - SUM_BYTES;
        while (length > 0 && (name[length] & 0xC0) == 0x80) { /* not inside a UTF-8 character */
            length--;
        }
        (void)snprintf(sum, sizeof sum, "~%08x",
                       (unsigned)ct_hash_bytes(CT_HASH_START_OF_BYTES, name, strlen(name)));
    }
    return snprintf(sibling, PATH_MAX, "%.*s%s%s", (int)((size_t)(name - path) + length), path, sum,
                    ending) < PATH_MAX;
}

void ct_path_directory(const char *path, char directory[PATH_MAX]) {
    const char *name = own_name(path);
    if (name == path) {
        (void)snprintf(directory, PATH_MAX, ".");
    } else {
        (void)snprintf(directory, PATH_MAX, "%.*s", name - path == 1 ? 1 : (int)(name - path) - 1,
                       path);
    }
}

/* Whether the text begins with `begin` and digits, which it then moves behind. */
static bool skip_number(const char **text, const char *begin) {
    const size_t length = strlen(begin);
    const size_t digits =
        strncmp(*text, begin, length) == 0 ? strspn(*text + length, "0123456789") : 0;
    *text += digits > 0 ? length + digits : 0;
    return digits > 0;
}

void ct_path_sweep(const char *path) {
    char begin[PATH_MAX];
    char directory[PATH_MAX];
    if (!ct_path_sibling(path, ".partial", begin)) {
        return;
    }
    ct_path_directory(path, directory);
    const char *name = own_name(begin);
    const size_t length = strlen(name);
    DIR *listing = opendir(directory);
    const struct dirent *entry = NULL;
    while (listing != NULL && (entry = readdir(listing)) != NULL) {
        const char *rest = entry->d_name + length;
        if (strncmp(entry->d_name, name, length) == 0 && skip_number(&rest, "-") &&
            skip_number(&rest, "-") && (skip_number(&rest, ".node"), *rest == '\0')) {
            (void)unlinkat(dirfd(listing), entry->d_name, 0);
        }
    }
    if (listing != NULL) {
        (void)closedir(listing);
    }
}
