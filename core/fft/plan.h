/* The inside of an FFT plan. */
#ifndef CT_FFT_PLAN_H
#define CT_FFT_PLAN_H

#include "fft/meeting.h"
#include "fft/route.h"
#include "fft/stage.h"

typedef enum ct_fft_memory {
    CT_FFT_INPUT,
    CT_FFT_OUTPUT,
    CT_FFT_WORK, /* two arrays of the plan */
    CT_FFT_MEMORIES = CT_FFT_WORK + 2
} ct_fft_memory;

enum { CT_FFT_NAME_BYTES = 40 };

/* One step of an execution: a stage, or an exchange that prepares one or ends the whole. */
typedef struct ct_fft_step {
    ct_exchange_plan *exchange; /* NULL: a stage */
    ct_fft_stage stage;
    ct_fft_memory from, into;
    char name[CT_FFT_NAME_BYTES];
    double share; /* of the work, for the watcher */
    double seconds;
} ct_fft_step;

struct ct_fft_plan {
    MPI_Comm comm;
    int rank, size;
    ct_fft_problem problem;
    ct_fft_options options; /* its strings are not kept */
    ct_fft_shape shape;
    ct_fft_route route;
    const ct_fft_backend *fftw;
    double factor;
    ct_fft_layout array, spectrum;
    int is_shared; /* every rank reaches all arrays: steps are stages only */
    int owners;    /* ranks whose parts views name: all, or this one */
    ct_meeting meeting;
    int steps;
    ct_fft_step step[CT_FFT_PHASES_MOST];
    char **address[CT_FFT_MEMORIES]; /* of each owner's part */
    void *work[2];
    ptrdiff_t work_bytes[2];
    char *buffer[2], *scratch[2]; /* of tiles, and of blocks */
    ct_fft_twiddles twiddles;
    double moved_bytes;
    ct_fft_plan *private_plan; /* for arrays that others cannot reach */
    void (*watch)(void *context, double done);
    void *watch_context;
    char reason[256], warning[256];
};

/* The steps with their exchanges, work arrays and views, but not their FFTW plans. Collective. */
ct_status ct_fft_steps_create(ct_fft_plan *plan, const ct_exchange_options *options);

/* An exchange of what `from` is to where `into` says; the latter either at its place, or (received,
 * not NULL) as contiguous pieces one after the other, which the view then tells. Collective. */
ct_status ct_fft_relay_create(const ct_fft_plan *plan, const ct_fft_layout *from,
                              const ct_fft_layout *into, const ct_exchange_options *options,
                              ct_fft_view *received, ct_exchange_plan **exchange);

/* Buffers and FFTW's plans for all stages. Collective: rank 0 plans, the others follow. */
ct_status ct_fft_local_create(ct_fft_plan *plan, const char *wisdom_file);
void ct_fft_local_destroy(ct_fft_plan *plan);

/* Adds the wisdom of a file to FFTW's; false when there is a file but it is no wisdom. Local. */
int ct_fft_wisdom_read(const ct_fft_backend *fftw, const char *path);

/* Merges FFTW's wisdom into a file, atomically, making its directory. False on failure. Local. */
int ct_fft_wisdom_write(const ct_fft_backend *fftw, const char *path);

/* Gives every rank rank 0's wisdom. Collective. */
ct_status ct_fft_wisdom_share(const ct_fft_backend *fftw, MPI_Comm comm);

#endif
