/* Space on a disk, reserved before it is written. Local. */
#ifndef CT_FILES_SPACE_H
#define CT_FILES_SPACE_H

#include <cornerturn/status.h>
#include <stdbool.h>
#include <stddef.h>

/* Reserves `more_bytes` at the end of the file `temporary`, which will be `path`. *reserved is
 * false on file systems without reservation. CT_ERROR_FILE: a disk, quota or limit has not so much.
 */
ct_status ct_space_reserve(const char *path, const char *temporary, ptrdiff_t more_bytes,
                           bool *reserved);

#endif
