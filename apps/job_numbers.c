#include "apps/job_numbers.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

int job_read_numbers(const char *text, const char *separators, ptrdiff_t numbers[CT_MAX_AXES]) {
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
