/*
 * Heat conduction in a periodic cube by FFTW's MPI interface: one cosine in space decays by
 * exp(-|k|^2 t). A program as written for FFTW; it knows nothing of cornerturn. Prints the largest
 * error. Usage: heat_fftw [N]
 */
#include <fftw3-mpi.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double PI = 3.14159265358979323846;

static double wavenumber(ptrdiff_t index, ptrdiff_t n) {
    return (double)(index <= n / 2 ? index : index - n);
}

/* cos(x + 2 y + 3 z) after a time, at a point of the grid. */
static double exact(const ptrdiff_t *at, ptrdiff_t n, double time) {
    const double phase = (double)(at[0] + 2 * at[1] + 3 * at[2]) * 2 * PI / (double)n;
    return exp(-14 * time) * cos(phase);
}

/* Multiplies the spectrum, whose axes 0 and 1 are exchanged, and divides by N^3. */
static void decay(fftw_complex *spectrum, ptrdiff_t n, ptrdiff_t count1, ptrdiff_t start1,
                  double time) {
    ptrdiff_t i = 0;
    for (ptrdiff_t y = start1; y < start1 + count1; y++) {
        for (ptrdiff_t x = 0; x < n; x++) {
            for (ptrdiff_t z = 0; z <= n / 2; z++, i++) {
                const double kx = wavenumber(x, n);
                const double ky = wavenumber(y, n);
                const double factor = exp(-(kx * kx + ky * ky + (double)(z * z)) * time) /
                                      ((double)n * (double)n * (double)n);
                spectrum[i][0] *= factor;
                spectrum[i][1] *= factor;
            }
        }
    }
}

int main(int count, char **arguments) {
    MPI_Init(&count, &arguments);
    fftw_mpi_init();
    const ptrdiff_t n = count > 1 ? strtol(arguments[1], NULL, 10) : 32;
    const double time = 0.05;
    ptrdiff_t count0 = 0;
    ptrdiff_t start0 = 0;
    ptrdiff_t count1 = 0;
    ptrdiff_t start1 = 0;
    const ptrdiff_t size = fftw_mpi_local_size_3d_transposed(n, n, n / 2 + 1, MPI_COMM_WORLD,
                                                             &count0, &start0, &count1, &start1);
    double *u = fftw_alloc_real(2 * (size_t)size);
    fftw_complex *spectrum = (fftw_complex *)u; /* in place */
    const ptrdiff_t row = 2 * (n / 2 + 1);
    fftw_plan forward = fftw_mpi_plan_dft_r2c_3d(n, n, n, u, spectrum, MPI_COMM_WORLD,
                                                 FFTW_ESTIMATE | FFTW_MPI_TRANSPOSED_OUT);
    fftw_plan back = fftw_mpi_plan_dft_c2r_3d(n, n, n, spectrum, u, MPI_COMM_WORLD,
                                              FFTW_ESTIMATE | FFTW_MPI_TRANSPOSED_IN);
    for (ptrdiff_t x = 0; x < count0; x++) {
        for (ptrdiff_t i = 0; i < n * n; i++) {
            const ptrdiff_t at[3] = {start0 + x, i / n, i % n};
            u[(x * n + at[1]) * row + at[2]] = exact(at, n, 0);
        }
    }

    fftw_execute(forward);
    decay(spectrum, n, count1, start1, time);
    fftw_execute(back);

    double error = 0;
    double largest = 0;
    for (ptrdiff_t x = 0; x < count0; x++) {
        for (ptrdiff_t i = 0; i < n * n; i++) {
            const ptrdiff_t at[3] = {start0 + x, i / n, i % n};
            error = fmax(error, fabs(u[(x * n + at[1]) * row + at[2]] - exact(at, n, time)));
        }
    }
    MPI_Reduce(&error, &largest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        printf("largest error %.1e\n", largest);
    }
    fftw_destroy_plan(forward);
    fftw_destroy_plan(back);
    fftw_free(u);
    fftw_mpi_cleanup();
    MPI_Finalize();
    return rank == 0 && !(largest < 1e-12);
}
