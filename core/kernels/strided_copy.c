#include "kernels/stream.h"
#include "kernels/strided.h"

#include <string.h>

void ct_strided_copy(const ct_strided *copy, const void *from, void *into) {
    if (copy->unit_bytes == 0) { /* there may be no arrays */
        return;
    }
    const char *first = (const char *)from + copy->from_offset;
    char *place = (char *)into + copy->into_offset;
    if (copy->conversion != NULL) {
        ct_strided_convert(copy, first, place);
    } else {
        ct_strided_copy_plain(copy, first, place);
    }
    if (copy->streams) {
        ct_stream_fence();
    }
}

void ct_bytes_copy(void *into, const void *from, ptrdiff_t bytes) {
    if (bytes >= CT_STREAM_FROM_BYTES) {
        ct_stream_copy(into, from, (size_t)bytes);
        ct_stream_fence();
    } else if (bytes > 0) {
        memcpy(into, from, (size_t)bytes);
    }
}
