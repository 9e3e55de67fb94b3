/* The inside of an FFT plan. */
#ifndef CT_FFT_PLAN_H
#define CT_FFT_PLAN_H

#include "fft/shape/route.h"
#include "fft/stages/stage.h"
#include "node/barrier.h"
#include "node/context.h"

#include <cornerturn/calibration.h>

typedef enum ct_fft_memory {
    CT_FFT_INPUT,
    CT_FFT_OUTPUT,
    CT_FFT_WORK, /* arrays of the plan, of which only slices on their way take the third */
    CT_FFT_MEMORIES = CT_FFT_WORK + 3
} ct_fft_memory;

enum { CT_FFT_NAME_BYTES = 40, CT_FFT_WORKS = CT_FFT_MEMORIES - CT_FFT_WORK };

/* One step of an execution: a stage, whose result may be sent slice by slice while it goes on, or
 * an exchange alone. */
typedef struct ct_fft_step {
    int is_stage;
    ct_fft_stage stage;
    ct_fft_memory from, into;
    int slices; /* exchanges: from `into` of a stage, or `from`, to `received` */
    int slice_axis;
    ct_exchange_plan *exchange[CT_FFT_SLICES_MOST];
    ct_fft_memory received;
    char name[CT_FFT_NAME_BYTES];
    double share; /* of the work, for the watcher */
    double seconds;
} ct_fft_step;

/* FFTW's own plan for several axes at once. */
enum { CT_FFT_WHOLES = 2 };
typedef struct ct_fft_whole {
    void *plan;
    ct_fft_class class;
    ct_fft_memory from, into;
} ct_fft_whole;

typedef struct ct_fft_reduction ct_fft_reduction;

struct ct_fft_plan {
    ct_context *context;
    MPI_Comm comm; /* of it */
    int rank, size;
    ct_fft_problem problem;
    ct_fft_options options; /* its strings are not kept */
    ct_fft_shape shape;
    ct_fft_route route;
    const ct_fft_backend *fftw;
    double factor;
    ct_array_layout array, spectrum;
    int *leader;   /* the lowest rank on the node of each */
    int is_shared; /* every rank reaches all arrays: steps are stages only */
    int owners;    /* ranks whose parts views name: all, or this one */
    ct_node_barrier barrier;
    int steps;
    ct_fft_step step[CT_FFT_PHASES_MOST];
    char **address[CT_FFT_MEMORIES]; /* of each owner's part */
    void *work[CT_FFT_WORKS];
    ptrdiff_t work_bytes[CT_FFT_WORKS];
    int is_whole; /* on one rank: plans of FFTW's for all axes instead of stages */
    int wholes;
    ct_fft_whole whole[CT_FFT_WHOLES];
    ct_fft_reduction *reduction; /* of a reduced shape, instead of stages; else NULL */
    int threads;
    ct_fft_room *room; /* of each thread */
    ct_fft_twiddles twiddles;
    double moved_bytes;
    ct_score *score; /* of what was considered, best first */
    int scores;
    ct_fft_plan *private_plan; /* for arrays that others cannot reach */
    void (*watch)(void *context, double done);
    void *watch_context;
    char choice[1024]; /* what grid and pipeline rest on, if they were chosen; else empty */
    char reason[1280], warning[256];
};

/* Whether a plan can be made so. Local. CT_ERROR_ARGUMENT, with what is allowed. */
ct_status ct_fft_options_check(const ct_fft_problem *problem, const ct_fft_options *options);

/* What the input is, or the output; the part of a rank: a split axis is one again there. Local. */
const ct_array_layout *ct_fft_layout_at(const ct_fft_plan *plan, int is_input);
ct_box ct_fft_box_at(const ct_fft_plan *plan, int is_input, int rank);

/* The work arrays, of `work_bytes`. Collective. */
ct_status ct_fft_works_create(ct_fft_plan *plan);

/* The steps with their exchanges, work arrays and views, but not their FFTW plans. Collective. */
ct_status ct_fft_steps_create(ct_fft_plan *plan, const ct_exchange_options *options);

/* When all steps are there: the factor and the twiddles in their passes, shares of the work for the
 * watcher, numbers in names that come more than once, bytes moved. Collective. */
ct_status ct_fft_steps_finish(ct_fft_plan *plan);

/* Whether there is a grid or a pipeline to choose. */
int ct_fft_is_open(const ct_fft_plan *plan, const ct_fft_options *options);

/* Compares grids and pipelines for a plan that exchanges and has its route. `chosen` are the
 * options with the best, and the plan has the scores and what they rest on. Collective. */
ct_status ct_fft_tune(ct_fft_plan *plan, const ct_fft_options *options, ct_fft_options *chosen);

/* Seconds of an execution with the grid and the pipeline (at least 1) of some options, by the model
 * on what rank 0 has, which is most: stages move their part through memory and calculate; slices
 * that go to other nodes are on their way while the next are transformed. HUGE_VAL where such a
 * plan cannot be made. Local. */
double ct_fft_foresee(const ct_fft_plan *plan, const ct_fft_options *options,
                      const ct_calibration *calibration);

/* Buffers and FFTW's plans for all stages. Collective: rank 0 plans, the others follow. */
ct_status ct_fft_local_create(ct_fft_plan *plan, const char *wisdom_file);
void ct_fft_local_destroy(ct_fft_plan *plan);

/* Lays the tiles of a pass out as is fastest, by trying on a tile; `all` becomes 0 where FFTW has
 * not all plans that takes, as with FFTW_WISDOM_ONLY. Then, or of another rank's choice, the plan;
 * true when it is there. Local. CT_ERROR_MEMORY. */
ct_status ct_fft_lay_choose(ct_fft_stage *stage, int index, const ct_fft_room *room, unsigned flags,
                            int *all);
int ct_fft_lay_plan(ct_fft_lines *lines, const ct_fft_room *room, unsigned flags);

/* Whether FFTW's own plans for all axes are taken; bytes of the work array that they need; makes
 * them with FFTW's flags, true when they are there; runs them. Local. */
int ct_fft_is_whole(const ct_fft_plan *plan);
ptrdiff_t ct_fft_whole_work_bytes(const ct_fft_plan *plan);
int ct_fft_whole_plan(ct_fft_plan *plan, unsigned flags);
void ct_fft_whole_run(const ct_fft_plan *plan);

/* Adds the wisdom of a file to FFTW's; false when there is a file but it is no wisdom. Local. */
int ct_fft_wisdom_read(const ct_fft_backend *fftw, const char *path);

/* Merges FFTW's wisdom into a file, atomically, making its directory. False on failure. Local. */
int ct_fft_wisdom_write(const ct_fft_backend *fftw, const char *path);

/* Gives every rank rank 0's wisdom. Collective. */
ct_status ct_fft_wisdom_share(const ct_fft_backend *fftw, MPI_Comm comm);

#endif
