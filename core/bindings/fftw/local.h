/*
 * FFTW's own transforms of the axes that a rank has whole, in either precision.
 */
#ifndef CT_BINDINGS_FFTW_LOCAL_H
#define CT_BINDINGS_FFTW_LOCAL_H

#include "bindings/fftw/problem.h"

/* The axes `axis[0 .. axes - 1]` are transformed, those of `loop` are repetitions. Strides count
 * elements of either side. */
typedef struct ct_fftw_span {
    ptrdiff_t n, from, into;
} ct_fftw_span;

typedef struct ct_fftw_job {
    ct_fftw_type type;
    int sign;
    unsigned flags;
    int axes, loops;
    ct_fftw_span axis[CT_FFTW_AXES_MOST + 1], loop[CT_FFTW_AXES_MOST + 1];
    int kind[CT_FFTW_AXES_MOST];
} ct_fftw_job;

typedef struct ct_fftw_backend {
    ptrdiff_t real_bytes;
    /* NULL where FFTW makes none. */
    void *(*plan)(const ct_fftw_job *job, void *input, void *output);
    void (*run)(ct_fftw_type type, void *plan, void *input, void *output);
    void (*destroy)(void *plan);
    void (*operations)(const void *plan, double *add, double *multiply, double *fused);
    int (*threads)(void);       /* that FFTW's planner was told to use */
    char *(*wisdom_text)(void); /* the caller frees it */
    int (*wisdom_learn)(const char *text);
} ct_fftw_backend;

extern const ct_fftw_backend ct_fftw_double, ct_fftw_float;

#endif
