/* Twiddle factors of tiles against roots of unity: all vector instructions, both precisions and
 * directions, rows from any one on, numbers of columns that are no multiple of anything; what lies
 * between rows stays. */
#include "expect.h"
#include "fft_samples.h"

#include "fft/lines/library.h"
#include "fft/lines/twiddles.h"
#include "fft/shape/roots.h"
#include "kernels/vectors.h"

#include <math.h>

enum { ROWS = 3, PITCH = 61, NUMBERS = 2 * ROWS * PITCH };

static void multiply(const ct_fft_shape *shape, ptrdiff_t row, ptrdiff_t columns,
                     ct_precision precision, ct_direction direction) {
    static double tile[NUMBERS];
    double given[NUMBERS];
    const ct_fft_backend *fftw = precision == CT_FLOAT ? &ct_fft_float : &ct_fft_double;
    const ptrdiff_t length = shape->axis[0].length * shape->axis[1].length;
    ct_fft_twiddles twiddles = {.fine_count = 0};
    for (ptrdiff_t i = 0; i < NUMBERS; i++) {
        ct_real_set(tile, i, precision, sample_at(i));
        given[i] = ct_real_at(tile, i, precision);
    }
    EXPECT_INT(ct_fft_twiddles_create(shape, &twiddles), CT_OK);
    fftw->twiddle(tile, PITCH, ROWS, columns, row, twiddles.coarse, twiddles.fine,
                  twiddles.fine_count, direction);
    ct_fft_twiddles_destroy(&twiddles);
    ptrdiff_t wrong = 0;
    for (ptrdiff_t i = 0; i < NUMBERS / 2; i++) {
        const ptrdiff_t k = i % PITCH;
        const double complex root = ct_fft_root((row + i / PITCH) * k % length, length);
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
    const ct_fft_shape shape = {.is_split = 1, .axis = {{.length = 61}, {.length = 64}}};
    MPI_Init(&argc, &argv);
    for (int vectors = CT_VECTORS_PORTABLE; vectors <= CT_VECTORS_AVX512; vectors++) {
        ct_vectors_limit((ct_vectors)vectors);
        for (unsigned i = 0; i < sizeof columns / sizeof *columns; i++) {
            for (ptrdiff_t row = 0; row + ROWS <= 64; row += 61) {
                multiply(&shape, row, columns[i], CT_DOUBLE, CT_FORWARD);
                multiply(&shape, row, columns[i], CT_DOUBLE, CT_INVERSE);
                multiply(&shape, row, columns[i], CT_FLOAT, CT_FORWARD);
                multiply(&shape, row, columns[i], CT_FLOAT, CT_INVERSE);
            }
        }
    }
    MPI_Finalize();
    return expect_status();
}
