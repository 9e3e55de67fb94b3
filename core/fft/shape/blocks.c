#include "fft/shape/blocks.h"

#include "base/arithmetic/extremes.h"
#include "fft/lines/codelets/kernels/kernels.h"
#include "fft/lines/codelets/plane.h"
#include "fft/lines/codelets/rows/rows.h"
#include "fft/lines/codelets/tall.h"
#include "kernels/cache.h"

/* Blocks up to this size are transformed along several axes at once: two of them, before and after,
 * and a tile fit a core's cache. Blocks whole along the last axis are read in one piece, and pay up
 * to a core's share of the last-level cache: the others would be read in pieces of a line or two
 * (64 x 64 x 4096: 78 to 96 ms, axes 1 and 0 together 114 to 138; 512^3: as fast as in three
 * sweeps). */
enum { BLOCK_MOST_BYTES = 1280 * 1024, PLANES_MOST_BYTES = 4 << 20 };

/* Bytes of a block whole along `group`, the larger of before and after its transforms; of vectors
 * it has all components. */
static double block_bytes(const ct_fft_shape *shape, unsigned group) {
    double bytes = shape->precision == CT_FLOAT ? 8 : 16;
    for (int a = 0; a < shape->axes; a++) {
        const int is_component = a == shape->axes - 1 && ct_fft_has_vectors(shape);
        const ptrdiff_t length = shape->axis[a].length;
        const ptrdiff_t numbers = shape->axis[a].kind == CT_FFT_R2C ? length / 2 + 1 : length;
        bytes *= is_component || (group >> a & 1) != 0 ? (double)numbers : 1;
    }
    return bytes;
}

/* Bytes of the largest planes of the last two axes that go as such. Those that have kernels gain up
 * to half of a rank's share of the last-level cache: they are read and written once, and their work
 * array stays there (two ranks, ms, in two blocks of others and so, a Zen 5: c2c 64 x 700 x 480 54
 * and 35, 20 x 1000 x 500 24.4 and 16.6, r2c 40 x 1000 x 1000 61 and 44; larger ones only while no
 * other machine uses the cache, r2c 64 x 1024 x 1024 78 and 73, then 83 and 91; long rows by FFTW
 * lose, 40 x 720 x 720 58 and 82, real ones of half the bytes too, 40 x 400 x 1280 24 and 28). */
static double planes_most_bytes(const ct_fft_shape *shape, int neighbours, int has_kernels) {
    const int is_real = shape->axis[shape->axes - 1].kind == CT_FFT_R2C;
    const ptrdiff_t share =
        neighbours > 0 && has_kernels ? ct_cache_share_bytes(neighbours) / 2 : 0;
    return (double)ct_most(share, PLANES_MOST_BYTES / (is_real ? 2 : 1));
}

/* Whether planes of the last two axes have kernels, those of rows in one step. */
static int have_kernels(const ct_fft_shape *shape) {
    const ct_fft_axis *row = &shape->axis[shape->axes - 1];
    const ct_fft_axis *column = row - 1;
    const int is_real = row->kind == CT_FFT_R2C;
    const int is_whole = is_real ? row->points == row->length && row->modes == row->length / 2 + 1
                                 : ct_fft_axis_is_whole(row);
    return is_whole && ct_fft_axis_is_whole(column) &&
           row->length / (is_real ? 2 : 1) <= CT_CODELET_MOST &&
           ct_fft_codelet_plane_dense_bytes(is_real ? CT_CLASS_R2C : CT_CLASS_C2C, CT_FORWARD,
                                            column->length, row->length, 1, shape->precision) > 0;
}

/* Whether a block would have few rows of the array: each of its axes goes alone, straight from
 * array to array (codelets/straight.h). Two ranks of a Zen 5, ms, together and so: c2c 2 x 3 x
 * 100000 1.73 and 1.27, 4 x 8 x 100 x 100 0.32 and 0.26, 2 x 8 x 1000000 141 and 57, 8 x 16 x
 * 300000 350 and 129, 12^4 0.023 and 0.017; but 16^4 0.059 and 0.069, r2c 8 x 16 x 300000 54 and
 * 58. */
enum { FEW_ROWS = 192 };
static int has_few_rows(const ct_fft_shape *shape, unsigned group) {
    double rows = 1;
    for (int a = 0; a < shape->axes; a++) {
        const int is_inside = (group >> a & 1) != 0;
        if (is_inside &&
            (!ct_fft_axis_is_whole(&shape->axis[a]) ||
             ct_codelet_placed(shape->precision, shape->axis[a].length, CT_FORWARD) == NULL)) {
            return 0;
        }
        rows *= is_inside ? (double)shape->axis[a].length : 1;
    }
    return rows <= FEW_ROWS;
}

int ct_fft_block_fits(const ct_fft_shape *shape, unsigned group, int neighbours) {
    const int are_planes = (group >> (shape->axes - 1) & 1) != 0;
    if (neighbours > 0 && !are_planes && has_few_rows(shape, group)) {
        return 0;
    }
    const int are_last_two = group == 3U << (shape->axes - 2);
    const double most_bytes =
        are_planes ? planes_most_bytes(shape, neighbours, are_last_two && have_kernels(shape))
                   : BLOCK_MOST_BYTES;
    return block_bytes(shape, group) <= most_bytes;
}

/* Rows of the last axis go alone, and then both others as planes that are columns
 * (codelets/tall.h), where planes of rows leave the second-level cache and columns have few rows.
 * Where rows have no kernel (codelets/rows/rows.h) that pays up to so many bytes of a rank's array.
 * Two ranks, medians of runs, ms, by passes and so: c2c 4 x 250 x 1000 6.0 and 4.0, 4 x 256 x
 * 1024 6.7 and 3.8, 8 x 128 x 1000 4.3 and 4.1, 16 x 64 x 2048 7.7 and 7.2, 16 x 32 x 5120 10.7
 * and 9.0; but of longer rows 8 x 64 x 6000 14.7 and 15.1, 16 x 8 x 8192 2.9 and 3.2. Of more rows,
 * with AVX2: 2 x 1024 x 1024 25 and 13, 4 x 1000 x 1000 43 and 26, 3 x 1000 x 2000 73 and 40, 18 x
 * 400 x 800 57 and 38, 8 x 1024 x 1024 66 and 55, r2c 18 x 400 x 1600 55 and 44, c2r 3 x 1000 x
 * 2000 24 and 16; but 16 x 1024 x 1024 115 and 140, r2c 8 x 1024 x 2048 56 and 63, c2r 54 and 66.
 * Shorter rows gain where planes of them leave the last-level cache or have no kernel (2 x 2048 x
 * 256 13 and 7, 8 x 1024 x 512 33 and 29, 5 x 600 x 200 5.4 and 3.7; 16 x 256 x 256 4.8 and 6.2).
 * One rank: 2 x 1024 x 1024 31 and 19. Of four axes planes of the last two go first (16^4 0.28 and
 * 0.12, 64^4 120 and 89, 3 x 200^3 286 and 144, r2c 48^4 23 and 15). */
enum { TALL_ROWS_MOST = 10240, TALL_REAL_ROWS_MOST = 7680, TALL_PLANE_LEAST = 1 << 20 };
enum { TALL_BYTES = 8 << 20, TALL_LINE_BYTES = 80 << 10 }; /* of a rank, of a row */

int ct_fft_are_tall(const ct_fft_shape *shape, int neighbours) {
    const ct_fft_axis *axis = shape->axis;
    const int last = shape->axes - 1;
    const ct_fft_class class = axis[last].kind == CT_FFT_R2C ? CT_CLASS_R2C : CT_CLASS_C2C;
    const double element = shape->precision == CT_FLOAT ? 8 : 16;
    int suits = neighbours > 0 && !shape->is_split && (last == 2 || last == 3) &&
                (axis[last].kind == CT_FFT_C2C || axis[last].kind == CT_FFT_R2C);
    for (int a = 0; a < 2; a++) {
        suits = suits && ct_fft_axis_is_whole(&axis[a]);
    }
    const ptrdiff_t rows = axis[0].length * axis[1].length;
    if (!suits || rows > (class == CT_CLASS_R2C ? TALL_REAL_ROWS_MOST : TALL_ROWS_MOST) ||
        ct_fft_tall_plane_bytes(axis[0].length, axis[1].length, shape->precision, CT_LINE_BYTES) ==
            0) {
        return 0;
    }
    if (last > 2) {
        return 1;
    }
    const double numbers = (double)axis[2].length / (class == CT_CLASS_R2C ? 2 : 1);
    const double plane_bytes = element * (double)axis[1].length * numbers;
    const int has_kernels = have_kernels(shape);
    return (numbers > CT_CODELET_MOST || (class == CT_CLASS_C2C && !has_kernels) ||
            plane_bytes > planes_most_bytes(shape, neighbours, has_kernels)) &&
           element * numbers <= TALL_LINE_BYTES && plane_bytes >= TALL_PLANE_LEAST &&
           (plane_bytes * (double)axis[0].length / neighbours <= TALL_BYTES ||
            ct_fft_codelet_rows_bytes(class, axis[2].length, 1, shape->precision) > 0);
}
