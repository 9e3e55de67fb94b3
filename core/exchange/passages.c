#include "exchange/passages.h"

#include "base/entries.h"
#include "base/fail.h"

#include <stdlib.h>

ct_status ct_passages_add(ct_passages *passages, const ct_parts *from, const ct_parts *into,
                          ptrdiff_t element_bytes, int streams) {
    const ptrdiff_t count = ct_parts_elements(into) > 0 ? into->count : 0;
    for (ptrdiff_t i = 0; i < count; i++) {
        if (!ct_entries_grow((void **)&passages->list, passages->count, &passages->capacity,
                             sizeof *passages->list)) {
            return ct_raise(CT_ERROR_MEMORY, "no memory for %d copies of an exchange",
                            passages->count + 1);
        }
        passages->list[passages->count++] =
            ct_passage_prepare(ct_parts_at(from, i), ct_parts_at(into, i), element_bytes, streams);
    }
    return CT_OK;
}

void ct_passages_destroy(ct_passages *passages) {
    free(passages->list);
    *passages = (ct_passages){.list = NULL};
}

void ct_passages_run(const ct_passages *passages, int first, int count, const void *send,
                     void *receive) {
    for (int i = first; i < first + count; i++) {
        ct_passage_run(&passages->list[i], send, receive);
    }
}
