#include "kernels/buffered/block_copy.h"

enum { PIECE_BYTES = 4 * CT_ELEMENT_MOST_BYTES };

ct_block_copy ct_block_copy_prepare(const ct_block *from, const ct_block *into,
                                    ptrdiff_t element_bytes, const ct_conversion *conversion,
                                    int streams) {
    ct_block_copy copy = {.bytes = ct_block_elements(from) * element_bytes,
                          .piece_bytes = PIECE_BYTES - PIECE_BYTES % element_bytes};
    copy.lines_up = conversion != NULL
                        ? ct_strided_prepare_conversion(from, into, conversion, &copy.first)
                        : ct_strided_prepare(from, into, element_bytes, &copy.first);
    copy.first.streams = streams;
    if (!copy.lines_up) {
        copy.first = ct_strided_pack(from, 0, element_bytes);
        copy.second = conversion != NULL ? ct_strided_unpack_conversion(0, into, conversion)
                                         : ct_strided_unpack(0, into, element_bytes);
        copy.second.streams = streams;
    }
    return copy;
}

void ct_block_copy_run(const ct_block_copy *copy, const void *from, void *into) {
    char piece[PIECE_BYTES];
    if (copy->lines_up) {
        ct_strided_copy(&copy->first, from, into);
        return;
    }
    for (ptrdiff_t at = 0; at < copy->bytes; at += copy->piece_bytes) {
        ptrdiff_t left = copy->bytes - at;
        ptrdiff_t bytes = left < copy->piece_bytes ? left : copy->piece_bytes;
        ct_strided_pack_part(&copy->first, at, bytes, from, piece);
        ct_strided_unpack_part(&copy->second, at, bytes, piece, into);
    }
}
