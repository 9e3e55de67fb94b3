/*
 * The interface to FFTW for one precision; both are compiled from library_source.h. Local.
 */
#ifndef CT_FFT_LINES_LIBRARY_H
#define CT_FFT_LINES_LIBRARY_H

#include "base/threads/sequence.h"
#include "fft/lines/twiddles.h"
#include "kernels/fetch.h"

#include <cornerturn/fft.h>
#include <stddef.h>

typedef enum ct_fft_class { CT_CLASS_C2C, CT_CLASS_R2C, CT_CLASS_C2R, CT_CLASS_R2R } ct_fft_class;

/* A count of points or lines, and its strides at input and output, in elements. */
typedef struct ct_fft_span {
    ptrdiff_t count, from, into;
} ct_fft_span;

/* Transform of `many` lines. */
typedef struct ct_fft_lines_job {
    ct_fft_class class;
    ct_fft_kind kind;
    ct_direction direction; /* inverse of a cosine or sine transform: the inverse kind */
    ct_fft_span line, many[2];
    int is_batch; /* lines are independent data: neither NaN nor rounding errors may pass from one
                     to another */
} ct_fft_lines_job;

/* Transform of several axes, the fastest last, of `batches` arrays along other axes. */
typedef struct ct_fft_whole_job {
    ct_fft_class class; /* complex; or real to complex along the last axis, whose inverse along
                           several axes needs preserves_input 0 */
    ct_direction direction;
    int preserves_input; /* execution preserves the input, unless in place */
    int is_alone;        /* one thread executes it at a time */
    int axes, batches;
    ct_fft_span axis[CT_MAX_AXES], many[CT_MAX_AXES];
} ct_fft_whole_job;

/* Columns in rows of memory, in places that are in order, from some to others or the same, by way
 * of `work`, of ct_fft_tall_bytes (codelets/tall.h). */
typedef struct ct_fft_rows_job {
    ct_fetch_rows from, into;
    void *work;
    int streams;   /* results are written past the cache */
    double factor; /* of results */
} ct_fft_rows_job;

/* A row from array to array (codelets/rows/rows.h), by way of `work`, of ct_fft_codelet_rows_bytes.
 */
typedef struct ct_fft_row_job {
    const char *from, *next; /* the row, and the one after it or NULL */
    char *into;
    void *work;
    int streams; /* the result is written past the cache */
    double factor;
} ct_fft_row_job;

typedef struct ct_fft_backend {
    /* NULL without a plan, as with FFTW_WISDOM_ONLY. Execution may overwrite the input. */
    void *(*plan)(const ct_fft_lines_job *job, void *input, void *output, unsigned flags);
    /* The same for a whole job; see preserves_input. */
    void *(*plan_whole)(const ct_fft_whole_job *job, void *input, void *output, unsigned flags);
    /* The same from coefficients to a plane of real numbers, with the input kept: a complex axis,
     * and a real one of even length along rows that are whole complex numbers apart, and multiples
     * of 16 bytes, as a kernel of FFTW's for floats silently takes for granted. `work` has
     * ct_fft_plane_bytes (halves.h); the result is multiplied by `scale`; `streams`: it is better
     * written past the cache. Or, in any direction, of a plane of numbers that has kernels, in
     * place or not; `work` has ct_fft_codelet_plane_bytes (codelets/plane.h). */
    void *(*plan_plane)(const ct_fft_whole_job *job, double scale, int streams, void *input,
                        void *output, void *work, unsigned flags);
    /* `next`: the input of the plane that comes after, or NULL. Between reading and writing it
     * passes the `piece` that the plane is of (sequence.h). */
    void (*run_plane)(const void *plan, void *input, void *output, void *work, const void *next,
                      const ct_sequence_piece *piece);
    void (*destroy)(void *plan);
    void (*run)(const void *plan, void *input, void *output);
    /* The same, of columns that go by kernels of ours while what is read next is fetched. */
    void (*run_fetching)(const void *plan, void *input, void *output, ct_fetch_rows *coming);
    /* Columns that have a plan for tall ones. */
    void (*run_tall)(const void *plan, const ct_fft_rows_job *job);
    void (*scale)(void *numbers, ptrdiff_t count, double factor);

    /* Multiplies by twiddle factors, inverse by their conjugates. */
    void (*twiddle)(const ct_fft_twiddled *tile, const ct_fft_twiddles *twiddles,
                    ct_direction direction);

    /* For `lines` lines `pitch` apart, the complex numbers at `first` and `second`: forward adds
     * the first to the second; inverse sets both to half the second. */
    void (*pair)(void *tile, ptrdiff_t pitch, ptrdiff_t lines, ptrdiff_t first, ptrdiff_t second,
                 ct_direction direction);

    int (*wisdom_read)(const char *path);
    int (*wisdom_write)(const char *path);
    char *(*wisdom_text)(void); /* the caller frees it */
    int (*wisdom_learn)(const char *text);
    const char *suffix; /* appended to the wisdom file's name */
} ct_fft_backend;

extern const ct_fft_backend ct_fft_double, ct_fft_float;

#endif
