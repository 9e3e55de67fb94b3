/*
 * Tiles past the cache with AVX2, block by block: a line of the source by one of the target.
 */
#include "kernels/tile/streamers.h"

#if defined(__x86_64__)
#include "kernels/tile/block_avx2.h"

#include <stdint.h>
#include <string.h>

/* A line in two vectors. */
typedef struct line {
    __m256i half[2];
} line;

/* A column that begins `before` bytes after the start of a line, and the last of its lines, as if
 * it began with one. */
typedef struct column {
    ptrdiff_t before;
    line last;
} column;

AVX2_INLINE void stream_line(char *into, const line *l) {
    _mm256_stream_si256((__m256i *)(void *)into, l->half[0]);
    _mm256_stream_si256((__m256i *)(void *)(into + VECTOR_BYTES), l->half[1]);
}

/* The vector that begins `before` numbers of 4 bytes, up to 7, before `next`, its start in
 * `last`. */
AVX2_INLINE __m256i join(__m256i last, __m256i next, ptrdiff_t before) {
    static const int32_t lanes[] = {0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7};
    static const int32_t of_next[] = {-1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0};
    const __m256i mixed = _mm256_blendv_epi8(last, next, load((const char *)(of_next + before)));
    return _mm256_permutevar8x32_epi32(mixed, load((const char *)(lanes + 8 - before)));
}

/* The line that begins `before` bytes before `next`, its start in `last`. */
AVX2_INLINE line join_lines(const line *last, const line *next, ptrdiff_t before) {
    const int is_far = before >= VECTOR_BYTES;
    const __m256i first = is_far ? last->half[0] : last->half[1];
    const __m256i second = is_far ? last->half[1] : next->half[0];
    const __m256i third = is_far ? next->half[0] : next->half[1];
    const ptrdiff_t lanes = before % VECTOR_BYTES / 4;
    return (line){{join(first, second, lanes), join(second, third, lanes)}};
}

/* Stores the bytes `first` .. `end - 1` of a line with ordinary stores. */
AVX2_INLINE void store_part(char *into, const line *l, ptrdiff_t first, ptrdiff_t end) {
    memcpy(into + first, (const char *)l + first, (size_t)(end - first));
}

/* Half a line of columns over one line of the target. */
AVX2_INLINE void stream_square(const ct_tile *tile, const char *from, char *into, int is_first,
                               column *columns, ptrdiff_t unit, int shifts) {
    const ptrdiff_t side = VECTOR_BYTES / unit;
    __m256i upper[VECTOR_BYTES];
    __m256i lower[VECTOR_BYTES];
    transpose_square(from, tile->from_row, upper, unit);
    transpose_square(from + side * tile->from_row, tile->from_row, lower, unit);
    UNROLL for (ptrdiff_t c = 0; c < side; c++) {
        const line next = {{upper[c], lower[c]}};
        char *to = into + c * tile->into_column;
        if (shifts) {
            const ptrdiff_t before = columns[c].before;
            const line whole = join_lines(&columns[c].last, &next, before);
            if (is_first && before > 0) {
                store_part(to - before, &whole, before, CT_LINE_BYTES);
            } else {
                stream_line(to - before, &whole);
            }
            columns[c].last = next;
        } else {
            stream_line(to, &next);
        }
    }
}

/* Columns that are streamed together: a line of the source, so that it is read once; half of one
 * where registers do not suffice for incomplete lines of all columns. */
AVX2_INLINE ptrdiff_t columns_together(ptrdiff_t unit, int shifts) {
    return (shifts ? VECTOR_BYTES : CT_LINE_BYTES) / unit;
}

AVX2_INLINE void stream_block(const ct_tile *tile, const char *from, char *into, int is_first,
                              column *columns, ptrdiff_t unit, int shifts) {
    const ptrdiff_t side = VECTOR_BYTES / unit;
    for (ptrdiff_t c = 0; c < columns_together(unit, shifts); c += side) {
        stream_square(tile, from + c * unit, into + c * tile->into_column, is_first, columns, unit,
                      shifts);
    }
}

/* Streams these columns over all whole blocks of a tile. The incomplete line of a column stays in
 * registers from block to block and in `rest` from tile to tile; there is none unless columns
 * `shifts`, that is begin inside a line. `along`: the number of rows, a constant after inlining, of
 * which each is read by instructions of its own; or 0. */
AVX2_INLINE void stream_columns(const ct_tile *tile, const char *from, char *into, char *rest,
                                ct_tile_ends ends, ct_tile_ahead *ahead, ptrdiff_t unit,
                                ptrdiff_t along, int shifts) {
    const ptrdiff_t block = CT_LINE_BYTES / unit;
    const ptrdiff_t rows = tile->rows / block * block;
    const ptrdiff_t together = columns_together(unit, shifts);
    column columns[VECTOR_BYTES];
    for (ptrdiff_t c = 0; shifts && c < together; c++) {
        columns[c].before = ct_line_phase(into + c * tile->into_column);
        memcpy(&columns[c].last, rest + c * CT_LINE_BYTES, CT_LINE_BYTES);
    }
    if (along > 0) {
        UNROLL for (ptrdiff_t r = 0; r < along; r += block) {
            stream_block(tile, from + r * tile->from_row, into + r * unit, ends.first && r == 0,
                         columns, unit, shifts);
        }
    } else {
        for (ptrdiff_t r = 0; r < rows; r += block) {
            ct_tile_fetch(ahead);
            stream_block(tile, from + r * tile->from_row, into + r * unit, ends.first && r == 0,
                         columns, unit, shifts);
        }
    }
    for (ptrdiff_t c = 0; shifts && c < together; c++) {
        const ptrdiff_t before = columns[c].before;
        memcpy(rest + c * CT_LINE_BYTES, &columns[c].last, CT_LINE_BYTES);
        if (ends.last && before > 0) {
            const line end = join_lines(&columns[c].last, &columns[c].last, before);
            store_part(into + c * tile->into_column + rows * unit - before, &end, 0, before);
        }
    }
}

AVX2_INLINE void stream_panel(const ct_tile *tile, const char *from, char *into, char *rest,
                              ct_tile_ends ends, ct_tile_ahead *ahead, ptrdiff_t unit,
                              ptrdiff_t along) {
    const ptrdiff_t block = CT_LINE_BYTES / unit;
    const int shifts = ct_line_phase(into) != 0 || tile->into_column % CT_LINE_BYTES != 0;
    const ptrdiff_t together = columns_together(unit, shifts);
    const ptrdiff_t columns = tile->columns / together * together;
    for (ptrdiff_t c = 0; c < columns; c += together) {
        const char *at = from + c * unit;
        char *to = into + c * tile->into_column;
        char *kept = rest + c * CT_LINE_BYTES;
        if (shifts) {
            stream_columns(tile, at, to, kept, ends, ahead, unit, along, 1);
        } else {
            stream_columns(tile, at, to, kept, ends, ahead, unit, along, 0);
        }
    }
    ct_tile_rest(tile, tile->rows / block * block, columns, from, into);
}

/* Of a panel: the pages of more columns do not stay where their addresses are looked up (6000^2
 * doubles: 0.75 of a copy's speed without panels, 0.88). */
enum { PANEL_COLUMNS = 1024 };

CT_TILE_STREAMER(AVX2, 1)
CT_TILE_STREAMER(AVX2, 2)
CT_TILE_STREAMER(AVX2, 4)
CT_TILE_STREAMER(AVX2, 8)
CT_TILE_STREAMER(AVX2, 16)

ct_tile_streaming ct_tile_streaming_avx2(ptrdiff_t unit_bytes) {
    const ct_tile_streamer run = unit_bytes == 1    ? stream_1
                                 : unit_bytes == 2  ? stream_2
                                 : unit_bytes == 4  ? stream_4
                                 : unit_bytes == 8  ? stream_8
                                 : unit_bytes == 16 ? stream_16
                                                    : ct_tile_vectors_avx2(unit_bytes);
    const ptrdiff_t column_bytes = unit_bytes == 8 || unit_bytes == 16 ? 4 : CT_LINE_BYTES;
    return (ct_tile_streaming){run, column_bytes, PANEL_COLUMNS};
}

#else

ct_tile_streaming ct_tile_streaming_avx2(ptrdiff_t unit_bytes) {
    (void)unit_bytes;
    return (ct_tile_streaming){.run = NULL};
}

#endif
