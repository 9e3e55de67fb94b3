/* Whether boxes of a rank share memory. Local, pure. */
#ifndef CT_REDISTRIBUTE_MEMORY_H
#define CT_REDISTRIBUTE_MEMORY_H

#include <cornerturn/decomposition.h>

/* Of boxes with offsets: the memory of each, with its ghosts, is apart from that of the others.
 * O(n log n) of n boxes. CT_ERROR_ARGUMENT, naming two boxes; CT_ERROR_MEMORY. */
ct_status ct_memory_check(const ct_decomposition *decomposition);

#endif
