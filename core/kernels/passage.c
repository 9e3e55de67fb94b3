#include "kernels/passage.h"

enum { PIECE_BYTES = 4 * CT_ELEMENT_MOST_BYTES };

ct_passage ct_passage_prepare(const ct_block *from, const ct_block *into, ptrdiff_t element_bytes,
                              int streams) {
    ct_passage passage = {.bytes = ct_block_elements(from) * element_bytes,
                          .piece_bytes = PIECE_BYTES - PIECE_BYTES % element_bytes};
    passage.lines_up = ct_strided_prepare(from, into, element_bytes, &passage.first);
    passage.first.streams = streams;
    if (!passage.lines_up) {
        passage.first = ct_strided_pack(from, 0, element_bytes);
        passage.second = ct_strided_unpack(0, into, element_bytes);
        passage.second.streams = streams;
    }
    return passage;
}

void ct_passage_run(const ct_passage *passage, const void *from, void *into) {
    char piece[PIECE_BYTES];
    if (passage->lines_up) {
        ct_strided_copy(&passage->first, from, into);
        return;
    }
    for (ptrdiff_t at = 0; at < passage->bytes; at += passage->piece_bytes) {
        ptrdiff_t left = passage->bytes - at;
        ptrdiff_t bytes = left < passage->piece_bytes ? left : passage->piece_bytes;
        ct_strided_pack_part(&passage->first, at, bytes, from, piece);
        ct_strided_unpack_part(&passage->second, at, bytes, piece, into);
    }
}
