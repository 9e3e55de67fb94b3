/* Columns of a tile by codelets, in steps and as convolutions, in place and not, beside the
 * defining sums. */
#include "../codelet_sums.h"
#include "../kernel_vectors.h"
#include "expect.h"

#include "fft/lines/codelets/columns.h"
#include "fft/lines/codelets/kernels/factors.h"
#include "fft/lines/codelets/kernels/kernels.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TILE_MOST = 16 * 2048 };

/* Columns of a tile, `from` and `into` numbers from point to point; in place if they are equal. */
static void transform_columns(ptrdiff_t points, ptrdiff_t count, ptrdiff_t from, ptrdiff_t into,
                              ct_direction direction, ct_precision precision) {
    static double complex tile[2][2 * TILE_MOST];
    static double complex wanted[TILE_MOST];
    const int is_in_place = from == into;
    const ct_fft_lines_job job = {.class = CT_CLASS_C2C,
                                  .direction = direction,
                                  .line = {points, from, into},
                                  .many = {{count, 1, 1}, {1, 1, 1}}};
    ct_fft_codelet_columns *columns = ct_fft_codelet_columns_create(&job, precision);
    const ptrdiff_t number_bytes = 2 * ct_real_bytes(precision);
    ct_fetch_rows coming = {.row_bytes = count * number_bytes,
                            .places = 1,
                            .place = {{(const char *)tile[0], points, from * number_bytes}}};
    double most = 0;
    EXPECT(columns != NULL);
    memset(tile, 0xff, sizeof tile);
    for (ptrdiff_t i = 0; i < points * count; i++) {
        wanted[i] = sample(i);
        set_number(tile[0], i / count * from + i % count, precision, sample(i));
    }
    sum_axis(wanted, points * count, points, count, direction);
    ct_fft_codelet_columns_run(columns, tile[0], tile[!is_in_place], &coming);
    EXPECT(coming.at == 1); /* all of it */
    for (ptrdiff_t i = 0; i < points * count; i++) {
        const double complex found =
            number_at(tile[!is_in_place], i / count * into + i % count, precision);
        most = larger(most, cabs(found - wanted[i]));
    }
    EXPECT(most <= rounding_beside(wanted, points * count, precision));
    EXPECT(isnan(creal(number_at(tile[!is_in_place], count, precision))));
    free(columns);
}

static void transform_all_columns(ct_precision precision) {
    static _Alignas(ct_codelet_steps) char factors[2 * sizeof(double) * CT_CODELET_INNER_FACTORS];
    const ptrdiff_t lanes = ct_codelet_lanes(precision);
    ptrdiff_t lengths = 0;
    ct_fft_lines_job odd = {.class = CT_CLASS_C2C,
                            .line = {128, 2 * lanes, 2 * lanes},
                            .many = {{lanes + lanes / 2, 1, 1}, {1, 1, 1}}};
    EXPECT(ct_fft_codelet_columns_create(&odd, precision) == NULL);
    for (ptrdiff_t points = 1; points <= CT_CODELET_MOST; points++) {
        const ct_direction direction = lengths % 2 == 0 ? CT_FORWARD : CT_INVERSE;
        const ptrdiff_t into = (lengths / 2 % 2 == 0 ? 3 : 5) * lanes;
        const int is_usual = points % 8 == 0; /* each way of these */
        if (!ct_fft_has_columns(points, precision)) {
            continue;
        }
        lengths++;
        EXPECT(ct_codelet_inner_factors(precision, points, direction, factors) <=
               sizeof factors / 2);
        transform_columns(points, 2 * lanes, 3 * lanes, into, direction, precision);
        if (is_usual) {
            transform_columns(points, 2 * lanes, 3 * lanes, 3 * lanes, CT_INVERSE, precision);
            transform_columns(points, 2 * lanes, 3 * lanes, 5 * lanes, CT_FORWARD, precision);
        }
    }
    EXPECT_INT(lengths, 461); /* of 17, 19, and 20 and more points */
    /* two prime divisors without kernels, a prime that is one more than no product of steps */
    EXPECT(!ct_fft_has_columns(289, precision) && !ct_fft_has_columns(509, precision));
    EXPECT(!ct_fft_has_columns(528, precision));
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    for (int way = 0; way < 2 * KERNEL_VECTORS; way++) {
        if (limit_to(kernel_vectors[way / 2])) {
            transform_all_columns(way % 2 == 0 ? CT_DOUBLE : CT_FLOAT);
        }
    }
    ct_vectors_limit(CT_VECTORS_PORTABLE); /* other processors have no kernels */
    EXPECT(!ct_fft_has_columns(64, CT_DOUBLE) && !ct_fft_has_columns(64, CT_FLOAT));
    MPI_Finalize();
    return expect_status();
}
