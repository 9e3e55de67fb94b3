#include "files/unfinished.h"

#include "base/escape.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

enum { MODE = 0666 };

/* An entry's names are written before it is marked as used, since a signal may arrive at any
 * moment, and a watchdog's thread may look. */
static struct entry {
    atomic_bool is_used;
    bool is_quiet;
    char path[PATH_MAX], escaped[CT_ESCAPED_BYTES];
} entries[CT_UNFINISHED_MOST];

void ct_unfinished_begin(sigset_t *before) {
    sigset_t all;
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_BLOCK, &all, before);
}

void ct_unfinished_end(const sigset_t *before) {
    const int error = errno;
    (void)pthread_sigmask(SIG_SETMASK, before, NULL);
    errno = error;
}

int ct_unfinished_add(const char *path, bool is_quiet) {
    for (int slot = 0; slot < CT_UNFINISHED_MOST; slot++) {
        struct entry *entry = &entries[slot];
        if (!entry->is_used && strlen(path) < sizeof entry->path) {
            memcpy(entry->path, path, strlen(path) + 1);
            ct_escape(path, entry->escaped);
            entry->is_quiet = is_quiet;
            entry->is_used = true;
            return slot;
        }
    }
    return CT_UNFINISHED_NONE;
}

void ct_unfinished_drop(int *slot) {
    if (*slot >= 0) {
        entries[*slot].is_used = false;
    }
    *slot = CT_UNFINISHED_NONE;
}

void ct_unfinished_clear(void) {
    for (int slot = 0; slot < CT_UNFINISHED_MOST; slot++) {
        entries[slot].is_used = false;
    }
}

int ct_unfinished_create(const char *path, bool is_quiet, int *slot) {
    sigset_t before;
    ct_unfinished_begin(&before);
    const int handle = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, MODE);
    *slot = handle < 0 ? CT_UNFINISHED_NONE : ct_unfinished_add(path, is_quiet);
    ct_unfinished_end(&before);
    return handle;
}

const char *ct_unfinished_at(int *slot, bool *is_quiet) {
    for (; *slot < CT_UNFINISHED_MOST; ++*slot) {
        if (entries[*slot].is_used) {
            *is_quiet = entries[*slot].is_quiet;
            return entries[(*slot)++].path;
        }
    }
    return NULL;
}

size_t ct_unfinished_remove(char *text, size_t text_bytes) {
    size_t used = 0;
    for (int slot = 0; slot < CT_UNFINISHED_MOST; slot++) {
        struct entry *entry = &entries[slot];
        if (!entry->is_used || unlink(entry->path) != 0 || entry->is_quiet) {
            continue;
        }
        const size_t length = strlen(entry->escaped);
        if (used + length + 2 < text_bytes) {
            memcpy(text + used, ", ", used > 0 ? 2 : 0);
            used += used > 0 ? 2 : 0;
            memcpy(text + used, entry->escaped, length);
            used += length;
        }
    }
    return used;
}
