/* Another FFTW-MPI, as far as heat_fftw calls it: must not be called under LD_PRELOAD. */
#include <fftw3-mpi.h>

#include <stdlib.h>

void fftw_mpi_init(void) {
    abort();
}

void fftw_mpi_cleanup(void) {
    abort();
}

ptrdiff_t fftw_mpi_local_size_3d_transposed(ptrdiff_t n0, ptrdiff_t n1, ptrdiff_t n2, MPI_Comm comm,
                                            ptrdiff_t *local_n0, ptrdiff_t *local_0_start,
                                            ptrdiff_t *local_n1, ptrdiff_t *local_1_start) {
    (void)n0, (void)n1, (void)n2, (void)comm, (void)local_n0, (void)local_0_start, (void)local_n1,
        (void)local_1_start;
    abort();
}

fftw_plan fftw_mpi_plan_dft_r2c_3d(ptrdiff_t n0, ptrdiff_t n1, ptrdiff_t n2, double *in,
                                   fftw_complex *out, MPI_Comm comm, unsigned flags) {
    (void)n0, (void)n1, (void)n2, (void)in, (void)out, (void)comm, (void)flags;
    abort();
}

fftw_plan fftw_mpi_plan_dft_c2r_3d(ptrdiff_t n0, ptrdiff_t n1, ptrdiff_t n2, fftw_complex *in,
                                   double *out, MPI_Comm comm, unsigned flags) {
    (void)n0, (void)n1, (void)n2, (void)in, (void)out, (void)comm, (void)flags;
    abort();
}
