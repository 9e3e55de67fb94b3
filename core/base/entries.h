/* Arrays that grow by one entry at a time. Local. */
#ifndef CT_BASE_ENTRIES_H
#define CT_BASE_ENTRIES_H

#include <stddef.h>

/* Makes room for one more of entries of `entry_bytes`, of which there are `count`. False, and all
 * is as before, when there is no memory. */
int ct_entries_grow(void **entries, int count, int *capacity, size_t entry_bytes);

/* Gives back the room beyond `count`, but never all of it. */
void ct_entries_trim(void **entries, int count, int *capacity, size_t entry_bytes);

#endif
