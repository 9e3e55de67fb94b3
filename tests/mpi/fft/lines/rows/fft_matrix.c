/* Long rows as matrices of two sides that are about the same, beside the defining sum: in place and
 * not, past the cache or not, wherever in a cache line they begin, with the next row fetched or
 * not; sides that are whole squares and whole tiles, and others; both precisions, all vectors. */
#include "../codelet_sums.h"
#include "../kernel_vectors.h"
#include "expect.h"

#include "fft/lines/codelets/kernels/kernels.h"
#include "fft/lines/codelets/rows/matrix.h"
#include "fft/numbers.h"
#include "kernels/stream.h"

#include <mpi.h>
#include <stdlib.h>
#include <string.h>

typedef struct matrix_case {
    int in_place, streams, shift; /* numbers from the beginning of a cache line to the rows */
} matrix_case;

static void transform(ptrdiff_t points, ct_direction direction, ct_precision precision,
                      const matrix_case *c) {
    static _Alignas(64) double memory[2][2 * LINE_MOST + 32];
    static double complex wanted[LINE_MOST];
    const size_t bytes = (size_t)(ct_codelet_matrix_bytes(points, precision) + 63) / 64 * 64;
    const ptrdiff_t work_bytes = ct_codelet_matrix_work_bytes(points, precision);
    const double factor = 0.25;
    ct_codelet_matrix *matrix = aligned_alloc(64, bytes);
    char *work = aligned_alloc(64, (size_t)(work_bytes + 63) / 64 * 64);
    char *const from = (char *)memory[0] + 2 * ct_real_bytes(precision) * c->shift;
    char *const into =
        c->in_place ? from : (char *)memory[1] + 2 * ct_real_bytes(precision) * c->shift;
    double most = 0;
    EXPECT(bytes > 0 && matrix != NULL && work != NULL);
    if (bytes == 0 || matrix == NULL || work == NULL) {
        return;
    }
    memset(memory, 0xff, sizeof memory);
    memset(work, 0xff, (size_t)work_bytes);
    for (ptrdiff_t i = 0; i < points; i++) {
        wanted[i] = sample(i * i);
        set_number(from, i, precision, wanted[i]);
    }
    sum_axis(wanted, points, points, 1, direction);
    ct_codelet_matrix_set(matrix, points, precision, direction);
    const ct_fft_row_job job = {.from = from,
                                .next = c->shift == 0 ? from : NULL,
                                .into = into,
                                .work = work,
                                .streams = c->streams,
                                .factor = factor};
    ct_codelet_matrix_row(matrix, &job);
    ct_stream_fence();
    for (ptrdiff_t i = 0; i < points; i++) {
        most = larger(most, cabs(number_at(into, i, precision) - factor * wanted[i]));
    }
    EXPECT(most <= factor * rounding_beside(wanted, points, precision));
    EXPECT(c->in_place || isnan(creal(number_at(into, points, precision))));
    EXPECT(c->shift == 0 || isnan(creal(number_at(into, -1, precision))));
    free(matrix);
    free(work);
}

static void transform_all(ct_precision precision) {
    /* 32 x 32; 32 x 33, 40 x 33, 44 x 45: a tile that is not full; 35 x 49: no whole squares; 67 x
     * 36, primes in a side; 64 x 64, 64 x 128 */
    static const ptrdiff_t points[] = {1024, 1056, 1320, 1980, 1715, 2412, 4096, 8192};
    static const matrix_case cases[] = {{0, 0, 0}, {1, 0, 1}, {0, 1, 0}, {0, 1, 3}};
    EXPECT_INT(ct_codelet_matrix_bytes(1023, precision), 0);
    EXPECT_INT(ct_codelet_matrix_bytes(1031, precision), 0);
    EXPECT(ct_codelet_matrix_bytes(512 * 512, precision) > 0);
    EXPECT_INT(ct_codelet_matrix_bytes(1024 * 512, precision), 0);
    for (unsigned i = 0; i < sizeof points / sizeof *points; i++) {
        for (unsigned k = 0; k < sizeof cases / sizeof *cases; k++) {
            transform(points[i], k % 2 == 0 ? CT_FORWARD : CT_INVERSE, precision, &cases[k]);
        }
    }
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    for (int way = 0; way < 2 * KERNEL_VECTORS; way++) {
        if (limit_to(kernel_vectors[way / 2])) {
            transform_all(way % 2 == 0 ? CT_DOUBLE : CT_FLOAT);
        }
    }
    ct_vectors_limit(CT_VECTORS_PORTABLE); /* other processors have no kernels */
    EXPECT_INT(ct_codelet_matrix_bytes(4096, CT_DOUBLE), 0);
    MPI_Finalize();
    return expect_status();
}
