/*
 * Distributed fast Fourier transforms over MPI.
 *
 * Forward is sum x(n) exp(-2 pi i k n / N), unnormalised; inverse has the other sign and is scaled
 * by 1/N (N all elements) unless another scaling is chosen, so that inverse(forward(x)) = x.
 */
#ifndef CORNERTURN_FFT_H
#define CORNERTURN_FFT_H

#include <cornerturn/exchange.h>
#include <cornerturn/grid.h>
#include <cornerturn/status.h>
#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum ct_direction { CT_FORWARD, CT_INVERSE } ct_direction;

/* Factor on the result of the transform, whatever its direction. */
typedef enum ct_scaling {
    CT_SCALING_DEFAULT, /* 1 forward, 1/N inverse */
    CT_SCALING_NONE,    /* 1 */
    CT_SCALING_FULL,    /* 1/N */
    CT_SCALING_UNITARY  /* 1/sqrt(N) */
} ct_scaling;

/* FFTW's planner rigour. */
typedef enum ct_rigour { CT_ESTIMATE, CT_MEASURE, CT_PATIENT, CT_EXHAUSTIVE } ct_rigour;

typedef struct ct_fft_options {
    ct_direction direction;
    ct_scaling scaling;
    ct_rigour rigour;
    const char *wisdom_file; /* FFTW's wisdom, read and updated by rank 0; NULL: none kept */
    ct_exchange_options exchange;
} ct_fft_options;

/* Phases of an execution whose times a plan keeps. */
typedef enum ct_fft_phase {
    CT_FFT_FIRST,
    CT_FFT_EXCHANGE,
    CT_FFT_LAST,
    CT_FFT_PHASES
} ct_fft_phase;

typedef struct ct_fft_plan ct_fft_plan;

/* Plans a complex-to-complex transform in double precision of a 3D array of extent[0] x extent[1] x
 * extent[2] elements distributed by slabs: axis 0 in the array domain (input forward, output
 * inverse), axis 1 in the spectral domain. Any extents from 1 to 2^31-1 and any number of ranks,
 * ranks without a plane included. Rank 0 plans the local transforms, the others take over its FFTW
 * wisdom (which is global to a process), so that all compute alike. No user data is touched.
 * Collective over `comm`, which the plan duplicates; options (NULL: defaults) are copied. All ranks
 * fail together: CT_ERROR_ARGUMENT for extents or options out of range, CT_ERROR_MEMORY, and what
 * ct_exchange_plan_create raises. */
ct_status ct_fft_plan_create(MPI_Comm comm, const ptrdiff_t extent[3],
                             const ct_fft_options *options, ct_fft_plan **plan);

/* The part of the whole array this rank gives and gets. Local. */
ct_box ct_fft_input_box(const ct_fft_plan *plan);
ct_box ct_fft_output_box(const ct_fft_plan *plan);

/* Elements to allocate for each array: covers both boxes. Local. */
ptrdiff_t ct_fft_local_elements(const ct_fft_plan *plan);

/* Transforms `input` (kept) into `output`. Both are the caller's, distinct, each of
 * ct_fft_local_elements complex doubles (real and imaginary part interleaved) from ct_alloc or
 * otherwise aligned to 64 bytes; the box is stored first, in C order. Collective. Wrong arrays are
 * CT_ERROR_ARGUMENT on the rank that has them, before anything is sent. */
ct_status ct_fft_execute(ct_fft_plan *plan, const void *input, void *output);

/* Has `watch` called now and then during executions on this rank, with its `context` and the part
 * of the work that is done, 0 .. 1; NULL ends it. Local. */
void ct_fft_watch(ct_fft_plan *plan, void (*watch)(void *context, double done), void *context);

/* Factor on the result: 1, 1/N or 1/sqrt(N). Local. */
double ct_fft_factor(const ct_fft_plan *plan);

/* Seconds this rank spent in a phase of the last execution, and what the phase is, as words for a
 * report. Local. */
double ct_fft_seconds(const ct_fft_plan *plan, ct_fft_phase phase);
const char *ct_fft_phase_name(const ct_fft_plan *plan, ct_fft_phase phase);

/* Something the user should know though planning went on, such as a wisdom file that is none: one
 * sentence on rank 0, else NULL. Local; owned by the plan. */
const char *ct_fft_warning(const ct_fft_plan *plan);

/* The exchange between the two local transforms: its choice and ranking. Local; owned by the plan.
 */
const ct_exchange_plan *ct_fft_exchange(const ct_fft_plan *plan);

/* Transforms `output` of an execution back and compares with its `input` (both kept): root mean
 * square of the difference over that of the input (absolute when that is 0). Takes the memory of a
 * second plan, about one array. CT_ERROR_ARGUMENT when the input has NaN or infinite values.
 * Collective; the same number on all ranks. */
ct_status ct_fft_round_trip_error(const ct_fft_plan *plan, const void *input, const void *output,
                                  double *error);

/* Collective. Sets *plan to NULL. */
void ct_fft_plan_destroy(ct_fft_plan **plan);

/* Where the user's wisdom belongs: $XDG_CACHE_HOME or ~/.cache, then cornerturn/, then a name that
 * tells FFTW's version. The caller frees it. Local. CT_ERROR_FILE when neither variable is set. */
ct_status ct_fft_wisdom_path(char **path);

/* Name and version of the library behind the local transforms. Local. */
const char *ct_fft_library(void);

#ifdef __cplusplus
}
#endif

#endif
