/*
 * FFTW's planner, of which a process has one in each precision: given by FFTW.
 */
#ifndef CT_FFT_LINES_PLANNER
#define CT_FFT_LINES_PLANNER

#include "fft/lines/library/threads_source.h"

#include <fftw3.h>
#include <pthread.h>

/* FFTW lets one thread at a time plan, destroy plans, and read or write wisdom, executions apart.
 * Under this lock threads with plans on communicators of their own need not know of each other. */
static pthread_mutex_t planner = PTHREAD_MUTEX_INITIALIZER;
static int threads_told;

/* What a program told the planner of its own plans does not count for ours, which are for one
 * thread each: those of another number are slower here, and ranks would not share their wisdom. */
static void planner_take(void) {
    (void)pthread_mutex_lock(&planner);
    threads_told = planner_threads();
    if (threads_told != 1 && tell_threads != NULL) {
        tell_threads(1);
    }
}

static void planner_give(void) {
    if (threads_told != 1 && tell_threads != NULL) {
        tell_threads(threads_told);
    }
    (void)pthread_mutex_unlock(&planner);
}

static int wisdom_read(const char *path) {
    planner_take();
    const int is_read = FFTW(import_wisdom_from_filename)(path);
    planner_give();
    return is_read;
}

static int wisdom_write(const char *path) {
    planner_take();
    const int is_written = FFTW(export_wisdom_to_filename)(path);
    planner_give();
    return is_written;
}

static char *wisdom_text(void) {
    planner_take();
    char *text = FFTW(export_wisdom_to_string)();
    planner_give();
    return text;
}

static int wisdom_learn(const char *text) {
    planner_take();
    const int is_learnt = FFTW(import_wisdom_from_string)(text);
    planner_give();
    return is_learnt;
}

#endif
