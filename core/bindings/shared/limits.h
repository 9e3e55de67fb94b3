/* Which memory is shared: from how many bytes on, and in how many files. */
#ifndef CT_BINDINGS_SHARED_LIMITS_H
#define CT_BINDINGS_SHARED_LIMITS_H

#include <stddef.h>

/* The bytes from which memory is shared, as a variable of the environment says (0: none is), or
 * `usual`. SIZE_MAX: none. Local. */
size_t ct_shared_from(const char *variable, size_t usual);

/* How many files a process may have: a quarter of its descriptors. Local. */
int ct_shared_files_limit(void);

#endif
