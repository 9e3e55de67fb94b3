/*
 * FFTW's planner, of which FFTW allows one thread at a time, executions apart: what plans, destroys
 * or reads and writes wisdom is done under a lock, so that threads with plans on communicators of
 * their own need not know of each other. In the precision given by FFTW.
 */
#ifndef CT_FFT_LINES_PLANNER
#define CT_FFT_LINES_PLANNER

#include <fftw3.h>
#include <pthread.h>

static pthread_mutex_t planner = PTHREAD_MUTEX_INITIALIZER;

static void planner_take(void) {
    (void)pthread_mutex_lock(&planner);
}

static void planner_give(void) {
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
