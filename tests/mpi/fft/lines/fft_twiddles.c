/* Twiddle factors of tiles against roots of unity: all vector instructions, both precisions and
 * directions, rows and columns from any one on, one position each or several together, numbers of
 * columns that are no multiple of anything; what lies between rows stays. */
#include "expect.h"
#include "fft_samples.h"

#include "fft/lines/library/library.h"
#include "fft/lines/twiddles.h"
#include "fft/shape/roots.h"
#include "kernels/vectors.h"

#include <math.h>

/* Of a matrix of N0 x N1 numbers a tile has some columns as rows. */
enum { N0 = 61, N1 = 64, N = N0 * N1, ROWS = 3, PITCH = N0, NUMBERS = 2 * ROWS * PITCH };

static void multiply(ptrdiff_t row, ptrdiff_t row_run, ptrdiff_t column, ptrdiff_t column_run,
                     ptrdiff_t columns, ct_precision precision, ct_direction direction) {
    static double tile[NUMBERS];
    double given[NUMBERS];
    const ct_fft_backend *fftw = precision == CT_FLOAT ? &ct_fft_float : &ct_fft_double;
    ct_fft_twiddles twiddles = {.fine_count = 0};
    for (ptrdiff_t i = 0; i < NUMBERS; i++) {
        ct_real_set(tile, i, precision, sample_at(i));
        given[i] = ct_real_at(tile, i, precision);
    }
    EXPECT_INT(ct_fft_twiddles_create(N0, N1, &twiddles), CT_OK);
    const ct_fft_twiddled matrix = {tile, PITCH, ROWS, columns, row, row_run, column, column_run};
    fftw->twiddle(&matrix, &twiddles, direction);
    ct_fft_twiddles_destroy(&twiddles);
    ptrdiff_t wrong = 0;
    for (ptrdiff_t i = 0; i < NUMBERS / 2; i++) {
        const ptrdiff_t k = i % PITCH;
        const double complex root =
            ct_fft_root((row + i / PITCH / row_run) * (column + k / column_run) % N, N);
        double complex wanted = CMPLX(given[2 * i], given[2 * i + 1]);
        if (k < columns) {
            wanted = ct_times(wanted, direction == CT_FORWARD ? root : conj(root));
        }
        const double complex found =
            CMPLX(ct_real_at(tile, 2 * i, precision), ct_real_at(tile, 2 * i + 1, precision));
        wrong += !(cabs(found - wanted) <= (k < columns ? 6 * rounding_of(precision) : 0));
    }
    EXPECT_INT(wrong, 0);
}

int main(int argc, char **argv) {
    static const ptrdiff_t columns[] = {1, 3, 15, 16, 37, 48, PITCH};
    MPI_Init(&argc, &argv);
    for (int vectors = CT_VECTORS_PORTABLE; vectors <= CT_VECTORS_AVX512; vectors++) {
        ct_vectors_limit((ct_vectors)vectors);
        for (unsigned i = 0; i < sizeof columns / sizeof *columns; i++) {
            for (int ends = 0; ends < 4; ends++) {
                const ptrdiff_t row = (ends & 1) != 0 ? N1 - ROWS : 0;
                const ptrdiff_t column = (ends & 2) != 0 ? N0 - columns[i] : 0;
                for (int way = 0; way < 12; way++) {
                    const ptrdiff_t row_run = 1 + way % 2;
                    const ptrdiff_t column_run = 1 + 5 * (way % 3);
                    multiply(row, row_run, column, column_run, columns[i] / column_run * column_run,
                             way % 4 < 2 ? CT_DOUBLE : CT_FLOAT, way < 6 ? CT_FORWARD : CT_INVERSE);
                }
            }
        }
    }
    MPI_Finalize();
    return expect_status();
}
