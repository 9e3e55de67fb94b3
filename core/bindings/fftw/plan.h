/*
 * Plans behind FFTW's MPI interface. A plan is a sequence of steps between the caller's arrays and
 * its own: a transform of ct_fft, FFTW's transforms of axes that a rank has whole, redistributions
 * and copies. Collective where nothing else is said; all ranks give the same problem.
 */
#ifndef CT_BINDINGS_FFTW_PLAN_H
#define CT_BINDINGS_FFTW_PLAN_H

#include "bindings/fftw/local.h"
#include "node/context.h"

#include <cornerturn/fft.h>
#include <cornerturn/redistribute.h>
#include <mpi.h>
#include <stdint.h>

/* The arrays of a plan: the caller's, and its own. */
/* Of arrays inside memory that ranks share: a cache line. */
enum { CT_FFTW_ALIGNMENT = 64 };

typedef enum ct_fftw_memory {
    CT_FFTW_INPUT,
    CT_FFTW_OUTPUT,
    CT_FFTW_WORK,
    CT_FFTW_WORK_TOO,
    CT_FFTW_MEMORIES
} ct_fftw_memory;

/* Rows from one memory to another; one row where both are dense. */
typedef struct ct_fftw_copy {
    ptrdiff_t rows, row_bytes, from_pitch_bytes, into_pitch_bytes;
} ct_fftw_copy;

/* One of transform, redistribution and FFTW's own plan; none: a copy, or nothing on this rank. */
typedef struct ct_fftw_step {
    ct_fftw_memory from, into;
    ct_fft_plan *transform;
    ct_redistribute_plan *move;
    ct_fftw_type type;
    void *local;
    ct_fftw_copy copy;
} ct_fftw_step;

enum { CT_FFTW_STEPS_MOST = 5, CT_FFTW_ROUTES = 2 };

/* A way from input to output. */
typedef struct ct_fftw_route {
    int reaches[2]; /* whether all ranks read and write the caller's input, or output, themselves */
    int steps;
    ct_fftw_step step[CT_FFTW_STEPS_MOST];
} ct_fftw_route;

typedef struct ct_fftw_plan {
    const void *mark; /* &ct_fftw_mark; the first word of FFTW's own plans never has this value */
    const ct_fftw_backend *backend;
    ct_fftw_problem problem;
    ct_context *context;
    MPI_Comm comm; /* of it */
    int rank, size;
    int in_place;
    ct_fftw_side input, output;
    void *array[2];   /* that it was made for */
    void *reached[2]; /* the latest that the first route was executed with */
    uint64_t reached_version;
    void *work[2];
    ct_fftw_route route[CT_FFTW_ROUTES]; /* for its arrays; and, once it is needed, for arrays that
                                            others do not reach */
} ct_fftw_plan;

extern const char ct_fftw_mark;

/* Whether the program calls the function of that name here, and not FFTW's, which would crash with
 * a plan of ours; says so if not. Local. */
int ct_fftw_plan_is_known_to(const char *function);

/* NULL where FFTW makes no plan either: for arguments it refuses, or no wisdom. */
ct_fftw_plan *ct_fftw_plan_create(MPI_Comm comm, const ct_fftw_problem *problem,
                                  const ct_fftw_backend *backend, void *input, void *output);

/* With the plan's arrays, or others. Aborts with a message where it fails, since FFTW's interface
 * has no errors. */
void ct_fftw_plan_execute(ct_fftw_plan *plan);
void ct_fftw_plan_execute_with(ct_fftw_plan *plan, void *input, void *output);

void ct_fftw_plan_destroy(ct_fftw_plan *plan);

/* Operations of this rank: 5 N log2 N divided by the ranks, half of it for real data. Local. */
double ct_fftw_plan_operations(const ct_fftw_plan *plan);

/* A description; the caller frees it. NULL where there is no memory. Local. */
char *ct_fftw_plan_text(const ct_fftw_plan *plan);

#endif
