/*
 * Distributed fast Fourier, cosine and sine transforms over MPI.
 *
 * An array of 1 to 4 axes goes to its spectrum (forward) or comes back (inverse); each axis has a
 * kind of transform, or none, which makes it a batch of smaller transforms. Forward is the sum of
 * x(n) exp(-2 pi i k n / N), or FFTW's definition of a cosine or sine transform, unnormalised;
 * inverse undoes it, and has the factor that makes inverse(forward(x)) = x unless another is asked
 * for.
 *
 * On one node, with arrays of ct_alloc, ranks take the lines they transform from where they are and
 * write them to where they belong: natural order costs nothing. Between nodes the array is
 * exchanged between one transform and the next.
 */
#ifndef CORNERTURN_FFT_H
#define CORNERTURN_FFT_H

#include <cornerturn/exchange.h>
#include <cornerturn/fft_problem.h>
#include <cornerturn/grid.h>
#include <cornerturn/public.h>
#include <cornerturn/status.h>
#include <mpi.h>

CT_PUBLIC_BEGIN

/* Factor on the result of the transform, whatever its direction. N: product of the logical lengths
 * of the transformed axes. */
typedef enum ct_scaling {
    CT_SCALING_DEFAULT, /* 1 forward, 1/N inverse */
    CT_SCALING_NONE,    /* 1 */
    CT_SCALING_FULL,    /* 1/N */
    CT_SCALING_UNITARY  /* 1/sqrt(N) */
} ct_scaling;

/* FFTW's planner rigour. */
typedef enum ct_rigour { CT_ESTIMATE, CT_MEASURE, CT_PATIENT, CT_EXHAUSTIVE } ct_rigour;

/* Who holds what of the array, or of the spectrum, and how: balanced blocks over a process grid, as
 * ct_distribution says, each stored with its axes in an order. */
typedef struct ct_fft_side {
    int grid[CT_MAX_AXES];  /* parts along each axis; all 0: chosen */
    int order[CT_MAX_AXES]; /* axes from the slowest to the fastest; all 0: 0 1 2 .. */
} ct_fft_side;

enum { CT_FFT_SLICES_MOST = 16, CT_FFT_THREADS_MOST = 1024 };

typedef struct ct_fft_options {
    ct_direction direction;
    ct_scaling scaling;
    ct_rigour rigour;
    int in_place;                /* 1: execute is given one array for both sides */
    int destroys_input;          /* 1: execute may overwrite the input; on one node faster to real
                                    numbers, and often without an array in between */
    ct_fft_side array, spectrum; /* with exchanges, a grid of the array that is not given is chosen
                                    as exchange.planning says, by the model or by trying: give
                                    ct_fft_grids of one plan to others that shall fit it */
    int transposed; /* 1: a spectrum with no grid given may be distributed along other axes than the
                       array, where that saves an exchange; 0: as the array is */
    int pipeline; /* slices in which a stage's result is sent while the next are transformed, where
                     there are exchanges: 1 to CT_FFT_SLICES_MOST; 0: chosen, as the grid is */
    int threads;  /* of OpenMP, on which this rank transforms, the same on all ranks: 1 to
                     CT_FFT_THREADS_MOST; 0: OMP_NUM_THREADS, or 1. MPI is called by the caller's
                     alone. One where the library is built without OpenMP */
    const char *wisdom_file; /* FFTW's wisdom, read and updated by rank 0; NULL: none kept. That of
                                single precision is kept beside it, in the name with "-single" */
    ct_exchange_options exchange; /* an algorithm other than "auto", CT_TRANSPORT_MESSAGES or
                                     private_arrays: exchanges on one node too */
} ct_fft_options;

typedef struct ct_fft_plan ct_fft_plan;

/* Plans a transform for any extents and any number of ranks, ranks that hold nothing included.
 *
 * A single axis that is c2c, neither padded nor cut, and has a divisor from the number of ranks to
 * its square root, is distributed in multiples of a divisor, which ct_fft_input_box tells, and
 * transformed in two halves. Any other single axis is in balanced blocks. From 65536 points on all
 * ranks transform it, in natural order, whatever its kind: by the complex transform behind it, of
 * half as many points for real numbers of an even length, which is made of convolutions where it
 * has no such divisor (as primes have none). Shorter ones, those with under as many points as the
 * square of the number of ranks, or with over 2^30 that have no divisor, and cosine and sine
 * transforms of complex numbers, rank 0 transforms alone. ct_fft_reason says which it is.
 *
 * Rank 0 plans the local transforms, the others take over its FFTW wisdom (which is global to a
 * process). No user data is touched. Collective over `comm`, as plans of exchange.h; problem and
 * options (NULL: defaults) are copied and the same on all ranks. All ranks fail together:
 * CT_ERROR_ARGUMENT for a problem or options out of range, CT_ERROR_MEMORY, and what
 * ct_exchange_plan_create raises. */
ct_status ct_fft_plan_create(MPI_Comm comm, const ct_fft_problem *problem,
                             const ct_fft_options *options, ct_fft_plan **plan);

/* The part of the whole array or spectrum this rank gives and gets. Local. */
ct_box ct_fft_input_box(const ct_fft_plan *plan);
ct_box ct_fft_output_box(const ct_fft_plan *plan);

/* Bytes of these parts; a single array in place has the larger number of both. Local. */
ptrdiff_t ct_fft_input_bytes(const ct_fft_plan *plan);
ptrdiff_t ct_fft_output_bytes(const ct_fft_plan *plan);

/* Transforms `input` (kept, unless destroys_input) into `output`, distinct arrays of the caller's,
 * or with in_place the same. Complex numbers are a real and an imaginary part; the box is stored
 * densely in the order of its side. Fast with arrays of ct_alloc(comm, ..); others, aligned to 64
 * bytes, have a plan of their own made when they first come on one node. Collective.
 * CT_ERROR_ARGUMENT for wrong arrays, on all ranks. */
ct_status ct_fft_execute(ct_fft_plan *plan, const void *input, void *output);

/* Has `watch` called now and then during executions on this rank, with its `context` and the part
 * of the work that is done, 0 .. 1; NULL ends it. Local. */
void ct_fft_watch(ct_fft_plan *plan, void (*watch)(void *context, double done), void *context);

/* Factor on the result. Local. */
double ct_fft_factor(const ct_fft_plan *plan);

/* Threads this rank transforms on. Local. */
int ct_fft_threads(const ct_fft_plan *plan);

/* The grids in use, for plans that shall fit this one. Local. */
void ct_fft_grids(const ct_fft_plan *plan, int array[CT_MAX_AXES], int spectrum[CT_MAX_AXES]);

/* Phases of an execution: what each is, in words for a report, and the seconds this rank spent in
 * it the last time. 0 <= phase < ct_fft_phases, which is at most CT_FFT_PHASES_MOST. Local. */
enum { CT_FFT_PHASES_MOST = 2 * CT_MAX_AXES + 2 };
int ct_fft_phases(const ct_fft_plan *plan);
const char *ct_fft_phase_name(const ct_fft_plan *plan, int phase);
double ct_fft_seconds(const ct_fft_plan *plan, int phase);

/* How the array gets from one transform to the next, as a sentence, and the bytes that ranks get
 * from others in one execution, all together. Local; owned by the plan. */
const char *ct_fft_reason(const ct_fft_plan *plan);
double ct_fft_moved_bytes(const ct_fft_plan *plan);

/* What was considered, best first, as slabs or pencils of a grid and slices of the pipeline; NULL
 * past the end. Each has what the model says; with exchange.planning measure the best few by that
 * were tried, with exhaustive all, and come before the others. With a tuning file the best of those
 * is kept there, and is all there is when it is found again. There is nothing on one node, nor with
 * grid and pipeline given. Local; owned by the plan. */
const ct_score *ct_fft_score(const ct_fft_plan *plan, int index);

/* Something the user should know though planning went on, such as a wisdom file that is none: one
 * sentence on rank 0, else NULL. Local; owned by the plan. */
const char *ct_fft_warning(const ct_fft_plan *plan);

/* The first exchange between the transforms, of this rank with those of its row of the grid, or all
 * ranks; NULL where there is none. Local; owned by the plan. */
const ct_exchange_plan *ct_fft_exchange(const ct_fft_plan *plan);

/* Transforms `output` of an execution back and compares with its `input` (both kept): root mean
 * square of the difference over that of the input (absolute when that is 0). Takes the memory of a
 * second plan and an array; a second one where sums of the output's numbers would overflow.
 * CT_ERROR_ARGUMENT when input or output has NaN or infinite values, and for plans in place.
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

CT_PUBLIC_END

#endif
