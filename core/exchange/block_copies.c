#include "exchange/block_copies.h"

#include "base/entries.h"
#include "base/fail.h"

#include <stdlib.h>

ct_status ct_block_copies_add(ct_block_copies *copies, const ct_parts *from, const ct_parts *into,
                              ptrdiff_t element_bytes, const ct_conversion *conversion,
                              int streams) {
    const ptrdiff_t count = ct_parts_elements(into) > 0 ? into->count : 0;
    for (ptrdiff_t i = 0; i < count; i++) {
        if (!ct_entries_grow((void **)&copies->list, copies->count, &copies->capacity,
                             sizeof *copies->list)) {
            return ct_raise(CT_ERROR_MEMORY, "no memory for %d copies of an exchange",
                            copies->count + 1);
        }
        copies->list[copies->count++] = ct_block_copy_prepare(
            ct_parts_at(from, i), ct_parts_at(into, i), element_bytes, conversion, streams);
    }
    return CT_OK;
}

void ct_block_copies_destroy(ct_block_copies *copies) {
    free(copies->list);
    *copies = (ct_block_copies){.list = NULL};
}

void ct_block_copies_run(const ct_block_copies *copies, int first, int count, const void *send,
                         void *receive) {
    for (int i = first; i < first + count; i++) {
        ct_block_copy_run(&copies->list[i], send, receive);
    }
}
