/* The threads that FFTW's planner was told to use, in the precision given by FFTW. */
#ifndef CT_FFT_LINES_THREADS
#define CT_FFT_LINES_THREADS

#include <fftw3.h>
#include <stddef.h>

#define TEXT_OF(name) #name
#define TEXT(name) TEXT_OF(name)

/* fftw_planner_nthreads and fftw_plan_with_nthreads, of FFTW's library of threads, which a program
 * has that plans with several; by other names, as headers before 3.3.9 lack the first. */
int told_threads(void) __asm__(TEXT(FFTW(planner_nthreads))) __attribute__((weak));
void tell_threads(int threads) __asm__(TEXT(FFTW(plan_with_nthreads))) __attribute__((weak));

static int planner_threads(void) {
    return told_threads != NULL ? told_threads() : 1;
}

#endif
