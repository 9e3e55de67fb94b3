/* The inside of an FFT plan. */
#ifndef CT_FFT_PLAN_H
#define CT_FFT_PLAN_H

#include "fft/lines/codelets/fields/fields.h"
#include "fft/shape/route.h"
#include "fft/stages/slots/slots.h"
#include "fft/stages/stage.h"
#include "node/barrier.h"
#include "node/context.h"

#include <cornerturn/calibration.h>
#include <cornerturn/redistribute.h>

typedef enum ct_fft_memory {
    CT_FFT_INPUT,
    CT_FFT_OUTPUT,
    CT_FFT_WORK, /* arrays of the plan; of the third only slices in transit, or slots (slots.h) */
    CT_FFT_SPILL = CT_FFT_WORK + 1, /* the second also has what spills (spill.h) */
    CT_FFT_SLOTS = CT_FFT_WORK + 2,
    CT_FFT_MEMORIES
} ct_fft_memory;

enum { CT_FFT_NAME_BYTES = 56, CT_FFT_WORKS = CT_FFT_MEMORIES - CT_FFT_WORK };

/* One step of an execution: a stage, whose result may be sent slice by slice while it goes on, or
 * an exchange alone. */
typedef struct ct_fft_step {
    int is_stage;
    ct_fft_stage stage;
    ct_fft_slots slots;
    ct_fft_memory from, into;
    int slices; /* exchanges: from `into` of a stage, or `from`, to `received` */
    int slice_axis;
    ct_exchange_plan *exchange[CT_FFT_SLICES_MOST];
    ct_fft_memory received;
    char name[CT_FFT_NAME_BYTES];
    double share; /* of the work, for the watcher */
    double seconds;
} ct_fft_step;

/* FFTW's own plan for several axes. */
enum { CT_FFT_WHOLES = 2 };
typedef struct ct_fft_whole {
    void *plan, *unaligned_plan; /* for arrays aligned to cache lines, and for others */
    ct_fft_memory from, into;
} ct_fft_whole;

/* Fields that such plans take at once, and how many times; by kernels (fields.h) all of the rank.
 */
typedef struct ct_fft_blocks {
    ptrdiff_t count, fields;
    ptrdiff_t bytes[2]; /* of input and output, each time */
    int streams;        /* the output is made in the cache and written past it */
} ct_fft_blocks;

typedef struct ct_fft_reduction ct_fft_reduction;

struct ct_fft_plan {
    ct_context *context;
    MPI_Comm comm; /* of it */
    int rank, size;
    ct_fft_problem problem;
    ct_fft_options options; /* without its strings and topology */
    ct_topology topology;   /* of the exchanges, if they were given one */
    int has_topology;
    ct_fft_shape shape;
    ct_fft_route route;
    const ct_fft_backend *fftw;
    double factor;
    int returns;                  /* from the one side by way of the other back to it (filter.h) */
    ct_fft_turn turn;             /* what is done there, in this execution */
    double back_factor;           /* of the way back */
    ct_ownership array, spectrum; /* as stages and exchanges see them */
    ct_ownership given[2];        /* what the caller gave of array and spectrum, */
    int is_given[2];              /* if so, */
    int is_relaid[2];             /* and whether that is redistributed before or after: */
    ct_redistribute_plan *relayout[2]; /* of the input and of the output, */
    void *relaid[2];                   /* into and from these, */
    double relaid_s[2];                /* in so many seconds */
    int *leader;                       /* by rank: the lowest rank on its node */
    int is_shared;                     /* all arrays are shared: steps are stages only */
    int is_short_of_shared; /* it could not be created: the node cannot share its work arrays */
    int owners;             /* ranks whose memory views refer to: all, or this one */
    ct_node_barrier barrier;
    int steps;
    ct_fft_step step[CT_FFT_PHASES_MOST];
    char **address[CT_FFT_MEMORIES]; /* by owner */
    int is_reached[2]; /* the input, the output: other ranks of the node read or write it too */
    void *stand_in[2]; /* shared arrays in place of the caller's that others cannot reach: NULL */
    ptrdiff_t stand_in_bytes[2]; /* before they are needed */
    int stands_in;               /* in this execution */
    int is_unshared;             /* nothing can: memory of the node cannot be shared any more */
    int has_own_arrays;          /* executed with shared arrays of another plan alone */
    ptrdiff_t slot_bytes;        /* of a slot of the stages; 0: there are none */
    int slot_buffers;            /* portions that have slots at once */
    int uses_slots;              /* in this execution */
    void *work[CT_FFT_WORKS];
    ptrdiff_t work_bytes[CT_FFT_WORKS];
    int is_whole; /* ranks have whole fields: FFTW's plans for all axes instead of stages */
    int wholes;
    ct_fft_whole whole[CT_FFT_WHOLES];
    ct_fft_blocks blocks;
    ct_fft_fields *fields;       /* instead of these; NULL: there are none */
    int has_rival;               /* both are there until one is chosen (rival.h) */
    ct_fft_reduction *reduction; /* of a reduced shape, instead of stages; else NULL */
    int threads;
    int has_one_thread;          /* on all ranks */
    ct_fft_workspace *workspace; /* of each thread */
    ct_fft_twiddles twiddles;
    double moved_bytes;
    ct_score *score; /* the ranking, best first */
    int scores;
    ct_fft_plan *private_plan; /* for arrays that are not shared, where nothing can be */
    ct_fft_plan *twin;         /* with the same steps, for batches; NULL before the first */
    const ct_fft_plan *like;   /* of a twin: the plan whose exchanges it has again */
    void (*watch)(void *context, double done);
    void *watch_context;
    char choice[1024]; /* reason of grid and pipeline, if chosen; else empty */
    char reason[1280], warning[256];
};

/* Builds a plan. Collective; all ranks fail together; *plan is NULL or what there is of it, which
 * the caller destroys. */
typedef ct_status ct_fft_building(MPI_Comm comm, const ct_fft_problem *problem,
                                  const ct_fft_options *options, ct_fft_plan **plan);

/* The same, and once more by exchanges where the node cannot share the work arrays; the plan then
 * has a warning. */
ct_status ct_fft_plan_build(ct_fft_building *building, MPI_Comm comm, const ct_fft_problem *problem,
                            const ct_fft_options *options, ct_fft_plan **plan);

#endif
