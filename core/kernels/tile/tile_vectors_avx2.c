/*
 * Units of several numbers, of a multiple of 8 bytes, past the cache with AVX2: pieces that divide
 * a line are stored in the order of the target, so that the processor collects whole lines.
 */
#include "kernels/tile/tile.h"

#if defined(__x86_64__)
#include "kernels/tile/block_avx2.h"

#include <string.h>

AVX2_INLINE void stream_piece(const char *from, char *into, ptrdiff_t piece) {
    if (piece == 8) {
        long long number = 0;
        memcpy(&number, from, sizeof number);
        _mm_stream_si64((long long *)(void *)into, number);
    } else if (piece == 16) {
        _mm_stream_si128((__m128i *)(void *)into,
                         _mm_loadu_si128((const __m128i *)(const void *)from));
    } else {
        _mm256_stream_si256((__m256i *)(void *)into, load(from));
    }
}

AVX2_INLINE void stream_unit(const char *from, char *into, ptrdiff_t unit, ptrdiff_t piece) {
    for (ptrdiff_t i = 0; i < unit; i += piece) {
        stream_piece(from + i, into + i, piece);
    }
}

/* Units of one column. `along`: the number of rows, a constant after inlining, of which each is
 * read by instructions of its own; or 0. */
AVX2_INLINE void stream_column(const ct_tile *tile, const char *from, char *into, ptrdiff_t rows,
                               ptrdiff_t piece, ptrdiff_t along) {
    const ptrdiff_t unit = tile->unit_bytes;
    if (along > 0) {
        UNROLL for (ptrdiff_t r = 0; r < along; r++) {
            stream_unit(from + r * tile->from_row, into + r * unit, unit, piece);
        }
    } else {
        for (ptrdiff_t r = 0; r < rows; r++) {
            stream_unit(from + r * tile->from_row, into + r * unit, unit, piece);
        }
    }
}

/* Over as many rows as are whole lines; the remainder with ordinary stores. */
AVX2_INLINE void stream_units(const ct_tile *tile, const char *from, char *into, ptrdiff_t piece) {
    const ptrdiff_t unit = tile->unit_bytes;
    const ptrdiff_t block = CT_LINE_BYTES / piece;
    const ptrdiff_t rows = tile->rows / block * block;
    const ptrdiff_t along = ct_tile_along(piece, 0);
    for (ptrdiff_t c = 0; c < tile->columns; c++) {
        if (rows == along) {
            stream_column(tile, from + c * unit, into + c * tile->into_column, rows, piece, along);
        } else {
            stream_column(tile, from + c * unit, into + c * tile->into_column, rows, piece, 0);
        }
    }
    ct_tile_rest(tile, rows, tile->columns, from, into);
}

/* By pieces of so many bytes. */
#define DEFINE(PIECE)                                                                              \
    AVX2 static void stream_pieces_##PIECE(const ct_tile *tile, const char *from, char *into,      \
                                           char *rest, ct_tile_ends ends, ct_tile_ahead *ahead) {  \
        (void)rest; /* columns begin with lines */                                                 \
        (void)ends;                                                                                \
        (void)ahead; /* rows are read along */                                                     \
        stream_units(tile, from, into, PIECE);                                                     \
    }

DEFINE(8)
DEFINE(16)
DEFINE(32)

ct_tile_streamer ct_tile_vectors_avx2(ptrdiff_t unit_bytes) {
    return unit_bytes % 32 == 0   ? stream_pieces_32
           : unit_bytes % 16 == 0 ? stream_pieces_16
           : unit_bytes % 8 == 0  ? stream_pieces_8
                                  : NULL;
}

#else

ct_tile_streamer ct_tile_vectors_avx2(ptrdiff_t unit_bytes) {
    (void)unit_bytes;
    return NULL;
}

#endif
