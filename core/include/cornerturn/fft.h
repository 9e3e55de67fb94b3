/*
 * Distributed fast Fourier, cosine and sine transforms over MPI.
 *
 * Transforms an array of 1 to 4 axes to its spectrum (forward) or back (inverse); each axis has a
 * kind of transform, or none, which makes a batch. Forward is the sum of x(n) exp(-2 pi i k n / N),
 * or FFTW's definition of a cosine or sine transform, unnormalised; inverse has the factor that
 * makes inverse(forward(x)) = x unless another is asked for.
 *
 * On one node, with arrays of ct_alloc, a rank reads the lines it transforms from the arrays of all
 * ranks and writes them to their final places: natural order without a transpose. Between nodes the
 * array is exchanged between transforms along different axes.
 */
#ifndef CORNERTURN_FFT_H
#define CORNERTURN_FFT_H

#include <cornerturn/decomposition.h>
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

/* FFTW's planner rigour. From CT_MEASURE on, plans of batches of complex fields also time kernels
 * of ours beside FFTW's plan where either may be faster, that is without AVX-512. */
typedef enum ct_rigour { CT_ESTIMATE, CT_MEASURE, CT_PATIENT, CT_EXHAUSTIVE } ct_rigour;

/* The distribution of the array, or of the spectrum: balanced blocks over a process grid, as of
 * ct_distribution, each stored with its axes in a given order; or any decomposition of its
 * extents (ct_fft_extents). */
typedef struct ct_fft_side {
    int grid[CT_MAX_AXES];  /* parts along each axis; all 0: chosen */
    int order[CT_MAX_AXES]; /* axes from the slowest to the fastest; all 0: 0 1 2 .. */
    const ct_decomposition *decomposition; /* NULL: as above; else grid and order are all 0. On one
                                              node lines are read and written where they are; more
                                              than 512 boxes, and blocks dealt out by fewer than 8
                                              positions, are redistributed before or after. With
                                              exchanges the first one takes from it and the last
                                              one puts into it. Ghosts stay as they are */
} ct_fft_side;

enum { CT_FFT_SLICES_MOST = 16, CT_FFT_THREADS_MOST = 1024 };

typedef struct ct_fft_options {
    ct_direction direction;
    ct_scaling scaling;
    ct_rigour rigour;
    int in_place;                /* 1: execute is given one array for both sides. Dense rows of real
                                    numbers then need an intermediate array between nodes, with
                                    several threads a rank below some 32 MB of coefficients, and
                                    where planes do not follow one another. Long columns (65536 x
                                    64) take up to twice as long so */
    int destroys_input;          /* 1: execute may overwrite the input. On one node that saves the
                                    intermediate array that real results need with several threads a
                                    rank below some 32 MB of coefficients, and where rows of odd
                                    length do not follow one another */
    ct_fft_side array, spectrum; /* with exchanges, exchange.planning says how an array grid that is
                                    not given is chosen, by a model or by timing; plans that share
                                    arrays are given the ct_fft_grids of the first one */
    int transposed; /* 1: a spectrum with no grid given may be distributed along other axes than the
                       array, where that saves an exchange; 0: as the array is */
    int pipeline;   /* slices of an exchange, each sent while the next is transformed: 1 to
                       CT_FFT_SLICES_MOST; 0: chosen, as the grid is */
    int threads;    /* OpenMP threads for this rank's transforms, the same on all ranks: 1 to
                       CT_FFT_THREADS_MOST; 0: OMP_NUM_THREADS, or 1. Only the caller's thread calls
                       MPI. Without OpenMP always 1 */
    const char *wisdom_file; /* FFTW's wisdom, read and updated by rank 0; NULL: none. For single
                                precision "-single" is added to the name */
    ct_exchange_options exchange; /* an algorithm other than "auto", CT_TRANSPORT_MESSAGES or
                                     private_arrays: exchanges on one node too */
} ct_fft_options;

typedef struct ct_fft_plan ct_fft_plan;

/* Plans a transform. Any extents and any number of ranks; some ranks may hold nothing.
 *
 * A single c2c axis, neither padded nor cut, whose length has a divisor between the number of ranks
 * and its square root, is distributed in multiples of that divisor (see ct_fft_input_box) and
 * transformed in two steps, along rows and columns of a matrix. Any other single axis is in
 * balanced blocks. From 16384 points on (types 1 from 65536) all ranks transform it together, in
 * natural order, by an equivalent complex transform: of half the length for real data of even
 * length, and by convolutions where the length has no such divisor, as primes. Rank 0 alone
 * transforms shorter ones, those with fewer points than the square of the number of ranks, those of
 * over 2^30 points without a divisor, and cosine and sine transforms of complex data. ct_fft_reason
 * says which it is.
 *
 * Leading axes of kind CT_FFT_NONE make a batch of fields, and the first of them is the one that is
 * distributed where it has enough points: each rank has whole fields then, and transforms them
 * alone, small ones in its caches and as fast without measuring.
 *
 * Rank 0 plans the local transforms; the others import its FFTW wisdom, which is global to a
 * process. No user data is touched. Collective over `comm`, as plans of exchange.h; problem and
 * options (NULL: defaults) are copied and the same on all ranks. All ranks fail together:
 * CT_ERROR_ARGUMENT for a problem or options out of range, CT_ERROR_MEMORY, and what
 * ct_exchange_plan_create raises. */
ct_status ct_fft_plan_create(MPI_Comm comm, const ct_fft_problem *problem,
                             const ct_fft_options *options, ct_fft_plan **plan);

/* This rank's box of the input and of the output of execute; of a decomposition that gives a rank
 * several, its first. Local. */
ct_box ct_fft_input_box(const ct_fft_plan *plan);
ct_box ct_fft_output_box(const ct_fft_plan *plan);

/* Bytes of these boxes, or of the decompositions' memory; an array in place has the larger of both.
 * Local. */
ptrdiff_t ct_fft_input_bytes(const ct_fft_plan *plan);
ptrdiff_t ct_fft_output_bytes(const ct_fft_plan *plan);

/* Transforms `input` (unchanged, unless destroys_input) into `output`, distinct arrays of the
 * caller, or with in_place the same. Complex numbers are (re, im); a box is dense in the order of
 * its side. Collective. CT_ERROR_ARGUMENT, on all ranks, for arrays that are NULL, overlap or are
 * not aligned to their real numbers.
 *
 * Fast with arrays of ct_alloc(comm, ..), anywhere inside them, and with those that begin with a
 * cache line (64 bytes); of one rank the first execution with others may plan anew. On one node
 * ranks read and write each other's arrays. What is not of ct_alloc, mostly half of the output or
 * more, then goes by slots of the plan, of 4 MiB at most: as long as one more copy, the first time
 * too. A single axis whose transform is reduced to a complex one, and lines too long for slots, are
 * copied to or from shared arrays of the plan, which the first such execution makes. */
ct_status ct_fft_execute(ct_fft_plan *plan, const void *input, void *output);

/* Transforms n fields (n >= 0, the same on all ranks): inputs[i] to outputs[i], arrays as in
 * ct_fft_execute, no two fields overlapping. Where the plan exchanges, communication of one field
 * overlaps computation of the next; the first batch allocates a second set of work arrays, which
 * the plan keeps, whatever n. On one node with arrays of ct_alloc it does n executions. Results
 * equal those of n executions bit by bit; but for rounding where FFTW measures again for the second
 * set (CT_MEASURE) and chooses otherwise. ct_fft_seconds sums over the fields. Collective.
 * CT_ERROR_ARGUMENT on all ranks, before any field is written, for arrays that ct_fft_execute
 * refuses or different n; CT_ERROR_MEMORY. */
ct_status ct_fft_execute_many(ct_fft_plan *plan, int n, const void *const inputs[],
                              void *const outputs[]);

/* Sets a callback that executions call from time to time on this rank with the fraction of the work
 * done, 0 .. 1; NULL removes it. Local. */
void ct_fft_watch(ct_fft_plan *plan, void (*watch)(void *context, double done), void *context);

/* Factor on the result. Local. */
double ct_fft_factor(const ct_fft_plan *plan);

/* The grids in use, for plans that share arrays with this one. Local. */
void ct_fft_grids(const ct_fft_plan *plan, int array[CT_MAX_AXES], int spectrum[CT_MAX_AXES]);

/* Phases of an execution: their names for a report, and the seconds this rank spent in each during
 * the last one. 0 <= phase < ct_fft_phases, which is at most CT_FFT_PHASES_MOST. A long axis 0 may
 * go in two parts (ct_fft_reason). Names are owned by the plan. Local. */
enum { CT_FFT_PHASES_MOST = 4 * CT_MAX_AXES };
int ct_fft_phases(const ct_fft_plan *plan);
const char *ct_fft_phase_name(const ct_fft_plan *plan, int phase);
double ct_fft_seconds(const ct_fft_plan *plan, int phase);

/* How data get from one transform to the next, as a sentence; and the bytes that all ranks together
 * receive from others in one execution, before doubles are rounded. Local; owned by the plan. */
const char *ct_fft_reason(const ct_fft_plan *plan);
double ct_fft_moved_bytes(const ct_fft_plan *plan);

/* What rounding doubles to floats (exchange.precision) has saved and lost in all executions, over
 * all exchanges. Collective; the same on all ranks. */
ct_status ct_fft_rounding(const ct_fft_plan *plan, ct_exchange_losses *losses);

/* The ranking of process grids (slabs, pencils) and pipeline slices, best first; NULL past the end.
 * All rows have a predicted time; those that were timed (the best few with CT_PLAN_MEASURE, else
 * all with CT_PLAN_EXHAUSTIVE) come first. A choice found in the tuning file is the only row. Empty
 * on one node, and with grid and pipeline given. Local; owned by the plan. */
const ct_score *ct_fft_score(const ct_fft_plan *plan, int index);

/* A warning from planning, of a damaged wisdom file or too little shared memory: one sentence on
 * rank 0, else NULL. Local; owned by the plan. */
const char *ct_fft_warning(const ct_fft_plan *plan);

/* The first exchange between transforms, among the ranks of this rank's row of the grid or all
 * ranks; NULL where there is none. Local; owned by the plan. */
const ct_exchange_plan *ct_fft_exchange(const ct_fft_plan *plan);

/* Transforms the `output` of an execution back and compares with its `input`, both unchanged:
 * *error is the root mean square of the difference, relative to that of the input (absolute where
 * that is 0). Takes the memory of a second plan and an array, or two where sums over the output
 * would overflow, and a copy of either side in a decomposition other than dense balanced blocks.
 * Ghosts do not count. CT_ERROR_ARGUMENT for NaN or infinite values, and for plans in place.
 * Collective; the same number on all ranks. */
ct_status ct_fft_round_trip_error(const ct_fft_plan *plan, const void *input, const void *output,
                                  double *error);

/* Collective. Sets *plan to NULL. */
void ct_fft_plan_destroy(ct_fft_plan **plan);

/* Default path of the wisdom file: $XDG_CACHE_HOME or ~/.cache, then cornerturn/, then a name with
 * FFTW's version. The caller frees it. Local. CT_ERROR_FILE when neither variable is set. */
ct_status ct_fft_wisdom_path(char **path);

/* Name and version of the library of local transforms; static. Local. */
const char *ct_fft_library(void);

CT_PUBLIC_END

#endif
