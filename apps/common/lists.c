#include "apps/common/lists.h"

#include "base/fail.h"
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int job_read_counts(const char *text, const char *separators, ptrdiff_t numbers[CT_MAX_AXES]) {
    int count = 0;
    for (const char *at = text; count < CT_MAX_AXES; at++) {
        char *end = NULL;
        errno = 0;
        long long number = strtoll(at, &end, 10);
        if (strchr("0123456789", *at) == NULL || *at == '\0' || errno != 0) {
            return -1;
        }
        numbers[count++] = (ptrdiff_t)number;
        if (*end == '\0') {
            return count;
        }
        if (strchr(separators, *end) == NULL) {
            return -1;
        }
        at = end + strspn(end + 1, " ");
    }
    return -1;
}

/* What a list for so many axes looks like. */
static const char *example_order(int axes) {
    static const char *const orders[CT_MAX_AXES + 1] = {"", "0", "1,0", "2,0,1", "3,0,1,2"};
    return orders[axes >= 0 && axes <= CT_MAX_AXES ? axes : 0];
}

static const char *example_grid(int axes) {
    static const char *const grids[CT_MAX_AXES + 1] = {"", "2", "2x1", "2x1x1", "2x1x1x1"};
    return grids[axes >= 0 && axes <= CT_MAX_AXES ? axes : 0];
}

ct_status job_read_order(const char *key, const char *text, int axes, int order[CT_MAX_AXES]) {
    const int is_reverse = strcmp(text, "reverse") == 0;
    const int is_named = is_reverse || strcmp(text, "natural") == 0;
    ptrdiff_t numbers[CT_MAX_AXES] = {0};
    int taken[CT_MAX_AXES] = {0};
    const int count = is_named ? axes : job_read_counts(text, ", ", numbers);
    int wrong = count != axes;
    for (int a = 0; a < axes && !wrong; a++) {
        const ptrdiff_t axis = is_reverse ? axes - 1 - a : is_named ? a : numbers[a];
        wrong = axis >= axes || taken[axis]++ > 0;
        order[a] = wrong ? 0 : (int)axis;
    }
    return wrong ? ct_raise(CT_ERROR_CONFIG,
                            "%s: \"%s\"; allowed: natural, reverse, or each of 0 to %d once, such "
                            "as %s",
                            key, text, axes - 1, example_order(axes))
                 : CT_OK;
}

/* The entry of a list that begins at *at, without spaces around it; *at goes on to the next, or
 * becomes NULL. Returns its bytes. */
static size_t next_entry(const char **at, const char **entry) {
    *entry = *at + strspn(*at, " ");
    size_t bytes = strcspn(*entry, ",");
    *at = (*entry)[bytes] == ',' ? *entry + bytes + 1 : NULL;
    while (bytes > 0 && (*entry)[bytes - 1] == ' ') {
        bytes--;
    }
    return bytes;
}

ct_status job_read_lengths(const char *key, const char *text, int axes,
                           double lengths[CT_MAX_AXES]) {
    const char *at = text;
    int count = 0;
    int wrong = 0;
    while (at != NULL && count < CT_MAX_AXES && !wrong) {
        const char *entry = NULL;
        char *end = NULL;
        const size_t bytes = next_entry(&at, &entry);
        lengths[count] = strtod(entry, &end);
        wrong = bytes == 0 || end != entry + bytes || !isfinite(lengths[count]) ||
                !(lengths[count] > 0);
        count++;
    }
    wrong = wrong || at != NULL || (count != 1 && count != axes);
    for (int a = 1; a < axes && count == 1; a++) {
        lengths[a] = lengths[0];
    }
    return wrong ? ct_raise(CT_ERROR_CONFIG,
                            "%s: \"%s\"; allowed: a number above 0, or one for each of the %d axes "
                            "with commas between them",
                            key, text, axes)
                 : CT_OK;
}

static int index_of(const char *const *words, const char *entry, size_t bytes) {
    for (int i = 0; words[i] != NULL; i++) {
        if (strlen(words[i]) == bytes && strncmp(words[i], entry, bytes) == 0) {
            return i;
        }
    }
    return -1;
}

ct_status job_read_words(const char *key, const char *text, const char *const *words, int axes,
                         int indices[CT_MAX_AXES], int *count) {
    char allowed[256] = "";
    const char *at = text;
    int wrong = 0;
    for (*count = 0; at != NULL && *count < CT_MAX_AXES && !wrong; (*count)++) {
        const char *entry = NULL;
        const size_t bytes = next_entry(&at, &entry);
        indices[*count] = index_of(words, entry, bytes);
        wrong = indices[*count] < 0;
    }
    for (int a = 1; a < axes && *count == 1; a++) {
        indices[a] = indices[0];
    }
    if (!wrong && at == NULL && (*count == 1 || *count == axes)) {
        return CT_OK;
    }
    for (int i = 0; words[i] != NULL; i++) {
        const size_t used = strlen(allowed);
        (void)snprintf(allowed + used, sizeof allowed - used, "%s%s", i > 0 ? ", " : "", words[i]);
    }
    return ct_raise(CT_ERROR_CONFIG,
                    "%s: \"%s\"; allowed: one of %s, or one of them for each of the %d axes with "
                    "commas between them",
                    key, text, allowed, axes);
}

ct_status job_read_grid(const char *key, const char *text, const char *words, int axes, int size,
                        int grid[CT_MAX_AXES]) {
    ptrdiff_t numbers[CT_MAX_AXES] = {0};
    double ranks = 1;
    const int count = job_read_counts(text, "x,", numbers);
    for (int a = 0; a < count; a++) {
        ranks *= (double)numbers[a];
        grid[a] = numbers[a] > size ? size + 1 : (int)numbers[a];
    }
    return count == axes && ranks >= 1 && ranks <= size
               ? CT_OK
               : ct_raise(CT_ERROR_CONFIG,
                          "%s: \"%s\"; allowed: %s, or parts along each of the %d axes, such as "
                          "%s, in all at most the number of ranks, %d",
                          key, text, words, axes, example_grid(axes), size);
}

/* Where the text goes on behind a character. */
static const char *after(const char *at, const char *end) {
    const bool is_comma = *at++ == ',';
    while (is_comma && at < end && (*at == ' ' || *at == '\n')) {
        at++;
    }
    return at;
}

bool job_same_text(const char *a, size_t a_bytes, const char *b, size_t b_bytes) {
    const char *const ends[2] = {a + a_bytes, b + b_bytes};
    while (a < ends[0] && b < ends[1] && *a == *b) {
        a = after(a, ends[0]);
        b = after(b, ends[1]);
    }
    return a == ends[0] && b == ends[1];
}

size_t job_line_bytes(const char *text) {
    size_t bytes = strcspn(text, "\n");
    while (bytes > 0 && text[bytes - 1] == ',' && text[bytes] == '\n') {
        bytes += 1 + strcspn(text + bytes + 1, "\n");
    }
    return bytes;
}

const char *job_write_counts(int axes, const ptrdiff_t *counts, const char *between,
                             char text[JOB_COUNTS_BYTES]) {
    size_t used = 0;
    text[0] = '\0';
    for (int a = 0; a < axes && used < JOB_COUNTS_BYTES; a++) {
        used += (size_t)snprintf(text + used, JOB_COUNTS_BYTES - used, "%s%td",
                                 a > 0 ? between : "", counts[a]);
    }
    return text;
}
