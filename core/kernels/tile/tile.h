/*
 * Copies of a rectangle of units, the innermost part of every copy between blocks, with kernels for
 * each instruction set that copy a tile that fits the cache.
 *
 * Everything here is local, pure and free of MPI.
 */
#ifndef CT_KERNELS_TILE_H
#define CT_KERNELS_TILE_H

#include "kernels/cache.h"

/* Unit (r, c), of `unit_bytes` bytes, moves from r * from_row + c * from_column to r * into_row +
 * c * into_column. The rectangle is transposed when units follow each other along c in the source
 * and along r in the target. */
typedef struct ct_tile {
    ptrdiff_t unit_bytes;
    ptrdiff_t rows, from_row, into_row;
    ptrdiff_t columns, from_column, into_column;
} ct_tile;

/* So many vectors, one after the other, taken apart: into rows of each of their components, `row`
 * bytes apart. Or the other way round, put together. */
static inline ct_tile ct_tile_apart(ptrdiff_t components, ptrdiff_t unit_bytes, ptrdiff_t vectors,
                                    ptrdiff_t row) {
    return (ct_tile){.unit_bytes = unit_bytes,
                     .rows = vectors,
                     .from_row = components * unit_bytes,
                     .into_row = unit_bytes,
                     .columns = components,
                     .from_column = unit_bytes,
                     .into_column = row};
}
static inline ct_tile ct_tile_together(ptrdiff_t components, ptrdiff_t unit_bytes,
                                       ptrdiff_t vectors, ptrdiff_t row) {
    return (ct_tile){.unit_bytes = unit_bytes,
                     .rows = components,
                     .from_row = row,
                     .into_row = unit_bytes,
                     .columns = vectors,
                     .from_column = unit_bytes,
                     .into_column = components * unit_bytes};
}

/* Larger units are copied as rows, without tiles. */
enum { CT_TILE_UNIT_BYTES = 255 };

/* Copies the rectangle, of units up to CT_TILE_UNIT_BYTES, in tiles that fit the cache. `streams`:
 * streaming stores for whole lines; the caller calls ct_stream_fence. */
void ct_tile_copy(const ct_tile *tile, const char *from, char *into, int streams);

/* Swaps the units of a transposed rectangle with those where they would be copied to, of two places
 * that do not overlap. Returns 0, and has done nothing, where no kernel does that. */
int ct_tile_swap(const ct_tile *tile, char *from, char *into);

typedef void (*ct_tile_kernel)(const ct_tile *tile, const char *from, char *into);

/* Rows that are read along beside each other, each by instructions of its own, where the processor
 * reads ahead: it tells streams apart by the instructions. At least a line of the target, of units
 * of 3 bytes three; of 8-byte units more where the target's columns clash, that is lie a multiple
 * of pages apart, so that few of memory's banks take what is written at a time. Measured for 2 x 64
 * MB of doubles, of the speed of copies past the cache. Zen 5, copies at 55 and at 90 GB/s: columns
 * that clash 0.92 and 0.71 by 16 rows, 0.85 and 0.81 by 24, 0.85 and 0.76 by 32; others 0.97 and
 * 0.93 by 16, 0.87 and 0.79 by 32; by 8 or 64 less. Zen 3, 37 to 53 GB/s: columns that clash 0.6 to
 * 0.7 by 16 and 24, 0.5 to 0.8 by 32, 0.4 to 0.9 by 64; others 0.8 to 1.0 by 16, 0.7 to 0.9 by 32,
 * 0.45 by 64. */
static inline __attribute__((always_inline)) ptrdiff_t ct_tile_along(ptrdiff_t unit_bytes,
                                                                     int columns_clash) {
    return unit_bytes == 1 || unit_bytes == 3 ? 64
           : unit_bytes % 8 != 0              ? 32
           : unit_bytes == 8 && columns_clash ? 24
                                              : 16;
}

/* Whether a tile has the first, or last, rows of its columns. */
typedef struct ct_tile_ends {
    int first, last;
} ct_tile_ends;

/* Lines of a tile's rows that are fetched while another one is copied, `each` with every block of a
 * line's units by a line: evenly, and in the order in which they lie in memory. */
typedef struct ct_tile_ahead {
    const char *row;
    ptrdiff_t from_row, lines; /* between rows; of a row */
    ptrdiff_t line, left;      /* the next one of the row; of all rows */
    ptrdiff_t each;
} ct_tile_ahead;

static inline __attribute__((always_inline)) void ct_tile_fetch(ct_tile_ahead *ahead) {
    ptrdiff_t count = ahead->each < ahead->left ? ahead->each : ahead->left;
    ahead->left -= count;
    for (; count > 0; count--) {
        ct_fetch_line(ahead->row + ahead->line * CT_LINE_BYTES);
        if (++ahead->line == ahead->lines) {
            ahead->line = 0;
            ahead->row += ahead->from_row;
        }
    }
}

/* The same with streaming stores of whole lines: the incomplete last line of column c is stored in
 * line c of `rest` for the tile below. All tiles but the last have whole lines of rows. */
typedef void (*ct_tile_streamer)(const ct_tile *tile, const char *from, char *into, char *rest,
                                 ct_tile_ends ends, ct_tile_ahead *ahead);

/* Lines that `rest` has: 64 KiB of a thread's stack. Of doubles half as many take 3 to 8 % longer,
 * twice as many 1 to 2 % less. */
enum { CT_TILE_REST_COLUMNS = 1024 };

/* How transposed rectangles are streamed. */
typedef struct ct_tile_streaming {
    ct_tile_streamer run; /* or NULL */
    /* Columns begin at multiples of so many bytes, or else all at the same place of a line. */
    ptrdiff_t column_bytes;
    /* At most, of columns that all begin with lines; others have CT_TILE_REST_COLUMNS at most. */
    ptrdiff_t panel_columns;
} ct_tile_streaming;

/* Copies a transposed rectangle by blocks of lines by lines, or swaps its units with those where
 * they would be copied to, and fetches others at both ends. */
typedef void (*ct_tile_block_kernel)(const ct_tile *tile, char *from, char *into,
                                     ct_tile_ahead *ahead_from, ct_tile_ahead *ahead_into);

/* Kernels for a unit size: `copy` for any transposed rectangle; `copy_blocks` and `swap_blocks`, or
 * NULL. */
typedef struct ct_tile_kernels {
    ct_tile_kernel copy;
    ct_tile_streaming streaming;
    ct_tile_block_kernel copy_blocks, swap_blocks;
} ct_tile_kernels;

/* The best that this processor has. Of components, for rectangles as ct_tile_apart and
 * ct_tile_together describe: NULL where there is none. */
ct_tile_kernels ct_tile_choose_kernels(ptrdiff_t unit_bytes, int transposed);
ct_tile_kernel ct_tile_choose_components(ptrdiff_t unit_bytes);

/* Copies a transposed rectangle past the cache, with a streamer that is there. Returns 0, and has
 * done nothing, where columns begin at other places of lines than it can join. */
int ct_tile_stream(const ct_tile *tile, const ct_tile_streaming *streaming, const char *from,
                   char *into);

/* Copies or swaps a transposed rectangle tile by tile; while the kernel does one, the next is
 * fetched. */
void ct_tile_by_blocks(const ct_tile *tile, ct_tile_block_kernel kernel, char *from, char *into);

/* In C: unit by unit for any rectangle; and a kernel for transposed ones of any unit size. */
void ct_tile_units(const ct_tile *tile, const char *from, char *into);
void ct_tile_portable(const ct_tile *tile, const char *from, char *into);

/* Copies, or swaps, the remainder outside the first `rows` of the first `columns`, which whole
 * blocks cover. */
void ct_tile_rest(const ct_tile *tile, ptrdiff_t rows, ptrdiff_t columns, const char *from,
                  char *into);
void ct_tile_swap_rest(const ct_tile *tile, ptrdiff_t rows, ptrdiff_t columns, char *from,
                       char *into);

/* With vector instructions, only for processors that have them: of 1, 2, 4, 8 and 16 bytes, and of
 * 4, 8 and 16; of others `copy` is the portable one where they can be streamed, or NULL. */
ct_tile_kernels ct_tile_avx2(ptrdiff_t unit_bytes);
ct_tile_kernels ct_tile_avx512(ptrdiff_t unit_bytes);

/* Of 4, 8 or 16 bytes, of 2 to 7 components; others NULL. */
ct_tile_kernel ct_tile_components_avx512(ptrdiff_t unit_bytes);

/* Of 3 to 15 bytes, but for 4 and 8, with streaming stores of SSE2; of others `copy` is NULL. */
ct_tile_kernels ct_tile_collected(ptrdiff_t unit_bytes);

/* Of these and of several numbers: with AVX2 of any multiple of 8 bytes, with AVX-512 one
 * to three of 4, 8 or 16 bytes. */
ct_tile_streaming ct_tile_streaming_avx2(ptrdiff_t unit_bytes);
ct_tile_streamer ct_tile_vectors_avx2(ptrdiff_t unit_bytes);
ct_tile_streaming ct_tile_streaming_avx512(ptrdiff_t unit_bytes);

#endif
