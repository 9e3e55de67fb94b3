#include "fft_arithmetic.h"

#include <cornerturn/grid.h>
#include <string.h>

/* Tiles as the library has them: rows along the last axis, elsewhere 512 bytes of each row of the
 * array, fewer lines where a tile would take more than a quarter of a usual second-level cache. */
enum { ROWS_MOST = 16, ACROSS_BYTES = 512, TILE_MOST_BYTES = 256 * 1024, LINE_BYTES = 64 };

/* Elements from a line of a tile to the next, which keeps lines off each other's cache sets. */
static int pitch_of(ptrdiff_t points, size_t element_bytes) {
    const size_t bytes = (size_t)points * element_bytes;
    const size_t padded = (bytes + LINE_BYTES - 1) / LINE_BYTES * LINE_BYTES + LINE_BYTES;
    return (int)(padded / element_bytes);
}

static int lines_of(int axis, ptrdiff_t points) {
    int lines = axis == 2 ? ROWS_MOST : ACROSS_BYTES / (int)sizeof(FFTW(complex));
    while (lines > 1 && lines * points * (ptrdiff_t)sizeof(FFTW(complex)) > TILE_MOST_BYTES) {
        lines /= 2;
    }
    return lines;
}

static FFTW(plan)
    plan_tile(fft_arithmetic *a, int axis, ptrdiff_t points, bench_kind kind, unsigned flags) {
    const int n = (int)points;
    const int lines = lines_of(axis, points);
    const int dense = pitch_of(points, sizeof(FFTW(complex)));
    const int half = pitch_of(points / 2 + 1, sizeof(FFTW(complex)));
    const int real = pitch_of(points, sizeof(ct_real));
    const int sign = kind == BENCH_C2R ? FFTW_BACKWARD : FFTW_FORWARD;
    if (axis == 2 && kind != BENCH_C2C && points % 2 == 0) { /* the least that real lines take */
        const int complex_points = n / 2;
        return FFTW(plan_many_dft)(1, &complex_points, lines, a->tile[0], NULL, 1, half, a->tile[1],
                                   NULL, 1, half, sign, flags);
    }
    if (axis < 2 || kind == BENCH_C2C) {
        return FFTW(plan_many_dft)(1, &n, lines, a->tile[0], NULL, 1, dense, a->tile[1], NULL, 1,
                                   dense, sign, flags);
    }
    return kind == BENCH_R2C ? FFTW(plan_many_dft_r2c)(1, &n, lines, a->tile[0], NULL, 1, real,
                                                       a->tile[1], NULL, 1, half, flags)
                             : FFTW(plan_many_dft_c2r)(1, &n, lines, a->tile[0], NULL, 1, half,
                                                       a->tile[1], NULL, 1, real, flags);
}

int fft_arithmetic_create(const ptrdiff_t extent[3], bench_kind kind, unsigned rigour, int rank,
                          int size, fft_arithmetic *arithmetic) {
    const ptrdiff_t row = kind == BENCH_C2C ? extent[2] : extent[2] / 2 + 1;
    const ptrdiff_t lines[3] = {extent[1] * row, extent[0] * row, extent[0] * extent[1]};
    size_t bytes = 0;
    *arithmetic = (fft_arithmetic){.tile = {NULL, NULL}};
    for (int axis = 0; axis < 3; axis++) {
        const size_t line_bytes =
            (size_t)pitch_of(extent[axis], sizeof(FFTW(complex))) * sizeof(FFTW(complex));
        const size_t needed = (size_t)lines_of(axis, extent[axis]) * line_bytes;
        bytes = needed > bytes ? needed : bytes;
    }
    for (int i = 0; i < 2; i++) {
        arithmetic->tile[i] = FFTW(malloc)(bytes);
        if (arithmetic->tile[i] == NULL) {
            return 0;
        }
    }
    for (int axis = 0; axis < 3; axis++) {
        const ptrdiff_t at_once = lines_of(axis, extent[axis]);
        const ptrdiff_t own = extent[axis] > 1 ? ct_block_count(lines[axis], size, rank) : 0;
        arithmetic->tiles[axis] = (own + at_once - 1) / at_once;
        arithmetic->plan[axis] =
            plan_tile(arithmetic, axis, extent[axis], kind, rigour | FFTW_DESTROY_INPUT);
        if (arithmetic->plan[axis] == NULL) {
            return 0;
        }
    }
    memset(arithmetic->tile[0], 0, bytes);
    return 1;
}

void fft_arithmetic_run(const fft_arithmetic *arithmetic) {
    for (int axis = 0; axis < 3; axis++) {
        for (ptrdiff_t i = 0; i < arithmetic->tiles[axis]; i++) {
            FFTW(execute)(arithmetic->plan[axis]);
        }
    }
}

void fft_arithmetic_destroy(fft_arithmetic *arithmetic) {
    for (int axis = 0; axis < 3; axis++) {
        FFTW(destroy_plan)(arithmetic->plan[axis]);
    }
    FFTW(free)(arithmetic->tile[0]);
    FFTW(free)(arithmetic->tile[1]);
}
