/* Arrays that grow by one entry at a time. Local. */
#ifndef CT_BASE_ENTRIES_H
#define CT_BASE_ENTRIES_H

#include <stddef.h>

/* Grows an array of `count` entries of `entry_bytes` for one more. False, with nothing changed,
 * without memory. */
int ct_entries_grow(void **entries, int count, int *capacity, size_t entry_bytes);

/* Shrinks the array to `count` entries, unless that is 0. */
void ct_entries_trim(void **entries, int count, int *capacity, size_t entry_bytes);

#endif
