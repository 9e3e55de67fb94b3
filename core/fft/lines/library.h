/*
 * FFTW in one precision: what the rest of core/fft sees of it. Both precisions are the one source
 * library_source.h. Local.
 */
#ifndef CT_FFT_LINES_LIBRARY_H
#define CT_FFT_LINES_LIBRARY_H

#include <cornerturn/fft.h>
#include <stddef.h>

typedef enum ct_fft_class { CT_CLASS_C2C, CT_CLASS_R2C, CT_CLASS_C2R, CT_CLASS_R2R } ct_fft_class;

/* Points or lines, and the numbers of the kind at either end from one to the next. */
typedef struct ct_fft_span {
    ptrdiff_t count, from, into;
} ct_fft_span;

/* `many` lines transformed at once. */
typedef struct ct_fft_lines_job {
    ct_fft_class class;
    ct_fft_kind kind;
    ct_direction direction; /* inverse of a cosine or sine transform: the kind that undoes it */
    ct_fft_span line, many[2];
    int is_batch; /* lines have nothing to do with each other: what one has of NaN or of rounding,
                     that others shall not have */
} ct_fft_lines_job;

/* Axes of an array at once, the fastest last, of `batches` arrays along other axes. */
typedef struct ct_fft_whole_job {
    ct_fft_class class; /* complex; real to complex and back along the last axis. Back, of several
                           axes, only without keeps_input */
    ct_direction direction;
    int keeps_input; /* running it keeps the input, unless that is the output */
    int axes, batches;
    ct_fft_span axis[CT_MAX_AXES], many[CT_MAX_AXES];
} ct_fft_whole_job;

typedef struct ct_fft_backend {
    /* NULL when there is none, as with FFTW_WISDOM_ONLY. Running it may overwrite the input. */
    void *(*plan)(const ct_fft_lines_job *job, void *input, void *output, unsigned flags);
    /* The same, but for the input. */
    void *(*plan_whole)(const ct_fft_whole_job *job, void *input, void *output, unsigned flags);
    void (*destroy)(void *plan);
    void (*run)(ct_fft_class class, void *plan, void *input, void *output);
    void (*scale)(void *numbers, ptrdiff_t count, double factor);

    /* Multiplies element (j, k) of `rows` x `columns` complex numbers by turn((row + j) * k),
     * turn(m) being coarse[m / fine_count] * fine[m % fine_count], conjugated for inverse. */
    void (*twiddle)(void *tile, ptrdiff_t pitch, ptrdiff_t rows, ptrdiff_t columns, ptrdiff_t row,
                    const double *coarse, const double *fine, ptrdiff_t fine_count,
                    ct_direction direction);

    /* Complex numbers at `first` and `second` of `lines` lines, which are `pitch` apart: forward
     * adds the first to the second, inverse gives half of the second to both. */
    void (*pair)(void *tile, ptrdiff_t pitch, ptrdiff_t lines, ptrdiff_t first, ptrdiff_t second,
                 ct_direction direction);

    int (*wisdom_read)(const char *path);
    int (*wisdom_write)(const char *path);
    char *(*wisdom_text)(void); /* the caller frees it */
    int (*wisdom_learn)(const char *text);
    const char *suffix; /* of the name of the wisdom file */
} ct_fft_backend;

extern const ct_fft_backend ct_fft_double, ct_fft_float;

#endif
