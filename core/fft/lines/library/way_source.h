/*
 * A way to transform lines: what was made for it, and the functions that know what that is. Those
 * of FFTW's plans. In the precision given by FFTW.
 */
#ifndef CT_FFT_LINES_WAY
#define CT_FFT_LINES_WAY

#include "fft/lines/library/library.h"

#include <fftw3.h>

typedef struct way {
    void *made; /* NULL: there is none */
    void (*run)(void *made, void *input, void *output);
    void (*destroy)(void *made);
} way;

static void way_run(const way *w, void *input, void *output) {
    w->run(w->made, input, output);
}

static void way_destroy(const way *w) {
    if (w->made != NULL) {
        w->destroy(w->made);
    }
}

static void fftw_destroy(void *made) {
    FFTW(destroy_plan)(made);
}

static void fftw_run_c2c(void *made, void *input, void *output) {
    FFTW(execute_dft)(made, input, output);
}

static void fftw_run_r2c(void *made, void *input, void *output) {
    FFTW(execute_dft_r2c)(made, input, output);
}

static void fftw_run_c2r(void *made, void *input, void *output) {
    FFTW(execute_dft_c2r)(made, input, output);
}

static void fftw_run_r2r(void *made, void *input, void *output) {
    FFTW(execute_r2r)(made, input, output);
}

static way by_fftw(FFTW(plan) plan, ct_fft_class class) {
    static void (*const run[])(void *, void *, void *) = {[CT_CLASS_C2C] = fftw_run_c2c,
                                                          [CT_CLASS_R2C] = fftw_run_r2c,
                                                          [CT_CLASS_C2R] = fftw_run_c2r,
                                                          [CT_CLASS_R2R] = fftw_run_r2r};
    return (way){plan, run[class], fftw_destroy};
}

#endif
