/* Kernels for numbers of type REAL, whose registers are in REGISTERS, as the set CODELETS; compiled
 * once for each precision and each kind of registers (variants/). */
#include "fft/lines/codelets/kernels/kernels.h"

#if defined(__x86_64__)
#include REGISTERS
#include "fft/lines/codelets/kernels/lengths.h"
#include "kernels/cache.h"

#include <stdint.h>

enum {
    NUMBER_BYTES = 2 * sizeof(REAL),
    LANES = WIDE_BYTES / NUMBER_BYTES,
    REALS = 2 * LANES,                                             /* of a register */
    BUFFER_BYTES = REGISTER_ROWS * CT_CODELET_MOST * NUMBER_BYTES, /* of rows */
    PAGE_BYTES = 4096,
    STREAMED_MOST = 64,       /* points of columns */
    STREAMED_BYTES = 8 * 1024 /* of columns on their way past the cache */
};

INLINE void pay(ct_codelet_ahead *ahead) {
    const ptrdiff_t bytes = ahead->owed < ahead->paid ? ahead->owed : ahead->paid;
    if ((uintptr_t)ahead->target % PAGE_BYTES < (uintptr_t)bytes) {
        ct_fetch_near(ahead->target + PAGE_BYTES);
    }
    for (ptrdiff_t i = 0; i < bytes; i += WIDE_BYTES) {
        write(read(ahead->result + i), ahead->target + i, 1);
    }
    ahead->result += bytes;
    ahead->target += bytes;
    ahead->owed -= bytes;
}

/* Without paying. */
INLINE void fetch_only(ct_codelet_ahead *ahead, ptrdiff_t bytes) {
    if (ahead->left <= 0) {
        return;
    }
    if (ahead->streams && (uintptr_t)ahead->into % PAGE_BYTES < (uintptr_t)bytes) {
        ct_fetch_near(ahead->into);
    }
    for (ptrdiff_t i = 0; i < bytes; i += CT_LINE_BYTES) {
        if (ahead->streams) {
            ct_fetch_near(ahead->from + i);
        } else {
            ct_fetch_line(ahead->from + i);
            if (!ahead->reads_only) {
                __builtin_prefetch(ahead->into + i, 1, 2);
            }
        }
    }
    ahead->from += bytes;
    ahead->into += bytes;
    ahead->left -= bytes;
}

/* Inline, as pay: a call would keep nothing in registers (two ranks, ms, by a call and so: c2c
 * 10000 of 16 x 16 1.07 and 0.92, of 8^3 3.4 and 2.8; but 500 of 100 x 100 4.6 and 4.9). */
INLINE void fetch(ct_codelet_ahead *ahead, ptrdiff_t bytes) {
    if (ahead->owed > 0) {
        pay(ahead);
    }
    fetch_only(ahead, bytes);
}

/* Rows of other arrays, which few fetch: no part of each kernel. */
__attribute__((noinline)) static void fetch_some_rows(ct_fetch_rows *rows, ptrdiff_t lines) {
    ct_fetch_next(rows, lines);
}

/* The first of a group of rows that begins with `row`; the last group has some of those before
 * where there are no more. */
INLINE ptrdiff_t first_of(ptrdiff_t row, int group, ptrdiff_t count) {
    return row + group > count ? count - group : row;
}

/* Whether a cache line begins at byte i of columns. */
INLINE int begins_line(ptrdiff_t i) {
    return WIDE_BYTES == CT_LINE_BYTES || i % CT_LINE_BYTES == 0;
}

#include "fft/lines/codelets/kernels/lines_source.h"

#include "fft/lines/codelets/kernels/columns_source.h"
#include "fft/lines/codelets/kernels/sums_source.h"

#include "fft/lines/codelets/kernels/convolved_source.h"
#include "fft/lines/codelets/kernels/crossed_source.h"
#include "fft/lines/codelets/kernels/placed_source.h"
#include "fft/lines/codelets/kernels/rows/short_rows_source.h"
#include "fft/lines/codelets/kernels/separate_source.h"
#ifdef ROWS_IN_LANES
#include "fft/lines/codelets/kernels/rows/lanes_source.h"
#else
#include "fft/lines/codelets/kernels/rows/rows_source.h"
#include "fft/lines/codelets/kernels/rows/twos_source.h"
#endif

/* Past the cache go whole lines: by registers of half a line by way of a buffer. */
#if WIDE_BYTES == 64
#define STREAM_RESULTS(NAME, POINTS, FIRST, DIRECTION, IS_FORWARD)                                 \
    NAME(pass, POINTS, FIRST, IS_FORWARD, from, into, 1, ahead)
#define PLACED CT_CODELET_PLACED
#else
#define PLACED CT_CODELET_PLACED_IN_HALVES
#define STREAM_RESULTS(NAME, POINTS, FIRST, DIRECTION, IS_FORWARD)                                 \
    stream_columns(NAME##_##POINTS##_##DIRECTION, POINTS, pass, from, into, ahead)
#endif

/* NAME for lines of POINTS points, in both directions. */
#define DEFINE_ONE(NAME, POINTS, FIRST, DIRECTION, IS_FORWARD, MAY_STREAM)                         \
    TARGET static void NAME##_##POINTS##_##DIRECTION(const ct_codelet_pass *pass,                  \
                                                     const char *from, char *into, int streams,    \
                                                     ct_codelet_ahead *ahead) {                    \
        if (streams && MAY_STREAM) {                                                               \
            STREAM_RESULTS(NAME, POINTS, FIRST, DIRECTION, IS_FORWARD);                            \
        } else {                                                                                   \
            NAME(pass, POINTS, FIRST, IS_FORWARD, from, into, 0, ahead);                           \
        }                                                                                          \
    }
#define DEFINE(NAME, POINTS, FIRST, MAY_STREAM)                                                    \
    DEFINE_ONE(NAME, POINTS, FIRST, forward, 1, MAY_STREAM)                                        \
    DEFINE_ONE(NAME, POINTS, FIRST, inverse, 0, MAY_STREAM)

#define DEFINE_COLUMNS(POINTS, FIRST) DEFINE(columns, POINTS, FIRST, POINTS <= STREAMED_MOST)
#define DEFINE_STEP(POINTS) DEFINE_COLUMNS(POINTS, 1) DEFINE(turned_columns, POINTS, 1, 0)
#define DEFINE_CROSSED(POINTS) DEFINE(crossed_columns, POINTS, 1, 0)
#define DEFINE_PLACED_ONE(POINTS, DIRECTION, IS_FORWARD)                                           \
    TARGET static void placed_columns_##POINTS##_##DIRECTION(                                      \
        const ct_codelet_pass *pass, const char *from, char *into, int streams,                    \
        ct_codelet_ahead *ahead) {                                                                 \
        (void)from;                                                                                \
        (void)into;                                                                                \
        (void)ahead;                                                                               \
        if (streams) {                                                                             \
            placed_columns(pass, POINTS, IS_FORWARD, 1);                                           \
        } else {                                                                                   \
            placed_columns(pass, POINTS, IS_FORWARD, 0);                                           \
        }                                                                                          \
    }
#define DEFINE_PLACED(POINTS)                                                                      \
    DEFINE_PLACED_ONE(POINTS, forward, 1) DEFINE_PLACED_ONE(POINTS, inverse, 0)
#define DEFINE_ROWS(POINTS, FIRST) DEFINE(any_rows, POINTS, FIRST, WIDE_BYTES == 64)
#define DEFINE_TWOS(POINTS, FIRST) DEFINE(any_rows_of_twos, POINTS, FIRST, 0)
#define DEFINE_SHORT(POINTS) DEFINE(short_rows, POINTS, 1, 0)
#define DEFINE_IN_LANES(POINTS, FIRST) DEFINE(rows_in_lanes, POINTS, FIRST, 0)
#define DEFINE_SHORT_IN_LANES(POINTS) DEFINE_IN_LANES(POINTS, 1)

#ifdef ROWS_IN_LANES
CT_CODELET_STEPS(DEFINE_SHORT_IN_LANES)
CT_CODELET_COLUMNS(DEFINE_IN_LANES)
#else
CT_CODELET_LENGTHS(DEFINE_ROWS)
CT_CODELET_TWOS(DEFINE_TWOS)
CT_CODELET_SHORT(DEFINE_SHORT)
#endif
PLACED(DEFINE_PLACED)
CT_CODELET_STEPS(DEFINE_STEP)
CT_CODELET_COLUMNS(DEFINE_COLUMNS)
CT_CODELET_CROSSED(DEFINE_CROSSED)

#define NAMED(NAME, POINTS, OF_REGISTER, FIRST)                                                    \
    {POINTS, OF_REGISTER, FIRST, NAME##_##POINTS##_forward, NAME##_##POINTS##_inverse},
#define NAMED_ROWS(POINTS, FIRST) NAMED(any_rows, POINTS, 4, FIRST)
#define NAMED_TWOS(POINTS, FIRST) NAMED(any_rows_of_twos, POINTS, 2, FIRST)
#define NAMED_SHORT(POINTS) NAMED(short_rows, POINTS, 1, POINTS)
#define NAMED_IN_LANES(POINTS, FIRST) NAMED(rows_in_lanes, POINTS, 1, FIRST)
#define NAMED_SHORT_IN_LANES(POINTS) NAMED(rows_in_lanes, POINTS, 1, POINTS)
#define NAMED_STEP(POINTS) NAMED(columns, POINTS, 1, 1)
#define NAMED_COLUMNS(POINTS, FIRST) NAMED(columns, POINTS, 1, FIRST)
#define NAMED_TURNED(POINTS) NAMED(turned_columns, POINTS, 1, 1)
#define NAMED_CROSSED(POINTS) NAMED(crossed_columns, POINTS, 1, 1)
#define NAMED_PLACED(POINTS) NAMED(placed_columns, POINTS, 1, 1)

#ifdef ROWS_IN_LANES
#define ROWS CT_CODELET_STEPS(NAMED_SHORT_IN_LANES) CT_CODELET_COLUMNS(NAMED_IN_LANES)
#else
#define ROWS                                                                                       \
    CT_CODELET_LENGTHS(NAMED_ROWS) CT_CODELET_TWOS(NAMED_TWOS) CT_CODELET_SHORT(NAMED_SHORT)
#endif
static const ct_codelet_named row_kernels[] = {ROWS{0}};
static const ct_codelet_named column_kernels[] = {CT_CODELET_STEPS(NAMED_STEP)
                                                      CT_CODELET_COLUMNS(NAMED_COLUMNS){0}};
static const ct_codelet_named turned_kernels[] = {CT_CODELET_STEPS(NAMED_TURNED){0}};
static const ct_codelet_named crossed_kernels[] = {CT_CODELET_CROSSED(NAMED_CROSSED){0}};
static const ct_codelet_named placed_kernels[] = {PLACED(NAMED_PLACED){0}};

const ct_codelet_set CODELETS = {
    .register_bytes = WIDE_BYTES,
    .rows = row_kernels,
    .columns = column_kernels,
    .turned = turned_kernels,
    .crossed = crossed_kernels,
    .placed = placed_kernels,
    .columns_in_steps = columns_in_steps,
    .summed_columns = summed_columns,
    .convolved_columns = convolved_columns,
    .rows_by_columns = rows_by_columns,
    .separate = separate,
    .combine = combine,
    .cross = cross,
};

#endif
