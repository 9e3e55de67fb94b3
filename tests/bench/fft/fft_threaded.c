#include "fft_threaded.h"

#include "fft_input.h"

#include <cornerturn/memory.h>
#include <string.h>

static FFTW(plan) plan_all(const fft_threaded *fft, unsigned rigour) {
    const int n[3] = {(int)fft->extent[0], (int)fft->extent[1], (int)fft->extent[2]};
    void *const *array = fft->array;
    switch (fft->kind) {
    case BENCH_R2C:
        return FFTW(plan_dft_r2c)(3, n, array[0], array[1], rigour);
    case BENCH_C2R:
        return FFTW(plan_dft_c2r)(3, n, array[0], array[1], rigour);
    default:
        return FFTW(plan_dft)(3, n, array[0], array[1], FFTW_FORWARD, rigour);
    }
}

int fft_threaded_create(const ptrdiff_t extent[3], bench_kind kind, unsigned rigour, int threads,
                        fft_threaded *fft) {
    const ptrdiff_t rows = extent[0] * extent[1];
    const ptrdiff_t real = rows * extent[2] * (ptrdiff_t)sizeof(ct_real);
    const ptrdiff_t half = rows * (extent[2] / 2 + 1) * (ptrdiff_t)sizeof(FFTW(complex));
    const ptrdiff_t bytes[BENCH_KINDS][2] = {{2 * real, 2 * real}, {real, half}, {half, real}};
    *fft = (fft_threaded){.extent = {extent[0], extent[1], extent[2]},
                          .bytes = {bytes[kind][0], bytes[kind][1]},
                          .kind = kind};
    for (int i = 0; i < 2; i++) {
        if (ct_alloc(MPI_COMM_SELF, fft->bytes[i], &fft->array[i]) != CT_OK) {
            return 0;
        }
    }
    FFTW(plan_with_nthreads)(threads);
    fft->plan = plan_all(fft, rigour);
    FFTW(plan_with_nthreads)(1);
    fft_input_fill(extent, kind, fft->array[0], fft->bytes[0], 0);
    memset(fft->array[1], 0, (size_t)fft->bytes[1]);
    return fft->plan != NULL;
}

double fft_threaded_run(const fft_threaded *fft) {
    if (fft->kind == BENCH_C2R) { /* which overwrites it */
        fft_input_fill(fft->extent, fft->kind, fft->array[0], fft->bytes[0], 0);
    }
    double start_s = MPI_Wtime();
    FFTW(execute)(fft->plan);
    return MPI_Wtime() - start_s;
}

void fft_threaded_destroy(fft_threaded *fft) {
    FFTW(destroy_plan)(fft->plan);
    ct_free(&fft->array[0]);
    ct_free(&fft->array[1]);
}
