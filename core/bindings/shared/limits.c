#include "bindings/shared/limits.h"

#include <stdint.h>
#include <stdlib.h>
#include <sys/resource.h>

enum { FILES_MOST = 4096 };

size_t ct_shared_from(const char *variable, size_t usual) {
    const char *text = getenv(variable);
    const long from = text != NULL ? strtol(text, NULL, 10) : (long)usual;
    return from > 0 ? (size_t)from : SIZE_MAX;
}

int ct_shared_files_limit(void) {
    struct rlimit limit = {0};
    return getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur / 4 < FILES_MOST
               ? (int)(limit.rlim_cur / 4)
               : FILES_MOST;
}
