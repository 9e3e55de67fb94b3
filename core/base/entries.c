#include "base/entries.h"

#include <stdlib.h>

int ct_entries_grow(void **entries, int count, int *capacity, size_t entry_bytes) {
    if (count < *capacity) {
        return 1;
    }
    int wanted = *capacity < 8 ? 8 : *capacity + *capacity / 2;
    void *grown = realloc(*entries, (size_t)wanted * entry_bytes);
    if (grown == NULL) {
        return 0;
    }
    *entries = grown;
    *capacity = wanted;
    return 1;
}

void ct_entries_trim(void **entries, int count, int *capacity, size_t entry_bytes) {
    if (count == *capacity || count == 0) {
        return;
    }
    void *trimmed = realloc(*entries, (size_t)count * entry_bytes);
    if (trimmed != NULL) { /* on failure the larger array stays */
        *entries = trimmed;
        *capacity = count;
    }
}
