#include "base/entries.h"

#include <stdlib.h>

int ct_entries_grow(void **entries, int count, int *room, size_t entry_bytes) {
    if (count < *room) {
        return 1;
    }
    int wanted = *room < 8 ? 8 : *room + *room / 2;
    void *grown = realloc(*entries, (size_t)wanted * entry_bytes);
    if (grown == NULL) {
        return 0;
    }
    *entries = grown;
    *room = wanted;
    return 1;
}

void ct_entries_trim(void **entries, int count, int *room, size_t entry_bytes) {
    if (count == *room || count == 0) {
        return;
    }
    void *trimmed = realloc(*entries, (size_t)count * entry_bytes);
    if (trimmed != NULL) { /* keeping the room is harmless */
        *entries = trimmed;
        *room = count;
    }
}
